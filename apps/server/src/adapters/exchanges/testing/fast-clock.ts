import type { Clock } from '../../../app/ports/system/clock.ts'

type Timer = { readonly dueAt: number; readonly run: () => void }

const STEP_MS = 2

/**
 * Time beside real sockets that passes `factor` times as fast, and can be moved on at once. It goes on by steps of the
 * event loop that it shares with the sockets: on a busy machine it slows down with them, so that a limit in its
 * milliseconds is a limit of what the feed does and not of how many others want the processor.
 */
export class FastClock implements Clock {
  readonly #factor: number
  readonly #timers = new Set<Timer>()
  readonly #beat: NodeJS.Timeout
  #now = Date.now()

  constructor(factor: number) {
    this.#factor = factor
    this.#beat = setInterval(() => this.#step(), STEP_MS)
  }

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const timer = { dueAt: this.now() + ms, run }
    this.#timers.add(timer)
    return { cancel: () => void this.#timers.delete(timer) }
  }

  /** Moves the time on by `ms` at once; what is due runs next. */
  skip(ms: number): void {
    this.#now += ms
  }

  stop(): void {
    clearInterval(this.#beat)
    this.#timers.clear()
  }

  #step(): void {
    this.#now += STEP_MS * this.#factor
    const now = this.#now
    const due = [...this.#timers].filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt)
    for (const timer of due) if (this.#timers.delete(timer)) timer.run()
  }
}
