import type { Clock } from '../ports/system/clock.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import type { Lease, LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'

type Options = {
  readonly leases: LeaseStore
  readonly lease: Lease
  /** Length of the lease and of each renewal, ms. */
  readonly forMs: number
  /** When this process asked for the lease: its time cannot have begun earlier. */
  readonly askedAt: number
  readonly clock: Clock
  readonly log: EventLog
}

/** Renewals within `forMs`: two may fail before the lease expires. */
const RENEWALS = 3

/** Renews a lease until `end`. */
export class RenewedLease {
  readonly #options: Options
  #timer: { cancel(): void } | null = null
  #isOurs = true
  #isOver = false
  #renewedAt: number

  constructor(options: Options) {
    this.#options = options
    this.#renewedAt = options.askedAt
    this.#soon()
  }

  /** Whether another process has the lease, or may have taken it by now. */
  get isLost(): boolean {
    const { clock, forMs } = this.#options
    return !this.#isOurs || clock.now() - this.#renewedAt >= forMs
  }

  end(): void {
    this.#isOver = true
    this.#timer?.cancel()
  }

  #soon(): void {
    if (this.#isOver || !this.#isOurs) return
    const { clock, forMs } = this.#options
    this.#timer = clock.after(forMs / RENEWALS, () => void this.#renew().finally(() => this.#soon()))
  }

  async #renew(): Promise<void> {
    const { leases, lease, forMs, clock, log } = this.#options
    const asked = clock.now()
    try {
      this.#isOurs = await leases.renew(lease, forMs)
      this.#renewedAt = asked
    } catch (error) {
      // The database may be back for the next renewal; until then the remaining time counts.
      if (error instanceof StorageFailure) return
      log('error', 'lease-not-renewed', { name: lease.name, reason: String(error), alarm: true })
    }
  }
}
