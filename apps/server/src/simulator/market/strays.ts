import type { ExchangeId } from '@makas/domain'
import type { Random } from '../random.ts'
import { MONIES } from './asset-table.ts'
import type { BookSide } from './book-side.ts'
import type { Instrument } from './instrument.ts'

/**
 * Triangular cycles that pay. Now and then a large order rests in one market of a triangle (SOL/BTC against SOL/USDT
 * and BTC/USDT) at a price off the other two for some seconds. The number of orders is held steady, as in gaps.ts.
 * Triangle, direction, size and length are random.
 */
interface Triangle {
  readonly exchange: ExchangeId
  readonly coin: string
  /** The market of the coin in the other money, where the order rests. */
  readonly cross: Instrument
  /** The coin's market in USDT. */
  readonly direct: Instrument
  /** The market of the other money in USDT, or of USDT in the other money. */
  readonly money: Instrument
  readonly isMoneyBase: boolean
  /** Share of an amount that is left after the three fees. */
  readonly kept: number
  /** Whether several other exchanges list the cross. An order off the price there also pays between exchanges. */
  readonly isShared: boolean
}

interface Stray {
  readonly triangle: Triangle
  readonly side: BookSide
  readonly key: number
  readonly endsAt: number
}

const WANTED = 3
const MOST = 6
/** Number of unshared triangles from which on no shared triangle is used. */
const ENOUGH = 12
/** Coins of a lower rank number are deep enough to sell some hundred dollars without moving far. */
const LEAST_RANK = 20
/** Range of the cycle's gain at best prices, as a fraction. */
const GAIN = [0.0018, 0.0042] as const
/** Range of the order's value, USD. */
const VALUE_USD = [400, 1_100] as const
const LIFE_MS = [3_000, 11_000] as const
/** Time before its end in which a cycle no longer counts, ms. */
const HANDOVER_MS = 1_200
/** Range of the gain outside of which a cycle no longer counts. */
const STILL_GOOD = [0.0012, 0.005] as const
/** Largest tick, as a share of the price. Above it each level is a large step. */
const FINE_TICK = 2e-4
const REST_MS = 6_000
/** Longest time between two changes of the books of a standing triangle, ms, so that readers see them as fresh. */
const QUIVER_MS = 90

export class Strays {
  readonly #random: Random
  readonly #triangles: readonly Triangle[]
  readonly #wanted: number
  readonly #standing = new Map<Instrument, Stray>()
  readonly #restUntil = new Map<string, number>()
  readonly #movedAt = new Map<Instrument, number>()

