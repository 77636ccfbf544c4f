import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../app/ports/system/clock.ts'
import { StorageFailure } from '../../../app/ports/system/storage.ts'
import type { Database } from '../database/database.ts'
import { oldestCopy } from '../upkeep/nightly-copies.ts'
import { DAY_MS } from '../upkeep/retention-rules.ts'
import { addDeletions, DELETIONS, type Deletion, deletedSince, forgottenBefore, readDeletions } from './deletions.ts'

/** Interval of notes: with the database and its disk the deletions of the last ten seconds are lost. */
const NOTE_EVERY_MS = 10_000
/** Least look back for a new list: copies that are carried elsewhere may be a week old. */
const FIRST_BACK_MS = 8 * DAY_MS
/**
 * Overlap of two passes, ms: a deletion may commit later than its timestamp says, and another machine's clock may
 * differ.
 */
const BACK_MS = 3_600_000
/** A database that is away for this long is an alarm: another process may reach it, and delete. */
const AWAY_MS = 300_000

type Options = {
  readonly database: () => Database
  readonly folder: string
  readonly clock: Clock
  readonly log: (level: 'error', event: string, data: Readonly<Record<string, unknown>>) => void
}

/** Writes what people delete into a list beside the copies: the database that knows it may be lost. */
export class DeletionNotes {
  readonly #options: Options
  #passedAt: number | null = null
  /** What the last pass found, which is in the list. */
  #noted: ReadonlySet<string> = new Set()
  /** The list's file as this process left it; null: it has to be made. */
  #file: string | null = null
  #failingSince: number | null = null
  #hasAlarmed = false
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
    const { database, folder, clock } = this.#options
    const now = clock.now()
    try {
      // False where another process writes the file too, or where somebody took it away, and it lacks what was written
      // before.
      const isOurs = this.#file !== null && this.#file === fileOf(folder)
      const since = isOurs && this.#passedAt !== null ? Math.min(this.#passedAt, now) - BACK_MS : firstLook(folder, now)
      const found = await database().run((statements) => deletedSince(statements, new Date(since)))
      const listed = isOurs ? this.#noted : listedIn(folder)
      const fresh = found.filter((one) => listed?.has(textOf(one)) !== true)
      // An empty list says that nothing was deleted. A missing list says that nobody wrote deletions down.
      if (listed === null || fresh.length > 0) {
        const forgotten = await database().run((statements) => forgottenBefore(statements, now))
        addDeletions(folder, fresh, forgotten)
      }
      this.#file = fileOf(folder)
      this.#noted = new Set(found.map(textOf))
      this.#passedAt = now
      this.#failingSince = null
      this.#hasAlarmed = false
    } catch (error) {
      this.#failed(error, now)
    }
  }

  #failed(error: unknown, now: number): void {
    this.#failingSince ??= now
    // `Storage` logs a database that is away for a moment.
    const isPassing = error instanceof StorageFailure && now - this.#failingSince < AWAY_MS
    if (isPassing || this.#hasAlarmed) return
    this.#hasAlarmed = true
    const reason = error instanceof Error ? error.message : String(error)
    this.#options.log('error', 'deletions-not-noted', { reason, alarm: true })
  }
}

/** The time from which a new list begins: before the oldest copy in its folder. */
const firstLook = (folder: string, now: number): number =>
  Math.min(now - FIRST_BACK_MS, (oldestCopy(folder, now) ?? now) - DAY_MS)

const textOf = ({ what, id, time }: Deletion) => `${what} ${id} ${time}`

/** The list in a folder, as texts; null where there is no list. */
function listedIn(folder: string): ReadonlySet<string> | null {
  const list = readDeletions(folder)
  return list === null ? null : new Set(list.map(textOf))
}

/** Identity of a file and its content; null where there is no file. */
function fileOf(folder: string): string | null {
  const found = statSync(join(folder, DELETIONS), { throwIfNoEntry: false })
  return found === undefined ? null : `${found.ino} ${found.mtimeMs} ${found.size}`
}
