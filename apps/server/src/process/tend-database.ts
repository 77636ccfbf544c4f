import type { Storage } from '../adapters/storage/database/storage.ts'
import { Nightly } from '../app/operation/nightly.ts'
import { UptimeMeter } from '../app/operation/uptime-meter.ts'
import type { Clock } from '../app/ports/clock.ts'
import type { Config } from '../config.ts'
import type { Tell } from './log.ts'
import { settledSource } from './settled-source.ts'
import type { Shared } from './tend-keys.ts'

type Options = {
  readonly config: Config
  readonly clock: Clock
  readonly tell: Tell
  readonly storage: Storage
  readonly shared: Shared
  /** Whether the exchanges' own market is being received now; null where this process receives none. */
  readonly isLive: (() => boolean) | null
}

/** What is done every night, and what is measured every minute. */
export async function tendDatabase({ config, clock, tell, storage, shared, isLive }: Options) {
  const { nightTasks } = await import('../adapters/storage/upkeep/night-tasks.ts')
  const { uptimeStore } = await import('../adapters/storage/market/uptime-store.ts')
  const database = () => storage.database
  const tasks = nightTasks({ database, owner: () => storage.owner, backupDir: config.backupDir, log: tell })
  const nightly = new Nightly({ tasks, ...shared, clock, log: tell })
  nightly.start()
  // Where no exchange is asked there is nothing to measure (product-decisions.md 14).
  const source = settledSource(config)
  const isMeasured = isLive !== null && (source === null || source === 'live')
  const meter = isMeasured ? new UptimeMeter({ store: uptimeStore(database), isLive, clock }) : null
  meter?.start()
  return {
    stop: async () => {
      await meter?.stop()
      await nightly.stop()
    },
  }
}
