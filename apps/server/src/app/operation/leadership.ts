import type { Clock } from '../ports/system/clock.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import type { FreeLease, Lease, LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import { RenewedLease } from './renewed-lease.ts'

type Options = {
  readonly leases: LeaseStore
  /** Names of the leases, each led by one process; one process may lead several. */
  readonly names: readonly string[]
  /** Id of this process. */
  readonly holder: string
  readonly clock: Clock
  readonly log: EventLog
  /**
   * Begins to lead the lease's name; the returned function ends it. `isLost` is true as soon as another process may
   * lead.
   */
  readonly lead: (lease: Lease, isLost: () => boolean) => () => Promise<void>
}

/** How long a name that was given up here is left to other processes, ms. */
const GIVEN_UP_MS = 60_000
/** Length of a lease, ms; renewed three times within it (reliability-matrix.md M2). */
const LEASE_MS = 10_000
/** How often a process that leads looks whether its leases still hold, ms. */
const LOOK_MS = 250
/** Least time between two questions for free leases, ms. */
const ASK_EVERY_MS = 500
/**
 * How long a lease must have been free before a process takes it, ms for each lease that the process leads already, so
 * that processes with fewer leases come first. A dead holder is replaced within 15 s (reliability-matrix.md M2), so
 * `abandoned` adds little to the rest of its lease. A lease that was released or never held can wait longer: its
 * process is restarting, or others are starting.
 */
const WAIT_MS = {
  abandoned: { each: 600, most: 2_400 },
  given: { each: 3_000, most: 6_000 },
}

/** A name that this process leads: its lease, the lease's renewal, and the function that ends the work. */
type LedTask = { readonly lease: Lease; readonly kept: RenewedLease; readonly standDown: () => Promise<void> }

/** Leads the names whose leases it holds, and stands by for the others. */
export class Leadership {
  readonly #options: Options
  readonly #led = new Map<string, LedTask>()
  /** Epoch ms since when each name has been seen free. */
  readonly #freeSince = new Map<string, number>()
  /** Epoch ms until which names that failed here are left to other processes. */
  readonly #givenUp = new Map<string, number>()
  #askedAt = Number.NEGATIVE_INFINITY
  #timer: { cancel(): void } | null = null
  #turn: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#soon(0)
  }

  /** Releases the leases, so that processes that stand by need not wait for their expiry. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.cancel()
    await this.#turn
    await Promise.all(
      [...this.#led.values()].map(async (led) => {
        await this.#standDown(led)
        await this.#release(led.lease)
      }),
    )
  }

  /** Stops leading a name that fails here, so that another process can take it. */
  giveUp(name: string): void {
    this.#givenUp.set(name, this.#options.clock.now() + GIVEN_UP_MS)
  }

  #soon(ms: number): void {
    if (this.#isStopped) return
    this.#timer = this.#options.clock.after(ms, () => {
      this.#turn = this.#look().catch((error: unknown) => {
        // A defect fails one look. Uncaught, it would end the looks for good.
        const { log, names } = this.#options
        log('error', 'leadership-failed', { names, reason: String(error), alarm: true })
      })
      void this.#turn.then(() => this.#soon(this.#led.size === 0 ? ASK_EVERY_MS : LOOK_MS))
    })
  }

  async #look(): Promise<void> {
    const { log, clock } = this.#options
    for (const led of [...this.#led.values()]) {
      const isGivenUp = this.#givenUp.has(led.lease.name)
      if (!led.kept.isLost && !isGivenUp) continue
      log('warn', isGivenUp ? 'lease-given-up' : 'lease-lost', { name: led.lease.name, epoch: led.lease.epoch })
      await this.#standDown(led)
      if (isGivenUp) await this.#release(led.lease)
    }
    if (clock.now() - this.#askedAt < ASK_EVERY_MS) return
    this.#askedAt = clock.now()
    try {
      const name = await this.#due()
      if (name !== null) await this.#take(name)
    } catch (error) {
      // The database is unreachable, which the storage logs; the next look asks again.
      if (!(error instanceof StorageFailure)) throw error
    }
  }

  /** A name that has been free for long enough to be led here; null where there is none. */
  async #due(): Promise<string | null> {
    const { leases, names, holder, clock } = this.#options
    const first = [...holder].reduce((sum, one) => sum + one.charCodeAt(0), 0) % names.length
    // Each process begins at another name, so that processes that start together seldom ask for the same one.
    const others = [...names.slice(first), ...names.slice(0, first)].filter((name) => !this.#led.has(name))
    if (others.length === 0) return null
    const free = new Map((await leases.free(others)).map((one) => [one.name, one]))
    const now = clock.now()
    for (const name of names) {
      if (!free.has(name)) this.#freeSince.delete(name)
      else if (!this.#freeSince.has(name)) this.#freeSince.set(name, now)
    }
    const isDue = (name: string) => {
      const one = free.get(name)
      if ((this.#givenUp.get(name) ?? now) > now) return false
      return one !== undefined && now - (this.#freeSince.get(name) ?? now) >= this.#waitMs(one)
    }
    return others.find(isDue) ?? null
  }

  #waitMs({ isAbandoned }: FreeLease): number {
    const { each, most } = isAbandoned ? WAIT_MS.abandoned : WAIT_MS.given
    return Math.min(most, this.#led.size * each)
  }

  async #take(name: string): Promise<void> {
    const { leases, holder, clock, log, lead } = this.#options
    const askedAt = clock.now()
    const lease = await leases.lease(name, holder, LEASE_MS)
    if (lease === null) return
    this.#freeSince.delete(name)
    this.#givenUp.delete(name)
    if (this.#isStopped) return await this.#release(lease)
    const kept = new RenewedLease({ leases, lease, forMs: LEASE_MS, askedAt, clock, log })
    log('info', 'lease-taken', { name, epoch: lease.epoch })
    try {
      this.#led.set(name, { lease, kept, standDown: lead(lease, () => kept.isLost) })
    } catch (error) {
      // A name that cannot be led here is left to other processes.
      kept.end()
      await this.#release(lease)
      throw error
    }
  }

  async #release(lease: Lease): Promise<void> {
    try {
      await this.#options.leases.release(lease)
    } catch (error) {
      // Without a database the lease expires by itself.
      if (!(error instanceof StorageFailure)) throw error
    }
  }

  async #standDown({ lease, kept, standDown }: LedTask): Promise<void> {
    kept.end()
    try {
      await standDown()
    } finally {
      this.#led.delete(lease.name)
    }
  }
}
