import type { ExchangeId } from '@makas/domain'
import { type Random, seededRandom } from '../random.ts'
import { CalmBeats } from './calm-beats.ts'
import { FairPrices } from './fair-prices.ts'
import { Gaps, takerFee } from './gaps.ts'
import { Instrument } from './instrument.ts'
import { moveBook } from './ladder.ts'
import { listMarkets } from './listings.ts'
import type { Perpetual } from './perpetual.ts'
import { Perpetuals } from './perpetuals.ts'
import { Strays } from './strays.ts'
import { CALM_WHEEL_SLOTS, WHEEL_SLOTS, Wheel } from './wheel.ts'

/** Step of the market, ms of its own time. */
export const STEP_MS = 10
const GOVERN_EVERY_STEPS = 10
/** Longest time between two changes of a book, ms: readers take a silent book for a lost exchange. */
const LONGEST_INTERVAL_MS = 900
/** Cap of deviations from the fair price outside episodes: less than the cheapest pair of fees. */
const DRIFT_LIMIT = 7.5e-4

export interface MarketOptions {
  readonly seed: number
  /** Number of coins (each has one to a dozen markets). */
  readonly symbols: number
  /** Whether markets that no gap needs move with the beats of their coin. Default false. */
  readonly isCalm?: boolean
}

/**
 * The seeded market: prices, books, gaps. It has no clock and no socket: seed and number of steps determine the books.
 * `wallMs` only stamps changes.
 */
export class Market {
  readonly instruments: readonly Instrument[]
  readonly #perpetuals: Perpetuals
  readonly #fair: FairPrices
  readonly #gaps: Gaps
  readonly #strays: Strays
  readonly #random: Random
  /** Null in a busy market. */
  readonly #beats: CalmBeats | null
  readonly #wheel: Wheel
  readonly #bySymbol = new Map<string, Instrument>()
  readonly #perpBySymbol = new Map<string, Perpetual>()
  #step = 0
  #idleMs = 0

