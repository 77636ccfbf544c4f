import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from '../../app/ports/clock.ts'

const RESOLUTION_MS = 20
const SAMPLE_MS = 1_000
/** Mean delay of a turn above which visitors' calls are given up so that the rest stays quick (reliability-matrix.md C5). */
const OVERLOADED_MS = 300
/** reliability-matrix.md 13. */
const ALARM_P99_MS = 200
const ALARM_EVERY_MS = 60_000
/** Loading the program holds the loop; that is no alarm. */
const STARTING_MS = 5_000

/** How late the turns of the event loop were since the last reset, in nanoseconds. */
export type LoopDelay = Pick<IntervalHistogram, 'mean' | 'percentile' | 'reset' | 'enable' | 'disable'>

export type GaugeOptions = {
  readonly clock: Clock
  readonly alarm: (p99Ms: number) => void
  /** The real one when left out. */
  readonly loopDelay?: LoopDelay | undefined
}

/** Watches how late the event loop is and says when the server must refuse work. */
export class LoadGauge {
  readonly #histogram: LoopDelay
  readonly #options: GaugeOptions
  #isOverloaded = false
  #alarmedAt = Number.NEGATIVE_INFINITY
  #refusals = 0
  #timer: { cancel(): void } | null = null

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

  /** Seconds after which to come back, spread so that all do not come at once; null while there is no overload. */
  readonly overload = (): number | null => (this.#isOverloaded ? 1 + (this.#refusals++ % 4) : null)

  #sampleSoon(): void {
    this.#timer = this.#options.clock.after(SAMPLE_MS, () => {
      this.#sample()
      this.#sampleSoon()
    })
  }

  #sample(): void {
    const meanMs = this.#histogram.mean / 1e6
    const p99Ms = this.#histogram.percentile(99) / 1e6
    this.#histogram.reset()
    this.#isOverloaded = meanMs > OVERLOADED_MS
    const now = this.#options.clock.now()
    if (p99Ms <= ALARM_P99_MS || now - this.#alarmedAt < ALARM_EVERY_MS) return
    this.#alarmedAt = now
    this.#options.alarm(Math.round(p99Ms))
  }
}
