/** The offset is the median of so many measurements: one slow answer does not move it (F13). */
const SAMPLES = 5
/** The first five come quickly, so that ages are right soon after the start. */
const FIRST_GAP_MS = 300
const SHORTEST_GAP_MS = 5_000
const LONGEST_GAP_MS = 60_000
/** A measurement that differs by more than this from the median says that a clock drifts or stepped: ask often. */
const DRIFT_MS = 50
/** Half of the way may be wrong: a longer one cannot tell an offset within 250 ms (F13). */
const LONGEST_TRIP_MS = 500
/** Binance refuses signed calls that are more than 1 s ahead (ccxt#1022). */
export const SKEW_ALARM_MS = 1_000

/** The exchange's clock minus ours, measured by asking it the time. */
export class ClockOffset {
  readonly #samples: number[] = []
  #measured = 0
  #gap = FIRST_GAP_MS

  /** The median in ms, or null before the first measurement. */
  get medianMs(): number | null {
    if (this.#samples.length === 0) return null
    const sorted = [...this.#samples].sort((a, b) => a - b)
    return sorted[sorted.length >> 1] as number
  }

  /** The exchange said `serverTime` in an answer to a question sent and received at our times (all epoch ms). */
  measured(serverTime: number, sentAt: number, receivedAt: number): void {
    const offset = serverTime - (sentAt + receivedAt) / 2
    const before = this.medianMs
    this.#measured++
    // A slow answer proves only that the offset lies between the two ways of reading it: an answer that waits behind a
    // slow stream would let the books of that stream look younger than they are. It counts where it contradicts.
    const isSlow = receivedAt - sentAt > LONGEST_TRIP_MS
    const agrees = before !== null && before >= serverTime - receivedAt && before <= serverTime - sentAt
    if (isSlow && agrees) {
      this.#gap = SHORTEST_GAP_MS
      return
    }
    this.#samples.push(offset)
    if (this.#samples.length > SAMPLES) this.#samples.shift()
    if (this.#measured < SAMPLES) return
    const stable = before !== null && Math.abs(offset - before) <= DRIFT_MS
    this.#gap = stable ? Math.min(LONGEST_GAP_MS, Math.max(SHORTEST_GAP_MS, this.#gap * 2)) : SHORTEST_GAP_MS
  }

  /** When to measure again, ms from now. */
  get nextInMs(): number {
    return this.#gap
  }
}
