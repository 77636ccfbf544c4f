/** What was counted on a day, in Istanbul; the last one still goes on. */
export type TrendDay = {
  /** `2026-11-23`. */
  readonly day: string
  /** Users there were at its end, of those that there are now. */
  readonly users: number
  readonly logins: number
  readonly ticketsOpened: number
  readonly ticketsClosed: number
  readonly opportunities: number
  /** By the day in UTC; null where nothing was measured. */
  readonly goodMinutes: number | null
}

/** Daily counts, out of what is stored. */
export interface TrendStore {
  /** `firstDay`: the midnight in Istanbul with which the first of `days` begins, epoch ms. */
  read(firstDay: number, days: number, source: 'live' | 'demo' | null): Promise<readonly TrendDay[]>
}
