import { resolve } from 'node:path'
import { exists } from './config-checks.ts'

/** What every process of several has. */
const COMMON = ['HOST', 'PORT', 'ROLE', 'DATA_DIR', 'DATABASE_URL', 'EXCHANGE_ORIGIN', 'TRUST_PROXY', 'LOG_LEVEL']
const ENGINES = [
  ...['NATS_URL', 'SHARDS', 'MARKET', 'EXCHANGES', 'REPLAY_FILES', 'REPLAY_SPEED', 'SIM_SEED', 'SIM_SYMBOLS'],
  ...['CONFIG_FILE', 'ARCHIVE_URL', 'ARCHIVE_DAYS', 'ARCHIVE_MAX_MB'],
]
/** `LIVE_FOR_ALL` is not among them: whoever shows a market that another process chooses cannot know that it is none of the live one. */
const APIS = [
  ...[
    'NATS_URL',
    'SHARDS',
    'MASTER_KEY_FILE',
    'BACKUP_DIR',
    'ADMIN_BOOTSTRAP_FILE',
    'OPERATOR_FILE',
    'RATE_LIMIT_SCALE',
  ],
  ...['BREACH_LIST_FILE', 'CORS_ORIGINS', 'ADMIN_TOTP', 'PUBLIC_ORIGIN'],
]
const WORKERS = ['MASTER_KEY_FILE', 'BACKUP_DIR']

/** What says something to a process of a role; null: everything but what joins several. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  engine: [...COMMON, ...ENGINES],
  api: [...COMMON, ...APIS],
  worker: [...COMMON, ...WORKERS],
}

/** What no process of the given role can be run with, or without; `known`: the names of all settings. */
export function roleConflicts(
  given: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly string[] {
  const role = given.ROLE ?? 'all'
  if (role === 'all') return alone(given)
  const says = SAYS[role]
  if (says === undefined) return []
  const found = known
    .filter((name) => given[name] !== undefined && !says.includes(name))
    .map((name) => `${name}: says nothing to ROLE=${role}; leave it out`)
  const needed = role === 'worker' ? ['DATABASE_URL'] : ['DATABASE_URL', 'NATS_URL']
  for (const name of needed) if (given[name] === undefined) found.push(`${name}: is needed with ROLE=${role}`)
  // A key of its own would be another than theirs.
  if (role !== 'engine' && !exists(given.MASTER_KEY_FILE ?? resolve(given.DATA_DIR ?? './data', 'master.key')))
    found.push(`MASTER_KEY_FILE: must be there with ROLE=${role}: a copy of the one key file of all processes`)
  return found
}

/** One process has one engine, and nobody to meet. */
function alone({ NATS_URL, SHARDS }: Readonly<Record<string, string | undefined>>): readonly string[] {
  const found = NATS_URL === undefined ? [] : ['NATS_URL: says nothing to ROLE=all; leave it out']
  if (/^\d+$/.test(SHARDS ?? '') && Number(SHARDS) > 1)
    found.push('SHARDS: must be 1 with ROLE=all: several engines are processes of their own (ROLE=engine)')
  return found
}
