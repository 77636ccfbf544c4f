import { resolve } from 'node:path'
import { exists } from './config-checks.ts'

/** Settings of every role in an installation of several processes. */
const COMMON = [
  ...['HOST', 'PORT', 'ROLE', 'DATA_DIR', 'DATABASE_URL', 'EXCHANGE_ORIGIN', 'TRUST_PROXY', 'LOG_LEVEL'],
  'METRICS_TOKEN',
  'PRIVATE_NETWORK',
]
const ENGINES = [
  ...['NATS_URL', 'SHARDS', 'MARKET', 'EXCHANGES', 'REPLAY_FILES', 'REPLAY_SPEED', 'SIM_SEED', 'SIM_SYMBOLS'],
  ...['CONFIG_FILE', 'ARCHIVE_URL', 'ARCHIVE_DAYS', 'ARCHIVE_MAX_MB', 'MASTER_KEY_FILE'],
]
const APIS = [
  ...['NATS_URL', 'SHARDS', 'MASTER_KEY_FILE', 'BACKUP_DIR', 'ADMIN_BOOTSTRAP_FILE', 'OPERATOR_FILE'],
  ...['RATE_LIMIT_SCALE', 'BREACH_LIST_FILE', 'CORS_ORIGINS', 'ADMIN_TOTP', 'PUBLIC_ORIGIN'],
]
const WORKERS = ['MASTER_KEY_FILE', 'BACKUP_DIR', 'DATABASE_OWNER_URL']

/** Settings that a role reads; `all` does not read the settings of an installation of several processes. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  engine: [...COMMON, ...ENGINES],
  api: [...COMMON, ...APIS],
  worker: [...COMMON, ...WORKERS],
}

/** Settings as text, by name; undefined: not set. */
type Settings = Readonly<Record<string, string | undefined>>

/** Mistakes in the combination of role and settings, one line each. */
export function roleConflicts(given: Settings): readonly string[] {
  const role = given.ROLE ?? 'all'
  if (role === 'all') return alone(given)
  if (SAYS[role] === undefined) return []
  const needed = role === 'worker' ? ['DATABASE_URL'] : ['DATABASE_URL', 'NATS_URL']
  const found = needed.filter((name) => given[name] === undefined).map((name) => `${name}: is needed with ROLE=${role}`)
  // Another process chooses the market: this process cannot know whether the setting would open the live market to all.
  if (role === 'api' && given.LIVE_FOR_ALL === '1') found.push('LIVE_FOR_ALL: is refused with ROLE=api')
  // A new key file would differ from the other processes' key file.
  if (role !== 'engine' && !exists(given.MASTER_KEY_FILE ?? resolve(given.DATA_DIR ?? './data', 'master.key')))
    found.push(`MASTER_KEY_FILE: must be there with ROLE=${role}: a copy of the one key file of all processes`)
  return found
}

/** The mistake of SHARDS above 1 in a role with one engine. */
const alone = ({ SHARDS }: Settings): readonly string[] =>
  /^\d+$/.test(SHARDS ?? '') && Number(SHARDS) > 1
    ? ['SHARDS: must be 1 with ROLE=all: several engines are processes of their own (ROLE=engine)']
    : []

/** Given settings that the role does not read: processes of several roles may share one environment. */
export function unusedByRole(given: Settings, known: readonly string[]): readonly string[] {
  const says = SAYS[given.ROLE ?? 'all'] ?? known.filter((name) => name !== 'NATS_URL')
  return known.filter((name) => given[name] !== undefined && !says.includes(name))
}
