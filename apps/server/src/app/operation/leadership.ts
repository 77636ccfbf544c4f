import type { Clock } from '../ports/clock.ts'
import type { Lease, Ledger } from '../ports/ledger.ts'
import { StorageFailure } from '../ports/storage.ts'
import { KeptLease } from './kept-lease.ts'

type Options = {
  readonly ledger: Ledger
  /** What is led. */
  readonly name: string
  /** This process. */
  readonly holder: string
  readonly clock: Clock
  readonly log: (level: 'info' | 'warn' | 'error', event: string, data: Readonly<Record<string, unknown>>) => void
  /** Begins to lead; what it returns ends that. `isLost` is true as soon as somebody else may lead. */
  readonly lead: (lease: Lease, isLost: () => boolean) => () => Promise<void>
}

/** Renewed three times within it (reliability-matrix.md M2). */
const LEASE_MS = 10_000
const LOOK_MS = 250
const ASK_EVERY_MS = 1_000

type Led = { readonly lease: Lease; readonly kept: KeptLease; readonly standDown: () => Promise<void> }

/** Leads while it has the lease, and stands by while another process has. */
export class Leadership {
  readonly #options: Options
  #led: Led | null = null
  #timer: { cancel(): void } | null = null
  #turn: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#soon(0)
  }

  /** Gives the lease back, so that whoever stands by need not wait for its end. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.cancel()
    await this.#turn
    const led = this.#led
    if (led === null) return
    await this.#standDown(led)
    await this.#release(led.lease)
  }

  #soon(ms: number): void {
    if (this.#isStopped) return
    this.#timer = this.#options.clock.after(ms, () => {
      this.#turn = this.#look().catch((error: unknown) => {
        // A defect costs one look: nobody would stand by for the rest of this process's life.
        const { log, name } = this.#options
        log('error', 'leadership-failed', { name, reason: String(error), alarm: true })
      })
      void this.#turn.then(() => this.#soon(this.#led === null ? ASK_EVERY_MS : LOOK_MS))
    })
  }

  async #look(): Promise<void> {
    const { ledger, name, holder, clock, log, lead } = this.#options
    const led = this.#led
    if (led !== null) {
      if (!led.kept.isLost) return
      log('warn', 'lease-lost', { name, epoch: led.lease.epoch })
      await this.#standDown(led)
      return
    }
    const askedAt = clock.now()
    try {
      const lease = await ledger.lease(name, holder, LEASE_MS)
      if (lease === null) return
      if (this.#isStopped) return await this.#release(lease)
      const kept = new KeptLease({ ledger, lease, forMs: LEASE_MS, askedAt, clock })
      log('info', 'lease-taken', { name, epoch: lease.epoch })
      try {
        this.#led = { lease, kept, standDown: lead(lease, () => kept.isLost) }
      } catch (error) {
        // What cannot be begun here is left to whoever stands by.
        kept.end()
        await this.#release(lease)
        throw error
      }
    } catch (error) {
      // The storage says that it is away; it is asked again.
      if (!(error instanceof StorageFailure)) throw error
    }
  }

  async #release(lease: Lease): Promise<void> {
    try {
      await this.#options.ledger.release(lease)
    } catch (error) {
      // Without a database it ends by itself.
      if (!(error instanceof StorageFailure)) throw error
    }
  }

  async #standDown({ kept, standDown }: Led): Promise<void> {
    this.#led = null
    kept.end()
    await standDown()
  }
}
