import { placedNoise } from '../random.ts'

/** Rates are whole multiples of 10^-12. */
export const RATE_DECIMALS = 12
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Payments in the history when the market starts. */
const PAST_PAYMENTS = 120
/** Cap of kept payments. */
const KEPT_PAYMENTS = 600

/** A past payment. `time`: the boundary itself, epoch ms. */
export interface Payment {
  readonly time: number
  /** Rate of the whole ended interval, 10^-12. */
  readonly rate: number
  /** The index price at that time, as a share of the coin's starting price. */
  readonly priceShare: number
}

/** Funding of a perpetual at one time. */
export interface FundingState {
  /** The rate to be charged at `nextAt`, 10^-12; an estimate until then. */
  readonly rate: number
  readonly nextAt: number
  /** Hours between payments as the exchange states them; null while a fault withholds them. */
  readonly statedHours: number | null
  /** Hours between payments in force. */
  readonly hours: number
  /** Past payments, oldest first. */
  readonly settled: readonly Payment[]
}

interface FundingOptions {
  readonly seed: number
  /** A unique name of the perpetual. */
  readonly key: string
  readonly hourlyRate: number
  readonly intervalHours: number
  readonly rateDecimals: number
}

/**
 * The funding of one perpetual, settled at real interval boundaries of wall time. The rate is a pure function of seed,
 * name and time that moves slowly around its mean, so a restarted market has an identical past. Only a change of the
 * interval is stored.
 */
export class Funding {
  readonly #options: FundingOptions
  readonly #step: number
  /** Standard deviation of the hourly rate. */
  readonly #sigma: number
  readonly #settled: Payment[] = []
  readonly #rateNoise: (slot: number) => number
  readonly #priceNoise: (slot: number) => number
  readonly #estimateNoise: (minute: number) => number
  #hours: number
  #statedHours: number | null
  #nextAt = 0
  #minute = 0
  #running = 0

  constructor(options: FundingOptions) {
    const noise = (what: string) => placedNoise(options.seed, `${options.key} ${what}`)
    this.#options = options
    this.#rateNoise = noise('rate')
    this.#priceNoise = noise('price')
    this.#estimateNoise = noise('estimate')
    this.#step = 10 ** (RATE_DECIMALS - options.rateDecimals)
    this.#sigma = 0.2 * Math.abs(options.hourlyRate) + 2e-6
    this.#hours = options.intervalHours
    this.#statedHours = options.intervalHours
  }

  /** The state at this time; a clock that goes back settles no payment twice. */
  at(wallMs: number): FundingState {
    this.#advance(wallMs)
    return {
      rate: this.#runningRate(wallMs),
      nextAt: this.#nextAt,
      statedHours: this.#statedHours,
      hours: this.#hours,
      settled: this.#settled,
    }
  }

  /** Sets the hours between payments from now on; null: unchanged, but the exchange no longer states them. */
  changeInterval(hours: number | null, wallMs: number): void {
    this.#advance(wallMs)
    this.#statedHours = hours
    if (hours === null || hours === this.#hours) return
    this.#hours = hours
    this.#nextAt = boundaryAfter(wallMs, hours)
    this.#minute = 0
  }

  /** Restores the interval of the listing. */
  restoreInterval(wallMs: number): void {
    this.changeInterval(this.#options.intervalHours, wallMs)
  }

  #advance(wallMs: number): void {
    if (this.#nextAt === 0) this.#begin(wallMs)
    while (this.#nextAt <= wallMs) {
      this.#settle(this.#nextAt)
      this.#nextAt = boundaryAfter(this.#nextAt, this.#hours)
    }
  }

  #begin(wallMs: number): void {
    const interval = this.#hours * HOUR_MS
    this.#nextAt = boundaryAfter(wallMs, this.#hours)
    for (let back = PAST_PAYMENTS; back >= 1; back -= 1) this.#settle(this.#nextAt - back * interval)
  }

  #settle(time: number): void {
    const priceShare = Math.exp(0.02 * this.#priceNoise(Math.floor(time / (8 * HOUR_MS))))
    this.#settled.push({ time, rate: this.#rateAt(time), priceShare })
    if (this.#settled.length > KEPT_PAYMENTS) this.#settled.shift()
  }

  /** The rate charged at this boundary for the interval before it. */
  #rateAt(at: number): number {
    const place = at / (8 * HOUR_MS)
    const slot = Math.floor(place)
    const share = place - slot
    const stray = (1 - share) * this.#slow(slot) + share * this.#slow(slot + 1)
    return this.#rounded((this.#options.hourlyRate + this.#sigma * stray) * this.#hours)
  }

  /** The exchange's estimate: new every minute, and closer to the final rate near the payment. */
  #runningRate(wallMs: number): number {
    const minute = Math.floor(wallMs / MINUTE_MS)
    if (minute === this.#minute) return this.#running
    this.#minute = minute
    const minutesLeft = Math.max(0, Math.floor(this.#nextAt / MINUTE_MS) - 1 - minute)
    const doubt = (0.6 * this.#sigma * minutesLeft) / 60
    const estimate = this.#rateAt(this.#nextAt) / 10 ** RATE_DECIMALS + doubt * this.#estimateNoise(minute)
    this.#running = this.#rounded(estimate)
    return this.#running
  }

  #rounded(fraction: number): number {
    return Math.round((fraction * 10 ** RATE_DECIMALS) / this.#step) * this.#step
  }

  /** A standard normal value that correlates with its neighbours. */
  #slow(slot: number): number {
    return 0.75 * this.#rateNoise(slot) + 0.55 * this.#rateNoise(slot - 1) + 0.36 * this.#rateNoise(slot - 2)
  }
}

const boundaryAfter = (ms: number, hours: number): number => (Math.floor(ms / (hours * HOUR_MS)) + 1) * hours * HOUR_MS
