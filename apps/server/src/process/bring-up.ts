import { loadStorage } from '../adapters/storage/database/load.ts'
import type { Storage } from '../adapters/storage/database/storage.ts'
import type { EpisodeMover } from '../adapters/storage/market/episode-mover.ts'
import { KeyRefusal } from '../adapters/system/keys/key-ring.ts'
import { newId } from '../adapters/system/secrets/secret-texts.ts'
import { untilDone } from '../adapters/system/until-done.ts'
import type { KeyParts } from '../app/api-keys/key-parts.ts'
import type { UptimeMeter } from '../app/operation/uptime-meter.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { Shared } from '../app/ports/system/fair-queue.ts'
import type { LeaseStore } from '../app/ports/system/lease-store.ts'
import type { StorageState } from '../app/ports/system/storage.ts'
import { firstRun } from '../app/users/first-run.ts'
import { makeUserParts, type UserParts } from '../app/users/user-parts.ts'
import type { Config } from '../config/config.ts'
import { readAdminFile } from '../config/config-admin.ts'
import { deliverHelp } from './deliver-help.ts'
import { measureUptime } from './measure-uptime.ts'
import { tendDatabase } from './tend-database.ts'
import { type KeysMarket, type TendedKeys, tendKeys } from './tend-keys.ts'
import { reasonOf } from './terminal.ts'

type Options = {
  readonly config: Config
  readonly clock: Clock
  readonly logEvent: EventLog
  readonly market: KeysMarket & {
    readonly isLive: () => boolean
    /** The exchanges' clocks minus ours, ms. */
    readonly exchangeOffsets: () => readonly number[]
  }
  /** Called where the key file does not fit the stored data: this process must not serve. */
  readonly keysRefused: () => Promise<void>
  /** Called where there is no admin yet, with the token of the one-time address for the first one. */
  readonly tellSetUp: (token: string) => void
  /** Called once the database is up, with its leases. */
  readonly databaseOpened?: ((leases: LeaseStore) => void) | undefined
}

