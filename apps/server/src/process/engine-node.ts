import { mkdirSync } from 'node:fs'
import type { Shard } from '@makas/domain'
import { ArchiveProcess } from '../adapters/archive/archive-process.ts'
import { closeJournals } from '../adapters/archive/history-journal.ts'
import { NatsBus } from '../adapters/bus/nats-bus.ts'
import { sharedLimits } from '../adapters/exchanges/_shared/talk/address-limits.ts'
import { ADDRESSES } from '../adapters/exchanges/feeds.ts'
import { Storage } from '../adapters/storage/database/storage.ts'
import { leaseStore } from '../adapters/storage/leases/lease-store.ts'
import { EpisodeMover } from '../adapters/storage/market/episode-mover.ts'
import { busKeysIn } from '../adapters/system/keys/key-file.ts'
import { newId } from '../adapters/system/secrets/secret-texts.ts'
import { AlarmCount } from '../app/operation/alarm-count.ts'
import { Leadership } from '../app/operation/leadership.ts'
import type { Lease } from '../app/ports/system/lease-store.ts'
import { type Config, engineConfig } from '../config/config.ts'
import { EngineSupervisor } from '../http/engine/engine-supervisor.ts'
import { startEngineThread } from '../http/engine/engine-thread.ts'
import { createHealthServer } from '../http/health-server.ts'
import { MarketBoard } from '../http/market-board.ts'
import { EnginePublisher } from '../http/nodes/engine-publisher.ts'
import { LedShards } from '../http/nodes/led-shards.ts'
import { leaseName } from '../http/nodes/publication-codec.ts'
import { VERSION } from '../http/version.ts'
import { configuredSource } from './configured-source.ts'
import type { DataLock } from './data-folder.ts'
import { listen } from './listen.ts'
import { makeLog } from './log.ts'
import { measureUptime } from './measure-uptime.ts'
import { ARCHIVE, ENGINE } from './places.ts'
import { processClock } from './process-clock.ts'
import { Shutdown } from './shutdown.ts'
import { say } from './terminal.ts'
import { watchDisks } from './watch-disks.ts'

/**
 * ROLE=engine: feeds and detection of the shards whose leases this process holds, published on the bus; no site and no
 * API.
 */
export async function lead(config: Config, lock: DataLock): Promise<void> {
  const alarms = new AlarmCount()
  const { log, logEvent } = makeLog(config, alarms)
  const clock = processClock(logEvent)
  const node = newId()
  const disks = watchDisks(config, clock, logEvent)
  const storage = new Storage({ ...config, clock, log: logEvent })
  const database = () => storage.database
  const shards = Array.from({ length: config.shards }, (_, shard) => ({ shard, shardCount: config.shards }))
  const folders = shards.map((shard) => engineConfig(config, shard).episodesFolder)
  const mover = new EpisodeMover({ folders, database, clock, log: logEvent })
  const bus = new NatsBus({
    url: config.natsUrl ?? '',
    keys: busKeysIn(config.masterKeyFile, clock, logEvent),
    clock,
    log: logEvent,
  })
  const { place, ...retention } = config.archive
  const archive = config.keepsHistory
    ? new ArchiveProcess({ script: ARCHIVE, dataDir: config.dataDir, place, retention, clock, log: logEvent })
    : null
  const led = new LedShards(config.shards)
  // Exchanges count requests by address, which all threads of this process share.
  const together = config.shards === 1 ? {} : { sharedLimits: sharedLimits(ADDRESSES) }

  /** Begins a shard's engine, in a thread of its own; the returned function ends it. */
  const begin = (shard: Shard, lease: Lease, isLost: () => boolean) => {
    let isOver = false
    const settings = engineConfig(config, shard)
    mkdirSync(settings.episodesFolder, { recursive: true, mode: 0o700 })
    const engine = new EngineSupervisor({
      spawn: () => startEngineThread(ENGINE, { ...settings, ...together }),
      clock,
      log: (level, event, data) => logEvent(level, event, config.shards === 1 ? data : { ...data, shard: shard.shard }),
    })
    const board = new MarketBoard({ engine, clock, source: configuredSource(config) })
    const voice = new EnginePublisher({ engine, bus, lease, isLost, shard, node, clock, history: archive })
    engine.listen({
      message: ({ state }) => {
        if (state.source === 'live') archive?.wentLive()
      },
      condition: (condition) => {
        log.info({ condition, shard: shard.shard }, 'engine')
        if (condition !== 'stopped' || isOver) return
        // Another process that stands by takes over.
        if (config.shards === 1) return void shutdown.stop('engine-crash-loop', 1)
        led.giveUp(shard.shard)
        leadership.giveUp(lease.name)
      },
    })
    const metering = measureUptime(config, clock, database, () => board.hasLiveFeed, shard)
    led.add(shard.shard, { engine, board })
    board.start()
    engine.start()
    return async () => {
      isOver = true
      voice.stop()
      board.stop()
      led.remove(shard.shard)
      try {
        await (await metering)?.stop()
      } finally {
        // Runs even where the last minute could not be noted: another engine may begin here only when this engine has
        // ended.
        await engine.stop()
      }
    }
  }
  const byName = new Map(shards.map((shard) => [leaseName(shard.shard), shard]))
  const leadership = new Leadership({
    leases: leaseStore(database),
    names: [...byName.keys()],
    holder: node,
    clock,
    log: logEvent,
    lead: (lease, isLost) => begin(byName.get(lease.name) as Shard, lease, isLost),
  })

  const server = createHealthServer({
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    clock,
    log,
    storageState: () => storage.state,
    keys: () => null,
    ownMetrics: () => [alarms.metric(), disks.metric()],
    readiness: () => led.readiness,
    engine: led,
    givenUp: () => led.givenUp,
  })
  const shutdown = new Shutdown({
    clock,
    log,
    server,
    beforeDrain: () => undefined,
    afterDrain: async () => {
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
  const what =
    config.shards === 1 ? 'while it has the lease' : `of the shards, of ${config.shards}, whose leases it has`
  say(`role: engine (feeds and detection ${what})`)
  say(`version: ${VERSION}`)
  disks.start()
  closeJournals(config.dataDir)
  archive?.start()
  storage.start()
  mover.start()
  leadership.start()
}
