import type { AccountPorts } from '../app/ports/account-ports.ts'
import { accountStore } from './storage/account-store.ts'
import { articleStore } from './storage/article-store.ts'
import { attemptStore } from './storage/attempt-store.ts'
import { auditReader } from './storage/audit-reader.ts'
import { cannedReplyStore } from './storage/canned-reply-store.ts'
import type { Database } from './storage/database.ts'
import { memberStore } from './storage/member-store.ts'
import { onceStore } from './storage/once-store.ts'
import { oneTimeStore } from './storage/one-time-store.ts'
import { paperStore } from './storage/paper-store.ts'
import { sessionStore } from './storage/session-store.ts'
import { ticketDesk } from './storage/ticket-desk.ts'
import { ticketStore } from './storage/ticket-store.ts'
import { totpStore } from './storage/totp-store.ts'
import { trendStore } from './storage/trend-store.ts'
import { upkeepReader } from './storage/upkeep/upkeep-reader.ts'
import { uptimeStore } from './storage/uptime-store.ts'
import { viewStore } from './storage/view-store.ts'
import { accessTokens } from './system/access-tokens.ts'
import { authenticatorCodes } from './system/authenticator-codes.ts'
import { guessedPasswords } from './system/guessed-passwords.ts'
import type { HashCost } from './system/hash-threads.ts'
import type { KeyRing } from './system/key-ring.ts'
import { Argon2Hashing } from './system/password-hashing.ts'
import { systemRandomness } from './system/secret-texts.ts'

/** Shown by authenticators beside the code. */
const ISSUER = 'Makas'

type Options = {
  /** May throw a `StorageFailure` while there is none. */
  readonly database: () => Database
  readonly keys: KeyRing
  readonly breachListFile: string | null
  /** Where the copies of the database are; without it nobody is told of them. */
  readonly backupDir?: string
  /** Less in tests. */
  readonly hashCost?: HashCost
}

/** Everything that accounts need from outside, from one key and one database. */
export function accountAdapters({ database, keys, breachListFile, backupDir, hashCost }: Options): AccountPorts {
  return {
    accounts: accountStore(database),
    sessions: sessionStore(database),
    totp: totpStore(database),
    oneTime: oneTimeStore(database),
    attempts: attemptStore(database),
    audit: auditReader(database),
    tickets: ticketStore(database),
    ticketDesk: ticketDesk(database),
    cannedReplies: cannedReplyStore(database),
    articles: articleStore(database),
    members: memberStore(database),
    once: onceStore(database),
    paper: paperStore(database),
    uptime: uptimeStore(database),
    views: viewStore(database),
    trends: trendStore(database),
    upkeep: upkeepReader({
      database,
      keyId: keys.id,
      sealingKeyId: keys.sealing.id,
      backupDir: backupDir ?? null,
    }),
    hashing: new Argon2Hashing({
      pepper: keys.key('pepper'),
      pepperId: keys.id,
      ...(hashCost === undefined ? {} : { cost: hashCost }),
    }),
    tokens: accessTokens({ user: keys.key('user-tokens'), admin: keys.key('admin-tokens') }),
    randomness: systemRandomness(keys.key('attempts')),
    codes: authenticatorCodes({ key: keys.key('totp'), keyId: keys.id, issuer: ISSUER }),
    common: guessedPasswords(breachListFile),
  }
}
