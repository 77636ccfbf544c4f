/** Measurements of which the offset is the median: one slow answer does not move it (F13). */
const SAMPLES = 5
/** Pause between the first five measurements, short so that ages are right soon after the start. */
const FIRST_INTERVAL_MS = 300
const SHORTEST_INTERVAL_MS = 5_000
const LONGEST_INTERVAL_MS = 60_000
/**
 * A measurement further than this from the median means that a clock drifts or stepped: the next one follows after
 * `SHORTEST_INTERVAL_MS`.
 */
const DRIFT_MS = 50
/** Longest round trip of a measurement: the error is up to half of it, and the offset must hold within 250 ms (F13). */
const LONGEST_TRIP_MS = 500

/** The exchange's clock minus ours, measured by asking it the time; between two measurements it follows our lean. */
export class ClockOffset {
  readonly #leanMs: () => number
  /** Measured offsets, ms, as if our clock had never leaned. */
  readonly #samples: number[] = []
  #measured = 0
  #interval = FIRST_INTERVAL_MS

  /** `leanMs`: how far our clock leaned since its start, ms. */
  constructor(leanMs: () => number = () => 0) {
    this.#leanMs = leanMs
  }

  /** The median in ms, or null before the first measurement. */
  get medianMs(): number | null {
    if (this.#samples.length === 0) return null
    const sorted = [...this.#samples].sort((a, b) => a - b)
    return (sorted[sorted.length >> 1] as number) - this.#leanMs()
  }

  /** Takes a measurement: the server's time in an answer, our time of sending and of receipt (all epoch ms). */
  measured(serverTime: number, sentAt: number, receivedAt: number): void {
    const offset = serverTime - (sentAt + receivedAt) / 2
    const before = this.medianMs
    this.#measured++
    // A slow answer gives only bounds of the offset (all delay on the way out, or all on the way back). An answer that
    // waited behind a slow stream would make that stream's books look too young: a slow answer counts only where its
    // bounds exclude the median.
    const isSlow = receivedAt - sentAt > LONGEST_TRIP_MS
    const agrees = before !== null && before >= serverTime - receivedAt && before <= serverTime - sentAt
    if (isSlow && agrees) {
      this.#interval = SHORTEST_INTERVAL_MS
      return
    }
    this.#samples.push(offset + this.#leanMs())
    if (this.#samples.length > SAMPLES) this.#samples.shift()
    if (this.#measured < SAMPLES) return
    const stable = before !== null && Math.abs(offset - before) <= DRIFT_MS
    this.#interval = stable
      ? Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, this.#interval * 2))
      : SHORTEST_INTERVAL_MS
  }

  /** When to measure again, ms from now. */
  get nextInMs(): number {
    return this.#interval
  }
}
