import type { Random } from '../random.ts'
import type { Instrument, Listing } from './instrument.ts'

/** Time between two beats of the largest coins' books in USDT, ms. */
const LIVELY_MS = [400, 600] as const
/** Time between two beats of any other book, ms. */
const QUIET_MS = [2_400, 3_200] as const
/** Share of a book's age limit that a pause may take. A busy machine may need the rest. */
const PART_OF_LIMIT = 0.7

/**
 * The beats of a calm market. At each beat of a coin all its books change together, except books that a gap keeps busy,
 * so that readers judge a pair of books once. A book that was busier changes between the beats too, until readers
 * expect its pauses.
 */
export class CalmBeats {
  readonly #random: Random
  readonly #stepMs: number
  /** The next beats of each coin's lively and quiet books, market ms. */
  readonly #next = { lively: new Map<string, number>(), quiet: new Map<string, number>() }
  /** `time`: when a book changed last, market ms. `sum`: the sum from which readers take its age limit. */
  readonly #changes: { time: number; sum: number }[] = []

  constructor(random: Random, stepMs: number) {
    this.#random = random
    this.#stepMs = stepMs
  }

  /** The book has changed. */
  changed({ index, listing }: Instrument, marketMs: number): void {
    // Kraken sends a message for each level of a perpetual, so readers expect short pauses for ever.
    if (listing.exchange === 'kraken' && listing.kind === 'perp') return
    const { time, sum } = this.#changes[index] ?? { time: marketMs, sum: 0 }
    const gap = marketMs - time
    this.#changes[index] = { time: marketMs, sum: sum + gap - Math.floor(sum / 16) }
  }

  /** Time until the book's next change, ms. */
  pause({ index, listing }: Instrument, marketMs: number): number {
    // The limit of formulas.md § 5.
    const limit = Math.min(10_000, Math.max(2_000, (this.#changes[index]?.sum ?? 0) / 4))
    return Math.min(this.#beatAfter(listing, marketMs) - marketMs, PART_OF_LIMIT * limit)
  }

  #beatAfter({ base, quote, rank }: Listing, marketMs: number): number {
    const isLively = rank < 5 && quote === 'USDT'
    const beats = isLively ? this.#next.lively : this.#next.quiet
    const [least, most] = isLively ? LIVELY_MS : QUIET_MS
    let next = beats.get(base) ?? 0
    // In whole steps, so that no book changes right before its beat.
    while (next <= marketMs) next += Math.round(this.#random.between(least, most) / this.#stepMs) * this.#stepMs
    beats.set(base, next)
    return next
  }
}
