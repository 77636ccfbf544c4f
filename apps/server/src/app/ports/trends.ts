/** Counts of a day in Istanbul time. The last day is not over yet. */
export type TrendDay = {
  /** The day, such as `2026-11-23`. */
  readonly day: string
  /** Number of today's users who existed at the day's end. */
  readonly users: number
  readonly logins: number
  readonly ticketsOpened: number
  readonly ticketsClosed: number
  readonly opportunities: number
  /** Good minutes of the UTC day; null where nothing was measured. */
  readonly goodMinutes: number | null
}

/** Daily counts, computed from stored data. */
export interface TrendStore {
  /** `firstDay`: midnight in Istanbul at the start of the first of `days` days, epoch ms. */
  read(firstDay: number, days: number, source: 'live' | 'demo' | null): Promise<readonly TrendDay[]>
}
