import { type Decimal, mantissaAt, pow10 } from '../money/decimal.ts'
import { PRICE } from './depth.ts'
import { DOUBLE_MARGIN } from './double-margin.ts'
import { coins, type Leg, leastCommonMultiple, reaches, type Scale } from './leg.ts'
import { type BookFill, type Levels, take, takeWithin } from './levels.ts'
import type { MarginalCondition } from './marginal-condition.ts'

/** One leg of a pair with the side of its book that the trade takes. */
export type PairSide = { readonly leg: Leg; readonly levels: Levels }

/** The largest quantity worth taking from both sides that both exchanges accept as one order. */
export type PairOrder = {
  readonly size: bigint
  readonly first: BookFill
  readonly second: BookFill
  /** One side was used to its last known level, and the other side's next unit would still have paid against it. */
  readonly depthLimited: boolean
  /** More would have paid, but an exchange takes no larger order. */
  readonly orderLimited: boolean
}

/**
 * Advances both sides level by level while the next unit pays and the cap on the first side's Σ(p·q) allows, rounds
 * down to both lots and checks both minimums and maximums (formulas.md § 1 and 2). Both sides have a level and their
 * best levels pay. Where no order is left, the part that pays is below the smallest order. If both books hold such an
 * order, its price would eat the gain: `slippage`. If they do not, there is too little to trade: `size`.
 */
export function largestOrder(
  first: PairSide,
  second: PairSide,
  scale: Scale,
  condition: MarginalCondition,
  cap: Decimal | null,
): PairOrder | 'slippage' | 'size' {
  const walk = advance(
    first.levels,
    second.levels,
    condition,
    cap === null ? null : wholeUnits(cap, scale.price + scale.size),
  )
  const lot = leastCommonMultiple(
    coins(first.leg.terms.lotStep, first.leg, scale),
    coins(second.leg.terms.lotStep, second.leg, scale),
  )
  const most = mostAtOnce(second, mostAtOnce(first, walk.size, walk.first, scale), walk.second, scale)
  const orderLimited = most < walk.size
  const size = (most / lot) * lot
  const tooSmall = (order: bigint) =>
    !orderLimited && holds(first.levels, order) && holds(second.levels, order) ? 'slippage' : 'size'
  if (size === 0n) return tooSmall(lot)
  const taken = {
    first: takeWithin(first.levels, size, walk.first),
    second: takeWithin(second.levels, size, walk.second),
  }
  if (!isAccepted(first, second, size, scale, taken))
    return tooSmall(leastOrder([first.leg, second.leg], lot, first.levels.price(0), scale))
  return { size, ...taken, depthLimited: walk.depthLimited && !orderLimited, orderLimited }
}

/**
 * The part of a quantity that an exchange takes as one order, where the best levels up to rank `within` hold the
 * quantity. An order's value counts as the greater of what its levels cost and what all of it costs at the worst of
 * them, which is its limit.
 */
export function mostAtOnce({ leg, levels }: PairSide, quantity: bigint, within: number, scale: Scale): bigint {
  const { maxQty, maxNotional, multiplierDigits } = leg.terms
  let most = quantity
  if (maxQty != null) {
    const units = wholeUnits(maxQty, scale.size + multiplierDigits)
    if (units < most) most = units
  }
  if (maxNotional == null) return most
  const value = wholeUnits(maxNotional, scale.price + scale.size)
  for (let rank = within; rank >= 0; rank--) {
    const before = rank === 0 ? NOTHING : { size: levels.total(rank - 1), notional: levels.notional(rank - 1) }
    if (before.size >= most) continue
    const price = levels.price(rank)
    const [atWorst, inAll] = [value / price, before.size + (value - before.notional) / price]
    const room = atWorst < inAll ? atWorst : inAll
    if (room >= most) return most
    if (room > before.size) return room
    most = before.size
  }
  return most
}

/** What an order takes from the book of each side. */
type PairFills = Pick<PairOrder, 'first' | 'second'>

/**
 * What an order of whole lots takes from both sides, which hold it; null where it is below the minimum of an exchange.
 */
export function accepted(first: PairSide, second: PairSide, size: bigint, scale: Scale): PairFills | null {
  const taken = { first: take(first.levels, size), second: take(second.levels, size) }
  return isAccepted(first, second, size, scale, taken) ? taken : null
}

