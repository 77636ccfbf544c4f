/**
 * The spot formulas of formulas.md § 1 once more, as plainly as possible and sharing nothing with the product: every
 * number is a pair of bigints [n, d], every level an array, every rule a line. Slow on purpose.
 */
export type Fraction = readonly [bigint, bigint]
export type PlainLevel = readonly [string, string]
export type PlainLeg = {
  readonly levels: readonly PlainLevel[]
  readonly fee: string
  readonly lot: string
  readonly minQty: string | null
  readonly minNotional: string | null
  /** Most of one order; left out where the exchange states none. */
  readonly maxQty?: string | null
  readonly maxNotional?: string | null
  readonly multiplier: bigint
  /** Base units of one contract where sizes are contracts. */
  readonly contract?: string
}

export const of = (text: string): Fraction => {
  const [whole = '0', fraction = ''] = text.split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}
export const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]
export const minus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] - b[0] * a[1], a[1] * b[1]]
export const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]]
export const over = (a: Fraction, b: Fraction): Fraction =>
  b[0] < 0n ? [-a[0] * b[1], -a[1] * b[0]] : [a[0] * b[1], a[1] * b[0]]
export const less = (a: Fraction, b: Fraction): boolean => a[0] * b[1] < b[0] * a[1]
export const same = (a: Fraction, b: Fraction): boolean => a[0] * b[1] === b[0] * a[1]
export const ONE: Fraction = [1n, 1n]
export const ZERO: Fraction = [0n, 1n]
const lesser = (a: Fraction, b: Fraction) => (less(b, a) ? b : a)

export type Level = { readonly price: Fraction; readonly size: Fraction }
export const inCoins = (leg: PlainLeg): Level[] =>
  leg.levels.map(([price, size]) => ({
    price: over(of(price), [leg.multiplier, 1n]),
    size: times(times(of(size), of(leg.contract ?? '1')), [leg.multiplier, 1n]),
  }))

/** Σ(p·q) of the best part of a side that holds `quantity`. */
export function notional(levels: readonly Level[], quantity: Fraction): Fraction {
  let rest = quantity
  let sum = ZERO
  for (const { price, size } of levels) {
    const part = lesser(size, rest)
    sum = plus(sum, times(part, price))
    rest = minus(rest, part)
  }
  return sum
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
/**
 * The part of a quantity that the exchange takes at once, level by level. Neither the cost of its levels nor its value
 * at the worst of their prices exceeds the largest value of an order.
 */
export function mostAtOnce(leg: PlainLeg, quantity: Fraction): Fraction {
  const most = leg.maxQty == null ? quantity : lesser(quantity, times(of(leg.maxQty), [leg.multiplier, 1n]))
  if (leg.maxNotional == null) return most
  const value = of(leg.maxNotional)
  let held = ZERO
  let spent = ZERO
  for (const { price, size } of inCoins(leg)) {
    const part = lesser(size, minus(most, held))
    const room = lesser(minus(over(value, price), held), over(minus(value, spent), price))
    if (less(room, part)) return less(ZERO, room) ? plus(held, room) : held
    held = lowest(plus(held, part))
    spent = lowest(plus(spent, times(part, price)))
  }
  return held
}
const lowest = ([n, d]: Fraction): Fraction => (n === 0n ? ZERO : [n / gcd(n, d), d / gcd(n, d)])

/** Least common multiple of two positive fractions. */
export function commonLot(a: Fraction, b: Fraction): Fraction {
  const x = a[0] * b[1]
  const y = b[0] * a[1]
  return [(x / gcd(x, y)) * y, a[1] * b[1]]
}

export type PlainResult = {
  readonly size: Fraction
  readonly bought: Fraction
  readonly sold: Fraction
  readonly fees: Fraction
  readonly net: Fraction
  readonly cost: Fraction
  readonly depthLimited: boolean
  readonly orderLimited: boolean
} | null

/** The opportunity between the asks of one leg and the bids of another, or null. */
export function plainSpot(buy: PlainLeg, sell: PlainLeg, cap: string | null): PlainResult {
  const asks = inCoins(buy)
  const bids = inCoins(sell)
  const paid = plus(ONE, of(buy.fee))
  const kept = minus(ONE, of(sell.fee))
  const pays = (bid: Level | undefined, ask: Level | undefined) =>
    bid !== undefined && ask !== undefined && less(times(ask.price, paid), times(bid.price, kept))
  const askLeft = asks.map(({ size }) => size)
  const bidLeft = bids.map(({ size }) => size)
  let a = 0
  let b = 0
  let size = ZERO
  let spent = ZERO
  let capped = false
  while (pays(bids[b], asks[a])) {
    const ask = asks[a] as Level
    let part = lesser(askLeft[a] as Fraction, bidLeft[b] as Fraction)
    const room = cap === null ? null : minus(of(cap), spent)
    if (room !== null && less(room, times(part, ask.price))) {
      part = over(room, ask.price)
      capped = true
    }
    size = plus(size, part)
    spent = plus(spent, times(part, ask.price))
    if (capped) break
    askLeft[a] = minus(askLeft[a] as Fraction, part)
    bidLeft[b] = minus(bidLeft[b] as Fraction, part)
    if ((askLeft[a] as Fraction)[0] === 0n) a++
    if ((bidLeft[b] as Fraction)[0] === 0n) b++
  }
  if (cap !== null && same(spent, of(cap))) capped = true
  const askOrLast = asks[Math.min(a, asks.length - 1)]
  const bidOrLast = bids[Math.min(b, bids.length - 1)]
  const usedUp = a === asks.length || b === bids.length
  const most = lesser(mostAtOnce(buy, size), mostAtOnce(sell, size))
  const orderLimited = less(most, size)
  const depthLimited = !orderLimited && !capped && usedUp && pays(bidOrLast, askOrLast)
  const lot = commonLot(times(of(buy.lot), [buy.multiplier, 1n]), times(of(sell.lot), [sell.multiplier, 1n]))
  const lots = over(most, lot)
  const quantity = times([lots[0] / lots[1], 1n], lot)
  if (quantity[0] === 0n) return null
  const bought = notional(asks, quantity)
  const sold = notional(bids, quantity)
  for (const [leg, value] of [
    [buy, bought],
    [sell, sold],
  ] as const) {
    if (leg.minQty !== null && less(quantity, times(of(leg.minQty), [leg.multiplier, 1n]))) return null
    if (leg.minNotional !== null && less(value, of(leg.minNotional))) return null
  }
  const fees = plus(times(bought, of(buy.fee)), times(sold, of(sell.fee)))
  const cost = times(bought, paid)
  const net = minus(minus(sold, bought), fees)
  return { size: quantity, bought, sold, fees, net, cost, depthLimited, orderLimited }
}
