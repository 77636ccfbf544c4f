import type { Clock } from '../ports/clock.ts'
import type { Lease, Ledger } from '../ports/ledger.ts'
import { StorageFailure } from '../ports/storage.ts'

type Options = {
  readonly ledger: Ledger
  readonly lease: Lease
  /** For how long it was taken, and is each time it is renewed. */
  readonly forMs: number
  /** When it was asked for: its time may have begun then. */
  readonly askedAt: number
  readonly clock: Clock
}

/** Two renewals may fail before it is anybody's. */
const RENEWALS = 3

/** Keeps a lease while something is done under it, until `end`. */
export class KeptLease {
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

  /** Whether somebody else has it, or may have it by now. */
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
    this.#timer = clock.after(forMs / RENEWALS, () => void this.#renew().then(() => this.#soon()))
  }

  async #renew(): Promise<void> {
    const { ledger, lease, forMs, clock } = this.#options
    const asked = clock.now()
    try {
      this.#isOurs = await ledger.renew(lease, forMs)
      this.#renewedAt = asked
    } catch (error) {
      // The database may be back for the next one; until then the time that was given goes on.
      if (!(error instanceof StorageFailure)) throw error
    }
  }
}