  constructor(options: MarketOptions) {
    const root = seededRandom(options.seed, 'market')
    this.#beats = options.isCalm === true ? new CalmBeats(root.fork('beats'), STEP_MS) : null
    this.#wheel = new Wheel(this.#beats === null ? WHEEL_SLOTS : CALM_WHEEL_SLOTS)
    this.#random = root.fork('books')
    this.#fair = new FairPrices(root.fork('prices'))
    const shape = root.fork('shape')
    this.instruments = listMarkets(options.symbols).map((listing, index) => {
      const instrument = new Instrument(listing, index, 1_000_000 + shape.below(900_000_000))
      this.#bySymbol.set(`${listing.exchange} ${listing.symbol}`, instrument)
      giveCharacter(instrument, shape)
      return instrument
    })
    this.#gaps = new Gaps(this.instruments, root.fork('gaps'), (instrument, atMs) => {
      // The other markets of a gap may be quiet, and an old price would hide the gap.
      for (const one of this.#beats !== null ? this.#gaps.marketsOf(instrument) : [instrument]) this.#nudge(one, atMs)
    })
    const feeOf = ({ listing: { exchange, base, quote } }: Instrument) => takerFee(exchange, base, quote)
    this.#strays = new Strays(this.instruments, feeOf, root.fork('strays'))
    for (const instrument of this.instruments) {
      const opened = shape.between(-0.06, 0.06)
      this.#move(instrument, 0)
      instrument.openPrice = this.#fairPrice(instrument, 0) * (1 + opened)
      this.#schedule(instrument.index * 2, shape.between(STEP_MS, LONGEST_INTERVAL_MS))
    }
    const perps = root.fork('perpetuals')
    this.#perpetuals = new Perpetuals(options, this.instruments.length, this.#fair, this.#beats, perps, STEP_MS)
    for (const one of this.perpetuals) this.#perpBySymbol.set(`${one.listing.exchange} ${one.listing.symbol}`, one)
  }

  get perpetuals(): readonly Perpetual[] {
    return this.#perpetuals.all
  }

  /** Milliseconds since the start, pauses included; cadences are measured by it. */
  get nowMs(): number {
    return this.#step * STEP_MS + this.#idleMs
  }

  get #marketMs(): number {
    return this.#step * STEP_MS
  }

  find(exchange: ExchangeId, symbol: string): Instrument | undefined {
    return this.#bySymbol.get(`${exchange} ${symbol}`)
  }

  findPerpetual(exchange: ExchangeId, symbol: string): Perpetual | undefined {
    return this.#perpBySymbol.get(`${exchange} ${symbol}`)
  }

  /** One step of STEP_MS; returns the markets whose books changed, perpetuals last. */
  step(wallMs: number): Instrument[] {
    this.#step += 1
    const due = this.#wheel.turn()
    const changed: Instrument[] = []
    if (this.#step % GOVERN_EVERY_STEPS === 0) {
      this.#gaps.govern(this.#marketMs)
      changed.push(...this.#strays.govern(this.#marketMs, (coin) => this.#gaps.concerns(coin)))
      for (const one of changed) one.changedAt = wallMs
    }
    for (const entry of due) {
      const instrument = this.instruments[entry >> 1] as Instrument
      this.#move(instrument, this.#marketMs)
      instrument.changedAt = wallMs
      changed.push(instrument)
      // Odd entries are extra moves of an episode and schedule no further one.
      if ((entry & 1) === 0) this.#schedule(entry, this.#pause(instrument))
    }
    changed.push(...this.#perpetuals.step(this.#marketMs, wallMs))
    for (const one of changed) this.#beats?.changed(one, this.#marketMs)
    return changed
  }

  /** Lets one step pass without a change. */
  idle(): void {
    this.#idleMs += STEP_MS
  }

  #pause(instrument: Instrument): number {
    const { listing } = instrument
    if (this.#beats !== null && !this.#gaps.stands(listing.symbol)) return this.#beats.pause(instrument, this.#marketMs)
    const pause = 0.3 * instrument.meanIntervalMs + this.#random.exponential(0.7 * instrument.meanIntervalMs)
    return Math.min(LONGEST_INTERVAL_MS, pause)
  }

  #schedule(entry: number, inMs: number): void {
    this.#wheel.put(entry, Math.round(inMs / STEP_MS))
  }

  #nudge(instrument: Instrument, atMs: number): void {
    const inMs = atMs - this.#marketMs
    // Beyond the wheel's reach the regular moves of the instrument are close enough.
    if (inMs < (this.#wheel.slots - 1) * STEP_MS) this.#schedule(instrument.index * 2 + 1, inMs)
  }

  #fairPrice(instrument: Instrument, atMs: number): number {
    const { base, quote, multiplier } = instrument.listing
    return (this.#fair.usd(base, atMs) * multiplier) / this.#fair.usd(quote, atMs)
  }

  #move(instrument: Instrument, atMs: number): void {
    if (this.#strays.holds(instrument)) {
      this.#strays.quiver(instrument, atMs)
      return
    }
    const elapsed = atMs - instrument.driftAt
    const spread = Math.min(4e-4, instrument.halfSpread * 4)
    const kept = Math.exp(-elapsed / 9_000)
    const drift = instrument.drift * kept + spread * Math.sqrt(1 - kept * kept) * this.#random.normal()
    instrument.drift = Math.min(DRIFT_LIMIT, Math.max(-DRIFT_LIMIT, drift))
    instrument.driftAt = atMs
    const away = instrument.drift + this.#gaps.heightOf(instrument, atMs)
    moveBook(instrument, this.#fairPrice(instrument, atMs) * (1 + away), this.#random)
  }
}

/** Sets rhythm and depth. Busy coins change often and are deep with narrow spreads; small coins are the opposite. */
function giveCharacter(instrument: Instrument, random: Random): void {
  const { rank, quote, base, exchange } = instrument.listing
  const cross = quote !== 'USDT'
  const calm = exchange === 'kraken' ? 1.3 : 1
  const mean = rank < 5 ? 110 : rank < 20 ? 220 : 400
  instrument.meanIntervalMs = (cross ? Math.max(mean * 2, 480) : mean) * calm * random.between(0.85, 1.2)
  instrument.spacing = rank < 5 ? 0.4e-4 : rank < 20 ? 0.8e-4 : 1.3e-4
  const wide = rank < 5 ? 0.2e-4 : rank < 20 ? 0.7e-4 : 1.1e-4
  instrument.halfSpread =
    (base === 'USDC' || base === 'USDT' ? 0.4e-4 : cross ? wide * 1.3 : wide) * random.between(0.8, 1.3)
  const usd = rank < 5 ? 3_000 : rank < 20 ? 400 : rank < 60 ? 90 : 70
  const quoteUsd = { BTC: 91_250, ETH: 3_080, TRY: 0.02356, EUR: 1.16 }[quote] ?? 1
  instrument.levelQuote = (usd * (cross ? 0.6 : 1) * random.between(0.7, 1.4)) / quoteUsd
  instrument.maxLevels = rank < 5 ? 200 : rank < 20 ? 120 : 80
}
