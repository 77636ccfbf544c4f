import { dirname, join, resolve } from 'node:path'
import { OPERATOR_FIELDS, type Operator } from '@makas/contract'
import { EXCHANGES, type ExchangeId, type FeeOverrides, type Shard, WHOLE } from '@makas/domain'
import { z } from 'zod'
import { readAdminFile } from './config-admin.ts'
import { type ArchiveAddress, readArchiveUrl } from './config-archive.ts'
import {
  exists,
  isAddressRange,
  isExchange,
  isFolder,
  isLoopbackOrigin,
  isOrigin,
  isReadable,
  isRecording,
  isSecretFile,
  protocolOf,
} from './config-checks.ts'
import { openLinks } from './config-exposure.ts'
import { type FileSettings, readConfigFile } from './config-file.ts'
import { readOperatorFile } from './config-operator.ts'
import { roleConflicts, unusedByRole } from './config-role.ts'

export { parseFeeOverrides } from './config-file.ts'

const MARKETS = ['auto', 'live', 'demo', 'replay'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const ROLES = ['all', 'engine', 'api', 'worker'] as const
/**
 * Largest number of shards. One engine must be able to run all shards when the others are gone. Each shard is a thread
 * with its own books (a core of up to 2 GiB), its own connections to every exchange and its own books between hubs; and
 * every `api` process merges all shards.
 */
export const MOST_SHARDS = 16

/** Settings of the engine's thread; plain data, so that they can be passed as `workerData`. */
export type EngineConfig = {
  readonly market: (typeof MARKETS)[number]
  readonly exchanges: readonly ExchangeId[]
  /** A loopback origin that stands in for every exchange; null: the exchanges. */
  readonly exchangeOrigin: string | null
  readonly simSeed: number
  readonly simSymbols: number
  readonly replayFiles: readonly string[]
  /** Recorded ms per ms: 1 = as recorded, 0 = as fast as possible. */
  readonly replaySpeed: number
  readonly fees: FeeOverrides | undefined
  /** Caps on the notional as decimal text, in dollars (formulas.md §1, 2, 3). */
  readonly caps: { readonly spot: string; readonly carry: string; readonly tri: string }
  /** The hold that carry figures assume, whole days. */
  readonly holdDays: number
  readonly borrowRates: FileSettings['borrow_rates']
  readonly tiers: FileSettings['tiers']
  readonly dataDir: string
  /** The engine's part of the coins. */
  readonly shard: Shard
  /** Folder of its finished episodes, below `dataDir`, one per shard. */
  readonly episodesFolder: string
  /** Whether the history of opportunities is recorded. */
  readonly keepsHistory: boolean
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

/** Every setting of the environment, parsed and checked (http-and-settings.md, Settings). */
export type Config = Omit<EngineConfig, 'shard' | 'episodesFolder'> & {
  /** `all`; or `engine`: feeds and detection, `api`: site and API, `worker`: night tasks and daily key checks. */
  readonly role: (typeof ROLES)[number]
  /** Number of shards of the coins; equal for every `engine` and `api` process. */
  readonly shards: number
  /** Addresses of the NATS servers, separated by commas. */
  readonly natsUrl: string | null
  readonly host: string
  readonly port: number
  readonly databaseUrl: string | null
  /** Address of the owner of the tables: for commands, and for rows that the owner alone may destroy at night. */
  readonly databaseOwnerUrl: string | null
  /** Location of the archive, and its limits in days and in bytes. */
  readonly archive: { readonly place: ArchiveAddress; readonly days: number; readonly bytes: number }
  readonly adminBootstrapFile: string | null
  readonly masterKeyFile: string
  readonly rateLimitScale: number
  readonly backupDir: string
  readonly breachListFile: string | null
  readonly corsOrigins: readonly string[]
  readonly liveForAll: boolean
  /** Null: required unless the demo market is shown. */
  readonly adminTotp: 'optional' | 'required' | null
  readonly publicOrigin: string | null
  readonly trustProxy: readonly string[]
  /** Bearer token that `/metrics` asks for; null: `/metrics` is open. */
  readonly metricsToken: string | null
  /** The operator's data for the legal pages. */
  readonly operator: Operator
}

export type ConfigReading =
  /** `unused`: given settings that the role does not read. */
  | { readonly kind: 'config'; readonly config: Config; readonly unused: readonly string[] }
  /** All mistakes, one line each. */
  | { readonly kind: 'refused'; readonly mistakes: readonly string[] }

const whole = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)
const number = (most: number, zeroToo: boolean) =>
  z
    .string()
    .refine((text) => /^\d+(\.\d+)?$/.test(text) && Number(text) <= most && (zeroToo || Number(text) > 0), {
      error: `must be a number ${zeroToo ? 'from' : 'above'} 0, at most ${most}`,
    })
    .transform(Number)
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` })
const list = (text: string) => text.split(',').map((one) => one.trim())
const each = (holds: (text: string) => boolean, error: string) =>
  z
    .string()
    .transform(list)
    .refine((texts) => texts.every(holds), { error })

const postgresAddress = z
  .string()
  .refine((text) => protocolOf(text)?.match(/^postgres(ql)?:$/), { error: 'must be a postgres:// address' })
  .optional()

const Environment = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:-]{1,253}$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  PORT: whole(0, 65_535).default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresAddress,
  DATABASE_OWNER_URL: postgresAddress,
  ARCHIVE_URL: z
    .string()
    .refine((text) => readArchiveUrl(text) !== null, {
      error: 'must be a folder, or https://KEY:SECRET@host/bucket of an object store',
    })
    .optional(),
  ARCHIVE_DAYS: whole(0, 3_650).default(30),
  ARCHIVE_MAX_MB: whole(16, 100_000_000).default(2_048),
  NATS_URL: each(
    (text) => /^(nats|tls):$/.test(protocolOf(text) ?? ''),
    'must be a list of nats:// addresses',
  ).optional(),
  ROLE: oneOf(ROLES).default('all'),
  SHARDS: whole(1, MOST_SHARDS).default(1),
  MARKET: oneOf(MARKETS).default('auto'),
  EXCHANGES: each(isExchange, `must be a list of ${EXCHANGES.join(', ')}`)
    .refine((names) => new Set(names).size === names.length, { error: 'names an exchange twice' })
    .default([...EXCHANGES]),
  REPLAY_FILES: each((path) => path !== '', 'must be a list of paths')
    .transform((paths) => paths.map((path) => resolve(path)))
    .refine((paths) => new Set(paths).size === paths.length, { error: 'names a file twice' })
    .refine((paths) => paths.every(isReadable), { error: 'names a file that cannot be read', abort: true })
    .refine((paths) => paths.every(isRecording), { error: 'names a file that is no recording of frames' })
    .default([]),
  REPLAY_SPEED: number(1_000_000, true).default(1),
  SIM_SEED: whole(0, 4_294_967_295).default(1),
  SIM_SYMBOLS: whole(1, 1_000).default(120),
  EXCHANGE_ORIGIN: z
    .string()
    .refine(isLoopbackOrigin, { error: 'must be one loopback origin, such as http://127.0.0.1:4500' })
    .transform((text) => new URL(text).origin)
    .optional(),
  ADMIN_BOOTSTRAP_FILE: z
    .string()
    // The file is removed once it has made its admin; the setting may stay.
    .refine((path) => readAdminFile(path) !== null || !exists(path), {
      error: 'must be a readable file of mode 0600 with {email, password, firstName, lastName}',
    })
    .optional(),
  MASTER_KEY_FILE: z
    .string()
    .refine((path) => isSecretFile(path) || (!exists(path) && exists(dirname(resolve(path)))), {
      error: 'must be a file of mode 0600, or a new file in a folder that exists',
    })
    .optional(),
  RATE_LIMIT_SCALE: number(1_000_000, false).default(1),
  CONFIG_FILE: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  BREACH_LIST_FILE: z.string().refine(isReadable, { error: 'cannot be read' }).optional(),
  CORS_ORIGINS: each(isOrigin, 'must be a list of origins, such as https://example.org').default([]),
  LIVE_FOR_ALL: z
    .enum(['0', '1'], { error: 'must be 1, or left out' })
    .transform((text) => text === '1')
    .default(false),
  ADMIN_TOTP: oneOf(['optional', 'required']).optional(),
  PRIVATE_NETWORK: z.enum(['0', '1'], { error: 'must be 1, or left out' }).default('0'),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, { error: 'must be an origin, such as https://example.org' })
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUST_PROXY: each(isAddressRange, 'must be a list of addresses or ranges such as 10.0.0.0/8').default([]),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,200}$/, 'must be 16 to 200 letters, digits or any of . _ ~ + / -')
    .optional(),
  OPERATOR_FILE: z
    .string()
    .refine((path) => readOperatorFile(path) !== null, {
      error: `must be a readable JSON file with any of ${OPERATOR_FIELDS.join(', ')}, each a line of at most 300 characters`,
    })
    .optional(),
})

/** Settings that may contain a password, whose values are never repeated in a message. */
const QUIET = new Set(['DATABASE_URL', 'DATABASE_OWNER_URL', 'NATS_URL', 'ARCHIVE_URL', 'METRICS_TOKEN'])

/**
 * Reads and checks all settings at once; the result is frozen. An empty value counts as left out.
 * `environment` is replaced in tests only.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): ConfigReading {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const settings = Environment.safeParse(given)
  const file = readConfigFile(given.CONFIG_FILE)
  const mistakes = [
    ...(settings.error?.issues ?? []).map(({ path, message }) => mistake(String(path[0]), message, given)),
    ...file.mistakes,
    ...conflicts(given),
    ...roleConflicts(given),
    ...openLinks(given),
  ]
  if (!settings.success || mistakes.length > 0) return { kind: 'refused', mistakes }
  const env = settings.data
  const dataDir = resolve(env.DATA_DIR)
  return {
    kind: 'config',
    unused: unusedByRole(given, Object.keys(Environment.shape)),
    config: Object.freeze({
      role: env.ROLE,
      shards: env.SHARDS,
      natsUrl: env.NATS_URL?.join(',') ?? null,
      host: env.HOST,
      port: env.PORT,
      dataDir,
      databaseUrl: env.DATABASE_URL ?? null,
      databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
      archive: Object.freeze({
        place: readArchiveUrl(env.ARCHIVE_URL ?? `${dataDir}/archive`) as ArchiveAddress,
        days: env.ARCHIVE_DAYS,
        bytes: env.ARCHIVE_MAX_MB * 1_048_576,
      }),
      keepsHistory: env.ARCHIVE_DAYS > 0,
      market: env.MARKET,
      exchanges: Object.freeze(env.EXCHANGES.filter(isExchange)),
      exchangeOrigin: env.EXCHANGE_ORIGIN ?? null,
      simSeed: env.SIM_SEED,
      simSymbols: env.SIM_SYMBOLS,
      replayFiles: Object.freeze(env.REPLAY_FILES),
      replaySpeed: env.REPLAY_SPEED,
      fees: file.value.fees,
      caps: Object.freeze({ spot: file.value.spot_cap, carry: file.value.carry_cap, tri: file.value.tri_cap }),
      holdDays: file.value.hold_days,
      borrowRates: file.value.borrow_rates,
      tiers: file.value.tiers,
      logLevel: env.LOG_LEVEL,
      adminBootstrapFile: env.ADMIN_BOOTSTRAP_FILE ?? null,
      masterKeyFile: resolve(env.MASTER_KEY_FILE ?? `${dataDir}/master.key`),
      rateLimitScale: env.RATE_LIMIT_SCALE,
      backupDir: resolve(env.BACKUP_DIR ?? `${dataDir}/backups`),
      breachListFile: env.BREACH_LIST_FILE ?? null,
      corsOrigins: Object.freeze(env.CORS_ORIGINS),
      liveForAll: env.LIVE_FOR_ALL,
      adminTotp: env.ADMIN_TOTP ?? null,
      publicOrigin: env.PUBLIC_ORIGIN ?? null,
      trustProxy: Object.freeze(env.TRUST_PROXY),
      metricsToken: env.METRICS_TOKEN ?? null,
      operator: Object.freeze(env.OPERATOR_FILE === undefined ? {} : (readOperatorFile(env.OPERATOR_FILE) ?? {})),
    }),
  }
}

/** The settings of one shard's engine thread, without other parts' settings. */
export function engineConfig(config: Config, shard: Shard = WHOLE): EngineConfig {
  const { market, exchanges, exchangeOrigin, simSeed, simSymbols, replayFiles, replaySpeed } = config
  const { fees, caps, holdDays, borrowRates, tiers, dataDir, keepsHistory, logLevel } = config
  return {
    market,
    exchanges,
    exchangeOrigin,
    simSeed,
    simSymbols,
    replayFiles,
    replaySpeed,
    fees,
    caps,
    holdDays,
    borrowRates,
    tiers,
    dataDir,
    shard,
    episodesFolder: shard.shardCount === 1 ? dataDir : join(dataDir, `shard-${shard.shard}`),
    keepsHistory,
    logLevel,
  }
}

/** Whether the live market may be shown: `auto` shows it wherever an exchange answers. */
const mayBeLive = ({ MARKET = 'auto', EXCHANGE_ORIGIN }: Readonly<Record<string, string | undefined>>) =>
  MARKET === 'live' || (MARKET === 'auto' && EXCHANGE_ORIGIN === undefined)

/** Mistakes in combinations of settings. */
function conflicts(given: Readonly<Record<string, string | undefined>>): string[] {
  const found: string[] = []
  if (given.ROLE !== 'api' && given.LIVE_FOR_ALL === '1' && mayBeLive(given))
    found.push('LIVE_FOR_ALL: is for tests and refused with MARKET=live and MARKET=auto')
  if (given.MARKET === 'replay' && given.REPLAY_FILES === undefined)
    found.push('REPLAY_FILES: is needed with MARKET=replay')
  if (given.DATABASE_OWNER_URL !== undefined && given.DATABASE_URL === undefined)
    found.push("DATABASE_OWNER_URL: is of no use without DATABASE_URL, the address of the server's login")
  if (given.DATA_DIR !== undefined && exists(given.DATA_DIR) && !isFolder(given.DATA_DIR))
    found.push('DATA_DIR: is not a folder, or lies below one that may not be entered')
  return found
}

function mistake(name: string, message: string, given: Readonly<Record<string, string | undefined>>): string {
  const value = given[name]
  return value === undefined || QUIET.has(name)
    ? `${name}: ${message}`
    : `${name}: ${message} (got ${JSON.stringify(value.slice(0, 80))})`
}
