/**
 * The triangular formulas of formulas.md § 4 once more, as plainly as possible and sharing nothing with the product:
 * every number is a fraction of bigints, every candidate is tried, every rule is a line. Slow on purpose.
 */
import { type Fraction, mostAtOnce, type PlainLeg } from './plain-spot.ts'

export type PlainTriangularLeg = PlainLeg & { readonly side: 'buy' | 'sell' }
type Triple<T> = readonly [T, T, T]

const of = (text: string): Fraction => {
  const [whole = '0', fraction = ''] = text.split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}
const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]
const minus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] - b[0] * a[1], a[1] * b[1]]
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]]
const over = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]]
const less = (a: Fraction, b: Fraction) => a[0] * b[1] < b[0] * a[1]
const lesser = (a: Fraction, b: Fraction) => (less(b, a) ? b : a)
const ZERO: Fraction = [0n, 1n]
const ONE: Fraction = [1n, 1n]
const FIVE_PERCENT: Fraction = [1n, 20n]
/** A fraction in lowest terms, so that long sums do not grow too many digits. */
const lowest = ([n, d]: Fraction): Fraction => {
  let a = n < 0n ? -n : n
  let b = d
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? ZERO : [n / a, d / a]
}

type Level = { readonly price: Fraction; readonly size: Fraction }
/** A leg with its texts read: prices per coin, quantities in coins. */
type Side = {
  readonly side: 'buy' | 'sell'
  readonly levels: readonly Level[]
  readonly kept: Fraction
  readonly lot: Fraction
  readonly minQty: Fraction
  readonly minNotional: Fraction
  /** The whole lots of a quantity that the exchange takes as one order. */
  readonly atOnce: (quantity: Fraction) => Fraction
}
function read(leg: PlainTriangularLeg): Side {
  const { side, levels, fee, lot, minQty, minNotional, multiplier } = leg
  const inCoins = (text: string) => lowest(times(of(text), [multiplier, 1n]))
  return {
    side,
    levels: levels.map(([price, size]) => ({ price: lowest(over(of(price), [multiplier, 1n])), size: inCoins(size) })),
    kept: minus(ONE, of(fee)),
    lot: inCoins(lot),
    minQty: inCoins(minQty ?? '0'),
    minNotional: of(minNotional ?? '0'),
    atOnce: (quantity) => {
      const lots = over(mostAtOnce(leg, quantity), inCoins(lot))
      return times([lots[0] / lots[1], 1n], inCoins(lot))
    },
  }
}
/** What the whole of a level takes of the asset given, and what it brings. */
const given = (side: Side['side'], { price, size }: Level) => (side === 'buy' ? times(price, size) : size)
const got = (side: Side['side'], { price, size }: Level) => (side === 'buy' ? size : times(price, size))
const rate = (side: Side['side'], { price }: Level) => (side === 'buy' ? over(ONE, price) : price)

/** An amount carried through a leg with neither fee nor lots; null where the levels do not hold it. */
function carry({ side, levels }: Side, amount: Fraction): { readonly got: Fraction; readonly levels: number } | null {
  let rest = amount
  let sum = ZERO
  for (const [at, level] of levels.entries()) {
    const part = lesser(rest, given(side, level))
    sum = plus(sum, times(part, rate(side, level)))
    rest = minus(rest, part)
    if (rest[0] === 0n) return { got: lowest(sum), levels: at + 1 }
  }
  return null
}

/** The amount that a leg has to be given for it to bring `wanted` before its fee. */
function needed({ side, levels }: Side, wanted: Fraction): Fraction | null {
  let rest = wanted
  let sum = ZERO
  for (const level of levels) {
    const part = lesser(rest, got(side, level))
    sum = plus(sum, over(part, rate(side, level)))
    rest = minus(rest, part)
    if (rest[0] === 0n) return lowest(sum)
  }
  return null
}

/** Every start amount at which some leg's walk ends exactly on a cumulative level, and the cap; none above the cap. */
function candidates(legs: Triple<Side>, cap: Fraction | null): Fraction[] {
  const amounts: Fraction[] = cap === null ? [] : [cap]
  for (const [at, leg] of legs.entries()) {
    let sum = ZERO
    for (const level of leg.levels) {
      sum = plus(sum, given(leg.side, level))
      const amount = startFor(legs, at, sum)
      if (amount !== null && (cap === null || !less(cap, amount))) amounts.push(amount)
    }
  }
  return amounts
}

export type PlainOrder = {
  readonly ordered: Fraction
  readonly spent: Fraction
  readonly received: Fraction
  readonly dust: Fraction
  readonly price: Fraction
  /** Levels used by the order, and by the order or the walk without fees and lots. */
  readonly orderLevels: number
  readonly levels: number
}

