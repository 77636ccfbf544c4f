import { WHOLE } from '@makas/domain'
import { NatsBus } from '../adapters/bus/nats-bus.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { AlarmCount } from '../app/operation/alarm-count.ts'
import type { Config } from '../config.ts'
import { RemoteEngine } from '../http/nodes/remote-engine.ts'
import type { DataLock } from './data-folder.ts'
import { makeLog } from './log.ts'
import { serve } from './serve.ts'

/** ROLE=api: site and API over the engine of another process. */
export async function serveRemote(config: Config, lock: DataLock): Promise<void> {
  const alarms = new AlarmCount()
  const { log, tell } = makeLog(config, alarms)
  const clock = createSystemClock()
  const bus = new NatsBus({ url: config.natsUrl ?? '', clock, log: tell })
  const engine = new RemoteEngine({ bus, shard: WHOLE, clock, log: tell })
  // What is shown is the engine's to say.
  const source = null
  const last = () => bus.stop()
  await serve({ config, lock, alarms, log, tell, clock, engine, source, archive: null, history: engine, last })
}
