import type { Mode } from '@makas/domain'
import type { LifetimeSource } from './market-source.ts'

type LifeEvent = 'opened' | 'changed' | 'closed'

/** One moment of an opportunity's life, as it was evaluated. */
export type LifePoint = {
  /** Epoch ms. */
  readonly t: number
  readonly route: string
  readonly mode: Mode
  readonly event: LifeEvent
  /** Why it closed; null otherwise. */
  readonly reason: string | null
  /** Percent, what its list is sorted by; null where no number says it. */
  readonly netReturn: number | null
  /** In the currency of the row's result. */
  readonly netPnl: number
  readonly size: number
  /** Age of the oldest book, ms. */
  readonly ageMs: number
  /** SHA-256 of the evidence as JSON, hexadecimal. */
  readonly evidenceHash: string
  /** The API row as JSON. */
  readonly row: string
  /** `[[exchange, market, symbol, side, price, quantity], …]` as JSON: the best of each leg's book. */
  readonly best: string
}

/** Where points lie until a segment has them: one for the exchanges', one for the demo market's. */
export type LifeJournal = {
  /** Rejects when not all of them are on the disk. Calls do not overlap. */
  append(points: readonly LifePoint[]): Promise<void>
  /** The same at once, for when we stop. Throws what `append` rejects with. */
  appendNow(points: readonly LifePoint[]): void
  /** Forgets everything that no segment has yet. */
  clear(): Promise<void>
}

/** Points of one day (UTC) in a file of lines, to be stored together. */
export type Segment = {
  readonly source: LifetimeSource
  /** `<day>-<anything>`, never used for other points. */
  readonly name: string
  /** The file of lines. */
  readonly file: string
}

export type HistoryQuestion = {
  readonly source: LifetimeSource
  readonly route: string
  /** Epoch ms; `to` is not included. */
  readonly from: number
  readonly to: number
  /** Slots of equal length from the first point found to `to`; of each the last point of every event is told. */
  readonly slots: number
}

export type HistoryPoint = Pick<
  LifePoint,
  't' | 'event' | 'reason' | 'netReturn' | 'netPnl' | 'size' | 'ageMs' | 'evidenceHash'
>

export type History = {
  /** Points that were recorded between `from` and `to`, told or not. */
  readonly recorded: number
  /** Oldest first; each is one that was recorded, none is made up. */
  readonly points: readonly HistoryPoint[]
}

/** How long history is kept, and in how much room; whichever is reached first. */
export type Retention = { readonly days: number; readonly bytes: number }

/** The lives of all opportunities, for as long as they are kept. The two sources never mix (product-decisions.md 27). */
export type Archive = {
  /** Stores a segment as a whole or not at all; one that is stored already is not stored again. */
  write(segment: Segment): Promise<void>
  history(question: HistoryQuestion): Promise<History>
  /** Joins what would slow down questions, and lets go what is kept no longer. */
  tidy(now: number, retention: Retention): Promise<void>
  /** Forgets a source. */
  drop(source: LifetimeSource): Promise<void>
}

/** What the HTTP side asks: null where there is no answer now. */
export type HistoryReader = { history(question: HistoryQuestion): Promise<History | null> }
