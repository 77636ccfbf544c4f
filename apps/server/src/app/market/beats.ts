import { inTurns } from './engine/in-turns.ts'
import type { Publishing } from './publish/publishing.ts'

/** Where other work leaves so little room that a beat or a state is not through by then, ms, the rest is done at once. */
const LATE_MS = 50
/** Evidence is what visitors see for five seconds: no hurry. */
const FREEZE_LATE_MS = 2_000

type BeatsOptions = {
  /** What is due with the clock, in pieces; told anew for each beat. */
  readonly work: () => Generator<void, void, void>
  readonly publishing: Pick<Publishing, 'publish' | 'freezeNext' | 'giveUpFreezing'>
  /** There is a market to be told of. */
  readonly hasMarket: () => boolean
  /** Our own time, epoch ms. */
  readonly now: () => number
  /** ms in fractions, from whatever moment. */
  readonly stopwatch: () => number
  /** Calls back once the frames that wait have been read. */
  readonly later: (run: () => void) => void
}

/** What the engine's thread does beside reading frames, all of it in turns between them. */
export class Beats {
  readonly #options: BeatsOptions
  #isBeating = false
  /** A state that is being made: whatever closes before its last piece is not in it. */
  #publication: Generator<void, void, void> | null = null
  #isFreezing = false

  constructor(options: BeatsOptions) {
    this.#options = options
  }

  /** Does what is due, then publishes; nothing while the last beat is not over on a busy machine. */
  beat(): void {
    if (this.#isBeating) return
    this.#isBeating = true
    const work = this.#options.work()
    this.#inTurns(
      LATE_MS,
      () => work.next().done !== true,
      () => {
        this.#isBeating = false
        if (this.#options.hasMarket()) this.publishSoon()
      },
    )
  }

  /** Makes a state if none is being made. */
  publishSoon(): void {
    if (this.#publication !== null) return
    const { publishing, now, later } = this.#options
    const making = publishing.publish(now)
    this.#publication = making
    // One that was given up for another market's is not finished.
    const piece = () => this.#publication === making && making.next().done !== true
    later(() =>
      this.#inTurns(LATE_MS, piece, () => {
        if (this.#publication !== making) return
        this.#publication = null
        this.#freezeSoon()
      }),
    )
  }

  /** The market is another one: what is half made is not finished. */
  giveUp(): void {
    this.#publication = null
    this.#options.publishing.giveUpFreezing()
  }

  /** Tells the evidence that was asked for, if any was; states are made meanwhile. */
  #freezeSoon(): void {
    if (this.#isFreezing) return
    this.#isFreezing = true
    const { publishing, later } = this.#options
    const piece = () => publishing.freezeNext()
    later(() =>
      this.#inTurns(FREEZE_LATE_MS, piece, () => {
        this.#isFreezing = false
      }),
    )
  }

  #inTurns(lateMs: number, piece: () => boolean, done: () => void): void {
    const { stopwatch, later } = this.#options
    inTurns({ piece, done, lateMs, now: stopwatch, later })
  }
}
