import type { SettledRate } from '../../market/perp.ts'
import { type Decimal, mantissaAt, pow10 } from '../../money/decimal.ts'
import { type Ratio, ratio } from '../../money/ratio.ts'
import { leastCommonMultiple } from '../leg.ts'

/** The payments of a perpetual that the mean takes (formulas.md § 2): the lists are parallel, oldest first. */
export type FundingMean = {
  /** A fraction of the position's value per hour; positive: longs pay. */
  readonly mean: Ratio
  /** Rates as the exchange sent them, each for its own whole interval. */
  readonly rates: readonly Decimal[]
  /** Hours that each rate was paid for. */
  readonly intervals: readonly number[]
  readonly lastRate: Decimal
  readonly lastInterval: number
}

const HOUR_MS = 3_600_000
/**
 * Two reports closer than this, in ms, are of one payment: a payment's time differs by milliseconds between a history
 * and a ticker, and no exchange pays twice within the hour. The gap between two kept payments is therefore never 0
 * whole hours.
 */
const SAME_PAYMENT_MS = HOUR_MS / 2
/** Most payments of a mean, the newest: a week of payments each 8 h. */
export const MOST_SETTLED = 21
/** Fewest payments of a mean. */
export const LEAST_SETTLED = 3
/** Most past payments kept: those of the mean, the one before them, and room for some that prove to be one payment. */
const KEPT = 48
/** Most future payments kept, reported before our clock has reached them: clocks differ, and a replay has its own. */
const KEPT_AHEAD = 48
/** A mean holds for this many of its intervals after the newest payment: old payments say nothing of later ones. */
const MEAN_INTERVALS = 3
/** Shortest time for which a mean holds, whatever its interval. */
const MEAN_LEAST_MS = 24 * HOUR_MS
/** How long before a payment, by our clock in ms, a ticker may already name the next one. */
const CLOCK_SKEW_MS = 60_000

/** A payment; `isReported`: reported by the exchange as one, else concluded from tickers. */
type Payment = SettledRate & { readonly isReported: boolean }

/**
 * The funding of one perpetual as far as it is known: its interval, the running rate, and the payments. Facts may come
 * in any order and any number of times; a payment reported by the exchange replaces one concluded from tickers, and of
 * two of one kind the later report stands. Bounded: old payments are dropped.
 */
export class FundingHistory {
  #intervalHours: number | null = null
  /** Listing time of the contract, epoch ms: earlier payments belong to another contract of the same name. */
  #listedAt = 0
  #runningRate: Decimal | null = null
  #nextFundingAt: number | null = null
  /** Ascending by time, any two at least `SAME_PAYMENT_MS` apart. */
  readonly #payments: Payment[] = []
  /** The last answer of `mean`, and the span of time in which it holds. */
  #known: { readonly from: number; readonly until: number; readonly mean: FundingMean | null } | null = null

  /** Hours between two payments; null while the exchange states none: then a yield is unknown (F19). */
  get intervalHours(): number | null {
    return this.#intervalHours
  }

  /** The rate that will be paid at `nextFundingAt`; it still moves and decides nothing. */
  get runningRate(): Decimal | null {
    return this.#runningRate
  }

  /** Time of the next payment, epoch ms; null until a ticker names it. */
  get nextFundingAt(): number | null {
    return this.#nextFundingAt
  }

  /** Number of payments kept. */
  get remembered(): number {
    return this.#payments.length
  }

  /** Sets the interval that the exchange states, in hours; anything but a positive whole number counts as none. */
  interval(hours: number | null): void {
    this.#intervalHours = hours !== null && Number.isSafeInteger(hours) && hours > 0 ? hours : null
  }

