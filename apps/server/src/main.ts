import { chmodSync, mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { ArchiveProcess } from './adapters/archive/archive-process.ts'
import type { Database } from './adapters/storage/database/database.ts'
import { loadStorage } from './adapters/storage/database/load.ts'
import type { Storage } from './adapters/storage/database/storage.ts'
import type { EpisodeMover } from './adapters/storage/market/episode-mover.ts'
import { diskSpace } from './adapters/system/disk-space.ts'
import { KeyRefusal, readKeyRing } from './adapters/system/key-ring.ts'
import { withoutSecrets } from './adapters/system/log-redaction.ts'
import { type ProcessLock, takeDataLock } from './adapters/system/process-lock.ts'
import { newId } from './adapters/system/secret-texts.ts'
import { noteAddress } from './adapters/system/server-address.ts'
import { createSystemClock } from './adapters/system/system-clock.ts'
import { TerminalLog } from './adapters/system/terminal-log.ts'
import { untilDone } from './adapters/system/until-done.ts'
import { type AccountParts, makeAccountParts } from './app/accounts/account-parts.ts'
import { firstRun } from './app/accounts/first-run.ts'
import { deliverArticles } from './app/help/deliver-articles.ts'
import { AlarmCount } from './app/operation/alarm-count.ts'
import { DiskWatch } from './app/operation/disk-watch.ts'
import { Nightly } from './app/operation/nightly.ts'
import { UptimeMeter } from './app/operation/uptime-meter.ts'
import type { Clock } from './app/ports/clock.ts'
import type { Ledger } from './app/ports/ledger.ts'
import type { MarketSource } from './app/ports/market-source.ts'
import { type Config, engineConfig, readConfig } from './config.ts'
import { readAdminFile } from './config-admin.ts'
import { drain } from './http/drain.ts'
import { CrashCount } from './http/engine/crash-count.ts'
import { EngineSupervisor } from './http/engine/engine-supervisor.ts'
import { startEngineThread } from './http/engine/engine-thread.ts'
import { MarketBoard } from './http/market-board.ts'
import { createHttpServer, type HttpServer } from './http/server.ts'
import { SourceWatch } from './http/source-watch.ts'
import { StopSignals } from './http/stop-signals.ts'
import { VERSION } from './http/version.ts'

const SITE = join(import.meta.dirname, '..', '..', '..', 'dist')
/** Runs in a thread of its own. */
const ENGINE = new URL('./engine.worker.ts', import.meta.url)
/** Runs as a process of its own. */
const VAULT = join(import.meta.dirname, 'vault.process.ts')
/** Runs as a process of its own. */
const ARCHIVE = join(import.meta.dirname, 'archive.process.ts')
/** All in all (reliability-matrix.md L1, L2). */
const EXIT_WITHIN_MS = 14_000

/** What talks to the database is loaded so long after the first rows, or after the start where there are none. */
const STORAGE_AFTER_ROWS_MS = 1_000
const STORAGE_AFTER_MS = 8_000

/** What each source means, for the person at the terminal. */
const SOURCES: Readonly<Record<MarketSource, string>> = {
  live: 'live (the exchanges themselves)',
  demo: 'demo (simulated exchanges, no real prices)',
  replay: 'replay (recorded frames)',
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function refuse(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}

/** Only ours to read: later it holds keys. */
function makeDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
  } catch (error) {
    refuse([`DATA_DIR: cannot be made: ${error instanceof Error ? error.message : String(error)}`])
  }
}

/** Two servers on one database folder would destroy it. */
function lockDataDir(path: string): Extract<ProcessLock, { kind: 'taken' }> {
  try {
    const lock = takeDataLock(path)
    if (lock.kind === 'taken') return lock
    refuse([`DATA_DIR: ${path} is in use by process ${lock.pid}: stop it, or choose another folder`])
  } catch (error) {
    refuse([`DATA_DIR: cannot be locked: ${error instanceof Error ? error.message : String(error)}`])
  }
}

