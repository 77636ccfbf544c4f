import type { Random } from '../random.ts'
import { MONIES } from './asset-table.ts'
import { startUsd } from './listings.ts'

/** Volatilities per square root of a second: about 60 % a year for coins, far less for monies. */
const COMMON_SIGMA = 0.7e-4
const OWN_SIGMA = 0.8e-4
const MONEY_SIGMA = 0.02e-4
/** Time constant of the mean reversion, ms: prices of a demo that runs for weeks stay near their start. */
const PULL_MS = 3_600_000

interface Asset {
  readonly startUsd: number
  readonly beta: number
  readonly sigma: number
  own: number
  time: number
  usd: number
}

/**
 * The fair USD value of every asset: `start · exp(beta · common + own)`, both mean-reverting. All markets of an asset
 * follow this value, so prices are correlated and cycles close.
 */
export class FairPrices {
  readonly #assets = new Map<string, Asset>()
  readonly #random: Random
  #common = 0
  #commonAt = 0

  constructor(random: Random) {
    this.#random = random
  }

  /** USD value of one coin at this market time (ms since the market's start, never going back). */
  usd(name: string, atMs: number): number {
    const asset = this.#assets.get(name) ?? this.#add(name)
    if (atMs - asset.time < 10) return asset.usd
    this.#moveCommon(atMs)
    asset.own = this.#moved(asset.own, asset.sigma, atMs - asset.time)
    asset.time = atMs
    asset.usd = asset.startUsd * Math.exp(asset.beta * this.#common + asset.own)
    return asset.usd
  }

  /** The last computed value. Reading it advances nothing. */
  last(name: string): number {
    return this.#assets.get(name)?.usd ?? startUsd(name)
  }

  #add(name: string): Asset {
    const usd = startUsd(name)
    const money = name in MONIES
    const beta = money ? 0 : this.#random.between(0.7, 1.4)
    const sigma = name === 'USD' ? 0 : money ? MONEY_SIGMA : OWN_SIGMA * this.#random.between(0.6, 1.5)
    const asset = { startUsd: usd, beta, sigma, own: 0, time: 0, usd }
    this.#assets.set(name, asset)
    return asset
  }

  #moveCommon(atMs: number): void {
    if (atMs - this.#commonAt < 50) return
    this.#common = this.#moved(this.#common, COMMON_SIGMA, atMs - this.#commonAt)
    this.#commonAt = atMs
  }

  #moved(value: number, sigma: number, elapsedMs: number): number {
    return value * (1 - Math.min(1, elapsedMs / PULL_MS)) + sigma * Math.sqrt(elapsedMs / 1000) * this.#random.normal()
  }
}
