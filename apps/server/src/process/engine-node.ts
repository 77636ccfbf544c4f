import { ArchiveProcess } from '../adapters/archive/archive-process.ts'
import { NatsBus } from '../adapters/bus/nats-bus.ts'
import { Storage } from '../adapters/storage/database/storage.ts'
import { ledger } from '../adapters/storage/ledger/ledger.ts'
import { EpisodeMover } from '../adapters/storage/market/episode-mover.ts'
import { diskSpace } from '../adapters/system/disk-space.ts'
import { newId } from '../adapters/system/secret-texts.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { AlarmCount } from '../app/operation/alarm-count.ts'
import { DiskWatch } from '../app/operation/disk-watch.ts'
import { Leadership } from '../app/operation/leadership.ts'
import type { Lease } from '../app/ports/ledger.ts'
import { type Config, engineConfig } from '../config.ts'
import { EngineSupervisor } from '../http/engine/engine-supervisor.ts'
import { startEngineThread } from '../http/engine/engine-thread.ts'
import { MarketBoard } from '../http/market-board.ts'
import { EnginePublisher } from '../http/nodes/engine-publisher.ts'
import { VERSION } from '../http/version.ts'
import { createWorkerServer } from '../http/worker-server.ts'
import type { DataLock } from './data-folder.ts'
import { listen } from './listen.ts'
import { makeLog } from './log.ts'
import { measureUptime } from './measure-uptime.ts'
import { ARCHIVE, ENGINE } from './places.ts'
import { settledSource } from './settled-source.ts'
import { Shutdown } from './shutdown.ts'
import { say } from './terminal.ts'

const SHARD = 0

/** What runs while this process has the lease. */
type Led = { readonly engine: EngineSupervisor; readonly board: MarketBoard }

/** ROLE=engine: feeds and detection while it has the lease, told to other processes by the bus; no site and no API. */
export async function lead(config: Config, lock: DataLock): Promise<void> {
  const alarms = new AlarmCount()
  const { log, tell } = makeLog(config, alarms)
  const clock = createSystemClock()
  const node = newId()
  const disks = new DiskWatch({ disk: diskSpace([config.dataDir]), clock, log: tell })
  const storage = new Storage({ ...config, clock, log: tell })
  const database = () => storage.database
  const mover = new EpisodeMover({ dataDir: config.dataDir, database, clock, log: tell })
  const bus = new NatsBus({ url: config.natsUrl ?? '', clock, log: tell })
  const { place, ...retention } = config.archive
  const archive = config.keepsHistory
    ? new ArchiveProcess({ script: ARCHIVE, dataDir: config.dataDir, place, retention, clock, log: tell })
    : null
  let led: Led | null = null

  const begin = (lease: Lease, isLost: () => boolean) => {
    let isOver = false
    const engine = new EngineSupervisor({
      spawn: () => startEngineThread(ENGINE, engineConfig(config)),
      clock,
      log: tell,
    })
    const board = new MarketBoard({ engine, clock, source: settledSource(config) })
    const voice = new EnginePublisher({ engine, bus, lease, isLost, shard: SHARD, node, clock, history: archive })
    engine.listen({
      message: ({ state }) => {
        if (state.source === 'live') archive?.wentLive()
      },
      condition: (condition) => {
        log.info({ condition }, 'engine')
        // Whoever stands by may fare better.
        if (condition === 'stopped' && !isOver) void shutdown.stop('engine-crash-loop', 1)
      },
    })
    const metering = measureUptime(config, clock, database, () => board.hasLiveFeed)
    led = { engine, board }
    board.start()
    engine.start()
    return async () => {
      isOver = true
      voice.stop()
      board.stop()
      led = null
      try {
        await (await metering)?.stop()
      } finally {
        // Whatever became of a minute's note: another engine may begin here when this one has ended.
        await engine.stop()
      }
    }
  }
  const leadership = new Leadership({
    ledger: ledger(database),
    name: `shard:${SHARD}`,
    holder: node,
    clock,
    log: tell,
    lead: begin,
  })

  const server = createWorkerServer({
    trustProxy: config.trustProxy,
    log,
    storageState: () => storage.state,
    keys: () => null,
    figures: () => [alarms.figure(), disks.figure()],
    readiness: () => led?.board.readiness ?? 'none',
    engine: {
      get condition() {
        return led?.engine.condition ?? 'stopped'
      },
      metrics: async () => led?.engine.metrics() ?? null,
    },
  })
  const shutdown = new Shutdown({
    clock,
    log,
    server,
    atOnce: () => undefined,
    afterwards: async () => {
      await leadership.stop()
      archive?.stop()
      disks.stop()
      await bus.stop()
      await mover.stop()
      await storage.stop()
      lock.release()
    },
  })
  shutdown.surviveErrors()
  shutdown.obeySignals()
  say(`Makas: ${await listen(server, config)}`)
  say('role: engine (feeds and detection while it has the lease)')
  say(`version: ${VERSION}`)
  disks.start()
  archive?.start()
  storage.start()
  mover.start()
  leadership.start()
}
