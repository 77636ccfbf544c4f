import type { Clock } from '../ports/clock.ts'
import type { Lease, Ledger } from '../ports/ledger.ts'
import type { NightTask } from '../ports/night-task.ts'
import { StorageFailure } from '../ports/storage.ts'
import { lastInIstanbul } from './istanbul.ts'
import { KeptLease } from './kept-lease.ts'

type Options = {
  /** Done one after the other, in this order. */
  readonly tasks: readonly NightTask[]
  /** Of all processes on this database one does a task, once a night. */
  readonly ledger: Ledger
  /** This process. */
  readonly holder: string
  readonly clock: Clock
  readonly log: (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** In Istanbul. */
const HOUR = 3
const DAY_MS = 24 * 3_600_000
/** The start has other work; what the last night missed can wait so long. */
const FIRST_LOOK_MS = 60_000
/** However long the machine slept meanwhile, or another process was at it and failed, what is due is noticed within this. */
const LOOK_EVERY_MS = 60_000
const STOP_WITHIN_MS = 2_000
const AGAIN_AFTER_MS = 30 * 60_000
/** A process that ended in the middle of a task is replaced after this. */
const LEASE_MS = 60_000

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
        const isDue = last === null || last < lastNight(now) || last > now
        const isOver = !isDue || (await this.#doOnce(task, now))
        this.#notBefore.set(task, isOver ? lastNight(now) + DAY_MS : now + LOOK_EVERY_MS)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log('error', `${task.name}-failed`, { reason, alarm: true })
      }
    }
  }

  /** False: another process is at it, and may fail. */
  async #doOnce(task: NightTask, now: number): Promise<boolean> {
    const { ledger, holder, clock, log } = this.#options
    const night = new Date(lastNight(now)).toISOString()
    const askedAt = clock.now()
    const claim = await ledger.claim(`night:${task.name}`, night, holder, LEASE_MS)
    if (claim.kind !== 'claimed') return claim.kind === 'done'
    const { lease } = claim
    const kept = new KeptLease({ ledger, lease, forMs: LEASE_MS, askedAt, clock })
    try {
      const said = await task.run(now)
      if (await ledger.done(lease, night)) log('info', `${task.name}-done`, said)
      // It took so long without a word to the database that another process began anew, and answers for it.
      else log('warn', `${task.name}-taken-over`, said)
      return true
    } catch (error) {
      await this.#giveBack(lease)
      throw error
    } finally {
      kept.end()
    }
  }

  /** Another process may fare better. Where not even that can be said, the lease runs out. */
  async #giveBack(lease: Lease): Promise<void> {
    try {
      await this.#options.ledger.release(lease)
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
    }
  }
}
