import { Client, type ClientConfig, DatabaseError } from 'pg'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type { EventLog } from '../../../app/ports/system/event-log.ts'
import { untilDone } from '../../system/until-done.ts'
import { CONNECT_WITHIN_MS } from '../database/address.ts'
import { type Access, readAccess } from './access.ts'
import { postgresFolder } from './binaries.ts'
import { lastWords, OWNER, openCluster } from './cluster.ts'
import { type Places, PORT, placesIn } from './places.ts'
import { livingPostmaster, type Postmaster, startPostmaster } from './postmaster.ts'
import { chooseRunAs, giveTo, type RunAs } from './run-as.ts'
import { StartRefusal } from './start-refusal.ts'

const DATABASE = 'makas'
export const APP_ROLE = 'makas_app'
const ASK_EVERY_MS = 25
/**
 * Settings that the driver would otherwise take from the PG* variables of the environment, which are about another
 * server. The driver also takes a variable in place of an empty value.
 */
const NOT_FROM_ENVIRONMENT = {
  port: PORT,
  ssl: false,
  sslnegotiation: 'postgres',
  options: ' ',
  replication: 'false',
  client_encoding: 'utf8',
  application_name: 'makas',
} as const
/** Time limit of a start: recovery after a kill replays the log since the last checkpoint, slowly on a slow disk. */
const ANSWERS_WITHIN_MS = 120_000
const START_AGAIN_MS = 200
/** Time that a killed server's children may need to end. A start that fails later is logged with its reason. */
const LOG_AFTER_MS = 3_000
const STOP_WITHIN_MS = 8_000
const JOIN_WITHIN_MS = 10_000

export type OwnPostgresOptions = {
  readonly dataDir: string
  readonly clock: Clock
  readonly log: EventLog
  /** Further settings of PostgreSQL, for tests. */
  readonly settings?: readonly string[]
  /** The way to run it, for tests. */
  readonly runAs?: RunAs['name']
}

/**
 * Our own PostgreSQL below the data folder, whose lock the caller holds. It is started, or adopted where it outlived a
 * killed server, and started again whenever it is lost.
 */
export class OwnPostgres {
  readonly #options: OwnPostgresOptions
  readonly #places: Places
  #access: Access | null = null
  #runAs: RunAs | null = null
  #postmaster: Postmaster | null = null
  readonly #stopping = new AbortController()

  constructor(options: OwnPostgresOptions) {
    this.#options = options
    this.#places = placesIn(options.dataDir)
  }

  /**
   * Starts or adopts PostgreSQL; resolves once it answers.
   * @throws StartRefusal where this machine cannot run it at all.
   */
  async start(): Promise<void> {
    this.#runAs = await chooseRunAs(postgresFolder(), this.#options.runAs)
    this.#access = await openCluster(this.#places, this.#runAs, this.#stopping.signal)
    await this.#run()
    await this.#makeDatabase()
    void this.#keepRunning()
  }

