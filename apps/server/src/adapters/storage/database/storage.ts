import type { ClientConfig } from 'pg'
import { StorageFailure, type StorageState } from '../../../app/ports/system/storage.ts'
import { auditKeyIn } from '../../system/keys/key-file.ts'
import { OwnPostgres, type OwnPostgresOptions } from '../own-postgres/own-postgres.ts'
import { StartRefusal } from '../own-postgres/start-refusal.ts'
import { copyBefore } from '../upkeep/nightly-copies.ts'
import { Database } from './database.ts'
import { SchemaRefusal } from './failures.ts'
import { type OpenDatabase, openOwn, openSomebodys } from './open-database.ts'
import { refuseRights } from './roles.ts'

export type StorageOptions = OwnPostgresOptions & {
  /** Address of the server's login on an external server; null: our own PostgreSQL. */
  readonly databaseUrl: string | null
  /** Address of the owner there; null: not known. */
  readonly databaseOwnerUrl: string | null
  readonly masterKeyFile: string
  /** The folder of the copies, one of which is made before a migration. */
  readonly backupDir: string
}

const TRY_AGAIN_MS = 1_000
const LOOK_EVERY_MS = 1_000
const END_WITHIN_MS = 3_000
/** Interval of log lines about a failure that lasts. */
const COMPLAIN_EVERY_MS = 60_000

/** The database of users, tickets and history; it comes up beside the market, perhaps late or never. */
export class Storage {
  readonly #options: StorageOptions
  readonly #own: OwnPostgres | null
  #state: StorageState = 'starting'
  #database: Database | null = null
  #reached: OpenDatabase | null = null
  #isStopping = false
  #starting: Promise<void> = Promise.resolve()
  #complainedAt = Number.NEGATIVE_INFINITY
  #tellOpened: () => void = () => undefined
  /** Resolves once the database is up for the first time, which may be never. */
  readonly opened: Promise<void>
  #tellDown: () => void = () => undefined
  /** Resolves once the database is down for the first time, at the start or later; it may come back. */
  readonly wentDown: Promise<void>

  constructor(options: StorageOptions) {
    this.#options = options
    this.opened = new Promise((resolve) => {
      this.#tellOpened = resolve
    })
    this.wentDown = new Promise((resolve) => {
      this.#tellDown = resolve
    })
    this.#own = options.databaseUrl === null ? new OwnPostgres(options) : null
  }

  get state(): StorageState {
    return this.#state
  }

  /**
   * The database.
   * @throws StorageFailure as long as it has not come up.
   */
  get database(): Database {
    if (this.#database === null) throw new StorageFailure('unavailable', 'database: not there yet')
    return this.#database
  }

  /** The connection of the server's login, for copies. @throws StorageFailure until the database has come up. */
  get login(): ClientConfig {
    return this.#up.login
  }

  /**
   * The owner's connection, for what only the owner may destroy.
   * @throws StorageFailure until the database has come up; Error where the owner's address is not known.
   */
  get owner(): ClientConfig {
    const { owner } = this.#up
    if (owner === null) throw new Error('the owner of the tables alone may do that: set DATABASE_OWNER_URL')
    return owner
  }

  get #up(): OpenDatabase {
    if (this.#reached === null) throw new StorageFailure('unavailable', 'database: not there yet')
    return this.#reached
  }

  /** Begins to bring the database up, in the background. */
  start(): void {
    this.#starting = this.#bringUp().then((isUp) => {
      if (isUp) void this.#watch()
    })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#state = 'down'
    // Statements under way may finish within a limit.
    await Promise.race([this.#database?.end(), this.#pause(END_WITHIN_MS)])
    await this.#own?.stop()
    await this.#starting
  }

  /** False when the database cannot be brought up, or we stop. */
  async #bringUp(): Promise<boolean> {
    let hasStarted = false
    while (!this.#isStopping) {
      try {
        if (!hasStarted) await this.#own?.start()
        hasStarted = true
        this.#database = await this.#open()
        this.#state = 'ready'
        this.#tellOpened()
        return true
      } catch (error) {
        this.#goDown()
        if (this.#isStopping) return false
        if (error instanceof StartRefusal || error instanceof SchemaRefusal) {
          this.#options.log('error', 'database-refused', { reason: error.message })
          return false
        }
        this.#complain(error)
        await this.#pause(TRY_AGAIN_MS)
      }
    }
    return false
  }

  async #open(): Promise<Database> {
    const { databaseUrl, databaseOwnerUrl, masterKeyFile, log } = this.#options
    const copyFirst = copyBefore(this.#options)
    const reached =
      this.#own === null
        ? await openSomebodys({ databaseUrl: String(databaseUrl), databaseOwnerUrl }, copyFirst)
        : await openOwn(this.#own, copyFirst)
    const database = new Database({
      connection: reached.login,
      auditKey: auditKeyIn(masterKeyFile),
      onLost: (error) => this.#complain(error),
    })
    try {
      await refuseRights(database)
    } catch (error) {
      await database.end()
      throw error
    }
    this.#reached = reached
    if (databaseUrl !== null && databaseOwnerUrl === null && reached.owner !== null) {
      const reason = 'DATABASE_URL is the address of the owner of the tables, which the server needs only to migrate'
      log('warn', 'database-owner-in-server', { reason })
    }
    return database
  }

  /** Watches whether a statement is answered now, for the readiness check. */
  async #watch(): Promise<void> {
    while (!this.#isStopping) {
      await this.#pause(LOOK_EVERY_MS)
      if (this.#isStopping) return
      try {
        await this.database.run((statements) => statements.execute('select 1'))
        if (this.#state === 'down') this.#options.log('info', 'database-back', {})
        this.#state = 'ready'
      } catch (error) {
        this.#goDown()
        this.#complain(error)
      }
    }
  }

  #goDown(): void {
    this.#state = 'down'
    this.#tellDown()
  }

  #complain(error: unknown): void {
    const { clock, log } = this.#options
    if (this.#isStopping || clock.now() - this.#complainedAt < COMPLAIN_EVERY_MS) return
    this.#complainedAt = clock.now()
    log('error', 'database-unavailable', { reason: error instanceof Error ? error.message : String(error) })
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.clock.after(ms, resolve))
  }
}
