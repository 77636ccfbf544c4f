import type { UserPorts } from '../app/ports/users/user-ports.ts'
import { auditReader } from './storage/audit/audit-reader.ts'
import type { Database } from './storage/database/database.ts'
import { articleStore } from './storage/help/article-store.ts'
import { paperStore } from './storage/market/paper-store.ts'
import { tradeStore } from './storage/market/trade-store.ts'
import { tradingSwitch } from './storage/market/trading-switch.ts'
import { trendStore } from './storage/market/trend-store.ts'
import { uptimeStore } from './storage/market/uptime-store.ts'
import { adminTicketStore } from './storage/support/admin-ticket-store.ts'
import { cannedReplyStore } from './storage/support/canned-reply-store.ts'
import { ticketStore } from './storage/support/ticket-store.ts'
import { upkeepReader } from './storage/upkeep/upkeep-reader.ts'
import { attemptStore } from './storage/users/attempt-store.ts'
import { idempotencyStore } from './storage/users/idempotency-store.ts'
import { oneTimeStore } from './storage/users/one-time-store.ts'
import { sessionStore } from './storage/users/session-store.ts'
import { totpStore } from './storage/users/totp-store.ts'
import { userRecordStore } from './storage/users/user-record-store.ts'
import { userStore } from './storage/users/user-store.ts'
import { viewStore } from './storage/users/view-store.ts'
import type { Guarded } from './system/keys/beside-data.ts'
import type { Keys } from './system/keys/key-ring.ts'
import { guessedPasswords } from './system/passwords/guessed-passwords.ts'
import type { HashCost } from './system/passwords/hash-threads.ts'
import { Argon2Hashing } from './system/passwords/password-hashing.ts'
import { accessTokens } from './system/secrets/access-tokens.ts'
import { authenticatorCodes } from './system/secrets/authenticator-codes.ts'
import { systemRandomness } from './system/secrets/secret-texts.ts'

/** The issuer that authenticators show beside the code. */
const ISSUER = 'Makas'

type Options = {
  /** May throw a `StorageFailure` while there is no database. */
  readonly database: () => Database
  readonly keys: Keys
  /** Whether the built-in demo market is shown, and demo connections count. */
  readonly isDemoShown: () => boolean
  readonly breachListFile: string | null
  /** Folder of the database's copies; without it their state is not shown. */
  readonly backupDir?: string
  /** What lies on the data folder's file system and should not; left out: nothing. */
  readonly besideData?: () => readonly Guarded[]
  /** Cost of password hashes; less in tests. */
  readonly hashCost?: HashCost
  /** The wall clock; another one in tests. */
  readonly wall?: () => number
}

/** Makes the ports of users from the keys and one database. */
export function userAdapters(options: Options): UserPorts {
  const { database, keys, isDemoShown, breachListFile, backupDir, besideData = () => [], hashCost, wall } = options
  return {
    users: userStore(database),
    sessions: sessionStore(database),
    totp: totpStore(database),
    oneTime: oneTimeStore(database),
    attempts: attemptStore(database),
    audit: auditReader(database),
    tickets: ticketStore(database),
    adminTickets: adminTicketStore(database, isDemoShown),
    cannedReplies: cannedReplyStore(database),
    articles: articleStore(database),
    userRecords: userRecordStore(database, isDemoShown),
    idempotency: idempotencyStore(database),
    paper: paperStore(database),
    trades: tradeStore(database),
    tradingSwitch: tradingSwitch(database),
    uptime: uptimeStore(database),
    views: viewStore(database),
    trends: trendStore(database),
    upkeep: upkeepReader({
      database,
      keys,
      backupDir: backupDir ?? null,
      besideData,
    }),
    hashing: new Argon2Hashing({
      keys,
      ...(hashCost === undefined ? {} : { cost: hashCost }),
    }),
    tokens: accessTokens(keys),
    randomness: systemRandomness(keys),
    codes: authenticatorCodes({ keys, issuer: ISSUER, ...(wall && { wall }) }),
    common: guessedPasswords(breachListFile),
  }
}
