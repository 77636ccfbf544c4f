import { inTimeSlices } from './engine/time-slices.ts'
import type { Publishing } from './publish/publishing.ts'

/** Interval of the ticks, ms; a closing row that somebody reads is published at once (decision 0006). */
export const TICK_EVERY_MS = 100

/** ms after which an unfinished tick or publication is run to its end without further pauses. */
const LATE_MS = 50
/**
 * ms after which unfinished evidence is run to its end without pauses: the site keeps evidence for five seconds, so it may
 * take longer.
 */
const FREEZE_LATE_MS = 2_000

type EngineLoopOptions = {
  /** The work that is due at a tick, in pieces; a new generator for each tick. */
  readonly work: () => Generator<void, void, void>
  readonly publishing: Pick<Publishing, 'isDue' | 'publish' | 'freezeNext' | 'giveUpFreezing'>
  readonly hasMarket: () => boolean
  /** Local clock, epoch ms. */
  readonly now: () => number
  /** Monotonic ms with fractions; only differences are used. */
  readonly stopwatch: () => number
  /** Calls back once the waiting frames have been read. */
  readonly later: (run: () => void) => void
}

/** The engine thread's periodic work (ticks, publications, evidence), in time slices between frames. */
export class EngineLoop {
  readonly #options: EngineLoopOptions
  #isTicking = false
  /** The publication that is being made. It leaves out rows that close before its last piece. */
  #publication: Generator<void, void, void> | null = null
  #isFreezing = false

  constructor(options: EngineLoopOptions) {
    this.#options = options
  }

  /** Does the work of a tick, then publishes what is due; skipped while the last tick is still under way. */
  tick(): void {
    if (this.#isTicking) return
    this.#isTicking = true
    const work = this.#options.work()
    this.#inTimeSlices(
      LATE_MS,
      () => work.next().done !== true,
      () => {
        this.#isTicking = false
        const { hasMarket, publishing, now } = this.#options
        if (hasMarket() && publishing.isDue(now())) this.publishSoon()
      },
    )
  }

  /** Starts a publication unless one is under way. */
  publishSoon(): void {
    if (this.#publication !== null) return
    const { publishing, now, later } = this.#options
    const making = publishing.publish(now)
    this.#publication = making
    // A publication that was dropped for another market's publication stops here.
    const piece = () => this.#publication === making && making.next().done !== true
    later(() =>
      this.#inTimeSlices(LATE_MS, piece, () => {
        if (this.#publication !== making) return
        this.#publication = null
        this.#freezeSoon()
      }),
    )
  }

  /** The market source changed: unfinished publications and evidence of the old one are dropped. */
  giveUp(): void {
    this.#publication = null
    this.#options.publishing.giveUpFreezing()
  }

  /** Publishes the evidence that was asked for, if any; publications go on meanwhile. */
  #freezeSoon(): void {
    if (this.#isFreezing) return
    this.#isFreezing = true
    const { publishing, later } = this.#options
    const piece = () => publishing.freezeNext()
    later(() =>
      this.#inTimeSlices(FREEZE_LATE_MS, piece, () => {
        this.#isFreezing = false
      }),
    )
  }

  #inTimeSlices(lateMs: number, piece: () => boolean, done: () => void): void {
    const { stopwatch, later } = this.#options
    inTimeSlices({ piece, done, lateMs, now: stopwatch, later })
  }
}
