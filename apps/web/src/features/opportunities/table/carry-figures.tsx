import type { CarryRow } from '@makas/contract'
import { percent, price, whole } from '../../../shared/format/numbers.ts'
import { istanbulClock } from '../../../shared/format/times.ts'
import { Chip } from '../../../shared/opportunity/row/figures.tsx'
import { Graded } from '../../../shared/opportunity/row/grade-shape.tsx'
import { distanceGrade } from '../../../shared/opportunity/row/grades.ts'
import { opportunityWords } from '../../../text/market/opportunities.ts'

const words = opportunityWords

/** Funding rates are around a hundredth of a percent: two decimals would make them all alike. */
const FUNDING_PLACES = 4

export function fundingPercent(value: number): string {
  return percent(value, FUNDING_PLACES)
}

/** Mean of the settled rates per 8 h, and the hours of the instrument's real payments. */
export function Funding({ row, column }: { readonly row: CarryRow; readonly column?: boolean }) {
  const interval = whole(row.funding_interval_h)
  const next = row.next_funding_at === null ? words.nextUnknown : istanbulClock(Date.parse(row.next_funding_at))
  return (
    <span title={words.fundingTitle(fundingPercent(row.last_funding_rate), interval, next)}>
      {fundingPercent(row.funding_rate)}
      <span className={`text-text-3 ${column ? 'ml-1.5 inline-block w-8 text-right' : 'ml-1'}`}>
        {words.interval(interval)}
      </span>
    </span>
  )
}

/** Marks the trade that borrows the spot and buys the perpetual. */
export function ReverseMark({ row }: { readonly row: CarryRow }) {
  return row.side === 'reverse' ? <Chip title={words.reverseHint}>{words.reverse}</Chip> : null
}

/** Distance from the current mark to the liquidation price, or why there is none. */
export function LiquidationDistance({ row }: { readonly row: CarryRow }) {
  const { liquidation_distance: distance, liquidation_price: at, liquidation_unknown: unknown } = row
  if (distance === null || at === null) {
    const reason = words.liquidation.reasons[unknown ?? 'no-tiers']
    return (
      <span className="text-text-3" title={reason}>
        {unknown === 'never' ? words.liquidation.never : words.liquidation.unknown}
        <span className="sr-only">. {reason}</span>
      </span>
    )
  }
  const grade = distanceGrade(distance)
  return (
    <Graded
      grade={grade}
      title={`${words.columns.liquidation}: ${words.liquidationGrade[grade]}. ${words.liquidation.price(price(at), price(row.mark_price))}`}
    >
      {percent(distance)}
    </Graded>
  )
}