  /** Uses the PostgreSQL that another process of ours runs; resolves once it answers. */
  async join(): Promise<void> {
    const access = readAccess(this.#places.access)
    if (access === null) throw new StartRefusal('another process of Makas is still making the database: try again')
    this.#access = access
    const until = this.#options.clock.now() + JOIN_WITHIN_MS
    while (!(await this.#ask())) {
      if (this.#options.clock.now() > until)
        throw new StartRefusal('the database of the running server does not answer')
      await this.#pause(ASK_EVERY_MS)
    }
  }

  connection(role: 'owner' | 'app'): ClientConfig {
    return this.#connectionTo(DATABASE, role)
  }

  /** Stops PostgreSQL and waits for its end, up to a limit. The next start adopts a PostgreSQL that takes longer. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const postmaster = this.#postmaster
    if (postmaster === null) return
    try {
      // Fast shutdown: open transactions are rolled back, committed ones are on disk.
      process.kill(postmaster.pid, 'SIGINT')
    } catch {
      return
    }
    const isGone = await this.#within(STOP_WITHIN_MS, postmaster.ended)
    if (!isGone) this.#options.log('warn', 'database-slow-to-stop', { pid: postmaster.pid })
  }

  async #keepRunning(): Promise<void> {
    while (!this.#isStopping) {
      await this.#postmaster?.ended
      if (this.#isStopping) return
      this.#options.log('error', 'database-lost', { lastWords: lastWords(this.#places) })
      await this.#runAgain()
    }
  }

  /** Starts it again without a time limit: a disk may be away for hours. */
  async #runAgain(): Promise<void> {
    const { clock, log } = this.#options
    await untilDone(() => this.#run(), {
      clock,
      isFinal: () => false,
      isStopping: () => this.#isStopping,
      complain: (error) => log('error', 'database-not-restarted', { error: String(error) }),
    })
  }

  /** Starts PostgreSQL until it answers; right after a kill the old children may still be ending, hence the retries. */
  async #run(): Promise<void> {
    const { clock, log } = this.#options
    const begunAt = clock.now()
    const until = begunAt + ANSWERS_WITHIN_MS
    let isLogged = false
    while (!this.#isStopping) {
      const adopted = livingPostmaster(this.#places.cluster)
      const postmaster = adopted ?? this.#spawn()
      this.#postmaster = postmaster
      const outcome = await this.#answer(postmaster, until)
      if (outcome === 'answers') {
        log('info', adopted === null ? 'database-started' : 'database-adopted', { pid: postmaster.pid })
        return
      }
      if (!isLogged && outcome === 'ended' && clock.now() - begunAt >= LOG_AFTER_MS) {
        isLogged = true
        log('error', 'database-does-not-start', { lastWords: lastWords(this.#places) })
      }
      if (clock.now() > until) throw new Error(`PostgreSQL does not answer: ${lastWords(this.#places)}`)
      await this.#pause(START_AGAIN_MS)
    }
  }

  #spawn(): Postmaster {
    const { cluster, sockets } = this.#places
    const runAs = this.#runAs as RunAs
    // An earlier start may have run it as another user. Not while it runs: it would lose access to its files.
    giveTo(runAs.owner, cluster)
    giveTo(runAs.owner, sockets)
    return startPostmaster(this.#places, runAs, this.#options.settings ?? [])
  }

  async #answer(postmaster: Postmaster, until: number): Promise<'answers' | 'ended' | 'silent'> {
    let hasEnded = false
    void postmaster.ended.then(() => {
      hasEnded = true
    })
    while (!hasEnded && !this.#isStopping && this.#options.clock.now() < until) {
      if (await this.#ask()) return 'answers'
      await this.#pause(ASK_EVERY_MS)
    }
    return hasEnded ? 'ended' : 'silent'
  }

  /** Whether it answers; false while there is no socket yet, or it is still recovering. */
  async #ask(): Promise<boolean> {
    const client = new Client(this.#connectionTo('postgres', 'owner'))
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch (error) {
      // A wrong password is final.
      if (error instanceof DatabaseError && error.code?.startsWith('28')) throw error
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async #makeDatabase(): Promise<void> {
    const client = new Client(this.#connectionTo('postgres', 'owner'))
    // A lost connection fails the next statement; an unheard 'error' event would end the process.
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
      if (rowCount === 0) await client.query(`create database ${DATABASE}`)
    } finally {
      await client.end()
    }
  }

  #connectionTo(database: string, role: 'owner' | 'app'): ClientConfig {
    const { owner, app } = this.#access as Access
    const place = {
      ...NOT_FROM_ENVIRONMENT,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      host: this.#places.sockets,
      database,
    }
    return role === 'owner' ? { ...place, user: OWNER, password: owner } : { ...place, user: APP_ROLE, password: app }
  }

  /** Whether an event comes within `ms`; the timer is cancelled when it does. */
  #within(ms: number, event: Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(ms, () => resolve(false))
      void event.then(() => {
        timer.cancel()
        resolve(true)
      })
    })
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.clock.after(ms, resolve))
  }
}
