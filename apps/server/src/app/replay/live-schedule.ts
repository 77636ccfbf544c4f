import type { MarketEngine } from '../market/engine/market-engine.ts'
import { EngineLoop, TICK_EVERY_MS } from '../market/engine-loop.ts'

/**
 * How long a piece of the loop's work is taken to last, ms: a little more than a time slice, so that lines are read
 * between any two pieces as on a busy thread; a power of two, so that its sums are exact.
 */
const PIECE_MS = 1 / 16
/** So long after the last line everything has grown too old (books: 10 s): ticks change nothing until the next line. */
const SILENT_MS = 60_000

/** A recording publishes no states: its findings are told as they are found. */
const UNPUBLISHED = {
  *publish(): Generator<void, void, void> {
    yield* []
  },
  freezeNext: () => false,
  giveUpFreezing: () => undefined,
}

/**
 * The engine's thread as a recording would have it: the loop of the live product (ticks, time slices, deferred routes) by
 * the recorded time alone. A line is read as soon as the thread comes to it, and the loop works while none waits.
 */
export class LiveSchedule {
  readonly #engine: MarketEngine
  readonly #loop: EngineLoop
  readonly #pieceMs: number
  readonly #first: number
  /** Time slices that wait until the lines that have happened are read. */
  readonly #slices: (() => void)[] = []
  /** How far the thread has come, ms since the first line; a piece of work moves it, and so does waiting. */
  #elapsedMs = 0
  /** When the next tick is due, ms since the first line. */
  #tickAtMs = TICK_EVERY_MS
  #lastLineMs = 0
  /** The recorded time of what is done now, epoch ms: never before the last line read, never after the next. */
  #now: number

  /** `first`: the time of the first line, epoch ms; `pieceMs`: how long a piece of work is taken to last. */
  constructor(engine: MarketEngine, first: number, pieceMs = PIECE_MS) {
    this.#engine = engine
    this.#first = first
    this.#now = first
    this.#pieceMs = pieceMs
    this.#loop = new EngineLoop({
      work: () => this.#lasting(this.#work()),
      publishing: UNPUBLISHED,
      hasMarket: () => false,
      now: () => this.#now,
      stopwatch: () => this.#elapsedMs,
      later: (run) => this.#slices.push(run),
    })
  }

  /** Nothing is under way and nothing deferred: every open row is what its books say now. */
  get isAtRest(): boolean {
    return this.#slices.length === 0 && !this.#engine.isDeferring
  }

  /** Does what the thread would have done by `t` (epoch ms), when the next line happens. */
  workUntil(t: number): void {
    const until = t - this.#first
    for (;;) {
      const isUnderWay = this.#slices.length > 0
      const isDue = this.#tickAtMs <= (isUnderWay ? this.#elapsedMs : until)
      if (isDue && this.#tickAtMs <= until) this.#tick(until)
      else if (isUnderWay && this.#elapsedMs < until) this.#slice(until)
      else return
    }
  }

  /** A line of `t` (epoch ms) is read now. */
  lineRead(t: number): void {
    this.#lastLineMs = t - this.#first
    this.#elapsedMs = Math.max(this.#elapsedMs, this.#lastLineMs)
    this.#now = Math.max(this.#now, t)
  }

  /** No line follows: ends what is under way, then does one whole tick at the time of the last line. */
  finish(): void {
    while (this.#slices.length > 0) this.#slice(this.#lastLineMs)
    this.#loop.tick()
    while (this.#slices.length > 0) this.#slice(this.#lastLineMs)
  }

  #tick(until: number): void {
    this.#elapsedMs = Math.max(this.#elapsedMs, this.#tickAtMs)
    this.#reach(until)
    const isSilent = this.#tickAtMs - this.#lastLineMs > SILENT_MS
    const skipped = isSilent ? Math.floor((until - this.#tickAtMs) / TICK_EVERY_MS) : 0
    this.#tickAtMs += (skipped + 1) * TICK_EVERY_MS
    this.#loop.tick()
  }

  #slice(until: number): void {
    this.#reach(until)
    this.#slices.shift()?.()
  }

  /** The time goes on to where the thread is, in whole ms as a clock tells it, but not past the next line. */
  #reach(until: number): void {
    this.#now = Math.max(this.#now, Math.floor(this.#first + Math.min(this.#elapsedMs, until)))
  }

  *#work(): Generator<void, void, void> {
    yield* this.#engine.ticking(this.#now)
    yield* this.#engine.evaluatingDeferred(() => this.#now)
  }

  /** Work of which every piece moves the thread on. */
  *#lasting(work: Generator<void, void, void>): Generator<void, void, void> {
    while (work.next().done !== true) {
      this.#elapsedMs += this.#pieceMs
      yield
    }
  }
}
