import type { CarryEvidence, CarryRow } from '@makas/contract'
import { percent, price } from '../../../shared/format/numbers.ts'
import { Graded } from '../../../shared/opportunity/row/grade-shape.tsx'
import { distanceGrade } from '../../../shared/opportunity/row/grades.ts'
import { Definition } from '../../../shared/ui/definition-list.tsx'
import { apyWords } from '../../../text/market/evidence.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'
import { averagePrice } from './carry-account.ts'

const words = apyWords

/** Mark, entry and liquidation price of the perpetual on a line, or why it has no liquidation price. */
export function LiquidationLine({ row, evidence }: { readonly row: CarryRow; readonly evidence: CarryEvidence }) {
  const { liquidation_price: at, liquidation_distance: distance, quote } = row
  return (
    <section aria-label={words.liquidation} className="figures text-12">
      <h3 className="pb-1.5 text-text-3">{words.liquidation}</h3>
      {at === null || distance === null ? (
        <p className="text-13 text-text-2">
          {opportunityWords.liquidation.reasons[row.liquidation_unknown ?? 'no-tiers']}
        </p>
      ) : (
        <>
          <PriceLine mark={row.mark_price} entry={averagePrice(evidence, 1)} liquidation={at} distance={distance} />
          <dl className="flex flex-wrap justify-between gap-x-4 gap-y-1 pt-2 text-13">
            <Definition name={words.mark} nameLook="text-12 text-accent" look="text-text-1">
              {price(row.mark_price)} {quote}
            </Definition>
            <Definition name={words.entry} nameLook="text-12 text-text-2" look="text-text-1">
              {price(averagePrice(evidence, 1))} {quote}
            </Definition>
            <Definition
              name={<Graded grade={distanceGrade(distance)}>{words.liquidationAt(percent(distance))}</Graded>}
              nameLook="text-12"
              look="text-text-1"
            >
              {price(at)} {quote}
            </Definition>
          </dl>
        </>
      )}
    </section>
  )
}

const WIDTH = 460
const EDGE = 10

function PriceLine(props: {
  readonly mark: number
  readonly entry: number
  readonly liquidation: number
  readonly distance: number
}) {
  const { mark, entry, liquidation } = props
  const low = Math.min(mark, entry, liquidation)
  const high = Math.max(mark, entry, liquidation)
  const x = (value: number) => EDGE + (high === low ? 0.5 : (value - low) / (high - low)) * (WIDTH - 2 * EDGE)
  const grade = distanceGrade(props.distance)
  return (
    <svg viewBox={`0 0 ${WIDTH} 28`} aria-hidden="true" className="block w-full">
      <line x1="0" x2={WIDTH} y1="14" y2="14" className="stroke-line" strokeWidth="2" />
      <line
        x1={x(mark)}
        x2={x(liquidation)}
        y1="14"
        y2="14"
        className={GRADE_STROKE[grade]}
        strokeWidth="4"
        opacity="0.45"
      />
      <line x1={x(entry)} x2={x(entry)} y1="5" y2="23" className="stroke-text-2" strokeWidth="2" />
      <circle cx={x(mark)} cy="14" r="5" className="fill-accent" />
      <path d={`M${x(liquidation) - 6} 8 l12 12 m0 -12 l-12 12`} className={GRADE_STROKE[grade]} strokeWidth="2.5" />
    </svg>
  )
}

const GRADE_STROKE = { good: 'stroke-good', warn: 'stroke-warn', bad: 'stroke-bad' } as const
