import { type Fraction, fraction, over, plus, times, whole, ZERO } from './plain-numbers.ts'

const HOUR_MS = 3_600_000
const MOST = 21
const LEAST = 3

/** A payment as somebody told it, or as tickers let it be concluded. */
type Telling = { readonly at: number; readonly rate: string; readonly isTold: boolean }

/** What the documents say of a position's size (`by` base units or quote notional) and its margin rate from there on. */
export type PlainTiers = {
  readonly by: 'base' | 'notional'
  readonly rows: readonly (readonly [floor: Fraction, mmr: string])[]
}
export type PlainFunding = {
  readonly mean: Fraction
  readonly rates: readonly string[]
  readonly hours: readonly bigint[]
}

/** All that is known of one perpetual beside its book, in the order in which it was told. */
export class PlainPerp {
  interval: number | null = null
  mark: { readonly text: string; readonly at: number } | null = null
  tiers: PlainTiers | null = null
  nextAt: number | null = null
  #rate: string | null = null
  readonly #tellings: Telling[] = []
  /** The payments that so many tellings are. */
  #merged: { readonly of: number; readonly payments: readonly Telling[] } = { of: 0, payments: [] }

  /**
   * formulas.md § 2: the last rate before the next time moved forward is settled, one before a time that moved backwards
   * is not; nor is one whose time is still more than a minute away, which was put off.
   */
  ticker(rate: string | null, nextAt: number | null, now: number): void {
    const before = this.nextAt
    if (nextAt !== null && before !== null && nextAt > before && this.#rate !== null && before - now <= 60_000) {
      this.#tellings.push({ at: before, rate: this.#rate, isTold: false })
    }
    if (nextAt !== null) this.nextAt = nextAt
    if (rate !== null) this.#rate = rate
  }

  settled(at: number, rate: string): void {
    this.#tellings.push({ at, rate, isTold: true })
  }

  /** Null with fewer than three payments. */
  funding(now: number): PlainFunding | null {
    const { length } = this.#tellings
    if (this.#merged.of !== length) this.#merged = { of: length, payments: merged(this.#tellings) }
    const paid = this.#merged.payments.filter(({ at }) => at <= now)
    if (paid.length < LEAST) return null
    const hours = paid.map(({ at }, rank) => {
      const [from, to] = rank === 0 ? [at, (paid[1] as Telling).at] : [(paid[rank - 1] as Telling).at, at]
      return BigInt(Math.round((to - from) / HOUR_MS))
    })
    const taken = { rates: paid.slice(-MOST).map(({ rate }) => rate), hours: hours.slice(-MOST) }
    const perHour = taken.rates.map((rate, rank) => over(fraction(rate), whole(taken.hours[rank] as bigint)))
    return { ...taken, mean: over(perHour.reduce(plus, ZERO), whole(BigInt(perHour.length))) }
  }
}

/** Tellings of one payment (less than half an hour apart) as one: what was told stands over what was concluded. */
function merged(tellings: readonly Telling[]): Telling[] {
  let payments: Telling[] = []
  for (const telling of tellings) {
    const isSame = ({ at }: Telling) => Math.abs(at - telling.at) < HOUR_MS / 2
    if (!telling.isTold && payments.some((one) => isSame(one) && one.isTold)) continue
    payments = [...payments.filter((one) => !isSame(one)), telling]
  }
  return payments.sort((a, b) => a.at - b.at)
}

export type PlainStep = { readonly floor: Fraction; readonly mmr: Fraction; readonly cum: Fraction }

/** formulas.md § 3: floors as notionals at the mark, each rate's `cum`. */
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
