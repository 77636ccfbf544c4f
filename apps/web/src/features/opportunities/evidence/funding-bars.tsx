import type { CarryEvidence, CarryRow } from '@makas/contract'
import { whole } from '../../../shared/format/numbers.ts'
import { evidenceWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { fundingPercent } from '../table/carry-figures.tsx'
import { paymentsPer8Hours } from './carry-account.ts'

const WIDTH = 560
const HEIGHT = 132
const words = evidenceWords.funding

/** The settled payments behind the mean, oldest left, each converted to 8 hours, with the mean as a line. */
export function FundingBars({ row, evidence }: { readonly row: CarryRow; readonly evidence: CarryEvidence }) {
  const payments = paymentsPer8Hours(evidence)
  const mean = row.funding_rate
  const low = Math.min(0, mean, ...payments)
  const high = Math.max(0, mean, ...payments)
  const y = (value: number) => 6 + (high === low ? 0.5 : (high - value) / (high - low)) * (HEIGHT - 12)
  const slot = WIDTH / payments.length
  const width = Math.min(28, slot * 0.68)
  return (
    <figure className="figures m-0 text-12">
      <figcaption className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 pb-1.5">
        <span className="text-text-3">{words.caption(whole(payments.length), intervals(evidence))}</span>
        <span className="text-accent">
          {words.mean} {fundingPercent(mean)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words.chart(
          whole(payments.length),
          fundingPercent(Math.min(...payments)),
          fundingPercent(Math.max(...payments)),
          fundingPercent(mean),
        )}
        className="block w-full"
      >
        {payments.map((value, at) => {
          const top = Math.min(y(0), y(value))
          const last = at === payments.length - 1
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: payments have no name but their place
              key={at}
              x={at * slot + (slot - width) / 2}
              y={top}
              width={width}
              height={Math.max(1.5, Math.abs(y(value) - y(0)))}
              rx="1.5"
              className={last ? 'fill-text-2' : 'fill-text-3'}
              opacity={last ? 1 : 0.55}
            />
          )
        })}
        <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} className="stroke-line" strokeWidth="1.5" />
        <line
          x1="0"
          x2={WIDTH}
          y1={y(mean)}
          y2={y(mean)}
          className="stroke-accent"
          strokeWidth="2"
          strokeDasharray="5 4"
        />
      </svg>
      <p className="flex justify-between gap-4 pt-1 text-text-3">
        <span>{words.oldest}</span>
        <span>
          {words.last} <span className="text-text-1">{fundingPercent(row.last_funding_rate)}</span>
        </span>
      </p>
    </figure>
  )
}

/** Hours between payments; a single value if they never changed. */
function intervals(evidence: CarryEvidence): string {
  return [...new Set(evidence.intervals)].map((hours) => opportunityWords.interval(hours)).join(', ')
}
