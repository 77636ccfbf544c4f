import type { ExchangeId } from '@makas/domain'
import type { Random } from '../random.ts'
import type { Instrument } from './instrument.ts'

/**
 * Gaps between exchanges that pay. Now and then one market of a coin leaves the others for some seconds: it moves away
 * quickly, stays, and comes back. The number of these episodes is held steady, so that a demo always shows some. Coin,
 * exchange, size and length are random.
 */
interface Episode {
  readonly instrument: Instrument
  readonly kind: 'mild' | 'strong'
  /** Signed deviation at the peak of the episode, as a fraction. */
  readonly height: number
  /** Market times, ms, at which the market begins to leave, has left, begins to return and is back. */
  readonly leaves: number
  readonly left: number
  readonly returns: number
  readonly back: number
  /** Rows that the episode should make. */
  readonly rows: number
}

export type Nudge = (instrument: Instrument, atMs: number) => void

const WANTED_ROWS = { mild: 8, strong: 6 }
/** Time before its end in which an episode no longer counts, ms, so that its successor exists before it is gone. */
const HANDOVER_MS = 1_500
const MEDIAN_LIFE_MS = 4_500
const REST_MS = 8_000

const FIAT = new Set(['USD', 'EUR', 'TRY'])

/**
 * Taker fees of the lowest public tiers, as fractions (July 2026: docs/exchanges), which decide the size of episodes.
 */
export function takerFee(exchange: ExchangeId, base: string, quote: string): number {
  const monies = ['USD', 'USDT', 'USDC', 'DAI', 'EUR', 'GBP', 'TRY']
  if (exchange === 'kraken') return monies.includes(base) && monies.includes(quote) ? 0.002 : 0.008
  return exchange === 'bybit' && (FIAT.has(base) || FIAT.has(quote)) ? 0.002 : 0.001
}

export class Gaps {
  readonly #random: Random
  readonly #nudge: Nudge
  readonly #bySymbol = new Map<string, Instrument[]>()
  readonly #candidates: Instrument[]
  readonly #active = new Map<number, Episode>()
  readonly #restUntil = new Map<string, number>()

  constructor(instruments: readonly Instrument[], random: Random, nudge: Nudge) {
    this.#random = random
    this.#nudge = nudge
    for (const one of instruments) {
      const mates = this.#bySymbol.get(one.listing.symbol)
      if (mates) mates.push(one)
      else this.#bySymbol.set(one.listing.symbol, [one])
    }
    this.#candidates = instruments.filter((one) => this.#suits(one))
  }

  /** Whether the coin is small enough that a gap of this size is plausible. */
  #suits(one: Instrument): boolean {
    const { symbol, quote, base, rank } = one.listing
    const mates = this.#bySymbol.get(symbol) ?? []
    const priced = quote === 'USDT' || ((quote === 'USDC' || quote === 'EUR') && rank >= 6)
    return mates.length > 1 && priced && !FIAT.has(base) && base !== 'USDC' && (rank >= 8 || mates.length < 3)
  }

  /** Deviation of this instrument caused by episodes, as a signed fraction. */
  heightOf(instrument: Instrument, atMs: number): number {
    const episode = this.#active.get(instrument.index)
    if (!episode || atMs >= episode.back) return 0
    if (atMs < episode.left)
      return (episode.height * Math.max(0, atMs - episode.leaves)) / (episode.left - episode.leaves)
    if (atMs <= episode.returns) return episode.height
    return (episode.height * (episode.back - atMs)) / (episode.back - episode.returns)
  }

  /** Starts and ends episodes; to be called about ten times a second of market time. */
  govern(atMs: number): void {
    const standing = { mild: 0, strong: 0 }
    for (const [index, episode] of this.#active) {
      if (atMs >= episode.back) {
        this.#active.delete(index)
        this.#restUntil.set(episode.instrument.listing.base, atMs + REST_MS)
      } else if (episode.returns - atMs > HANDOVER_MS) standing[episode.kind] += episode.rows
    }
    for (const kind of ['strong', 'mild'] as const) {
      for (let tries = 0; standing[kind] < WANTED_ROWS[kind] && tries < 20; tries += 1)
        standing[kind] += this.#open(kind, atMs)
    }
    // A short episode now and then, beside the counted ones: some gaps end before anybody can act.
    if (this.#random.unit() < 0.01) this.#open('mild', atMs, this.#random.between(500, 1_800))
  }

  #open(kind: Episode['kind'], atMs: number, lifeMs?: number): number {
    const { instrument, cheap } = this.#pick(kind)
    if (!instrument || this.#isBusy(instrument, atMs)) return 0
    const { exchange, base, quote } = instrument.listing
    const mates = (this.#bySymbol.get(instrument.listing.symbol) ?? []).filter((mate) => mate !== instrument)
    const own = takerFee(exchange, base, quote)
    const costs = mates.map((mate) => own + takerFee(mate.listing.exchange, base, quote) + 2.4e-3)
    const lowest = Math.min(...costs)
    const above = kind === 'strong' ? this.#random.between(0.0118, 0.016) : this.#random.between(0.0006, 0.0034)
    const size = lowest + above
    const life = lifeMs ?? Math.min(45_000, Math.max(2_200, MEDIAN_LIFE_MS * Math.exp(0.8 * this.#random.normal())))
    const ramp = this.#random.between(150, 500)
    const fade = this.#random.between(200, 900)
    const left = atMs + ramp
    const returns = left + life
    const rows = lifeMs ? 0 : costs.filter((cost) => size >= cost).length
    const episode = {
      instrument,
      kind,
      height: cheap ? -size : size,
      leaves: atMs,
      left,
      returns,
      back: returns + fade,
      rows,
    }
    this.#active.set(instrument.index, episode)
    for (const at of [atMs + ramp / 2, left, returns + fade / 2, returns + fade]) this.#nudge(instrument, at)
    return rows
  }

  #pick(kind: Episode['kind']): { instrument: Instrument | undefined; cheap: boolean } {
    const instrument = this.#candidates[this.#random.below(this.#candidates.length)]
    const cheap = this.#random.unit() < 0.5
    // A large gap is implausible in a busy coin, and cannot be small against a market with a fee of 0.8 %.
    if (kind === 'strong' && instrument && instrument.listing.rank < 24 && this.#candidates.length > 40)
      return { instrument: undefined, cheap }
    return { instrument, cheap }
  }

  /** All markets of the symbol, this market included. */
  marketsOf({ listing }: Instrument): readonly Instrument[] {
    return this.#bySymbol.get(listing.symbol) ?? []
  }

  /** Whether a market of this symbol deviates from the others. */
  stands(symbol: string): boolean {
    for (const episode of this.#active.values()) if (episode.instrument.listing.symbol === symbol) return true
    return false
  }

  /** Whether a market of this coin deviates from the others. */
  concerns(coin: string): boolean {
    for (const episode of this.#active.values()) if (episode.instrument.listing.base === coin) return true
    return false
  }

  /** Whether the coin has an episode, or had one lately. Two episodes of a coin must never add up. */
  #isBusy(instrument: Instrument, atMs: number): boolean {
    const { base } = instrument.listing
    return atMs < (this.#restUntil.get(base) ?? 0) || this.concerns(base)
  }
}
