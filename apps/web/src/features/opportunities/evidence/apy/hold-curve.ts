import type { CarryEvidence } from '@makas/contract'
import { drawn } from '../../../../shared/opportunity/exact.ts'
import { holdOf, LONGEST_HOLD, SHORTEST_HOLD } from '../carry-account.ts'

export type HoldPoint = { readonly day: number; readonly apr: number; readonly apy: number | null }

/** Net APR and APY in percent for each day of hold; near enough to draw, since exact powers would be slow. */
export function curve(evidence: CarryEvidence): readonly HoldPoint[] {
  const from = holdOf(evidence)
  const perDay = (drawn(evidence.funding) - drawn(evidence.borrow)) / from
  const once = drawn(evidence.fees) + drawn(evidence.slippage_entry) + drawn(evidence.slippage_exit)
  const capital = drawn(evidence.capital)
  const points: HoldPoint[] = []
  for (let day = SHORTEST_HOLD; day <= LONGEST_HOLD; day++) {
    const gained = (perDay * day - once) / capital
    const year = 365 / day
    points.push({ day, apr: 100 * gained * year, apy: gained < -1 ? null : 100 * ((1 + gained) ** year - 1) })
  }
  return points
}
