import type { EvidenceLeg, ExchangeId, SpotEvidence } from '@makas/contract'
import { add, compare, exactText, multiply, subtract, ZERO } from '@makas/domain'
import { exactValue, minus, notional, takenLevels } from '../../../shared/opportunity/exact.ts'

/** A line of the sum that leads to net PnL; `amount` is exact text with its sign. */
export type AccountLine =
  | { readonly kind: 'gross' | 'slippage' | 'fees' | 'net'; readonly amount: string }
  | { readonly kind: 'fee'; readonly exchange: ExchangeId; readonly amount: string }

/** What limited the size, by the evidence alone. */
export type SizeLimit = 'order' | 'depth' | 'depth-unknown' | 'lot' | 'cap'

/**
 * The account line by line: gross − slippage − fees = net, to the last digit (formulas.md § 1, Identity). Fees have one
 * line per exchange where the parts computed from the levels add up to the server's fees; else one line.
 */
export function account(evidence: SpotEvidence): readonly AccountLine[] {
  const legFees = evidence.legs.map((leg) => ({
    leg,
    fee: multiply(notional(leg, evidence.size), exactValue(leg.fee)),
  }))
  const together = legFees.reduce((sum, { fee }) => add(sum, fee), ZERO)
  const fees: AccountLine[] =
    compare(together, exactValue(evidence.fees)) === 0
      ? legFees.map(({ leg, fee }) => ({ kind: 'fee', exchange: leg.exchange, amount: exactText(minus(fee)) }))
      : [{ kind: 'fees', amount: exactText(minus(exactValue(evidence.fees))) }]
  return [
    { kind: 'gross', amount: evidence.gross },
    { kind: 'slippage', amount: exactText(minus(exactValue(evidence.slippage))) },
    ...fees,
    { kind: 'net', amount: evidence.net },
  ]
}

/**
 * What limited the size. `order_limited`: the most that an exchange takes as one order. A side is used to the end of
 * its last level: the next level does not pay, or is unknown (`depth_limited`). A rest below a lot step was rounded
 * away; a larger rest is due to the cap.
 */
export function sizeLimit(
  evidence: Pick<SpotEvidence, 'size' | 'order_limited'> & { readonly legs: readonly EvidenceLeg[] },
  depthLimited: boolean,
): SizeLimit {
  if (evidence.order_limited) return 'order'
  if (depthLimited) return 'depth-unknown'
  const size = exactValue(evidence.size)
  const rests = evidence.legs.map((leg) => {
    const offered = takenLevels(leg, evidence.size).reduce((sum, level) => add(sum, exactValue(level.quantity)), ZERO)
    return subtract(offered, size)
  })
  if (rests.some((rest) => compare(rest, ZERO) <= 0)) return 'depth'
  const steps = evidence.legs.map((leg) =>
    leg.lot_step === null ? ZERO : multiply(exactValue(leg.lot_step), exactValue(leg.multiplier)),
  )
  const rounded = rests.some((rest) => steps.some((step) => compare(rest, step) < 0))
  return rounded ? 'lot' : 'cap'
}
