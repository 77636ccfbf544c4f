import { mkdirSync } from 'node:fs'
import { type ClientConfig, DatabaseError } from 'pg'
import { takeDataLock } from '../../system/process-lock.ts'
import { BackupRefusal } from '../copies/backup-file.ts'
import { APP_ROLE, OwnPostgres, type OwnPostgresOptions } from '../own-postgres/own-postgres.ts'
import { hasCluster } from '../own-postgres/places.ts'
import { StartRefusal } from '../own-postgres/start-refusal.ts'
import { atAddress } from './address.ts'
import { isLost } from './failures.ts'
import { prepareSchema, SchemaRefusal } from './migrate.ts'

export type ReachedDatabase = {
  readonly owner: ClientConfig
  /** Brings the schema up to date, unless a running server has done that. */
  readonly prepare: () => Promise<void>
}

type ReachOptions = OwnPostgresOptions & {
  readonly databaseUrl: string | null
  /** Whether a missing database is made. */
  readonly mayMake: boolean
}

/** For a command: uses the running server's database, or starts it for the duration of `work`. */
export async function withDatabase<T>(
  options: ReachOptions,
  work: (reached: ReachedDatabase) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = options
  if (databaseUrl !== null) {
    const owner = atAddress(databaseUrl)
    return work({ owner, prepare: () => prepare(owner, null) })
  }
  if (options.mayMake) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  else if (!hasCluster(dataDir)) throw new StartRefusal(`there is no database in ${dataDir} yet`)
  const own = new OwnPostgres(options)
  const lock = takeDataLock(dataDir)
  if (lock.kind === 'held') {
    await own.join()
    return work({ owner: own.connection('owner'), prepare: async () => undefined })
  }
  try {
    await own.start()
    return await work({
      owner: own.connection('owner'),
      prepare: () => prepare(own.connection('owner'), String(own.connection('app').password)),
    })
  } finally {
    await own.stop()
    lock.release()
  }
}

async function prepare(owner: ClientConfig, password: string | null): Promise<void> {
  await prepareSchema(owner, { name: APP_ROLE, password })
}

/** The error as a sentence for the operator; null for a defect of ours, which shows its stack. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof StartRefusal || error instanceof SchemaRefusal || error instanceof BackupRefusal)
    return error.message
  const isClosed = error instanceof DatabaseError && /^(28|3D|57P)/.test(error.code ?? '')
  if (!isClosed && !isLost(error)) return null
  return `the database cannot be reached (${'code' in error ? error.code : error.message})`
}
