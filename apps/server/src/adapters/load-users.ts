import type { Clock } from '../app/ports/system/clock.ts'
import type { EventLog } from '../app/ports/system/event-log.ts'
import type { Database } from './storage/database/database.ts'
import { besideData } from './system/keys/beside-data.ts'

const PAUSE_MS = 20

type Options = {
  readonly database: () => Database
  readonly dataDir: string
  readonly masterKeyFile: string
  readonly clock: Clock
  readonly log: EventLog
  /** Whether the built-in demo market is shown. */
  readonly isDemoShown: () => boolean
  readonly breachListFile: string | null
  /** Folder of the database's copies. */
  readonly backupDir: string
}

/**
 * Loads the ports of users once there is a database. Loads them in parts, like the storage, so that no answer waits.
 * @throws KeyRefusal
 */
export async function loadUsers({ database, clock, log, ...more }: Options) {
  const parts = [() => import('@node-rs/argon2'), () => import('jose'), () => import('otpauth')]
  for (const load of parts) {
    await load()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  const { agreeOnKey } = await import('./storage/copies/agree-on-key.ts')
  const { LiveKeys } = await import('./system/keys/key-file.ts')
  const { userAdapters } = await import('./user-adapters.ts')
  const { masterKeyFile } = more
  const ring = await agreeOnKey(database(), masterKeyFile, more.backupDir)
  const keys = new LiveKeys(masterKeyFile, ring, clock, log)
  return userAdapters({ database, keys, besideData: () => besideData(more), ...more })
}
