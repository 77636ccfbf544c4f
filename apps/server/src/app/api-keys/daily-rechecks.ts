import { RenewedLease } from '../operation/renewed-lease.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import type { Lease, LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'
import type { KeyStore } from '../ports/trading/key-store.ts'
import { recheckKey } from './check-key.ts'
import type { KeyParts } from './key-parts.ts'

type Options = Omit<KeyParts, 'newId' | 'demo'> & {
  /** Leases, by which one of all processes on this database asks the exchanges. */
  readonly leases: LeaseStore
  /** Id of this process. */
  readonly holder: string
  readonly log: EventLog
}

/** Age from which a key is checked again, ms: permissions may change at the exchange unnoticed (security.md 46). */
const CHECK_AFTER_MS = 24 * 3_600_000
/** Interval of the rounds, ms; keys that could not be checked are tried again in the next round. */
const ROUND_MS = 600_000
/** Time from the start until the first round, ms. */
const FIRST_ROUND_MS = 60_000
/** Number of keys that are read from the store at once. */
const MOST_READ = 20
const LEASE = 'key-rechecks'
/** Length of the lease, ms: longer than the longest wait for an exchange. */
const LEASE_MS = 60_000

/** Checks keys whose last check is a day old, one after the other. */
export class DailyRechecks {
  readonly #options: Options
  #timer: { cancel(): void } | null = null
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#soon(FIRST_ROUND_MS)
  }

  stop(): void {
    this.#isStopped = true
    this.#timer?.cancel()
  }

  /** Checks all keys that are due; returns the number of successes, 0 while another process holds the lease. */
  async round(): Promise<number> {
    const { leases, holder, clock, log } = this.#options
    const askedAt = clock.now()
    const lease = await leases.lease(LEASE, holder, LEASE_MS)
    if (lease === null) return 0
    const kept = new RenewedLease({ leases, lease, forMs: LEASE_MS, askedAt, clock, log })
    try {
      return await this.#all(lease, kept)
    } finally {
      kept.end()
      await leases.release(lease)
    }
  }

  async #all(lease: Lease, kept: RenewedLease): Promise<number> {
    const { store, clock } = this.#options
    const parts = { ...this.#options, store: this.#fenced(lease) }
    const now = clock.now()
    let checked = 0
    let after = ''
    while (!this.#isStopped) {
      const due = await store.due(now - CHECK_AFTER_MS, now, after, MOST_READ)
      for (const found of due) {
        if (this.#isStopped || kept.isLost) return checked
        if ((await recheckKey(parts, found)).kind === 'checked') checked++
      }
      const last = due.at(-1)
      if (last === undefined || due.length < MOST_READ) return checked
      after = last.key.recordId
    }
    return checked
  }

  /** A store whose writes need the lease: a process that was suspended does not overwrite newer findings of another. */
  #fenced(lease: Lease): KeyStore {
    const { store, leases } = this.#options
    return {
      ...store,
      note: async (key, findings, audit) => {
        const written = await leases.fenced(lease, () => store.note(key, findings, audit))
        return written.kind === 'written' && written.value
      },
    }
  }

  #soon(ms: number): void {
    if (this.#isStopped) return
    this.#timer = this.#options.clock.after(ms, () => {
      void this.#tried().finally(() => this.#soon(ROUND_MS))
    })
  }

  async #tried(): Promise<void> {
    try {
      const checked = await this.round()
      if (checked > 0) this.#options.log('info', 'keys-rechecked', { checked })
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      this.#options.log('warn', 'keys-not-rechecked', { reason: error.kind })
    }
  }
}