/** Where there is one already; a first start makes it once it knows that nothing is stored. */
function checkKeyFile(path: string): void {
  try {
    readKeyRing(path)
  } catch (error) {
    refuse([`MASTER_KEY_FILE: ${error instanceof Error ? error.message : String(error)}`])
  }
}

/** The market source as far as the settings decide it; null while `auto` tries. */
function settledSource({ market, exchangeOrigin }: Config): MarketSource | null {
  if (market === 'replay') return 'replay'
  if (exchangeOrigin !== null) return 'demo'
  return market === 'auto' ? null : market
}

async function listen({ app }: HttpServer, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') refuse([`port ${port} on ${host} is already in use; choose another with PORT`])
    if (code === 'EACCES') refuse([`port ${port} on ${host} may not be used by this user; choose another with PORT`])
    refuse([`cannot listen on ${host} port ${port}: ${error instanceof Error ? error.message : String(error)}`])
  }
  const address = app.server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}`
}

type Tell = (level: 'info' | 'warn' | 'error', event: string, data: object) => void

/** What all processes on one database agree upon, and which of them this is. */
type Shared = { readonly ledger: Ledger; readonly holder: string }

/** Exchange keys are looked after daily; the vault starts with the first that is due. */
async function tendKeys(
  { masterKeyFile, exchangeOrigin }: Config,
  clock: Clock,
  log: Tell,
  database: () => Database,
  {
    engine,
    board,
    shared,
  }: { readonly engine: EngineSupervisor; readonly board: MarketBoard; readonly shared: Shared },
) {
  const { VaultProcess } = await import('./adapters/vault/vault-process.ts')
  const { keyStore } = await import('./adapters/storage/keys/key-store.ts')
  const { DailyRechecks } = await import('./app/api-keys/daily-rechecks.ts')
  const demoOrigin = () => engine.demoMarket?.origin ?? null
  const vault = new VaultProcess({ script: VAULT, keyFile: masterKeyFile, exchangeOrigin, demoOrigin, clock, log })
  const { demoAccounts } = await import('./app/api-keys/demo-accounts.ts')
  // What EXCHANGE_ORIGIN names stands in for the exchanges: typed keys are asked of it.
  const isShown = () => board.source === 'demo' && exchangeOrigin === null
  const demo = demoAccounts({ isShown, market: () => engine.demoMarket })
  const alarm = (event: string, data: object) => log('error', event, { ...data, alarm: true })
  const parts = { store: keyStore(database), vault, demo, clock, newId, alarm }
  const rechecks = new DailyRechecks({ ...parts, ...shared, log })
  rechecks.start()
  return {
    parts,
    stop: () => {
      rechecks.stop()
      vault.stop()
    },
  }
}

/** The help centre has the product's own articles; without a database that answers, from the next start on. */
async function deliverHelp(parts: AccountParts, log: Tell): Promise<void> {
  try {
    const { builtInArticles } = await import('./adapters/storage/help/built-in-articles.ts')
    const articles = await deliverArticles(parts, builtInArticles())
    if (articles.length > 0) log('info', 'articles-delivered', { articles: articles.length })
  } catch (error) {
    log('error', 'articles-not-delivered', { reason: error instanceof Error ? error.message : String(error) })
  }
}

/** What is done every night, and what is measured every minute. */
async function tendDatabase(
  config: Config,
  clock: Clock,
  log: Tell,
  storage: Storage,
  shared: Shared,
  board: MarketBoard,
) {
  const { nightTasks } = await import('./adapters/storage/upkeep/night-tasks.ts')
  const { uptimeStore } = await import('./adapters/storage/market/uptime-store.ts')
  const database = () => storage.database
  const tasks = nightTasks({ database, owner: () => storage.owner, backupDir: config.backupDir, log })
  const nightly = new Nightly({ tasks, ...shared, clock, log })
  nightly.start()
  // Where no exchange is asked there is nothing to measure (product-decisions.md 14).
  const source = settledSource(config)
  const isMeasured = source === null || source === 'live'
  const meter = new UptimeMeter({ store: uptimeStore(database), isLive: () => board.hasLiveFeed, clock })
  if (isMeasured) meter.start()
  return {
    stop: async () => {
      await meter.stop()
      await nightly.stop()
    },
  }
}

/** JSON lines for whatever reads them; plain lines for a person at a terminal. Written at once, so that none is lost at an exit. */
function logLines() {
  const file = pino.destination({ fd: 2, sync: true })
  return process.stderr.isTTY ? new TerminalLog((text) => file.write(text)) : file
}

async function main(): Promise<void> {
  const reading = readConfig()
  if (reading.kind === 'refused') refuse(reading.mistakes)
  const { config } = reading
  makeDataDir(config.dataDir)
  checkKeyFile(config.masterKeyFile)
  const lock = lockDataDir(config.dataDir)

  const alarms = new AlarmCount()
  const formatters = { log: withoutSecrets }
  const log = pino({ level: config.logLevel, base: null, formatters }, logLines())
  const tell: Tell = (level, event, data) => {
    if ('alarm' in data) alarms.count(event)
    log[level](data, event)
  }
  const clock = createSystemClock()
  const engine = new EngineSupervisor({
    spawn: () => startEngineThread(ENGINE, engineConfig(config)),
    clock,
    log: tell,
  })
  const source = settledSource(config)
  const board = new MarketBoard({ engine, clock, source })
  let isStopping = false
  let hasRows = false
  let isRemembering = false
  let storage: Storage | null = null
  let mover: EpisodeMover | null = null
  let keys: Awaited<ReturnType<typeof tendKeys>> | null = null
  let upkeep: Awaited<ReturnType<typeof tendDatabase>> | null = null
  const disks = new DiskWatch({ disk: diskSpace([config.dataDir, config.backupDir]), clock, log: tell })
  const { place, ...retention } = config.archive
  const archive = new ArchiveProcess({ script: ARCHIVE, dataDir: config.dataDir, place, retention, clock, log: tell })
  const storageState = () => storage?.state ?? 'starting'
  let accountParts: AccountParts | null = null
  let areAccountsUp = false
  let areAccountsLate = false
  let tellAccountsUp = (): void => undefined
  const accountsUp = new Promise<void>((resolve) => {
    tellAccountsUp = resolve
  })
  const accounts = () => accountParts
  const server = await createHttpServer({
    settings: config,
    board,
    engine,
    clock,
    log,
    storageState,
    accounts,
    keys: () => keys?.parts ?? null,
    history: config.keepsHistory ? archive : null,
    startAccounts: () => {
      // Once it has failed nobody knows how long it will: then the answer is 503 at once.
      if (areAccountsUp || areAccountsLate || storageState() === 'down') return null
      void bringUpStorage()
      return accountsUp
    },
    siteFolder: SITE,
    alarmed: (event) => alarms.count(event),
    figures: () => [alarms.figure(), disks.figure()],
  })

  const crashes = new CrashCount()
  const survive = (kind: string) => (error: unknown) => {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log.error({ kind, reason }, 'unexpected-error')
    if (!crashes.isLoop(clock.now())) return
    log.fatal({ alarm: true }, 'crash-loop')
    process.exit(1)
  }
  process.on('uncaughtException', survive('exception'))
  process.on('unhandledRejection', survive('rejection'))

  const signals = new StopSignals()
  const stop = async (signal: string, code: 0 | 1 = 0) => {
    isStopping = true
    log.info({ signal }, 'stopping')
    clock.after(EXIT_WITHIN_MS, () => {
      log.error({ reason: 'drain took too long' }, 'forced-exit')
      process.exit(1)
    })
    board.stop()
    const isClean = await drain(server, clock)
    await engine.stop()
    keys?.stop()
    archive.stop()
    disks.stop()
    await upkeep?.stop()
    await mover?.stop()
    await storage?.stop()
    lock.release()
    if (!isClean) log.error({ reason: 'a request did not finish in time' }, 'forced-exit')
    process.exit(isClean ? code : 1)
  }
  const signalled = (signal: string) => {
    const wish = signals.take(clock.now())
    if (wish === 'stop') void stop(signal)
    if (wish !== 'force') return
    log.error({ reason: `second ${signal}` }, 'forced-exit')
    process.exit(1)
  }
  process.on('SIGTERM', signalled)
  process.on('SIGINT', signalled)

  const origin = await listen(server, config)
  noteAddress(config.dataDir, config.publicOrigin ?? origin)
  say(`Makas: ${origin}`)
  say(`market: ${source === null ? 'trying the exchanges' : SOURCES[source]}`)
  say(`version: ${VERSION}`)
  const watch = new SourceWatch(source, (next) => say(`market: ${SOURCES[next]}`))
  const bringUpStorage = async () => {
    if (isRemembering) return
    isRemembering = true
    const { Storage, EpisodeMover } = await loadStorage()
    if (isStopping) return
    const database = new Storage({ ...config, clock, log: tell })
    database.start()
    storage = database
    mover = new EpisodeMover({ dataDir: config.dataDir, database: () => database.database, clock, log: tell })
    mover.start()
    await database.opened
    const patience = {
      clock,
      isFinal: (error: unknown) => error instanceof KeyRefusal,
      isStopping: () => isStopping,
      complain: (error: unknown) => {
        areAccountsLate = true
        tell('error', 'accounts-not-up', {
          reason: error instanceof Error ? error.message : String(error),
          alarm: true,
        })
      },
    }
    try {
      const { loadAccounts } = await import('./adapters/load-accounts.ts')
      const { masterKeyFile: keyFile, breachListFile, backupDir, rateLimitScale: limitScale } = config
      const wanted = { database: () => database.database, keyFile, breachListFile, backupDir }
      const adapters = await untilDone(() => loadAccounts(wanted), patience)
      if (adapters === null) return
      const alarm = (event: string, data: object) => tell('warn', event, data)
      accountParts = makeAccountParts({ ...adapters, clock, log: alarm, limitScale })
    } catch (error) {
      if (!(error instanceof KeyRefusal)) throw error
      process.stderr.write(`${error.message}\n`)
      await stop('key-refused', 1)
      return
    }
    if (isStopping) return
    await deliverHelp(accountParts, tell)
    const { ledger } = await import('./adapters/storage/ledger/ledger.ts')
    const shared = { ledger: ledger(() => database.database), holder: newId() }
    upkeep = await tendDatabase(config, clock, tell, database, shared, board)
    keys = await tendKeys(config, clock, tell, () => database.database, { engine, board, shared })
    const file = config.adminBootstrapFile
    areAccountsUp = true
    tellAccountsUp()
    const parts = accountParts
    const first = await untilDone(() => firstRun(parts, file === null ? null : readAdminFile(file)), patience)
    if (first === null) return
    if (first.kind === 'bootstrapped') tell('info', 'admin-bootstrapped', {})
    if (first.kind !== 'setup') return
    if (first.isFileRefused) tell('error', 'admin-bootstrap-refused', { reason: 'the password is short or common' })
    say(`admin set-up, within 15 minutes: ${config.publicOrigin ?? origin}/admin/setup#${first.token}`)
  }
  engine.listen({
    message: ({ state }) => {
      watch.see(state)
      if (state.source === 'live') archive.wentLive()
      if (hasRows || !Object.values(state.rows).some((rows) => rows.length > 0)) return
      hasRows = true
      clock.after(STORAGE_AFTER_ROWS_MS, bringUpStorage)
    },
    condition: (condition) => log.info({ condition }, 'engine'),
  })
  board.start()
  engine.start()
  disks.start()
  if (config.keepsHistory) archive.start()
  clock.after(STORAGE_AFTER_MS, bringUpStorage)
}

await main()
