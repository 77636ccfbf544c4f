import type { Clock } from '../../app/ports/system/clock.ts'

type PendingTimer = { time: number; readonly run: () => void; timer: NodeJS.Timeout | null }

const STEP_MS = 2

/**
 * Real time that a test can move forward; timers due in the skipped time run in order, at once. With `steps` it goes on
 * by steps of the event loop instead, and a busy machine slows it down like everything else there; `stop` ends those.
 */
export class ShiftedClock implements Clock {
  #shift = 0
  readonly #waiting = new Set<PendingTimer>()
  readonly #startedAt: number | null
  readonly #steps: NodeJS.Timeout | null

  constructor({ steps = false } = {}) {
    this.#startedAt = steps ? Date.now() : null
    this.#steps = steps ? setInterval(() => this.advance(STEP_MS), STEP_MS) : null
  }

  now(): number {
    return (this.#startedAt ?? Date.now()) + this.#shift
  }

  stop(): void {
    if (this.#steps !== null) clearInterval(this.#steps)
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const waiting: PendingTimer = { time: this.now() + ms, run, timer: null }
    this.#waiting.add(waiting)
    if (this.#steps === null) waiting.timer = setTimeout(() => this.#due(waiting), ms)
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
      const next = [...this.#waiting].sort((a, b) => a.time - b.time)[0]
      if (next === undefined || next.time > end) break
      this.#shift += Math.max(0, next.time - this.now())
      this.#due(next)
    }
    this.#shift += Math.max(0, end - this.now())
  }

  /** Moves time forward like a machine that slept: `ms` have passed, and timers keep waiting. Quick for any `ms`. */
  leap(ms: number): void {
    this.#shift += ms
    for (const waiting of this.#waiting) waiting.time += ms
  }

  #due(waiting: PendingTimer): void {
    if (!this.#waiting.delete(waiting)) return
    if (waiting.timer !== null) clearTimeout(waiting.timer)
    waiting.run()
  }
}
