import type { Clock } from '../../../app/ports/system/clock.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import type { Database } from '../database/database.ts'
import { KEPT_COPIES } from '../upkeep/nightly-copies.ts'
import { DAY_MS } from '../upkeep/retention-rules.ts'
import { addDeletions, deletedSince } from './deletions.ts'

/** Where the database and its disk are lost, deletions of the last ten seconds are lost with them. */
const NOTE_EVERY_MS = 10_000
/** Looked back at the first pass: no copy of a night is older. */
const FIRST_BACK_MS = (KEPT_COPIES + 1) * DAY_MS
/** Looked back before the last pass: a deletion is committed later than it is dated, and by other clocks. */
const BACK_MS = 3_600_000

type Options = {
  readonly database: () => Database
  /** The folder of the copies. */
  readonly folder: string
  readonly clock: Clock
  readonly log: (level: 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** Writes what people delete into a list beside the copies: the database that knows it may be lost. */
export class DeletionNotes {
  readonly #options: Options
  #passedAt: number | null = null
  /** Ids that the last pass found, which are in the list. */
  #noted: ReadonlySet<string> = new Set()
  #isFailing = false
  #isStopping = false
  #passing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  start(): void {
    this.#options.clock.after(NOTE_EVERY_MS, () => {
      if (this.#isStopping) return
      this.#passing = this.#pass().then(() => this.start())
    })
  }

  /** Stops after a last pass, if there is a database. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#passing
    await this.#pass()
  }

  async #pass(): Promise<void> {
    const { database, folder, clock, log } = this.#options
    const now = clock.now()
    const since = this.#passedAt === null ? now - FIRST_BACK_MS : Math.min(this.#passedAt, now) - BACK_MS
    try {
      const found = await database().run((statements) => deletedSince(statements, new Date(since)))
      const fresh = found.filter(({ id }) => !this.#noted.has(id))
      if (fresh.length > 0) addDeletions(folder, fresh, now)
      this.#noted = new Set(found.map(({ id }) => id))
      this.#passedAt = now
      this.#isFailing = false
    } catch (error) {
      // Without a database nobody can delete anything; `Storage` logs the failure.
      if (error instanceof StorageFailure) return
      const reason = error instanceof Error ? error.message : String(error)
      if (!this.#isFailing) log('error', 'deletions-not-noted', { reason, alarm: true })
      this.#isFailing = true
    }
  }
}
