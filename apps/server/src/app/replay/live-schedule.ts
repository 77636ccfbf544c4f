import type { MarketEngine } from '../market/engine/market-engine.ts'
import { EngineLoop, TICK_EVERY_MS } from '../market/engine-loop.ts'

/**
 * Assumed length of a piece of the loop's work, ms: a little more than a time slice, so that lines are read between any
 * two pieces as on a busy thread; a power of two, so that its sums are exact.
 */
const PIECE_MS = 1 / 16
/**
 * Time after the last line when every book is too old (limit 10 s), ms: further ticks change nothing until the next
 * line.
 */
const SILENT_MS = 60_000

/** Publishing of a recording, which has no states: its findings are emitted as they are found. */
const UNPUBLISHED = {
  isDue: () => false,
  *publish(): Generator<void, void, void> {
    yield* []
  },
  freezeNext: () => false,
  giveUpFreezing: () => undefined,
}

/**
 * Simulates the engine's thread over a recording: the loop of the live product (ticks, time slices, deferred routes) by
 * the recorded time alone. A line is read as soon as the thread is free, and the loop works while no line waits.
 */
export class LiveSchedule {
  readonly #engine: MarketEngine
  readonly #loop: EngineLoop
  readonly #pieceMs: number
  readonly #first: number
  /** Time slices that wait until all lines up to the present have been read. */
  readonly #slices: (() => void)[] = []
  /** Time of the simulated thread, ms since the first line; work and waiting both advance it. */
  #elapsedMs = 0
  /** Due time of the next tick, ms since the first line. */
  #tickAtMs = TICK_EVERY_MS
  #lastLineMs = 0
  /** Clock of the present work, epoch ms: never before the last line read, never after the next. */
  #now: number

  /** `first`: time of the first line, epoch ms; `pieceMs`: assumed length of a piece of work, ms. */
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

  /** Whether no work is under way and no route deferred: every open row is as of its books. */
  get isIdle(): boolean {
    return this.#slices.length === 0 && !this.#engine.isDeferring
  }

  /** Does the thread's work up to `t` (epoch ms), the time of the next line. */
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

  /** Notes that a line of `t` (epoch ms) is read now. */
  lineRead(t: number): void {
    this.#lastLineMs = t - this.#first
    this.#elapsedMs = Math.max(this.#elapsedMs, this.#lastLineMs)
    this.#now = Math.max(this.#now, t)
  }

  /** After the last line: ends the work under way, then does one whole tick at that line's time. */
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

  /** Moves the clock to the thread's time, in whole ms, but not past the next line. */
  #reach(until: number): void {
    this.#now = Math.max(this.#now, Math.floor(this.#first + Math.min(this.#elapsedMs, until)))
  }

  *#work(): Generator<void, void, void> {
    yield* this.#engine.ticking(this.#now)
    yield* this.#engine.evaluatingDeferred(() => this.#now)
  }

  /** The work, with `pieceMs` added to the thread's time for every piece. */
  *#lasting(work: Generator<void, void, void>): Generator<void, void, void> {
    while (work.next().done !== true) {
      this.#elapsedMs += this.#pieceMs
      yield
    }
  }
}
