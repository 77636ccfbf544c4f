import type { PgTable } from 'drizzle-orm/pg-core'
import { attempts, oneTimeTokens, recoveryCodes, sessions, users } from './accounts.ts'
import { auditLog, destructions } from './audit.ts'
import { deletedKeys, exchangeKeys } from './exchange-keys.ts'
import { episodes, uptimeDays } from './market.ts'
import { idempotencyKeys, settings } from './operation.ts'
import { articleReaders, helpArticles, ticketMessages, tickets } from './support.ts'

/** Every table, those that others refer to first: the order in which a copy is restored. */
export const TABLES: readonly PgTable[] = [
  settings,
  users,
  recoveryCodes,
  sessions,
  oneTimeTokens,
  attempts,
  exchangeKeys,
  deletedKeys,
  tickets,
  ticketMessages,
  helpArticles,
  articleReaders,
  idempotencyKeys,
  episodes,
  uptimeDays,
  destructions,
  auditLog,
]
