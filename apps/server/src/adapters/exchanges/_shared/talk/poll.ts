import type { Clock } from '../../../../app/ports/system/clock.ts'
import { Backoff } from './backoff.ts'

/** Repeats an action: each run returns the ms until the next one, or null after a failure, which backs off. */
export class Poll {
  readonly #clock: Clock
  readonly #random: () => number
  readonly #run: () => Promise<number | null>
  readonly #backoff = new Backoff()
  #timer: { cancel(): void } | null = null
  #isStopped = false

  constructor(clock: Clock, random: () => number, run: () => Promise<number | null>) {
    this.#clock = clock
    this.#random = random
    this.#run = run
  }

  get failures(): number {
    return this.#backoff.failures
  }

  start(delayMs: number): void {
    if (this.#isStopped) return
    this.#timer = this.#clock.after(delayMs, () => {
      void this.#once()
    })
  }

  /** Moves the next run forward, to `delayMs` from now. A run under way goes on, and sets the next one itself. */
  hurry(delayMs: number): void {
    if (this.#timer === null) return
    this.#timer.cancel()
    this.start(delayMs)
  }

  stop(): void {
    this.#isStopped = true
    this.#timer?.cancel()
  }

  async #once(): Promise<void> {
    this.#timer = null
    const nextMs = await this.#run()
    if (nextMs === null) this.start(this.#backoff.failed(this.#clock.now(), this.#random))
    else {
      this.#backoff.succeeded()
      this.start(nextMs)
    }
  }
}
