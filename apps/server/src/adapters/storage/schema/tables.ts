import type { PgTable } from 'drizzle-orm/pg-core'
import { auditLog, destructions } from './audit.ts'
import { deletedKeys, exchangeKeys } from './exchange-keys.ts'
import { episodes, uptimeDays } from './market.ts'
import { idempotencyKeys, leases, settings } from './operation.ts'
import { paperTrades } from './paper.ts'
import { savedViews } from './saved-views.ts'
import { articleReaders, deliveredArticles, helpArticles, ticketMessages, tickets } from './support.ts'
import {
  cannedReplies,
  ticketEvidence,
  ticketNotes,
  ticketStatusChanges,
  ticketsSeen,
  ticketWatchers,
} from './ticket-handling.ts'
import { tradeOrders, trades } from './trades.ts'
import { attempts, oneTimeTokens, recoveryCodes, sessions, users } from './users.ts'

/** Every table, referenced tables first: the order in which a copy is restored. */
export const TABLES: readonly PgTable[] = [
  settings,
  leases,
  users,
  recoveryCodes,
  sessions,
  oneTimeTokens,
  attempts,
  exchangeKeys,
  deletedKeys,
  tickets,
  ticketMessages,
  ticketStatusChanges,
  ticketEvidence,
  ticketNotes,
  ticketsSeen,
  ticketWatchers,
  cannedReplies,
  paperTrades,
  trades,
  tradeOrders,
  helpArticles,
  articleReaders,
  deliveredArticles,
  savedViews,
  idempotencyKeys,
  episodes,
  uptimeDays,
  destructions,
  auditLog,
]