/** Brings up what outlasts a restart after the server already serves: storage, users, then upkeep of both. */
export class BringUp {
  readonly #options: Options
  #isBegun = false
  #isStopping = false
  #storage: Storage | null = null
  #mover: EpisodeMover | null = null
  #users: UserParts | null = null
  #keys: TendedKeys | null = null
  #tending: { stop(): Promise<void> } | null = null
  #meter: UptimeMeter | null = null
  #isSettled = false
  #tellSettled = (): void => undefined
  /** Resolves when the users' side is up, or it is unknown when it will be. */
  readonly #settled = new Promise<void>((resolve) => {
    this.#tellSettled = resolve
  })

  #tellFailed = (): void => undefined
  /** Resolves when a first database call failed. */
  readonly #failed = new Promise<void>((resolve) => {
    this.#tellFailed = resolve
  })

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether this process runs feeds and upkeep, too. */
  get #isAlone(): boolean {
    return this.#options.config.role === 'all'
  }

  get storageState(): StorageState {
    return this.#storage?.state ?? 'starting'
  }

  get users(): UserParts | null {
    return this.#users
  }

  get keys(): KeyParts | null {
    return this.#keys?.parts ?? null
  }

  /** The vault's places of requests to exchanges; null until there is a vault. */
  get requests(): Shared | null {
    return this.#keys?.requests() ?? null
  }

  /** Makes the trade runner look for a stored trade at once. */
  wakeTrades(): void {
    this.#keys?.wakeTrades()
  }

  /** Resolves when the users' side is up, or it is unknown when it will be; null once it has resolved. */
  startUsers(): Promise<void> | null {
    if (this.#isSettled) return null
    void this.begin()
    return this.#settled
  }

  /** Begins once; later calls do nothing. */
  async begin(): Promise<void> {
    if (this.#isBegun) return
    this.#isBegun = true
    try {
      await this.#bringUp()
    } finally {
      this.#settle()
    }
  }

  async #bringUp(): Promise<void> {
    const storage = await this.#openStorage()
    if (storage === null) return
    const users = await this.#makeUsers(storage)
    if (users === null || this.#isStopping) return
    const { logEvent } = this.#options
    // Logins wait while the first admin is made. If making the admin fails, they wait no longer.
    const first = this.#firstRun(users)
    await Promise.race([first, this.#failed])
    this.#users = users
    await deliverHelp(users, logEvent)
    await this.#tend(storage, users)
    this.#settle()
    await first
  }

  /** Stops bringing anything up. */
  giveUp(): void {
    this.#isStopping = true
    this.#settle()
  }

  async stop(): Promise<void> {
    await this.#keys?.stop()
    await this.#meter?.stop()
    await this.#tending?.stop()
    await this.#mover?.stop()
    await this.#storage?.stop()
  }

  /** Lets calls wait no longer: from now on they are answered at once, 503 while the users' side is down. */
  #settle(): void {
    this.#isSettled = true
    this.#tellSettled()
  }

  async #openStorage(): Promise<Storage | null> {
    const { config, clock, logEvent } = this.#options
    const { Storage, EpisodeMover } = await loadStorage()
    if (this.#isStopping) return null
    const storage = new Storage({ ...config, clock, log: logEvent })
    void storage.wentDown.then(() => this.#settle())
    storage.start()
    this.#storage = storage
    if (this.#isAlone) {
      this.#mover = new EpisodeMover({
        folders: [config.dataDir],
        database: () => storage.database,
        clock,
        log: logEvent,
      })
      this.#mover.start()
    }
    await storage.opened
    return storage
  }

  /** Makes the parts of users; null where the process ends instead. */
  async #makeUsers(storage: Storage): Promise<UserParts | null> {
    const { config, clock, logEvent, market, keysRefused } = this.#options
    try {
      const { loadUsers } = await import('../adapters/load-users.ts')
      const { dataDir, masterKeyFile, breachListFile, backupDir, rateLimitScale: limitScale } = config
      const { isDemoShown } = market
      const files = { dataDir, masterKeyFile, breachListFile, backupDir }
      const wanted = { ...files, database: () => storage.database, isDemoShown, clock, log: logEvent }
      const adapters = await this.#untilDone(() => loadUsers(wanted))
      if (adapters === null) return null
      const alarm = (event: string, data: Readonly<Record<string, unknown>>) => logEvent('warn', event, data)
      return makeUserParts({ ...adapters, clock, log: alarm, limitScale })
    } catch (error) {
      if (!(error instanceof KeyRefusal)) throw error
      process.stderr.write(`${error.message}\n`)
      await keysRefused()
      return null
    }
  }

  async #tend(storage: Storage, users: UserParts): Promise<void> {
    const { config, clock, logEvent, market } = this.#options
    const { leaseStore } = await import('../adapters/storage/leases/lease-store.ts')
    const database = () => storage.database
    const shared = { leases: leaseStore(database), holder: newId() }
    this.#options.databaseOpened?.(shared.leases)
    if (this.#isAlone) {
      this.#meter = await measureUptime(config, clock, database, market.isLive)
      this.#tending = await tendDatabase({
        config,
        clock,
        logEvent,
        storage,
        shared,
        exchangeOffsets: market.exchangeOffsets,
      })
    }
    this.#keys = await tendKeys({ config, clock, logEvent, database, market })
    if (this.#isAlone) this.#keys.recheck(shared)
    this.#keys.runTrades(shared, users.trades)
  }

  async #firstRun(users: UserParts): Promise<void> {
    const { config, logEvent, tellSetUp } = this.#options
    const file = config.adminBootstrapFile
    const admin = file === null ? null : readAdminFile(file)
    const first = await this.#untilDone(() => firstRun(users, admin))
    if (first === null) return
    if (first.kind === 'bootstrapped') logEvent('info', 'admin-bootstrapped', {})
    if (first.kind !== 'setup') return
    if (first.isFileRefused) logEvent('error', 'admin-bootstrap-refused', { reason: 'the password is short or common' })
    else if (file !== null) logEvent('error', 'admin-bootstrap-refused', { reason: 'the file is not there' })
    tellSetUp(first.token)
  }

  #untilDone<T>(deed: () => Promise<T>): Promise<T | null> {
    const { clock, logEvent } = this.#options
    return untilDone(deed, {
      clock,
      isFinal: (error) => error instanceof KeyRefusal,
      isStopping: () => this.#isStopping,
      complain: (error) => {
        this.#settle()
        this.#tellFailed()
        logEvent('error', 'accounts-not-up', { reason: reasonOf(error), alarm: true })
      },
    })
  }
}
