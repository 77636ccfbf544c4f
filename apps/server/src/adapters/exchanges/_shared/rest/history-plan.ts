/** Wait after a settlement, which exchanges list some seconds later; calls of many symbols spread over a minute. */
const LISTED_MS = 30_000
const SPREAD_MS = 60_000
/** The listed time of a settlement, and the exchange's clock, may differ from the announced time by less than this. */
const NEAR_MS = 60_000
const AGAIN_MS = 60_000
const AGAIN_AT_MOST_MS = 900_000
/** Calls for a settlement that is not listed, at most: the next settlement brings both. */
const GIVE_UP_AFTER = 6
/** Pause between calls while no next settlement is known. */
const UNKNOWN_MS = 3_600_000
/** A rate received at most this long before a settlement is the settled one. */
const HEARD_MS = 120_000
/** A settlement noticed later than this may have been followed by another one. */
const LATE_MS = 1_800_000
/** Pause between calls for a history of years while no settlement was missed. */
const SELDOM_MS = 86_400_000

type Entry = {
  dueAt: number
  /** The next settlement as announced, epoch ms. */
  nextAt: number | null
  /** When a rate was received last, epoch ms. */
  heardAt: number
  /** Time of a settlement whose rate must come from the history, epoch ms. */
  owed: number | null
  /** Time of the latest settlement that the history had, epoch ms. */
  latest: number
  /** Calls in a row that brought nothing. */
  attempts: number
}

/**
 * Which symbol's settled rates to request next: newly wanted symbols first, then each one after its settlements. Pure:
 * the clock is passed in, and `random` (uniform in [0, 1)) spreads the calls.
 */
export class HistoryPlan {
  readonly #entries = new Map<string, Entry>()
  readonly #isLong: boolean
  readonly #random: () => number

  /** @param isLong answers hold years: request only settlements whose rate the socket did not bring. */
  constructor(isLong: boolean, random: () => number) {
    this.#isLong = isLong
    this.#random = random
  }

  /** Sets the wanted symbols; returns the new symbols. */
  want(symbols: ReadonlySet<string>, now: number): readonly string[] {
    for (const symbol of [...this.#entries.keys()]) if (!symbols.has(symbol)) this.#entries.delete(symbol)
    const added = [...symbols].filter((symbol) => !this.#entries.has(symbol))
    for (const symbol of added) this.#entries.set(symbol, fresh(now))
    return added
  }

  /** The symbol that is due first, and when; null when none is wanted. */
  get first(): { readonly symbol: string; readonly dueAt: number } | null {
    let first: { symbol: string; dueAt: number } | null = null
    for (const [symbol, { dueAt }] of this.#entries) {
      if (first === null || dueAt < first.dueAt) first = { symbol, dueAt }
    }
    return first
  }

  /** Takes a rate with its settlement time; returns by how many ms the announced settlement moved, 0 if it did not. */
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

  /** Takes the time of a settlement that the history has, epoch ms. */
  settled(symbol: string, at: number): void {
    const entry = this.#entries.get(symbol)
    if (entry !== undefined) entry.latest = Math.max(entry.latest, at)
  }

  /** Takes the end of a symbol's call and sets when the next one is due. */
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
