import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { Clock } from '../../app/ports/clock.ts'
import { SHED_ORDER, type Shed } from '../route-table.ts'

const RESOLUTION_MS = 20
const SAMPLE_MS = 1_000
/** Mean delay of a turn above which calls are given up so that the rest stays quick (reliability-matrix.md C5). */
const OVERLOADED_MS = 300
/** So many ms above it give up all calls of one kind more at the next sample, one at a time; so many below, of one kind fewer. */
const STEP_MS = 100
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

/** Watches how late the event loop is and says what the server must refuse: no more than it takes, and the first kind first. */
export class LoadGauge {
  readonly #histogram: LoopDelay
  readonly #options: GaugeOptions
  /** How much is given up: 0 nothing, 0.5 half of the first kind, 1.5 all of the first and half of the second. */
  #pressure = 0
  /** By kind, what is due to be refused of the calls so far; one is when this reaches 1. */
  readonly #due: number[] = SHED_ORDER.map(() => 0)
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

  /** Seconds after which to come back, spread so that all do not come at once; null where this call may be answered. */
  readonly overload = (what: Shed): number | null => {
    const place = SHED_ORDER.indexOf(what)
    const due = (this.#due[place] ?? 0) + Math.min(1, Math.max(0, this.#pressure - place))
    this.#due[place] = due >= 1 ? due - 1 : due
    return due >= 1 ? 1 + (this.#refusals++ % 4) : null
  }

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
    // Without a turn in between there is nothing new.
    const step = Number.isNaN(meanMs) ? 0 : Math.min(1, (meanMs - OVERLOADED_MS) / STEP_MS)
    this.#pressure = Math.min(SHED_ORDER.length, Math.max(0, this.#pressure + step))
    const now = this.#options.clock.now()
    if (p99Ms <= ALARM_P99_MS || now - this.#alarmedAt < ALARM_EVERY_MS) return
    this.#alarmedAt = now
    this.#options.alarm(Math.round(p99Ms))
  }
}
