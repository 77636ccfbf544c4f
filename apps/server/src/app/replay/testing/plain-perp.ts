import { type Fraction, fraction, over, plus, times, whole, ZERO } from './plain-numbers.ts'

const HOUR_MS = 3_600_000
const MOST = 21
const LEAST = 3

/** A payment: reported by the exchange (`isTold`), or concluded from tickers. */
type Payment = { readonly time: number; readonly rate: string; readonly isTold: boolean }

/**
 * Margin tiers by the documents: floors of the position's size (`by` base units or quote notional), each with its
 * margin rate.
 */
export type PlainTiers = {
  readonly by: 'base' | 'notional'
  readonly rows: readonly (readonly [floor: Fraction, mmr: string])[]
}
export type PlainFunding = {
  readonly mean: Fraction
  readonly rates: readonly string[]
  readonly hours: readonly bigint[]
}

/** Facts of one perpetual beside its book, in the order of their messages. */
export class PlainPerp {
  interval: number | null = null
  mark: { readonly text: string; readonly time: number } | null = null
  tiers: PlainTiers | null = null
  nextAt: number | null = null
  #rate: string | null = null
  readonly #tellings: Payment[] = []
  /** The payments merged from the first `count` of `#tellings`. */
  #merged: { readonly count: number; readonly payments: readonly Payment[] } = { count: 0, payments: [] }

  /**
   * formulas.md § 2: when the next time moves forward, the last rate before is settled; not when it moves backwards,
   * nor when the former time is still more than a minute away, since that payment was postponed.
   */
  ticker(rate: string | null, nextAt: number | null, now: number): void {
    const before = this.nextAt
    if (nextAt !== null && before !== null && nextAt > before && this.#rate !== null && before - now <= 60_000) {
      this.#tellings.push({ time: before, rate: this.#rate, isTold: false })
    }
    if (nextAt !== null) this.nextAt = nextAt
    if (rate !== null) this.#rate = rate
  }

  settled(time: number, rate: string): void {
    this.#tellings.push({ time, rate, isTold: true })
  }

  /** Null with fewer than three payments, and three intervals or a day after the newest, whichever is later. */
  funding(now: number): PlainFunding | null {
    const { length } = this.#tellings
    if (this.#merged.count !== length) this.#merged = { count: length, payments: merged(this.#tellings) }
    const paid = this.#merged.payments.filter(({ time }) => time <= now)
    if (paid.length < LEAST) return null
    const hours = paid.map(({ time }, rank) => {
      const [from, to] = rank === 0 ? [time, (paid[1] as Payment).time] : [(paid[rank - 1] as Payment).time, time]
      return BigInt(Math.round((to - from) / HOUR_MS))
    })
    const newest = (paid.at(-1) as Payment).time
    if (now >= newest + Math.max(24, 3 * Number(hours.at(-1))) * HOUR_MS) return null
    const taken = { rates: paid.slice(-MOST).map(({ rate }) => rate), hours: hours.slice(-MOST) }
    const perHour = taken.rates.map((rate, rank) => over(fraction(rate), whole(taken.hours[rank] as bigint)))
    return { ...taken, mean: over(perHour.reduce(plus, ZERO), whole(BigInt(perHour.length))) }
  }
}

/** Merges what was told of one payment (less than half an hour apart): a reported one replaces a concluded one. */
function merged(tellings: readonly Payment[]): Payment[] {
  let payments: Payment[] = []
  for (const telling of tellings) {
    const isSame = ({ time }: Payment) => Math.abs(time - telling.time) < HOUR_MS / 2
    if (!telling.isTold && payments.some((one) => isSame(one) && one.isTold)) continue
    payments = [...payments.filter((one) => !isSame(one)), telling]
  }
  return payments.sort((a, b) => a.time - b.time)
}

export type PlainStep = { readonly floor: Fraction; readonly mmr: Fraction; readonly cum: Fraction }

/**
 * Tiers of formulas.md § 3: `floor` is a notional at the mark and `cum` the amount that is taken off the margin required
 * at the tier's rate, both in the quote.
 */
export function steps({ by, rows }: PlainTiers, mark: Fraction): PlainStep[] {
  const made: PlainStep[] = []
  for (const [at, mmrText] of rows) {
    const floor = by === 'base' ? times(at, mark) : at
    const mmr = fraction(mmrText)
    const before = made.at(-1)
    const rise = before === undefined ? mmr : plus(mmr, [-before.mmr[0], before.mmr[1]])
    made.push({ floor, mmr, cum: plus(before?.cum ?? ZERO, times(floor, rise)) })
  }
  return made
}
