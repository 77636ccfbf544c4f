import type { Mode } from '@makas/domain'
import type { LifetimeSource } from './market-source.ts'

type HistoryEvent = 'opened' | 'changed' | 'closed'

/** Least time between two changes of a row that are kept, ms: rows of carry stand for hours, other rows for seconds. */
export const KEPT_EVERY_MS: Readonly<Record<Mode, number>> = { spot: 1_000, carry: 5_000, tri: 1_000 }

/** One moment of an opportunity's history, as it was evaluated. */
export type HistoryRecord = {
  /** Epoch ms. */
  readonly t: number
  readonly route: string
  readonly mode: Mode
  readonly event: HistoryEvent
  /** Why it closed; null otherwise. */
  readonly reason: string | null
  /** Net return in percent, by which the list is sorted; null where no JSON number holds it. */
  readonly netReturn: number | null
  /** Net result, in the currency of the row. */
  readonly netPnl: number
  readonly size: number
  /** Age of the oldest book, ms. */
  readonly ageMs: number
  /** SHA-256 of the evidence as JSON, hexadecimal. */
  readonly evidenceHash: string
  /** The API row as JSON. */
  readonly row: string
  /** `[[exchange, market, symbol, side, price, quantity], …]` as JSON: the best level of each leg's book. */
  readonly best: string
}

/** Journal of records that no segment has yet: one for the exchanges' market, one for the demo market. */
export type HistoryJournal = {
  /** Appends records; rejects unless all of them are on the disk. Calls do not overlap. */
  append(records: readonly HistoryRecord[]): Promise<void>
  /** Appends records synchronously, at shutdown. @throws what `append` rejects with */
  appendNow(records: readonly HistoryRecord[]): void
  /** Deletes all records that no segment has yet. */
  clear(): Promise<void>
}

/** Records of one day (UTC) in a file of lines, to be stored together. */
export type Segment = {
  readonly source: LifetimeSource
  /** Unique name of the segment, `<day>-<anything>`. */
  readonly name: string
  /** Path of the file of lines. */
  readonly file: string
}

export type HistoryQuestion = {
  readonly source: LifetimeSource
  readonly route: string
  /** Epoch ms; `to` is not included. */
  readonly from: number
  readonly to: number
  /**
   * Number of slots of equal length from the first point found to `to`; the answer has the last point of every event in
   * each slot.
   */
  readonly slots: number
}

export type HistoryPoint = Pick<
  HistoryRecord,
  't' | 'event' | 'reason' | 'netReturn' | 'netPnl' | 'size' | 'ageMs' | 'evidenceHash'
>

export type History = {
  /** Number of points recorded between `from` and `to`, in the answer or not. */
  readonly recorded: number
  /** Recorded points, oldest first; none is interpolated. */
  readonly points: readonly HistoryPoint[]
}

/** Limits of the history, in days and in bytes, whichever is reached first. */
export type Retention = { readonly days: number; readonly bytes: number }

/** Storage of the history of all opportunities. The two sources never mix (product-decisions.md 27). */
export type Archive = {
  /** Stores a segment atomically; does nothing where it is stored already. */
  write(segment: Segment): Promise<void>
  history(question: HistoryQuestion): Promise<History>
  /** Merges small segments, and deletes segments beyond the retention. */
  tidy(now: number, retention: Retention): Promise<void>
  drop(source: LifetimeSource): Promise<void>
}

/** The archive as HTTP routes see it; null where there is no answer now. */
export type HistoryReader = { history(question: HistoryQuestion): Promise<History | null> }
