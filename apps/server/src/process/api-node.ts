import { WHOLE } from '@makas/domain'
import { NatsBus } from '../adapters/bus/nats-bus.ts'
import { busKeysIn } from '../adapters/system/keys/key-file.ts'
import { AlarmCount } from '../app/operation/alarm-count.ts'
import { GivenEpochs } from '../app/operation/given-epochs.ts'
import { type Config, MOST_SHARDS } from '../config/config.ts'
import { OtherShards } from '../http/nodes/other-shards.ts'
import { leaseOfTopic } from '../http/nodes/publication-codec.ts'
import { RemoteEngine } from '../http/nodes/remote-engine.ts'
import { ShardedEngine } from '../http/nodes/sharded-engine.ts'
import type { DataLock } from './data-folder.ts'
import { makeLog } from './log.ts'
import { processClock } from './process-clock.ts'
import { serve } from './serve.ts'

/** ROLE=api: site and API over the engines of other processes. */
export async function serveRemote(config: Config, lock: DataLock): Promise<void> {
  const alarms = new AlarmCount()
  const { log, logEvent } = makeLog(config, alarms)
  const clock = processClock(logEvent)
  const given = new GivenEpochs({ clock, log: logEvent })
  const bus = new NatsBus({
    url: config.natsUrl ?? '',
    keys: busKeysIn(config.masterKeyFile, clock, logEvent),
    clock,
    log: logEvent,
    isGiven: (topic, epoch) => given.isGiven(leaseOfTopic(topic), epoch),
  })
  const shardCount = config.shards
  const engine =
    shardCount === 1
      ? new RemoteEngine({ bus, shard: WHOLE, clock, log: logEvent })
      : new ShardedEngine({ bus, shardCount, clock, log: logEvent })
  const others = new OtherShards({ bus, shardCount, most: MOST_SHARDS, clock, log: logEvent })
  others.start()
  const shards = () => (others.areHeard ? 'refused' : engine.shardsHeard)
  // The engine decides which market source is shown.
  const source = null
  const last = async () => {
    await others.stop()
    await bus.stop()
  }
  await serve({
    config,
    lock,
    alarms,
    log,
    logEvent,
    clock,
    engine,
    shards,
    source,
    archive: null,
    history: engine,
    last,
    databaseOpened: (leases) => given.ask(leases),
  })
}