  /** Takes the contract's listing time, epoch ms. A later time than before means a new contract of the same name. */
  listed(at: number): void {
    if (at <= this.#listedAt) return
    const isAnother = this.#listedAt > 0
    this.#listedAt = at
    if (isAnother) {
      this.#runningRate = null
      this.#nextFundingAt = null
    }
    this.#payments.splice(0, this.#payments.findLastIndex((payment) => payment.time < at) + 1)
    this.#known = null
  }

  /**
   * Takes a ticker. A null field was not in it, and the value before stays. When the next-funding time moves forward,
   * the last rate before was paid at the old time. When it moves backwards (a shortened interval), nothing was paid.
   * Nothing was paid either when it moves forward long before the old time: the exchange has put that payment off.
   */
  ticker(rate: Decimal | null, nextFundingAt: number | null, now: number): void {
    if (nextFundingAt !== null && isTime(nextFundingAt)) {
      const before = this.#nextFundingAt
      if (before !== null && nextFundingAt > before && now >= before - CLOCK_SKEW_MS && this.#runningRate !== null) {
        this.#place({ time: before, rate: this.#runningRate, isReported: false }, now)
      }
      this.#nextFundingAt = nextFundingAt
    }
    if (rate !== null) this.#runningRate = rate
  }

  /** Takes payments that the exchange reports; those in the future of `now` count once the clock has reached them. */
  settled(rates: readonly SettledRate[], now: number): void {
    for (const { time, rate } of rates) if (isTime(time)) this.#place({ time, rate, isReported: true }, now)
  }

  /**
   * The mean of the payments up to `now`; null with fewer than 3, and where the newest payment is too old. The same
   * object while nothing changes.
   */
  mean(now: number): FundingMean | null {
    if (this.#known !== null && this.#known.from <= now && now < this.#known.until) return this.#known.mean
    const paid = this.#countPaid(now)
    const from = this.#payments[paid - 1]?.time ?? Number.NEGATIVE_INFINITY
    const until = this.#payments[paid]?.time ?? Number.POSITIVE_INFINITY
    const mean = paid < LEAST_SETTLED ? null : meanOf(this.#payments, Math.max(0, paid - MOST_SETTLED), paid)
    const holdsUntil = mean === null ? until : from + lifeMs(mean.lastInterval)
    if (now < holdsUntil) this.#known = { from, until: Math.min(until, holdsUntil), mean }
    else this.#known = { from: Math.max(from, holdsUntil), until, mean: null }
    return this.#known.mean
  }

  /** Time, epoch ms, before which the last answer of `mean` holds if no payment comes. */
  get meanUntil(): number {
    return this.#known?.until ?? Number.NEGATIVE_INFINITY
  }

  #countPaid(now: number): number {
    let paid = this.#payments.length
    while (paid > 0 && (this.#payments[paid - 1] as Payment).time > now) paid--
    return paid
  }

  #place(payment: Payment, now: number): void {
    if (payment.time < this.#listedAt) return
    const payments = this.#payments
    let end = payments.length
    while (end > 0 && (payments[end - 1] as Payment).time - payment.time >= SAME_PAYMENT_MS) end--
    let start = end
    while (start > 0 && payment.time - (payments[start - 1] as Payment).time < SAME_PAYMENT_MS) start--
    // Older than all kept payments, and there is no room for one more.
    if (end === 0 && this.#countPaid(now) >= KEPT) return
    const same = payments.slice(start, end)
    if (!payment.isReported && same.some(({ isReported }) => isReported)) return
    payments.splice(start, same.length, payment)
    this.#known = null

    const paid = this.#countPaid(now)
    if (payments.length - paid > KEPT_AHEAD) payments.length = paid + KEPT_AHEAD
    if (paid > KEPT) payments.splice(0, paid - KEPT)
  }
}

const lifeMs = (intervalHours: number) => Math.max(MEAN_LEAST_MS, MEAN_INTERVALS * intervalHours * HOUR_MS)

const isTime = (at: number) => Number.isSafeInteger(at) && at > 0

/** The mean of the payments `from` ≤ i < `to`. The payment before `from` only says how long the first interval was. */
function meanOf(payments: readonly Payment[], from: number, to: number): FundingMean {
  const rates: Decimal[] = []
  const intervals: number[] = []
  for (let i = from; i < to; i++) {
    rates.push((payments[i] as Payment).rate)
    // The oldest known payment has none before it: it takes the interval of the next.
    intervals.push(hoursBetween(payments[Math.max(i, 1) - 1] as Payment, payments[Math.max(i, 1)] as Payment))
  }
  const decimals = Math.max(...rates.map((rate) => rate.decimals))
  const hours = intervals.map(BigInt).reduce(leastCommonMultiple)
  const sum = rates.reduce(
    (total, rate, i) => total + mantissaAt(rate, decimals) * (hours / BigInt(intervals[i] as number)),
    0n,
  )
  return {
    mean: ratio(sum, BigInt(rates.length) * hours * pow10(decimals)),
    rates,
    intervals,
    lastRate: rates[rates.length - 1] as Decimal,
    lastInterval: intervals[intervals.length - 1] as number,
  }
}

const hoursBetween = (a: Payment, b: Payment) => Math.round((b.time - a.time) / HOUR_MS)
