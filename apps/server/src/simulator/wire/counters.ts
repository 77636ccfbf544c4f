/** What has happened so far; read by tests and by the command. */
export interface Counters {
  connections: number
  disconnects: number
  bookFrames: number
  /** Data frames that are no books: marks, funding rates, tickers. */
  factFrames: number
  controlFrames: number
  requests: number
  /** Requests that came in although a Retry-After had not ended. */
  requestsWhileBanned: number
  refusals: number
  /** Fault kind → how often it struck. */
  readonly faults: Record<string, number>
}
