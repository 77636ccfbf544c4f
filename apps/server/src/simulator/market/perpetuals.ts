import type { Random } from '../random.ts'
import type { CalmBeats } from './calm-beats.ts'
import type { FairPrices } from './fair-prices.ts'
import { Funding } from './funding.ts'
import { moveBook } from './ladder.ts'
import { listPerpetuals } from './perp-listings.ts'
import { Perpetual } from './perpetual.ts'
import { CALM_WHEEL_SLOTS, WHEEL_SLOTS, Wheel } from './wheel.ts'

const LONGEST_INTERVAL_MS = 1_800
/** Time constant of the basis's mean reversion, ms. */
const BASIS_PULL_MS = 120_000
const BASIS_SIGMA = 2.2e-4
/** Largest basis, as a fraction. */
const BASIS_LIMIT = 9e-4
const SMOOTHING_MS = 30_000

/** The perpetuals' own movement: books around the fair price and their basis, marks, funding. */
export class Perpetuals {
  readonly all: readonly Perpetual[]
  readonly #fair: FairPrices
  readonly #random: Random
  readonly #stepMs: number
  readonly #beats: CalmBeats | null
  readonly #meanBasis: readonly number[]
  readonly #firstIndex: number
  readonly #wheel: Wheel

  /** `random`: for perpetuals alone, so that their draws change no spot market. */
  constructor(
    options: { readonly seed: number; readonly symbols: number },
    firstIndex: number,
    fair: FairPrices,
    beats: CalmBeats | null,
    random: Random,
    stepMs: number,
  ) {
    this.#fair = fair
    this.#random = random
    this.#firstIndex = firstIndex
    this.#stepMs = stepMs
    this.#beats = beats
    this.#wheel = new Wheel(beats === null ? WHEEL_SLOTS : CALM_WHEEL_SLOTS)
    this.all = listPerpetuals(options.symbols).map(({ listing, terms }, i) => {
      const key = `${listing.exchange} ${listing.symbol}`
      const funding = new Funding({ seed: options.seed, key, ...terms })
      const one = new Perpetual(listing, terms, funding, firstIndex + i, 1_000_000 + random.below(900_000_000))
      giveCharacter(one, random)
      return one
    })
    this.#meanBasis = this.all.map(({ terms }) => {
      const leaning = Math.min(3e-4, Math.max(-3e-4, terms.hourlyRate * 8))
      return leaning + random.between(-1.5e-4, 1.5e-4)
    })
    for (const one of this.all) {
      this.#move(one, 0)
      one.openPrice = one.indexPrice * (1 + random.between(-0.06, 0.06))
      this.#schedule(one, random.between(stepMs, LONGEST_INTERVAL_MS))
    }
  }

  /** One step; returns the perpetuals whose books changed. */
  step(marketMs: number, wallMs: number): Perpetual[] {
    return this.#wheel.turn().map((index) => {
      const one = this.all[index - this.#firstIndex] as Perpetual
      this.#move(one, marketMs)
      one.changedAt = wallMs
      this.#schedule(one, this.#pause(one, marketMs))
      return one
    })
  }

  #pause(one: Perpetual, marketMs: number): number {
    if (this.#beats !== null) return this.#beats.pause(one, marketMs)
    const { meanIntervalMs } = one
    return Math.min(LONGEST_INTERVAL_MS, 0.3 * meanIntervalMs + this.#random.exponential(0.7 * meanIntervalMs))
  }

  #schedule(one: Perpetual, inMs: number): void {
    this.#wheel.put(one.index, Math.round(inMs / this.#stepMs))
  }

  #move(one: Perpetual, marketMs: number): void {
    const { base, quote, multiplier } = one.listing
    const elapsed = marketMs - one.driftAt
    one.driftAt = marketMs
    one.indexPrice = (this.#fair.last(base) * multiplier) / this.#fair.last(quote)
    const mean = this.#meanBasis[one.index - this.#firstIndex] as number
    const kept = elapsed === 0 ? 0 : Math.exp(-elapsed / BASIS_PULL_MS)
    const basis = mean + (one.basis - mean) * kept + BASIS_SIGMA * Math.sqrt(1 - kept * kept) * this.#random.normal()
    one.basis = Math.min(BASIS_LIMIT, Math.max(-BASIS_LIMIT, basis))
    one.smoothedBasis =
      elapsed === 0
        ? one.basis
        : one.smoothedBasis + (one.basis - one.smoothedBasis) * (1 - Math.exp(-elapsed / SMOOTHING_MS))
    one.updateId += 1 + this.#random.below(40)
    one.firstId = one.updateId
    moveBook(one, one.indexPrice * (1 + one.basis), this.#random)
  }
}

/**
 * Sets rhythm and depth: deeper and with narrower spreads than the coin's spot markets, and a little slower than the
 * busiest market.
 */
function giveCharacter(one: Perpetual, random: Random): void {
  const { rank } = one.listing
  one.meanIntervalMs = (rank < 5 ? 250 : rank < 20 ? 500 : 1_000) * random.between(0.85, 1.2)
  one.spacing = rank < 5 ? 0.3e-4 : rank < 20 ? 0.6e-4 : 1e-4
  one.halfSpread = (rank < 5 ? 0.15e-4 : rank < 20 ? 0.5e-4 : 0.9e-4) * random.between(0.8, 1.3)
  const usd = (rank < 5 ? 6_000 : rank < 20 ? 1_200 : 400) * random.between(0.7, 1.4)
  // Sizes count contracts where the exchange does; prices stay those of a base unit.
  one.levelQuote = usd / Number(one.terms.contractSize)
  one.maxLevels = rank < 5 ? 200 : rank < 20 ? 120 : 80
}
