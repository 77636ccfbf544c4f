import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from '../../app/ports/system/clock.ts'
import { SHED_ORDER, type ShedKind } from '../calls/route-table.ts'

const RESOLUTION_MS = 20
const SAMPLE_MS = 1_000
/** Mean delay of a turn, ms, above which calls are refused so that the others stay quick (reliability-matrix.md C5). */
const OVERLOADED_MS = 300
/**
 * For each `STEP_MS` above the limit, one more kind of call is refused after a sample (one at most). For each `STEP_MS`
 * below it, one fewer.
 */
const STEP_MS = 100
/**
 * Length of a turn of the event loop, ms, above which calls in it are refused, and excess that adds one kind of calls.
 * A turn reads the input of all connections before any timer runs, so only its own length can end it. A call waits for
 * the turn in which it comes and for the earlier calls of its own turn. While lists of visitors are refused from 200 ms
 * on, the wait stays within 500 ms, and no turn reaches `OVERLOADED_MS`, a mean at which the calls of a whole second
 * are refused.
 */
const TURN_MS = 150
const TURN_STEP_MS = 50
/** Calls of a turn before its length counts: a machine that stood still for a moment is not overloaded. */
const CALLS_OF_A_TURN = 20
/** p99 delay of a turn above which an alarm is logged, ms (reliability-matrix.md 13). */
const ALARM_P99_MS = 200
const ALARM_EVERY_MS = 60_000
/** Time after the start without an alarm, ms: loading the program holds the loop. */
const STARTING_MS = 5_000

/** Delays of the event loop's turns since the last reset, in nanoseconds. */
export type LoopDelay = Pick<IntervalHistogram, 'mean' | 'percentile' | 'reset' | 'enable' | 'disable'>

export type GaugeOptions = {
  readonly clock: Clock
  readonly alarm: (p99Ms: number) => void
  /** The histogram to read; left out: that of the real event loop. */
  readonly loopDelay?: LoopDelay | undefined
}

/**
 * Watches the event loop's delay, and tells the calls to refuse: no more than necessary, in the order of `SHED_ORDER`.
 */
export class LoadGauge {
  readonly #histogram: LoopDelay
  readonly #options: GaugeOptions
  /** Share of calls to refuse: 0 none, 0.5 half of the first kind, 1.5 all of the first and half of the second. */
  #pressure = 0
  /** By kind, the sum of the shares of the calls so far; a call is refused when it reaches 1. */
  readonly #due: number[] = SHED_ORDER.map(() => 0)
  #alarmedAt = Number.NEGATIVE_INFINITY
  #refusals = 0
  #timer: { cancel(): void } | null = null
  /** When the next sample is due. Any later arrival is delay. */
  #dueAt = 0
  /** `beganAt`: when the first call of this turn came. `calls`: calls since then. Null between turns. */
  #turn: { readonly beganAt: number; calls: number } | null = null

  constructor(options: GaugeOptions) {
    this.#options = options
    this.#histogram = options.loopDelay ?? monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  }

  start(): void {
    this.#histogram.enable()
    this.#alarmedAt = this.#options.clock.now() + STARTING_MS - ALARM_EVERY_MS
    this.#sampleSoon()
  }

  stop(): void {
    this.#timer?.cancel()
    this.#histogram.disable()
  }

  /** Seconds until the client may come back, spread over 1 to 4; null where the call may be answered. */
  readonly overload = (what: ShedKind): number | null => {
    const place = SHED_ORDER.indexOf(what)
    const pressure = Math.max(this.#pressure, this.#pressureOfTurn())
    const due = (this.#due[place] ?? 0) + Math.min(1, Math.max(0, pressure - place))
    this.#due[place] = due >= 1 ? due - 1 : due
    return due >= 1 ? 1 + (this.#refusals++ % 4) : null
  }

  /** Pressure by the length of the turn so far. The calls that have waited longest are answered first. */
  #pressureOfTurn(): number {
    const now = this.#options.clock.now()
    if (this.#turn === null) {
      this.#turn = { beganAt: now, calls: 0 }
      setImmediate(() => {
        this.#turn = null
      })
    }
    this.#turn.calls++
    return this.#turn.calls <= CALLS_OF_A_TURN ? 0 : (now - this.#turn.beganAt - TURN_MS) / TURN_STEP_MS
  }

  #sampleSoon(): void {
    this.#dueAt = this.#options.clock.now() + SAMPLE_MS
    this.#timer = this.#options.clock.after(SAMPLE_MS, () => {
      this.#sample()
      this.#sampleSoon()
    })
  }

  /**
   * After a reset the histogram skips the first turn. It is empty if one turn filled the whole sample; then the timer's
   * own delay is used.
   */
  #delay(now: number): { readonly meanMs: number; readonly p99Ms: number } {
    const { mean } = this.#histogram
    if (!Number.isNaN(mean)) return { meanMs: mean / 1e6, p99Ms: this.#histogram.percentile(99) / 1e6 }
    const lateMs = now - this.#dueAt
    return { meanMs: lateMs, p99Ms: lateMs }
  }

  #sample(): void {
    const now = this.#options.clock.now()
    const { meanMs, p99Ms } = this.#delay(now)
    this.#histogram.reset()
    const step = Math.min(1, (meanMs - OVERLOADED_MS) / STEP_MS)
    this.#pressure = Math.min(SHED_ORDER.length, Math.max(0, this.#pressure + step))
    if (p99Ms <= ALARM_P99_MS || now - this.#alarmedAt < ALARM_EVERY_MS) return
    this.#alarmedAt = now
    this.#options.alarm(Math.round(p99Ms))
  }
}
