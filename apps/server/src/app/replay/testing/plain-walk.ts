import type { PlainBook } from './plain-book.ts'
import type { PlainListing } from './plain-listings.ts'
import {
  commonMultiple,
  exact,
  type Fraction,
  fraction,
  less,
  lesser,
  minus,
  over,
  plus,
  times,
  trimmed,
  whole,
  ZERO,
} from './plain-numbers.ts'
import type { Pair } from './plain-wire.ts'

export type PlainLeg = {
  readonly book: PlainBook
  readonly listing: PlainListing
  readonly base: string
  readonly quote: string
  readonly multiplier: bigint
  readonly fee: string | null
}
export type Level = { readonly price: Fraction; readonly size: Fraction }

const CAPPED = ['USD', 'USDT', 'USDC', 'BUSD', 'DAI']
export const capOf = (asset: string, cap: bigint): Fraction | null => (CAPPED.includes(asset) ? whole(cap) : null)

/** A size of the exchange's book in base units; contracts are converted by their size. */
const inBase = ({ listing }: PlainLeg, size: string): Fraction =>
  times(fraction(size), fraction(listing.contractSize ?? '1'))

/** The levels of one side as an order meets them, in coins and prices per coin, best first. */
export class PlainSide {
  readonly leg: PlainLeg
  readonly side: 'buy' | 'sell'
  readonly #pairs: readonly Pair[]
  readonly #levels: Level[] = []

  constructor(leg: PlainLeg, side: 'buy' | 'sell') {
    this.leg = leg
    this.side = side
    const all = side === 'buy' ? leg.book.asks : leg.book.bids
    // Kraken's spot levels beyond the tenth are unproven (formulas.md § 6).
    this.#pairs = leg.book.exchange === 'kraken' && leg.book.market === 'spot' ? all.slice(0, 10) : all
  }

  get count(): number {
    return this.#pairs.length
  }

  at(rank: number): Level | undefined {
    const pair = this.#pairs[rank]
    if (pair === undefined) return undefined
    const multiplier = whole(this.leg.multiplier)
    this.#levels[rank] ??= {
      price: over(fraction(pair[0]), multiplier),
      size: times(inBase(this.leg, pair[1]), multiplier),
    }
    return this.#levels[rank]
  }

  /** The leg's evidence with the first `used` levels. */
  present(used: number) {
    const { book, listing, multiplier, fee } = this.leg
    const rule = (text: string | null) => (text === null || trimmed(text) === '0' ? null : trimmed(text))
    return {
      ...{ exchange: book.exchange, market: book.market, symbol: book.symbol, side: this.side },
      levels: this.#pairs.slice(0, used).map(([price, size]) => [trimmed(price), exact(inBase(this.leg, size))]),
      ...{ multiplier: String(multiplier), fee: trimmed(fee ?? ''), lot_step: trimmed(listing.lot ?? '') },
      ...{ min_qty: rule(listing.minQty), min_notional: rule(listing.minNotional) },
      ...{
        max_qty: rule(listing.maxQty),
        max_notional: rule(listing.maxNotional),
        max_open_orders: listing.maxOpenOrders ?? null,
        tick: rule(listing.tick),
      },
      ...{ book_time: book.eventTime ?? book.receivedAt, book_seq: book.seq, received_at: book.receivedAt },
    }
  }
}

/** A rule of the list (lot or minimum), in coins. */
const inCoins = (leg: PlainLeg, text: string): Fraction => times(fraction(text), whole(leg.multiplier))

/** Whether the exchange takes a quantity at once: neither its levels' cost nor all of it at the worst is too much. */
function isTakenAtOnce(side: PlainSide, quantity: Fraction): boolean {
  const { maxQty, maxNotional } = side.leg.listing
  if (maxQty !== null && less(inCoins(side.leg, maxQty), quantity)) return false
  if (maxNotional === null) return true
  const { money, levels } = walk(side, quantity)
  const worst = levels === 0 ? ZERO : (side.at(levels - 1) as Level).price
  return !less(fraction(maxNotional), money) && !less(fraction(maxNotional), times(quantity, worst))
}

