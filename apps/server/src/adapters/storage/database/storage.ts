import type { ClientConfig } from 'pg'
import { StorageFailure, type StorageState } from '../../../app/ports/storage.ts'
import { APP_ROLE, OwnPostgres, type OwnPostgresOptions } from '../own-postgres/own-postgres.ts'
import { StartRefusal } from '../own-postgres/start-refusal.ts'
import { Database } from './database.ts'
import { prepareSchema, SchemaRefusal } from './migrate.ts'

export type StorageOptions = OwnPostgresOptions & {
  /** Somebody's server; null: our own. */
  readonly databaseUrl: string | null
}

const TRY_AGAIN_MS = 1_000
const LOOK_EVERY_MS = 1_000
const END_WITHIN_MS = 3_000
/** What keeps failing is told of this often. */
const COMPLAIN_EVERY_MS = 60_000

/** The database behind everything that is remembered: it comes up beside the market, and may come late or not at all. */
export class Storage {
  readonly #options: StorageOptions
  readonly #own: OwnPostgres | null
  #state: StorageState = 'starting'
  #database: Database | null = null
  #isStopping = false
  #starting: Promise<void> = Promise.resolve()
  #complainedAt = Number.NEGATIVE_INFINITY
  #tellOpened: () => void = () => undefined
  /** Resolves once it has come up for the first time, which may be never. */
  readonly opened: Promise<void>

  constructor(options: StorageOptions) {
    this.#options = options
    this.opened = new Promise((resolve) => {
      this.#tellOpened = resolve
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

  /** Its owner, for copies and for what no server may do. @throws StorageFailure as long as it has not come up. */
  get owner(): ClientConfig {
    if (this.#database === null) throw new StorageFailure('unavailable', 'database: not there yet')
    return this.#ownerConnection()
  }

  /** Begins to bring it up; nobody waits. */
  start(): void {
    this.#starting = this.#bringUp().then((isUp) => {
      if (isUp) void this.#watch()
    })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#state = 'down'
    // What is in hand may finish, as long as it is quick: its statements have limits of their own.
    await Promise.race([this.#database?.end(), this.#pause(END_WITHIN_MS)])
    await this.#own?.stop()
    await this.#starting
  }

  /** False when it cannot be had, or we stop. */
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
        this.#state = 'down'
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
    const { log } = this.#options
    const owner = this.#ownerConnection()
    const app = this.#own?.connection('app')
    const password = app === undefined ? null : String(app.password)
    const separation = await prepareSchema(owner, { name: APP_ROLE, password })
    if (separation.kind === 'same') log('warn', 'database-role-not-separate', { why: separation.why })
    const asApp: ClientConfig = app ?? { ...owner, options: `-c role=${APP_ROLE}` }
    return new Database({
      connection: separation.kind === 'same' ? owner : asApp,
      onLost: (error) => this.#complain(error),
    })
  }

  #ownerConnection(): ClientConfig {
    return this.#own?.connection('owner') ?? { connectionString: this.#options.databaseUrl as string }
  }

  /** Readiness as others see it: whether a statement is answered now. */
  async #watch(): Promise<void> {
    while (!this.#isStopping) {
      await this.#pause(LOOK_EVERY_MS)
      if (this.#isStopping) return
      try {
        await this.database.run((statements) => statements.execute('select 1'))
        if (this.#state === 'down') this.#options.log('info', 'database-back', {})
        this.#state = 'ready'
      } catch (error) {
        this.#state = 'down'
        this.#complain(error)
      }
    }
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
