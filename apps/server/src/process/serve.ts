import type { Logger } from 'pino'
import type { ArchiveProcess } from '../adapters/archive/archive-process.ts'
import { watchLoop } from '../adapters/system/loop-watch.ts'
import { noteAddress } from '../adapters/system/server-address.ts'
import { silentPeers } from '../adapters/system/silent-peers.ts'
import type { AlarmCount } from '../app/operation/alarm-count.ts'
import { ScarceThings } from '../app/operation/scarce-things.ts'
import type { HistoryReader } from '../app/ports/market/archive.ts'
import type { MarketSource } from '../app/ports/market/market-source.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { LeaseStore } from '../app/ports/system/lease-store.ts'
import type { Config } from '../config/config.ts'
import type { EngineClient } from '../http/engine/engine-client.ts'
import { MarketBoard } from '../http/market-board.ts'
import type { ShardsHeard } from '../http/routes/health.ts'
import { createHttpServer } from '../http/server.ts'
import { SourceWatch } from '../http/source-watch.ts'
import { VERSION } from '../http/version.ts'
import { BringUp } from './bring-up.ts'
import { SOURCES } from './configured-source.ts'
import type { DataLock } from './data-folder.ts'
import { listen } from './listen.ts'
import { SITE } from './places.ts'
import { Shutdown } from './shutdown.ts'
import { say } from './terminal.ts'
import { warnOfKeyBesideData } from './warn-of-key-beside-data.ts'
import { watchDisks } from './watch-disks.ts'

/** Delay of loading the storage code, ms: after the first rows, or after a start without rows. */
const STORAGE_AFTER_ROWS_MS = 1_000
const STORAGE_AFTER_MS = 8_000
/** Delay of the event-loop watch, ms: loading the program blocks the loop. */
const LOOP_WATCHED_AFTER_MS = 5_000

type Options = {
  readonly config: Config
  readonly lock: DataLock
  readonly alarms: AlarmCount
  readonly log: Logger
  readonly logEvent: EventLog
  readonly clock: Clock
  readonly engine: EngineClient & { start(): void; stop(): Promise<void> }
  /** Shards whose states arrive; left out where the engine runs in this process. */
  readonly shards?: () => ShardsHeard
  /** The market source where the settings decide it; null while `auto` chooses. */
  readonly source: MarketSource | null
  /** The archive's process; null where no history is stored here. */
  readonly archive: ArchiveProcess | null
  readonly history: HistoryReader | null
  /** Called once the database is up, with its leases. */
  readonly databaseOpened?: (leases: LeaseStore) => void
  /** Called after everything else has ended. */
  readonly last: () => Promise<void>
}

/** Serves site and API over an engine, of this process or of another. */
export async function serve(options: Options): Promise<void> {
  const { config, lock, alarms, log, logEvent, clock, engine, source, archive, history, last } = options
  const board = new MarketBoard({ engine, clock, source })
  const disks = watchDisks(config, clock, logEvent)
  const bringUp = new BringUp({
    config,
    clock,
    logEvent,
    market: {
      demoMarket: () => engine.demoMarket,
      // EXCHANGE_ORIGIN stands in for the exchanges, and is asked about typed keys.
      isDemoShown: () => board.source === 'demo' && config.exchangeOrigin === null,
      isLive: () => board.hasLiveFeed,
      exchangeOffsets: () => board.clockOffsets,
    },
    keysRefused: () => shutdown.stop('key-refused', 1),
    databaseOpened: options.databaseOpened,
    tellSetUp: (token) => say(`admin set-up, within 15 minutes: ${site}/admin/setup#${token}`),
  })
  const scarce = new ScarceThings()
  scarce.add('requests to exchanges', () => bringUp.requests)
  const server = await createHttpServer({
    settings: config,
    board,
    engine,
    shards: options.shards,
    clock,
    log,
    storageState: () => bringUp.storageState,
    users: () => bringUp.users,
    keys: () => bringUp.keys,
    wakeTrades: () => bringUp.wakeTrades(),
    history,
    startUsers: () => bringUp.startUsers(),
    scarce,
    silentPeers,
    siteFolder: SITE,
    alarmed: (event) => alarms.count(event),
    ownMetrics: () => [alarms.metric(), disks.metric()],
  })
  const shutdown = new Shutdown({
    clock,
    log,
    server,
    beforeDrain: () => {
      bringUp.giveUp()
      board.stop()
    },
    afterDrain: async () => {
      await engine.stop()
      archive?.stop()
      disks.stop()
      await bringUp.stop()
      await last()
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
  const warn = () => warnOfKeyBesideData(config, logEvent)
  if (source === 'live') warn()
  const watch = new SourceWatch(source, (next) => {
    say(`market: ${SOURCES[next]}`)
    if (next === 'live') warn()
  })
  let hasRows = false
  engine.listen({
    message: ({ state }) => {
      watch.see(state)
      if (state.source === 'live') archive?.wentLive()
      if (hasRows || !Object.values(state.rows).some((rows) => rows.length > 0)) return
      hasRows = true
      clock.after(STORAGE_AFTER_ROWS_MS, () => bringUp.begin())
    },
    condition: (condition) => log.info({ condition }, 'engine'),
  })
  board.start()
  engine.start()
  disks.start()
  archive?.start()
  clock.after(STORAGE_AFTER_MS, () => bringUp.begin())
  clock.after(LOOP_WATCHED_AFTER_MS, () => watchLoop(logEvent))
}