  /** `fee` is the taker fee of a market, a fraction. */
  constructor(instruments: readonly Instrument[], fee: (one: Instrument) => number, random: Random) {
    this.#random = random
    const all = instruments.flatMap((cross) => triangleOf(cross, instruments, fee))
    const own = all.filter(({ isShared }) => !isShared)
    this.#triangles = own.length >= ENOUGH ? own : all
    const coins = new Set(this.#triangles.map(({ exchange, coin }) => `${exchange} ${coin}`))
    this.#wanted = Math.min(WANTED, Math.floor(coins.size / 3))
  }

  /** Whether an order of a triangle rests in this market: then nothing else may move its prices. */
  holds(instrument: Instrument): boolean {
    return this.#standing.has(instrument)
  }

  /**
   * Starts and ends orders; to be called about ten times a second of market time. `isBusy`: whether a coin has an
   * episode. Returns the changed markets.
   */
  govern(atMs: number, isBusy: (coin: string) => boolean): Instrument[] {
    const changed: Instrument[] = []
    let lasting = 0
    for (const [cross, stray] of this.#standing) {
      if (atMs >= stray.endsAt) changed.push(this.#end(cross, stray, atMs))
      else if (stray.endsAt - atMs > HANDOVER_MS && isGood(stray)) lasting += 1
    }
    for (let tries = 0; lasting < this.#wanted && this.#standing.size < MOST && tries < 20; tries += 1) {
      const opened = this.#open(atMs, isBusy)
      if (!opened) continue
      changed.push(opened)
      lasting += 1
    }
    for (const { triangle } of this.#standing.values()) {
      for (const one of [triangle.cross, triangle.direct, triangle.money]) {
        if (atMs - Math.max(one.driftAt, this.#movedAt.get(one) ?? 0) >= QUIVER_MS) changed.push(this.quiver(one, atMs))
      }
    }
    return changed
  }

  /** Changes the size of one level behind the best, and nothing else. */
  quiver(instrument: Instrument, atMs: number): Instrument {
    const side = this.#random.unit() < 0.5 ? instrument.bids : instrument.asks
    const index = 1 + this.#random.below(Math.min(8, side.lots.length - 1))
    const lots = side.lots[index] as number
    const other = Math.max(1, Math.round(lots * this.#random.between(0.8, 1.25)))
    side.lots[index] = other === lots ? lots + 1 : other
    instrument.updateId += 1
    this.#movedAt.set(instrument, atMs)
    return instrument
  }

  #open(atMs: number, isBusy: (coin: string) => boolean): Instrument | undefined {
    const triangle = this.#triangles[this.#random.below(this.#triangles.length)] as Triangle
    const { exchange, coin, cross } = triangle
    const isSold = this.#random.unit() < 0.5
    const gain = this.#random.between(...GAIN)
    const value = this.#random.between(...VALUE_USD)
    const life = this.#random.between(...LIFE_MS)
    const name = `${exchange} ${coin}`
    const isTaken = [...this.#standing.values()].some((one) => one.triangle.coin === coin)
    if (isTaken || isBusy(coin) || atMs < (this.#restUntil.get(name) ?? 0)) return undefined
    const price = isSold ? offer(triangle, gain) : bid(triangle, gain)
    const { priceDecimals, sizeDecimals } = cross.listing
    const ticks = price * 10 ** priceDecimals
    const key = isSold ? Math.floor(ticks) : -Math.ceil(ticks)
    const side = isSold ? cross.asks : cross.bids
    const against = isSold ? cross.bids : cross.asks
    const usd = priceOf(triangle.direct, triangle.direct.bids)
    if (10 ** -triangle.direct.listing.priceDecimals > FINE_TICK * usd) return undefined
    // Drift alone may have moved the market there, and a coarse tick would change the gain.
    if (key >= (side.keys[0] ?? 0) || 1 / ticks > GAIN[0] / 2) return undefined
    // Levels that would trade against the order are gone.
    const eaten = against.dropBetterThan(1 - key)
    side.put(key, Math.max(cross.listing.minLots, Math.round((value / usd) * 10 ** sizeDecimals)))
    cross.updateId += eaten + 1
    this.#standing.set(cross, { triangle, side, key, endsAt: atMs + life })
    this.#movedAt.set(cross, atMs)
    return cross
  }

  #end(cross: Instrument, { triangle, side, key }: Stray, atMs: number): Instrument {
    if (side.keys[0] === key) side.removeAt(0)
    cross.updateId += 1
    this.#standing.delete(cross)
    this.#restUntil.set(`${triangle.exchange} ${triangle.coin}`, atMs + REST_MS)
    return cross
  }
}

const priceOf = (one: Instrument, side: BookSide): number =>
  Math.abs(side.keys[0] ?? 0) / 10 ** one.listing.priceDecimals

/** USDT for one unit of the other money: its cost, and its proceeds. */
const moneyCosts = ({ money, isMoneyBase }: Triangle): number =>
  isMoneyBase ? priceOf(money, money.asks) : 1 / priceOf(money, money.bids)
const moneyBrings = ({ money, isMoneyBase }: Triangle): number =>
  isMoneyBase ? priceOf(money, money.bids) : 1 / priceOf(money, money.asks)

/** Whether the cycle of a standing order still pays within the range at the best prices. */
function isGood({ triangle, side, key }: Stray): boolean {
  const price = Math.abs(key) / 10 ** triangle.cross.listing.priceDecimals
  const gain = side === triangle.cross.asks ? offer(triangle, 0) / price - 1 : price / bid(triangle, 0) - 1
  return gain >= STILL_GOOD[0] && gain <= STILL_GOOD[1]
}

/** The ask price at which USDT → money → coin → USDT gains `gain`. */
const offer = (triangle: Triangle, gain: number): number =>
  (priceOf(triangle.direct, triangle.direct.bids) * triangle.kept) / (moneyCosts(triangle) * (1 + gain))

/** The bid price at which USDT → coin → money → USDT gains `gain`. */
const bid = (triangle: Triangle, gain: number): number =>
  (priceOf(triangle.direct, triangle.direct.asks) * (1 + gain)) / (moneyBrings(triangle) * triangle.kept)

function triangleOf(cross: Instrument, all: readonly Instrument[], fee: (one: Instrument) => number): Triangle[] {
  const { exchange, base, quote, rank, multiplier } = cross.listing
  // Kraken's fee of 0.8 % a leg would need an implausible order.
  if (exchange === 'kraken' || quote === 'USDT' || rank >= LEAST_RANK || multiplier !== 1 || base in MONIES) return []
  const find = (symbol: string) => all.find((one) => one.listing.exchange === exchange && one.listing.symbol === symbol)
  const direct = find(`${base}/USDT`)
  const asBase = find(`${quote}/USDT`)
  const money = asBase ?? find(`USDT/${quote}`)
  if (!direct || !money || money === cross) return []
  const kept = [cross, direct, money].reduce((left, one) => left * (1 - fee(one)), 1)
  const isShared = all.filter((one) => one.listing.symbol === cross.listing.symbol).length > 2
  return [{ exchange, coin: base, cross, direct, money, isMoneyBase: asBase !== undefined, kept, isShared }]
}
