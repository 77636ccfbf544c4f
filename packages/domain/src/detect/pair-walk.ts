import { type Decimal, mantissaAt, pow10 } from '../money/decimal.ts'
import { coins, type Leg, type Levels, leastCommonMultiple, type Scale, type Taken, take } from './leg.ts'

/** One leg of a pair with the side of its book that the trade takes. */
export type PairSide = { readonly leg: Leg; readonly levels: Levels }

/** Whether one more unit at these prices of the two sides still pays. */
export type Pays = (first: bigint, second: bigint) => boolean

/** The largest quantity worth taking from both sides that both exchanges accept as one order. */
export type PairOrder = {
  readonly size: bigint
  readonly first: Taken
  readonly second: Taken
  /** One side was used to its last known level and the other's next unit would still have paid against it. */
  readonly depthLimited: boolean
}

/**
 * Advances both sides level by level while the next unit pays and the cap on the first side's Σ(p·q) allows, rounds
 * down to both lots and asks both minimums (formulas.md § 1 and 2). Both sides have a level and their best ones pay.
 *
 * Where no order is left: the paying part is below the smallest order. If both books hold such an order, its price
 * would eat the gain: `slippage`. If they do not, there is too little to trade: `size`.
 */
export function largestOrder(
  first: PairSide,
  second: PairSide,
  scale: Scale,
  pays: Pays,
  cap: Decimal | null,
): PairOrder | 'slippage' | 'size' {
  const walk = advance(
    first.levels,
    second.levels,
    pays,
    cap === null ? null : wholeUnits(cap, scale.price + scale.size),
  )
  const lots = [first, second].map(({ leg }) => coins(leg.terms.lotStep, leg, scale))
  const lot = lots.reduce(leastCommonMultiple)
  const size = (walk.size / lot) * lot
  const tooSmall = (order: bigint) => (holds(first.levels, order) && holds(second.levels, order) ? 'slippage' : 'size')
  if (size === 0n) return tooSmall(lot)
  const taken = accepted(first, second, size, scale)
  if (taken === null) return tooSmall(leastOrder([first.leg, second.leg], lot, first.levels.price(0), scale))
  return { size, ...taken, depthLimited: walk.depthLimited }
}

/** What an order of whole lots takes from both sides; null where it is below the minimum of an exchange. */
export function accepted(
  first: PairSide,
  second: PairSide,
  size: bigint,
  scale: Scale,
): Pick<PairOrder, 'first' | 'second'> | null {
  for (const { leg } of [first, second]) {
    if (leg.terms.minQty !== null && size < coins(leg.terms.minQty, leg, scale)) return null
  }
  const taken = { first: take(first.levels, size), second: take(second.levels, size) }
  const isEnough = reaches(taken.first.notional, first.leg, scale) && reaches(taken.second.notional, second.leg, scale)
  return isEnough ? taken : null
}

type Walk = { readonly size: bigint; readonly depthLimited: boolean }

/** Advances both sides while the next unit pays and the cap allows. */
function advance(first: Levels, second: Levels, pays: Pays, cap: bigint | null): Walk {
  let a = 0
  let b = 0
  let priceA = first.price(0)
  let priceB = second.price(0)
  let restA = first.size(0)
  let restB = second.size(0)
  let size = 0n
  let spent = 0n
  while (pays(priceA, priceB)) {
    const part = restA < restB ? restA : restB
    if (cap !== null && spent + part * priceA > cap) {
      return { size: size + (cap - spent) / priceA, depthLimited: false }
    }
    size += part
    spent += part * priceA
    restA -= part
    restB -= part
    const usedA = restA === 0n && ++a === first.count
    const usedB = restB === 0n && ++b === second.count
    if (restA === 0n && !usedA) {
      priceA = first.price(a)
      restA = first.size(a)
    }
    if (restB === 0n && !usedB) {
      priceB = second.price(b)
      restB = second.size(b)
    }
    // One side is used up: whether the true maximum is larger is unknown if the other's next unit would still pay.
    if (usedA || usedB) return { size, depthLimited: spent !== cap && pays(priceA, priceB) }
  }
  return { size, depthLimited: false }
}

/** A bound in whole units of a scale, rounded down. */
function wholeUnits(bound: Decimal, decimals: number): bigint {
  return bound.decimals <= decimals ? mantissaAt(bound, decimals) : bound.mantissa / pow10(bound.decimals - decimals)
}

/** A leg's own Σ(p·q) against its minimum notional; none stated, none required. */
function reaches(notional: bigint, leg: Leg, scale: Scale): boolean {
  const minimum = leg.terms.minNotional
  if (minimum === null) return true
  const decimals = scale.price + scale.size
  return minimum.decimals <= decimals
    ? notional >= mantissaAt(minimum, decimals)
    : notional * pow10(minimum.decimals - decimals) >= minimum.mantissa
}

/** About what order both exchanges would accept: the least quantity, and what reaches both minimum notionals. */
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

function holds(levels: Levels, quantity: bigint): boolean {
  let rest = quantity
  for (let rank = 0; rank < levels.count && rest > 0n; rank++) rest -= levels.size(rank)
  return rest <= 0n
}
