import type { SpotEvidence, SpotRow } from '@makas/contract'
import { exact, percent } from '../../../shared/format/numbers.ts'
import { tr } from '../../../text/tr.ts'
import { LEVEL_TEXT, roiLevel } from '../table/levels.ts'
import { type AccountLine, account, drawn, placesOf } from './account.ts'

const words = tr.evidence

/** Digits beyond these are kept, so that the sum holds to the last one, but stand back. */
const LOUD_PLACES = 4

/** gross − slippage − fees = net in money, each line with its bar; percent beside it as orientation. */
export function Waterfall({ row, evidence }: { readonly row: SpotRow; readonly evidence: SpotEvidence }) {
  const lines = account(evidence)
  const places = Math.max(2, placesOf(lines))
  const whole = Math.max(drawn(evidence.gross), drawn(evidence.net))
  let reached = 0
  return (
    <div>
      <table className="figures w-full text-13">
        <caption className="pb-1.5 text-left text-12 text-text-3">
          {words.account(`${exact(evidence.size)} ${row.size_currency}`)}
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{words.line}</th>
            <th scope="col">{words.percent}</th>
            <th scope="col">
              {words.money}, {row.quote}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const value = drawn(line.amount)
            const from = line.kind === 'gross' || line.kind === 'net' ? 0 : Math.max(0, reached + value)
            reached = line.kind === 'gross' ? value : reached + (line.kind === 'net' ? 0 : value)
            const net = line.kind === 'net'
            return (
              <tr key={line.kind === 'fee' ? `fee-${line.exchange}` : line.kind} className={net ? 'font-semibold' : ''}>
                <th
                  scope="row"
                  className={`border-t border-line py-1.5 text-left ${net ? '' : 'font-normal'} whitespace-nowrap`}
                >
                  {name(line)}
                </th>
                <td
                  className={`border-t border-line px-2 py-1.5 text-right ${net ? LEVEL_TEXT[roiLevel(row.net_roi)] : 'text-text-2'}`}
                >
                  {percentOf(line, row, evidence)}
                </td>
                <td className="border-t border-line py-1.5 text-right whitespace-nowrap" data-amount={line.amount}>
                  <Digits text={line.amount} places={places} />
                </td>
                <td className="w-[22%] border-t border-line py-1.5 pl-3 max-sm:hidden" aria-hidden="true">
                  <span
                    className={`block h-2 rounded-[2px] ${net ? 'bg-good' : line.kind === 'gross' ? 'bg-accent' : 'bg-text-3'}`}
                    style={{
                      marginLeft: `${share(from, whole)}%`,
                      width: `${Math.max(1, share(Math.abs(value), whole))}%`,
                    }}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="pt-1 text-12 text-text-3">{words.percentNote}</p>
    </div>
  )
}

function name(line: AccountLine): string {
  return line.kind === 'fee' ? words.fee(tr.exchanges[line.exchange]) : words[line.kind]
}

/** Percent as the row has them; an exchange's fee is its share of the row's. */
function percentOf(line: AccountLine, row: SpotRow, evidence: SpotEvidence): string {
  if (line.kind === 'gross') return percent(row.spread)
  if (line.kind === 'slippage') return percent(-row.slippage)
  if (line.kind === 'net') return percent(row.net_roi)
  if (line.kind === 'fees') return percent(-row.fees)
  const fees = drawn(evidence.fees)
  return fees === 0 ? percent(0) : percent((row.fees * drawn(line.amount)) / fees)
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, (part / whole) * 100) : 0
}

/** All digits of the amount; those beyond the fourth decimal quieter. */
function Digits({ text, places }: { readonly text: string; readonly places: number }) {
  const digits = exact(text, places)
  const comma = digits.indexOf(',')
  const loud = comma < 0 ? digits.length : comma + 1 + LOUD_PLACES
  return (
    <>
      {digits.slice(0, loud)}
      {digits.length > loud && <span className="font-normal text-text-3">{digits.slice(loud)}</span>}
    </>
  )
}
