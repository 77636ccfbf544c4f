import {
  add,
  compare,
  divide,
  exactText,
  multiply,
  ONE,
  type Ratio,
  ratioOfText,
  subtract,
  ZERO,
} from '../money/ratio.ts'
import type { CapturedSide } from '../paper/captured-side.ts'
import { paperFill, paperOrder } from '../paper/paper-fill.ts'
import {
  coinsOf,
  DEFAULT_LOT_STEP,
  filledValue,
  isOrderable,
  type OfferedLeg,
  onStep,
  paysFeeInQuote,
  smaller,
  type TradeLeg,
  wholeLots,
  withFee,
  worstPrice,
} from './trade-leg.ts'

/** Expected or actual sums of a trade, exact texts in its asset. `net` = received − spent − fees. */
export type TradeSums = {
  readonly spent: string
  readonly received: string
  readonly fees: string
  readonly net: string
}

/**
 * The orders of one opportunity. `pair`: both legs at once, each paid from its own account; of a coin and its
 * perpetual, the perpetual first. `cycle`: one leg after the other, each with the amount that the leg before delivered.
 */
export type TradePlan = {
  readonly kind: 'pair' | 'cycle'
  /** Asset of all sums: the quote of a pair, the start asset of a cycle. */
  readonly asset: string
  readonly legs: readonly TradeLeg[]
  readonly expected: TradeSums
}

/** An opportunity, and the amount that a person puts in. */
type PlanInputs = {
  readonly kind: TradePlan['kind']
  /** The legs of a pair are a purchase and a sale, in either order. */
  readonly legs: readonly OfferedLeg[]
  /** Largest size by the evidence, exact: coins of a pair; start asset of a cycle, perhaps as a fraction `p/q`. */
  readonly most: string
  /** Most of the plan's asset that is put in, fees included. */
  readonly amount: string
}

/** The fields of a leg that decide how much an amount of the asset given pays for. */
type LegPricing = Pick<OfferedLeg, 'side' | 'exchange' | 'market' | 'fee' | 'multiplier' | 'lot_step'>

/**
 * The orders that an amount pays for, from the evidence of an opportunity. The limit of each order is the worst price
 * that its quantity reaches: nothing is filled worse than promised, and the whole quantity at the limit costs no more
 * than the amount. Null: less than an exchange takes as one order.
 */
export function planTrade(offered: PlanInputs): TradePlan | null {
  return offered.kind === 'pair' ? planPair(offered) : planCycle(offered)
}

function planPair({ legs, most, amount }: PlanInputs): TradePlan | null {
  const buy = legs.find(({ side }) => side === 'buy')
  const sell = legs.find(({ side }) => side === 'sell')
  if (buy === undefined || sell === undefined || legs.length !== 2) throw new RangeError('a pair buys and sells')
  const [asks, bids] = [capturedSideOf(buy), capturedSideOf(sell)]
  const payable = smaller(fraction(most), mostTaken(ratioOfText(amount), buy))
  const order = paperOrder(amount, exactText(coinsOf(wholeLots(payable, buy), buy)), asks, bids)
  if (order === null) return null
  const fill = paperFill(order, asks, bids)
  const ordered = legs.map((leg) => orderedLeg(leg, wholeLots(ratioOfText(order.size), leg)))
  if (!ordered.every((leg) => leg !== null)) return null
  return {
    kind: 'pair',
    asset: buy.quote,
    legs: ordered,
    expected: { spent: fill.bought, received: fill.sold, fees: fill.fees, net: fill.net },
  }
}

function capturedSideOf(leg: OfferedLeg): CapturedSide {
  return {
    levels: leg.levels,
    multiplier_digits: leg.multiplier.length - 1,
    fee: leg.fee,
    lot_step: leg.lot_step ?? DEFAULT_LOT_STEP,
    min_qty: leg.min_qty,
    min_notional: leg.min_notional,
    max_qty: leg.max_qty ?? null,
    max_notional: leg.max_notional ?? null,
  }
}

function planCycle({ legs, most, amount }: PlanInputs): TradePlan | null {
  const [first] = legs
  if (first === undefined || legs.length !== 3) throw new RangeError('a cycle has three legs')
  const ordered: TradeLeg[] = []
  let holding = smaller(ratioOfText(amount), fraction(most))
  let spent = ZERO
  for (const leg of legs) {
    const quantity = wholeLots(mostTaken(holding, leg), leg)
    const next = orderedLeg(leg, quantity)
    if (next === null) return null
    const flow = plannedFlowOf(leg, quantity, filledValue(leg.levels, quantity))
    if (ordered.length === 0) spent = flow.given
    ordered.push(next)
    holding = flow.got
  }
  return {
    kind: 'cycle',
    asset: first.side === 'buy' ? first.quote : first.base,
    legs: ordered,
    // The amount that each leg delivers is net of fees, so the last amount is too.
    expected: {
      spent: exactText(spent),
      received: exactText(holding),
      fees: '0',
      net: exactText(subtract(holding, spent)),
    },
  }
}

const larger = (a: Ratio, b: Ratio): Ratio => (compare(a, b) < 0 ? b : a)

function fraction(text: string): Ratio {
  const [above = '', below] = text.split('/')
  return below === undefined ? ratioOfText(above) : divide(ratioOfText(above), ratioOfText(below))
}

function orderedLeg({ levels, ...leg }: OfferedLeg, quantity: string): TradeLeg | null {
  const worst = worstPrice(levels, quantity)
  const limit = worst === null ? null : onStep(worst, leg)
  return limit === null || !isOrderable(quantity, limit, leg) ? null : { ...leg, quantity, limit }
}

/**
 * The amounts that a leg will take and deliver for a quantity filled at a value, by its fee rate. The fee is taken as
 * the leg's exchange takes it.
 */
function plannedFlowOf(
  leg: OfferedLeg,
  quantity: string,
  value: Ratio,
): { readonly given: Ratio; readonly got: Ratio } {
  const coins = coinsOf(quantity, leg)
  const kept = subtract(ONE, ratioOfText(leg.fee))
  if (leg.side === 'sell') return { given: coins, got: multiply(value, kept) }
  if (paysFeeInQuote(leg)) return { given: multiply(value, withFee(leg.fee)), got: coins }
  return { given: value, got: multiply(coins, kept) }
}

/**
 * Coins that an amount of the asset given pays for, as far as the levels hold them. A purchase counts at the worst
 * price that it reaches: the exchange reserves that much for it.
 */
function mostTaken(amount: Ratio, leg: OfferedLeg): Ratio {
  let [held, most] = [ZERO, ZERO]
  for (const [price, size] of leg.levels) {
    held = add(held, coinsOf(size, leg))
    const payable = coinsFor(amount, leg, price)
    if (compare(payable, most) <= 0) break
    most = larger(most, smaller(held, payable))
  }
  return most
}

/**
 * Coins that an amount of the asset given pays for at one price of the exchange's unit, with a fee that is paid on top.
 */
function coinsFor(amount: Ratio, leg: LegPricing, price: string): Ratio {
  if (leg.side === 'sell') return amount
  const units = divide(amount, ratioOfText(price))
  return multiply(paysFeeInQuote(leg) ? divide(units, withFee(leg.fee)) : units, ratioOfText(leg.multiplier))
}

/** Whole lots that an amount of the asset given pays for at its limit, in the exchange's units. */
export const quantityFor = (amount: Ratio, leg: LegPricing, limit: string): string =>
  wholeLots(coinsFor(amount, leg, limit), leg)
