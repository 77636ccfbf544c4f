import { add, compare, divide, type Ratio, ratioOfText, subtract, ZERO } from '../money/ratio.ts'
import { flowOf, type SentOrder } from './next-step.ts'
import { DEFAULT_LOT_STEP, type TradeLeg } from './trade-leg.ts'

type Held = {
  /** What the account held of the leg before the trade, in the exchange's units; negative for a short position. */
  readonly before: string
  readonly now: string
  /** Whether another leg is traded with the account of this leg. */
  readonly isSameAccount: (leg: number) => boolean
}

/**
 * Whether an account holds of a leg what the known results of the trade's orders leave there: the base on spot, the
 * position of a perpetual. A difference below half a lot is no order: exchanges round balances.
 */
export function isHeldAsKnown(
  legs: readonly TradeLeg[],
  orders: readonly Pick<SentOrder, 'leg' | 'side' | 'result'>[],
  leg: number,
  { before, now, isSameAccount }: Held,
): boolean {
  const terms = legs[leg] as TradeLeg
  const moved = orders
    .filter((order) => isSameAccount(order.leg))
    .map((order) => movedBy(order, legs[order.leg] as TradeLeg, terms))
    .reduce(add, ZERO)
  const units = terms.market === 'perp' ? moved : divide(moved, ratioOfText(terms.multiplier))
  const difference = subtract(ratioOfText(now), add(ratioOfText(before), units))
  const twice = add(difference, difference)
  const lot = ratioOfText(terms.lot_step ?? DEFAULT_LOT_STEP)
  return compare(difference, ZERO) === 0 || (compare(twice, lot) < 0 && compare(subtract(ZERO, twice), lot) < 0)
}

/** What one order moved of a leg's holding: coins on spot, the exchange's units of a perpetual. */
function movedBy({ side, result }: Pick<SentOrder, 'side' | 'result'>, own: TradeLeg, watched: TradeLeg): Ratio {
  if (result?.kind !== 'done' || own.market !== watched.market) return ZERO
  if (watched.market === 'perp') {
    const filled = own.symbol === watched.symbol ? ratioOfText(result.filled) : ZERO
    return side === 'buy' ? filled : subtract(ZERO, filled)
  }
  const { given, got } = flowOf(side, own, result)
  const [base, quote] = side === 'buy' ? [got, subtract(ZERO, given)] : [subtract(ZERO, given), got]
  if (own.base === watched.base) return base
  return own.quote === watched.base ? quote : ZERO
}
