import type { Clock } from '../ports/system/clock.ts'
import type { EventLog } from '../ports/system/event-log.ts'
import type { LeaseStore } from '../ports/system/lease-store.ts'
import { StorageFailure } from '../ports/system/storage.ts'

/** Longest wait for the database, ms; also the pause before the next question to a database that did not answer. */
const PATIENCE_MS = 1_000

type Options = {
  readonly clock: Clock
  readonly log: EventLog
}

/**
 * Tells epochs that the database gave out from invented epochs, which would make every later holder look old. A
 * database that does not answer denies nothing: the market never waits for it.
 */
export class GivenEpochs {
  readonly #options: Options
  #leases: Pick<LeaseStore, 'epochOf'> | null = null
  readonly #highest = new Map<string, number>()
  /** Look-ups under way, by lease: the highest epoch, or null where the database does not answer. */
  readonly #looking = new Map<string, Promise<number | null>>()
  readonly #told = new Set<string>()
  #silentAt = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  ask(leases: Pick<LeaseStore, 'epochOf'>): void {
    this.#leases = leases
  }

  /**
   * Whether the epoch of the named lease was given out; true at once where it is known, and where nobody can tell now.
   */
  isGiven(name: string, epoch: number): true | Promise<boolean> {
    if (this.#leases === null || epoch <= (this.#highest.get(name) ?? 0)) return true
    if (this.#options.clock.now() - this.#silentAt < PATIENCE_MS) return true
    return this.#look(this.#leases, name).then((highest) => {
      if (highest === null || epoch <= highest) return true
      this.#tell(name, epoch, highest)
      return false
    })
  }

  #look(leases: Pick<LeaseStore, 'epochOf'>, name: string): Promise<number | null> {
    const { clock } = this.#options
    const running = this.#looking.get(name)
    if (running !== undefined) return running
    const look = new Promise<number | null>((resolve, reject) => {
      const timer = clock.after(PATIENCE_MS, () => resolve(null))
      const end = () => timer.cancel()
      leases.epochOf(name).then(resolve, reject).finally(end)
    })
      .catch((error: unknown) => {
        // The storage logs that the database is away. The market does not wait for a defect either.
        if (!(error instanceof StorageFailure)) this.#options.log('error', 'bus-epoch-unread', { name, alarm: true })
        return null
      })
      .then((highest) => {
        if (highest === null) this.#silentAt = clock.now()
        else this.#highest.set(name, highest)
        return highest
      })
      .finally(() => this.#looking.delete(name))
    this.#looking.set(name, look)
    return look
  }

  #tell(name: string, epoch: number, highest: number): void {
    if (this.#told.has(name)) return
    this.#told.add(name)
    this.#options.log('error', 'bus-epoch-refused', { name, epoch, highest, alarm: true })
  }
}
