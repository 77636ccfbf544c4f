import { resolve } from 'node:path'
import { exists } from './config-checks.ts'

/** What a worker has: where it is asked, where its data and copies lie, the database and the key of those it works for. */
const WORKERS = new Set([
  'HOST',
  'PORT',
  'ROLE',
  'DATA_DIR',
  'DATABASE_URL',
  'MASTER_KEY_FILE',
  'BACKUP_DIR',
  'EXCHANGE_ORIGIN',
  'TRUST_PROXY',
  'LOG_LEVEL',
])

/** What no worker can be run with; `known`: the names of all settings. */
export function workerConflicts(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  if (given.ROLE !== 'worker') return []
  const found = known
    .filter((name) => given[name] !== undefined && !WORKERS.has(name))
    .map((name) => `${name}: says nothing to ROLE=worker; leave it out`)
  if (given.DATABASE_URL === undefined) found.push('DATABASE_URL: is needed with ROLE=worker')
  // A key of its own would be another than theirs.
  if (!exists(given.MASTER_KEY_FILE ?? resolve(given.DATA_DIR ?? './data', 'master.key')))
    found.push('MASTER_KEY_FILE: must be there with ROLE=worker: a copy of the key file of the servers it works for')
  return found
}