function isAccepted(first: PairSide, second: PairSide, size: bigint, scale: Scale, taken: PairFills): boolean {
  return (
    isQuantity(size, first.leg, scale) &&
    isQuantity(size, second.leg, scale) &&
    reaches(taken.first.notional, first.leg, scale) &&
    reaches(taken.second.notional, second.leg, scale)
  )
}

/** Whether an order reaches the leg's minimum quantity, if it has one. */
function isQuantity(size: bigint, leg: Leg, scale: Scale): boolean {
  return leg.terms.minQty === null || size >= coins(leg.terms.minQty, leg, scale)
}

/** The end of the walk; the best levels of each side up to its rank hold the size. */
type Walk = {
  readonly size: bigint
  readonly first: number
  readonly second: number
  readonly depthLimited: boolean
}

/**
 * Advances both sides, each time to the next end of a level of either side, while the next unit pays and the cap
 * allows.
 */
function advance(first: Levels, second: Levels, condition: MarginalCondition, cap: bigint | null): Walk {
  const surelyBelowCap = cap === null ? Number.POSITIVE_INFINITY : Number(cap) * (1 - DOUBLE_MARGIN)
  let a = 0
  let b = 0
  let priceA = first.depth.about(0, PRICE)
  let priceB = second.depth.about(0, PRICE)
  let totalA = first.totalAbout(0)
  let totalB = second.totalAbout(0)
  while (true) {
    const order = areExact(totalA, totalB) ? totalA - totalB : compareTotals(first, a, second, b)
    const held = order <= 0 ? first : second
    const rank = order <= 0 ? a : b
    const ranks = { first: a, second: b }
    let isAtCap = false
    if (cap !== null && !(first.notionalAbout(a) < surelyBelowCap)) {
      const price = first.price(a)
      const before = a === 0 ? NOTHING : { size: first.total(a - 1), notional: first.notional(a - 1) }
      const spent = before.notional + (held.total(rank) - before.size) * price
      const most = before.size + (cap - before.notional) / price
      if (spent > cap) return { ...ranks, size: most, depthLimited: false }
      isAtCap = spent === cap
    }
    let isUsedUp = false
    if (order <= 0) {
      if (++a === first.count) isUsedUp = true
      else {
        priceA = first.depth.about(a, PRICE)
        totalA = first.totalAbout(a)
      }
    }
    if (order >= 0) {
      if (++b === second.count) isUsedUp = true
      else {
        priceB = second.depth.about(b, PRICE)
        totalB = second.totalAbout(b)
      }
    }
    const isWanted = condition.holdsAt(priceA, priceB)
    if (isWanted && !isUsedUp) continue
    // One side is used up: whether the true maximum is larger is unknown if the other's next unit would still pay.
    return { ...ranks, size: held.total(rank), depthLimited: isUsedUp && isWanted && !isAtCap }
  }
}
const NOTHING = { size: 0n, notional: 0n }

const areExact = (x: number, y: number) => x <= Number.MAX_SAFE_INTEGER && y <= Number.MAX_SAFE_INTEGER

/**
 * Compares the quantities that two sides hold down to a rank each, like a sort function: below 0 if the first holds
 * less.
 */
function compareTotals(first: Levels, a: number, second: Levels, b: number): number {
  const [x, y] = [first.totalAbout(a), second.totalAbout(b)]
  if (Math.abs(x - y) > DOUBLE_MARGIN * x) return x - y
  const difference = first.total(a) - second.total(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A bound in whole units of a scale, rounded down. */
function wholeUnits(bound: Decimal, decimals: number): bigint {
  return bound.decimals <= decimals ? mantissaAt(bound, decimals) : bound.mantissa / pow10(bound.decimals - decimals)
}

/** The least order that both exchanges may accept, approximately: by quantity and by both minimum notionals. */
function leastOrder(legs: readonly Leg[], lot: bigint, best: bigint, scale: Scale): bigint {
  let order = lot
  for (const leg of legs) {
    const { minQty, minNotional } = leg.terms
    if (minQty !== null) {
      const least = coins(minQty, leg, scale)
      if (least > order) order = least
    }
    if (minNotional !== null) {
      const units = (minNotional.mantissa * pow10(scale.price + scale.size)) / (best * pow10(minNotional.decimals)) + 1n
      if (units > order) order = units
    }
  }
  return order
}

const holds = (levels: Levels, quantity: bigint) => levels.rankOfTotal(quantity, 1n) !== null
