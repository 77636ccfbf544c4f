import type { Clock } from '../ports/system/clock.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import type { Lease, LeaseStore } from '../ports/system/lease-store.ts'
import type { NightTask } from '../ports/system/night-task.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import { lastInIstanbul } from './istanbul.ts'
import { RenewedLease } from './renewed-lease.ts'

type Options = {
  /** Tasks, done one after the other in this order. */
  readonly tasks: readonly NightTask[]
  /** Leases, by which one of all processes on this database does a task, once a night. */
  readonly leases: LeaseStore
  /** Id of this process. */
  readonly holder: string
  readonly clock: Clock
  readonly log: EventLog
}

/** Hour of the night at which tasks are due, Istanbul time. */
const HOUR = 3
const DAY_MS = 24 * 3_600_000
/** Delay of the first look after the start, ms: the start has more urgent work. */
const FIRST_LOOK_MS = 60_000
/**
 * Interval of the looks, ms: a due task is noticed within it, also after a sleep of the machine or a failure of another
 * process.
 */
const LOOK_EVERY_MS = 60_000
const STOP_WITHIN_MS = 2_000
const AGAIN_AFTER_MS = 30 * 60_000
/** Length of a lease, ms: after it another process takes over the task of a dead one. */
const LEASE_MS = 60_000

/** The newest 03:00 in Istanbul that is not after `now`. */
export const lastNight = (now: number): number => lastInIstanbul(HOUR, now)

/** Does the tasks that are due every night at 03:00 Istanbul time, and after a start the tasks of a missed night. */
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

  /**
   * Begins no further task, and waits `STOP_WITHIN_MS` for the present task. A task that is cut off is done again
   * later.
   */
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
      // A task is looked at again in the next night, or half an hour after a failure.
      this.#notBefore.set(task, now + AGAIN_AFTER_MS)
      try {
        const last = await task.lastDone(now)
        // A clock that was ahead noted a completion in the future: it does not count.
        const isDue = last === null || last < lastNight(now) || last > now
        const isOver = !isDue || (await this.#doOnce(task, now))
        this.#notBefore.set(task, isOver ? lastNight(now) + DAY_MS : now + LOOK_EVERY_MS)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log('error', `${task.name}-failed`, { reason, alarm: true })
      }
    }
  }

  /** Does the task under its lease. False: another process holds the lease, and may fail. */
  async #doOnce(task: NightTask, now: number): Promise<boolean> {
    const { leases, holder, clock, log } = this.#options
    const night = new Date(lastNight(now)).toISOString()
    const askedAt = clock.now()
    const claim = await leases.claim(`night:${task.name}`, night, holder, LEASE_MS)
    if (claim.kind !== 'claimed') return claim.kind === 'done'
    const { lease } = claim
    const kept = new RenewedLease({ leases, lease, forMs: LEASE_MS, askedAt, clock, log })
    try {
      const said = await task.run(now)
      if (await leases.done(lease, night)) log('info', `${task.name}-done`, said)
      // The lease expired during the task, and another process has begun it anew.
      else log('warn', `${task.name}-taken-over`, said)
      return true
    } catch (error) {
      await this.#giveBack(lease)
      throw error
    } finally {
      kept.end()
    }
  }

  /** Releases the lease of a failed task, so that another process can try; without a database the lease expires. */
  async #giveBack(lease: Lease): Promise<void> {
    try {
      await this.#options.leases.release(lease)
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
    }
  }
}
