/** Exchanges list a settlement some seconds after it; the questions of many symbols are spread over a minute more. */
const LISTED_MS = 30_000
const SPREAD_MS = 60_000
/** The listed time of a settlement, and the exchange's clock, may differ from the announced one by less than this. */
const NEAR_MS = 60_000
const AGAIN_MS = 60_000
const AGAIN_AT_MOST_MS = 900_000
/** A settlement that was never listed is given up after so many questions: the next one comes anyway. */
const GIVE_UP_AFTER = 6
/** Without a known next settlement. */
const UNKNOWN_MS = 3_600_000
/** A rate heard at most so long before a settlement is the one that was settled. */
const HEARD_MS = 120_000
/** Noticed later than this, another settlement may have passed meanwhile. */
const LATE_MS = 1_800_000
/** A history of years is read again as seldom as this where nothing was missed. */
const SELDOM_MS = 86_400_000

type Entry = {
  dueAt: number
  /** The next settlement as announced, epoch ms. */
  nextAt: number | null
  /** When a rate was heard last. */
  heardAt: number
  /** A settlement that the history must tell. */
  owed: number | null
  /** The latest settlement that it has told. */
  latest: number
  /** Fruitless questions in a row. */
  attempts: number
}

/**
 * Whose settled rates are to be asked for next: newly wanted symbols first, then each one after its settlements. Pure:
 * the clock is passed in, and `random` (uniform in [0, 1)) spreads the questions.
 */
export class HistoryPlan {
  readonly #entries = new Map<string, Entry>()
  readonly #isLong: boolean
  readonly #random: () => number

  /** @param isLong answers are long: ask only for what the socket did not tell. */
  constructor(isLong: boolean, random: () => number) {
    this.#isLong = isLong
    this.#random = random
  }

  /** Sets the wanted symbols; returns those that are new. */
  want(symbols: ReadonlySet<string>, now: number): readonly string[] {
    for (const symbol of [...this.#entries.keys()]) if (!symbols.has(symbol)) this.#entries.delete(symbol)
    const added = [...symbols].filter((symbol) => !this.#entries.has(symbol))
    for (const symbol of added) this.#entries.set(symbol, fresh(now))
    return added
  }

  /** The symbol to ask for first, and when; null when none is wanted. */
  get first(): { readonly symbol: string; readonly dueAt: number } | null {
    let first: { symbol: string; dueAt: number } | null = null
    for (const [symbol, { dueAt }] of this.#entries) {
      if (first === null || dueAt < first.dueAt) first = { symbol, dueAt }
    }
    return first
  }

  /** A rate was told with its settlement time. Returns by how much an announced settlement moved, ms; 0 if it did not. */
  rate(symbol: string, nextAt: number | null, now: number): number {
    const entry = this.#entries.get(symbol)
    if (entry === undefined) return 0
    const { heardAt, nextAt: before } = entry
    entry.heardAt = now
    if (nextAt === null || nextAt === before) return 0
    entry.nextAt = nextAt
    if (before === null) return 0
    if (nextAt > before && before <= now + NEAR_MS) {
      if (!this.#isLong || before - heardAt > HEARD_MS || now - before > LATE_MS) {
        entry.owed = before
        this.#dueIn(entry, now, LISTED_MS)
      }
    } else if (!this.#isLong) this.#dueIn(entry, nextAt, LISTED_MS)
    return nextAt - before
  }

  /** The history told of a settlement. */
  settled(symbol: string, at: number): void {
    const entry = this.#entries.get(symbol)
    if (entry !== undefined) entry.latest = Math.max(entry.latest, at)
  }

  /** The question about a symbol was answered, or came to nothing. */
  asked(symbol: string, isAnswered: boolean, now: number): void {
    const entry = this.#entries.get(symbol)
    if (entry === undefined) return
    const isOwed = entry.owed !== null && entry.latest < entry.owed - NEAR_MS && entry.attempts < GIVE_UP_AFTER
    if (!isAnswered || isOwed) {
      entry.dueAt = now + Math.min(AGAIN_AT_MOST_MS, AGAIN_MS * 2 ** entry.attempts) * (0.5 + this.#random())
      entry.attempts++
      return
    }
    entry.owed = null
    entry.attempts = 0
    entry.dueAt = Number.POSITIVE_INFINITY
    if (this.#isLong) this.#dueIn(entry, now, SELDOM_MS)
    else if (entry.nextAt !== null && entry.nextAt > now) this.#dueIn(entry, entry.nextAt, LISTED_MS)
    else this.#dueIn(entry, now, UNKNOWN_MS)
  }

  #dueIn(entry: Entry, from: number, ms: number): void {
    entry.dueAt = Math.min(entry.dueAt, from + ms + SPREAD_MS * this.#random())
  }
}

function fresh(now: number): Entry {
  return {
    dueAt: now,
    nextAt: null,
    heardAt: Number.NEGATIVE_INFINITY,
    owed: null,
    latest: Number.NEGATIVE_INFINITY,
    attempts: 0,
  }
}
