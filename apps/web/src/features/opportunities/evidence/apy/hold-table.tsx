import type { CarryEvidence } from '@makas/contract'
import { useMemo } from 'react'
import { percent, whole } from '../../../../shared/format/numbers.ts'
import { apyWords } from '../../../../text/market/evidence.ts'
import { opportunityWords } from '../../../../text/market/opportunities.ts'
import { heldFor } from '../carry-account.ts'

const HOLDS = [7, 14, 30, 60, 90, 180, 365]
const words = apyWords

/** Net APR and APY of usual holds. A press chooses the hold. */
export function HoldTable(props: {
  readonly evidence: CarryEvidence
  readonly days: number
  readonly choose: (days: number) => void
}) {
  const { evidence } = props
  const held = useMemo(() => HOLDS.map((days) => heldFor(evidence, days)), [evidence])
  return (
    <table className="figures w-full text-13">
      <caption className="sr-only">{words.tableTitle}</caption>
      <thead>
        <tr className="text-12 text-text-3">
          <th scope="col" className="py-1 text-left font-medium">
            {words.holdColumn}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {words.netReturn}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {words.netApr}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {words.netApy}
          </th>
        </tr>
      </thead>
      <tbody>
        {held.map(({ days, apr, apy, netReturn }) => {
          const here = days === props.days
          return (
            <tr key={days} className={here ? 'font-semibold' : 'text-text-2'}>
              <th scope="row" className="border-t border-line py-0.5 text-left font-normal">
                <button
                  type="button"
                  aria-pressed={here}
                  onClick={() => props.choose(days)}
                  className={`rounded-control px-1 -mx-1 hover:underline pointer-coarse:py-2 ${here ? 'font-semibold text-accent' : 'text-text-1'}`}
                >
                  {opportunityWords.hold(whole(days))}
                </button>
              </th>
              <td className="border-t border-line py-0.5 text-right">{percent(netReturn)}</td>
              <td className="border-t border-line py-0.5 text-right">{percent(apr)}</td>
              <td className="border-t border-line py-0.5 text-right">{apy === null ? words.noApy : percent(apy)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
