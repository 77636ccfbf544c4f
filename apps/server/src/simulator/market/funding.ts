import { placedNoise } from '../random.ts'

/** Rates are whole multiples of 10^-12. */
export const RATE_DECIMALS = 12
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Payments that lie behind when the market starts, and how many are kept at all. */
const PAST_PAYMENTS = 120
const KEPT_PAYMENTS = 600

/** A payment that has happened; `at` is the boundary itself, epoch ms. */
export interface Payment {
  readonly at: number
  /** 10^-12, for the whole interval that ended. */
  readonly rate: number
  /** The index price at that time, as a share of the coin's starting price. */
  readonly priceShare: number
}

/** How a perpetual's funding stands at some moment. */
export interface FundingState {
  /** The rate that will be charged at `nextAt`, 10^-12; it moves until then. */
  readonly rate: number
  readonly nextAt: number
  /** Hours between payments as the exchange states them; null while a fault withholds them. */
  readonly statedHours: number | null
  /** Hours between payments that are in force. */
  readonly hours: number
  /** Oldest first. */
  readonly settled: readonly Payment[]
}

interface FundingOptions {
  readonly seed: number
  /** A name of the perpetual that no other has. */
  readonly key: string
  readonly hourlyRate: number
  readonly intervalHours: number
  readonly rateDecimals: number
}

/**
 * The funding of one perpetual, settled at the real boundaries of wall time. The rate is a pure function of seed, name and
 * time: it wanders slowly around its mean, so that a market started again tells the same past. Only a change of the
 * interval is remembered.
 */
export class Funding {
  readonly #options: FundingOptions
  readonly #step: number
  /** How far the hourly rate strays from its mean. */
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

  /** The state at this moment; a clock that goes back settles nothing again. */
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

  /** From now on payments come every so many hours; null: they come as before, but the exchange does not say how often. */
  changeInterval(hours: number | null, wallMs: number): void {
    this.#advance(wallMs)
    this.#statedHours = hours
    if (hours === null || hours === this.#hours) return
    this.#hours = hours
    this.#nextAt = boundaryAfter(wallMs, hours)
    this.#minute = 0
  }

  /** Back to the interval that the listing states. */
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

  #settle(at: number): void {
    const priceShare = Math.exp(0.02 * this.#priceNoise(Math.floor(at / (8 * HOUR_MS))))
    this.#settled.push({ at, rate: this.#rateAt(at), priceShare })
    if (this.#settled.length > KEPT_PAYMENTS) this.#settled.shift()
  }

  /** What is charged at this boundary for the interval before it. */
  #rateAt(at: number): number {
    const place = at / (8 * HOUR_MS)
    const slot = Math.floor(place)
    const share = place - slot
    const stray = (1 - share) * this.#slow(slot) + share * this.#slow(slot + 1)
    return this.#rounded((this.#options.hourlyRate + this.#sigma * stray) * this.#hours)
  }

  /** The exchange's estimate: new every minute, and closer to the truth the nearer the payment is. */
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

  /** Normal, and like its neighbours. */
  #slow(slot: number): number {
    return 0.75 * this.#rateNoise(slot) + 0.55 * this.#rateNoise(slot - 1) + 0.36 * this.#rateNoise(slot - 2)
  }
}

const boundaryAfter = (ms: number, hours: number): number => (Math.floor(ms / (hours * HOUR_MS)) + 1) * hours * HOUR_MS
