import type { Clock } from '../../../app/ports/book-feed.ts'

type Timer = { readonly dueAt: number; readonly run: () => void }

/** Time that passes `factor` times as fast as it does, beside real sockets, and can be moved on at once. */
export class FastClock implements Clock {
  readonly #factor: number
  readonly #start = performance.now()
  readonly #epoch = Date.now()
  readonly #timers = new Set<Timer>()
  readonly #beat: NodeJS.Timeout
  #skipped = 0

  constructor(factor: number) {
    this.#factor = factor
    this.#beat = setInterval(() => this.#run(), 2)
  }

  now(): number {
    return Math.floor(this.#epoch + this.#skipped + (performance.now() - this.#start) * this.#factor)
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const timer = { dueAt: this.now() + ms, run }
    this.#timers.add(timer)
    return { cancel: () => void this.#timers.delete(timer) }
  }

  /** Moves the time on by `ms` at once; what is due runs next. */
  skip(ms: number): void {
    this.#skipped += ms
  }

  stop(): void {
    clearInterval(this.#beat)
    this.#timers.clear()
  }

  #run(): void {
    const now = this.now()
    const due = [...this.#timers].filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt)
    for (const timer of due) if (this.#timers.delete(timer)) timer.run()
  }
}