/** The most of a quantity that the exchange takes at once, by each level and the points at which a rule ends. */
export function mostAtOnce(side: PlainSide, quantity: Fraction): Fraction {
  if (isTakenAtOnce(side, quantity)) return quantity
  const { maxQty, maxNotional } = side.leg.listing
  const points = maxQty === null ? [] : [inCoins(side.leg, maxQty)]
  let [held, money] = [ZERO, ZERO]
  for (let rank = 0; less(held, quantity); rank++) {
    const { price, size } = side.at(rank) as Level
    if (maxNotional !== null) {
      const most = fraction(maxNotional)
      points.push(over(most, price), plus(held, over(minus(most, money), price)))
    }
    held = plus(held, size)
    money = plus(money, times(size, price))
    points.push(held)
  }
  const taken = points.filter((one) => one[0] > 0n && !less(quantity, one) && isTakenAtOnce(side, one))
  return taken.reduce((most, one) => (less(most, one) ? one : most), ZERO)
}

/** Σ(p·q) of the best `quantity` of a side, and the number of levels that it touches. */
function walk(side: PlainSide, quantity: Fraction): { readonly money: Fraction; readonly levels: number } {
  let [rest, money, levels] = [quantity, ZERO, 0]
  while (rest[0] > 0n) {
    const level = side.at(levels) as Level
    const part = lesser(level.size, rest)
    money = plus(money, times(part, level.price))
    rest = minus(rest, part)
    levels++
  }
  return { money, levels }
}

export type PlainOrder = {
  readonly size: Fraction
  /** Σ(p·q) before fees and number of touched levels, of the first and the second side. */
  readonly money: readonly [Fraction, Fraction]
  readonly levels: readonly [number, number]
  readonly depthLimited: boolean
  readonly orderLimited: boolean
}

/**
 * The largest order on two sides of which every unit still pays, within the cap on the first side's money, in whole
 * lots of both; null below a minimum (formulas.md § 1 and 2, Size).
 */
export function largest(
  first: PlainSide,
  second: PlainSide,
  pays: (first: Fraction, second: Fraction) => boolean,
  cap: Fraction | null,
): PlainOrder | null {
  const goesOn = (a: Level | undefined, b: Level | undefined) =>
    a !== undefined && b !== undefined && pays(a.price, b.price)
  let [a, b, size, spent] = [0, 0, ZERO, ZERO]
  let left: [Fraction, Fraction] = [first.at(0)?.size ?? ZERO, second.at(0)?.size ?? ZERO]
  let isCapped = false
  while (!isCapped && goesOn(first.at(a), second.at(b))) {
    const { price } = first.at(a) as Level
    let part = lesser(...left)
    if (cap !== null && !less(plus(spent, times(part, price)), cap)) {
      part = over(minus(cap, spent), price)
      isCapped = true
    }
    size = plus(size, part)
    spent = plus(spent, times(part, price))
    left = [minus(left[0], part), minus(left[1], part)]
    if (left[0][0] === 0n) left = [first.at(++a)?.size ?? ZERO, left[1]]
    if (left[1][0] === 0n) left = [left[0], second.at(++b)?.size ?? ZERO]
  }
  const isUsedUp = a === first.count || b === second.count
  const next = (side: PlainSide, rank: number) => side.at(Math.min(rank, side.count - 1))
  const most = lesser(mostAtOnce(first, size), mostAtOnce(second, size))
  const orderLimited = less(most, size)
  const depthLimited = !orderLimited && !isCapped && isUsedUp && goesOn(next(first, a), next(second, b))

  const sides = [first, second]
  const lots = sides.map(({ leg }) => inCoins(leg, leg.listing.lot ?? ''))
  const lot = commonMultiple(lots[0] as Fraction, lots[1] as Fraction)
  const [n, d] = over(most, lot)
  const rounded = times(whole(n / d), lot)
  if (rounded[0] === 0n) return null
  const [one, two] = [walk(first, rounded), walk(second, rounded)]
  for (const [{ leg }, { money }] of [[first, one] as const, [second, two] as const]) {
    const { minQty, minNotional } = leg.listing
    if (minQty !== null && less(rounded, inCoins(leg, minQty))) return null
    if (minNotional !== null && less(money, fraction(minNotional))) return null
  }
  return { size: rounded, money: [one.money, two.money], levels: [one.levels, two.levels], depthLimited, orderLimited }
}
