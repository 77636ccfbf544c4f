/** Counts since the start, for tests and the command. */
export interface Counters {
  connections: number
  disconnects: number
  bookFrames: number
  /** Data frames beside the books: marks, funding rates, tickers. */
  factFrames: number
  controlFrames: number
  requests: number
  /** Requests that came before a Retry-After had passed. */
  requestsWhileBanned: number
  refusals: number
  /** Number of strikes by fault kind. */
  readonly faults: Record<string, number>
}
