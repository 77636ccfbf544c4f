import type { Clock } from '../../ports/system/clock.ts'
import { BEGAN_AT } from './trades.ts'

type Timer = { readonly time: number; readonly run: () => void; readonly order: number }

/** A clock that goes to the next timer when nothing else is left to do. */
export class VirtualClock implements Clock {
  #now = BEGAN_AT
  #timers: Timer[] = []
  #count = 0

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): { cancel(): void } {
    const timer = { time: this.#now + Math.max(0, ms), run, order: this.#count++ }
    const place = this.#timers.findIndex(({ time }) => time > timer.time)
    this.#timers.splice(place === -1 ? this.#timers.length : place, 0, timer)
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((one) => one !== timer)
      },
    }
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Lets time pass until it is so. @throws Error where it is not so within that time, ms */
  async until(isSo: () => boolean, withinMs: number): Promise<void> {
    const end = this.#now + withinMs
    for (;;) {
      await new Promise<void>((resolve) => setImmediate(resolve))
      if (isSo()) return
      const next = this.#timers.shift()
      if (next === undefined || next.time > end) throw new Error('it does not come to that')
      this.#now = next.time
      next.run()
    }
  }
}
