import type { Storage } from '../adapters/storage/database/storage.ts'
import { auditKeyIn, copyKeyIn } from '../adapters/system/keys/key-file.ts'
import { Nightly } from '../app/operation/nightly.ts'
import type { Clock } from '../app/ports/system/clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { Config } from '../config/config.ts'
import type { SharedLeases } from './tend-keys.ts'

type Options = {
  readonly config: Config
  readonly clock: Clock
  readonly logEvent: EventLog
  readonly storage: Storage
  readonly shared: SharedLeases
  /** The exchanges' clocks minus ours, ms; empty where this process measures none. */
  readonly exchangeOffsets: () => readonly number[]
}

/** Starts the night tasks, and the list of what people delete beside the copies. */
export async function tendDatabase({
  config,
  clock,
  logEvent,
  storage,
  shared,
  exchangeOffsets,
}: Options): Promise<{ stop(): Promise<void> }> {
  const { DeletionNotes } = await import('../adapters/storage/copies/deletion-notes.ts')
  const { nightTasks } = await import('../adapters/storage/upkeep/night-tasks.ts')
  const tasks = nightTasks({
    database: () => storage.database,
    login: () => storage.login,
    owner: () => storage.owner,
    backupDir: config.backupDir,
    copyKey: () => copyKeyIn(config.masterKeyFile, clock.now()),
    auditKey: auditKeyIn(config.masterKeyFile),
    exchangeOffsets,
    log: logEvent,
  })
  const nightly = new Nightly({ tasks, ...shared, clock, log: logEvent })
  nightly.start()
  const notes = new DeletionNotes({
    database: () => storage.database,
    folder: config.backupDir,
    clock,
    log: logEvent,
  })
  notes.start()
  return {
    async stop() {
      await nightly.stop()
      await notes.stop()
    },
  }
}
