import type { Clock } from '../../app/ports/system/clock.ts'

type Timer = { at: number; readonly run: () => void; timer: NodeJS.Timeout | null }

/** Real time that a test can move forward; timers due in the skipped time run in order, at once. */
export class ShiftedClock implements Clock {
  #shift = 0
  readonly #waiting = new Set<Timer>()

  now(): number {
    return Date.now() + this.#shift
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const waiting: Timer = { at: this.now() + ms, run, timer: null }
    this.#waiting.add(waiting)
    waiting.timer = setTimeout(() => this.#due(waiting), ms)
    return {
      cancel: () => {
        if (waiting.timer !== null) clearTimeout(waiting.timer)
        this.#waiting.delete(waiting)
      },
    }
  }

  /** Moves time forward by `ms`. */
  advance(ms: number): void {
    const end = this.now() + ms
    for (;;) {
      const next = [...this.#waiting].sort((a, b) => a.at - b.at)[0]
      if (next === undefined || next.at > end) break
      this.#shift += Math.max(0, next.at - this.now())
      this.#due(next)
    }
    this.#shift += Math.max(0, end - this.now())
  }

  /** Moves time forward like a machine that slept: `ms` have passed, and timers keep waiting. Quick for any `ms`. */
  leap(ms: number): void {
    this.#shift += ms
    for (const waiting of this.#waiting) waiting.at += ms
  }

  #due(waiting: Timer): void {
    if (!this.#waiting.delete(waiting)) return
    if (waiting.timer !== null) clearTimeout(waiting.timer)
    waiting.run()
  }
}
