import { ArchiveProcess } from './adapters/archive/archive-process.ts'
import { diskSpace } from './adapters/system/disk-space.ts'
import { noteAddress } from './adapters/system/server-address.ts'
import { createSystemClock } from './adapters/system/system-clock.ts'
import { AlarmCount } from './app/operation/alarm-count.ts'
import { DiskWatch } from './app/operation/disk-watch.ts'
import { engineConfig, readConfig } from './config.ts'
import { EngineSupervisor } from './http/engine/engine-supervisor.ts'
import { startEngineThread } from './http/engine/engine-thread.ts'
import { MarketBoard } from './http/market-board.ts'
import { createHttpServer } from './http/server.ts'
import { SourceWatch } from './http/source-watch.ts'
import { VERSION } from './http/version.ts'
import { BringUp } from './process/bring-up.ts'
import { checkKeyFile, lockDataDir, makeDataDir } from './process/data-folder.ts'
import { listen } from './process/listen.ts'
import { makeLog } from './process/log.ts'
import { ARCHIVE, ENGINE, SITE } from './process/places.ts'
import { SOURCES, settledSource } from './process/settled-source.ts'
import { Shutdown } from './process/shutdown.ts'
import { refuse, say } from './process/terminal.ts'

/** What talks to the database is loaded so long after the first rows, or after the start where there are none. */
const STORAGE_AFTER_ROWS_MS = 1_000
const STORAGE_AFTER_MS = 8_000

async function main(): Promise<void> {
  const reading = readConfig()
  if (reading.kind === 'refused') refuse(reading.mistakes)
  const { config } = reading
  makeDataDir(config.dataDir)
  checkKeyFile(config.masterKeyFile)
  const lock = lockDataDir(config.dataDir)
  if (config.role === 'worker') {
    const { work } = await import('./process/worker.ts')
    return work(config, lock)
  }

  const alarms = new AlarmCount()
  const { log, tell } = makeLog(config, alarms)
  const clock = createSystemClock()
  const engine = new EngineSupervisor({
    spawn: () => startEngineThread(ENGINE, engineConfig(config)),
    clock,
    log: tell,
  })
  const source = settledSource(config)
  const board = new MarketBoard({ engine, clock, source })
  const disks = new DiskWatch({ disk: diskSpace([config.dataDir, config.backupDir]), clock, log: tell })
  const { place, ...retention } = config.archive
  const archive = new ArchiveProcess({ script: ARCHIVE, dataDir: config.dataDir, place, retention, clock, log: tell })
  const bringUp = new BringUp({
    config,
    clock,
    tell,
    market: {
      demoMarket: () => engine.demoMarket,
      isDemoShown: () => board.source === 'demo',
      isLive: () => board.hasLiveFeed,
    },
    keysRefused: () => shutdown.stop('key-refused', 1),
    tellSetUp: (token) => say(`admin set-up, within 15 minutes: ${site}/admin/setup#${token}`),
  })
  const server = await createHttpServer({
    settings: config,
    board,
    engine,
    clock,
    log,
    storageState: () => bringUp.storageState,
    accounts: () => bringUp.accounts,
    keys: () => bringUp.keys,
    history: config.keepsHistory ? archive : null,
    startAccounts: () => bringUp.startAccounts(),
    siteFolder: SITE,
    alarmed: (event) => alarms.count(event),
    figures: () => [alarms.figure(), disks.figure()],
  })
  const shutdown = new Shutdown({
    clock,
    log,
    server,
    atOnce: () => {
      bringUp.giveUp()
      board.stop()
    },
    afterwards: async () => {
      await engine.stop()
      archive.stop()
      disks.stop()
      await bringUp.stop()
      lock.release()
    },
  })
  shutdown.surviveErrors()
  shutdown.obeySignals()

  const origin = await listen(server, config)
  const site = config.publicOrigin ?? origin
  noteAddress(config.dataDir, site)
  say(`Makas: ${origin}`)
  say(`market: ${source === null ? 'trying the exchanges' : SOURCES[source]}`)
  say(`version: ${VERSION}`)
  const watch = new SourceWatch(source, (next) => say(`market: ${SOURCES[next]}`))
  let hasRows = false
  engine.listen({
    message: ({ state }) => {
      watch.see(state)
      if (state.source === 'live') archive.wentLive()
      if (hasRows || !Object.values(state.rows).some((rows) => rows.length > 0)) return
      hasRows = true
      clock.after(STORAGE_AFTER_ROWS_MS, () => bringUp.begin())
    },
    condition: (condition) => log.info({ condition }, 'engine'),
  })
  board.start()
  engine.start()
  disks.start()
  if (config.keepsHistory) archive.start()
  clock.after(STORAGE_AFTER_MS, () => bringUp.begin())
}

await main()
