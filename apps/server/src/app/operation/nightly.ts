import type { Clock } from '../ports/clock.ts'
import type { NightTask } from '../ports/night-task.ts'
import { lastInIstanbul } from './istanbul.ts'

type Options = {
  /** Done one after the other, in this order. */
  readonly tasks: readonly NightTask[]
  readonly clock: Clock
  readonly log: (level: 'info' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** In Istanbul. */
const HOUR = 3
const DAY_MS = 24 * 3_600_000
/** The start has other work; what the last night missed can wait so long. */
const FIRST_LOOK_MS = 60_000
/** However long the machine slept meanwhile, what is due is noticed within this. */
const LOOK_EVERY_MS = 60_000
const STOP_WITHIN_MS = 2_000
const AGAIN_AFTER_MS = 30 * 60_000

/** The newest 03:00 in Istanbul that is not after `now`. */
export const lastNight = (now: number): number => lastInIstanbul(HOUR, now)

/** Does what is due every night at 03:00 Istanbul time, and after a start what a night missed. */
export class Nightly {
  readonly #options: Options
  readonly #notBefore = new Map<NightTask, number>()
  #timer: { cancel(): void } | null = null
  #round: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#soon(FIRST_LOOK_MS)
  }

  /** Waits for the task in hand, as long as it is quick: one that is cut off is done again. No other is begun. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.cancel()
    await Promise.race([
      this.#round,
      new Promise<void>((resolve) => this.#options.clock.after(STOP_WITHIN_MS, resolve)),
    ])
  }

  #soon(ms: number): void {
    if (this.#isStopped) return
    this.#timer = this.#options.clock.after(ms, () => {
      this.#round = this.#look().then(() => this.#soon(LOOK_EVERY_MS))
    })
  }

  async #look(): Promise<void> {
    const { tasks, clock, log } = this.#options
    for (const task of tasks) {
      const now = clock.now()
      if (this.#isStopped || now < (this.#notBefore.get(task) ?? lastNight(now))) continue
      // A task's next look is the next night's, or after a failure the next half hour's.
      this.#notBefore.set(task, now + AGAIN_AFTER_MS)
      try {
        const last = await task.lastDone(now)
        // One that is still to come was noted by a clock that was ahead: it says nothing.
        if (last === null || last < lastNight(now) || last > now) log('info', `${task.name}-done`, await task.run(now))
        this.#notBefore.set(task, lastNight(now) + DAY_MS)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log('error', `${task.name}-failed`, { reason, alarm: true })
      }
    }
  }
}
