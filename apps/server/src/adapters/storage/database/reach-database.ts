import { mkdirSync } from 'node:fs'
import { type ClientConfig, DatabaseError } from 'pg'
import { takeDataLock } from '../../system/files/process-lock.ts'
import { BackupRefusal } from '../copies/backup-file.ts'
import { OwnPostgres, type OwnPostgresOptions } from '../own-postgres/own-postgres.ts'
import { hasCluster } from '../own-postgres/places.ts'
import { StartRefusal } from '../own-postgres/start-refusal.ts'
import { copyBefore } from '../upkeep/nightly-copies.ts'
import { atAddress } from './address.ts'
import { isLost, NotMigrated, SchemaRefusal } from './failures.ts'
import { expectSchema } from './migrate.ts'
import { openOwn, prepareSomebodys } from './open-database.ts'

export type ReachedDatabase = {
  /** The owner's connection; the server's login where only that address is known. */
  readonly owner: ClientConfig
  /** Brings the schema up to date. Where a running server of ours has done so, it only checks the schema. */
  readonly prepare: () => Promise<unknown>
}

type ReachOptions = OwnPostgresOptions & {
  readonly databaseUrl: string | null
  readonly databaseOwnerUrl: string | null
  readonly masterKeyFile: string
  readonly backupDir: string
  readonly mayMake: boolean
  /** Whether tables are changed without a copy made before. */
  readonly withoutCopy?: boolean
}

/** For a command: uses the running server's database, or starts it for the duration of `work`. */
export async function withDatabase<T>(
  options: ReachOptions,
  work: (reached: ReachedDatabase) => Promise<T>,
): Promise<T> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = options
  const copyFirst = options.withoutCopy === true ? undefined : copyBefore(options)
  if (databaseUrl !== null) {
    const owner = atAddress(databaseOwnerUrl ?? databaseUrl)
    return work({ owner, prepare: () => prepareSomebodys({ databaseUrl, databaseOwnerUrl }, copyFirst) })
  }
  if (options.mayMake) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  else if (!hasCluster(dataDir)) throw new StartRefusal(`there is no database in ${dataDir} yet`)
  const own = new OwnPostgres(options)
  const lock = takeDataLock(dataDir)
  if (lock.kind === 'held') {
    await own.join()
    const owner = own.connection('owner')
    return work({ owner, prepare: () => expectSchema(owner, 'the running server brings them up to date at its start') })
  }
  try {
    await own.start()
    return await work({
      owner: own.connection('owner'),
      prepare: () => openOwn(own, copyFirst),
    })
  } finally {
    await own.stop()
    lock.release()
  }
}

/** Errors whose messages are sentences for the operator. */
const SENTENCES = [StartRefusal, SchemaRefusal, NotMigrated, BackupRefusal]

/** The error as a sentence for the operator; null for a defect of ours, which shows its stack. */
export function sentenceOf(error: unknown): string | null {
  if (SENTENCES.some((kind) => error instanceof kind)) return (error as Error).message
  if (error instanceof DatabaseError && error.code === '42501')
    return 'the login of DATABASE_URL may not do that: give the address of the owner of the tables as DATABASE_OWNER_URL'
  const isClosed = error instanceof DatabaseError && /^(28|3D|57P)/.test(error.code ?? '')
  if (!isClosed && !isLost(error)) return null
  return `the database cannot be reached (${'code' in error ? error.code : error.message})`
}