/** The largest order of whole lots that an amount pays for; null where the exchange would not take it. */
function order(leg: Side, amount: Fraction): PlainOrder | null {
  const most = leg.side === 'buy' ? carry(leg, amount)?.got : amount
  if (most === undefined) return null
  const lots = over(most, leg.lot)
  const ordered = times([lots[0] / lots[1], 1n], leg.lot)
  if (ordered[0] === 0n) return null
  let rest = ordered
  let notional = ZERO
  let levels = 0
  for (const { price, size } of leg.levels) {
    if (rest[0] === 0n) break
    const part = lesser(rest, size)
    notional = plus(notional, times(part, price))
    rest = minus(rest, part)
    levels++
  }
  if (rest[0] !== 0n || less(ordered, leg.minQty) || less(notional, leg.minNotional)) return null
  const spent = lowest(leg.side === 'buy' ? notional : ordered)
  const received = lowest(times(leg.side === 'buy' ? ordered : notional, leg.kept))
  const price = over(notional, ordered)
  return { ordered, spent, received, dust: minus(amount, spent), price, orderLevels: levels, levels }
}

type PlainTrade = {
  readonly start: Fraction
  readonly net: Fraction
  readonly orders: readonly PlainOrder[]
  readonly grossDepth: Fraction
  readonly depthLimited: boolean
}

/** The start amount that gives an amount to a leg, through the fees before it. */
function startFor(legs: Triple<Side>, at: number, given: Fraction): Fraction | null {
  let amount: Fraction | null = given
  for (const before of legs.slice(0, at).reverse()) {
    if (amount !== null) amount = needed(before, over(amount, before.kept))
  }
  return amount
}

/**
 * The largest start amount whose orders the exchange takes at once on every leg; where an order of a trade is larger.
 */
function mostStart(legs: Triple<Side>, { orders }: PlainTrade): Fraction | null {
  const starts = legs.flatMap((leg, at) => {
    const { ordered } = orders[at] as PlainOrder
    const most = leg.atOnce(ordered)
    if (!less(most, ordered)) return []
    const bought = leg.side === 'buy' ? needed(leg, most) : most
    const start = bought === null ? null : startFor(legs, at, bought)
    return start === null ? [] : [start]
  })
  return starts.length === 0 ? null : starts.reduce(lesser)
}

/** The best trade of all amounts, and whether any amount can be traded. */
function bestOf(legs: Triple<Side>, cap: Fraction | null): PlainTrade | 'slippage' | 'size' {
  let best: PlainTrade | null = null
  let traded = false
  for (const start of candidates(legs, cap)) {
    const made = trade(legs, start)
    if (typeof made === 'string') continue
    traded = true
    const isBetter = best === null || less(best.net, made.net)
    const isSmaller = best !== null && !less(made.net, best.net) && less(made.start, best.start)
    if (less(ZERO, made.net) && (isBetter || isSmaller)) best = made
  }
  return best ?? (traded ? 'slippage' : 'size')
}

/**
 * Sends one start amount through the three legs. `beyond`: the known books do not hold it. `refused`: an exchange does
 * not take an order.
 */
function trade(legs: Triple<Side>, start: Fraction): PlainTrade | 'beyond' | 'refused' {
  let amount = start
  const walkLevels: number[] = []
  for (const leg of legs) {
    const walk = carry(leg, amount)
    if (walk === null) return 'beyond'
    amount = walk.got
    walkLevels.push(walk.levels)
  }
  const grossDepth = minus(over(amount, start), ONE)
  const orders: PlainOrder[] = []
  let held = start
  for (const [at, leg] of legs.entries()) {
    const made = order(leg, held)
    if (made === null) return 'refused'
    const levels = made.levels > (walkLevels[at] as number) ? made.levels : (walkLevels[at] as number)
    orders.push({ ...made, levels, dust: at === 0 ? ZERO : made.dust })
    held = made.received
  }
  const net = minus(held, (orders[0] as PlainOrder).spent)
  const depthLimited = orders.some(({ orderLevels }, at) => orderLevels === legs[at]?.levels.length)
  return { start, net, orders, grossDepth, depthLimited }
}

export type PlainTriangular =
  | 'no-gap'
  | 'fees'
  | 'slippage'
  | 'size'
  | 'quarantine'
  | (PlainTrade & { readonly grossTop: Fraction; readonly fees: Fraction; readonly orderLimited: boolean })

/** What a cycle pays, or why it is nothing. */
export function plainTriangular(
  [first, second, third]: Triple<PlainTriangularLeg>,
  cap: string | null,
  confirmed: boolean,
): PlainTriangular {
  const legs = [read(first), read(second), read(third)] as const
  if (legs.some(({ levels }) => levels.length === 0)) return 'no-gap'
  const grossTop = minus(legs.map((leg) => rate(leg.side, leg.levels[0] as Level)).reduce(times), ONE)
  const far = less(FIVE_PERCENT, grossTop) || less(grossTop, minus(ZERO, FIVE_PERCENT))
  if (far && !confirmed) return 'quarantine'
  if (!less(ZERO, grossTop)) return 'no-gap'
  const left = legs.map(({ kept }) => kept).reduce(times)
  if (!less(ONE, times(plus(ONE, grossTop), left))) return 'fees'
  const free = bestOf(legs, cap === null ? null : of(cap))
  if (typeof free === 'string') return free
  const most = mostStart(legs, free)
  const best = most === null ? free : most[0] === 0n ? 'size' : bestOf(legs, most)
  return typeof best === 'string' ? best : { ...best, grossTop, fees: minus(ONE, left), orderLimited: most !== null }
}
