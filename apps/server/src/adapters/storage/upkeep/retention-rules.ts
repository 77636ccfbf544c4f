import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { idempotencyKeys } from '../schema/operation.ts'
import { articleReaders, tickets } from '../schema/support.ts'
import { ticketWatchers } from '../schema/ticket-handling.ts'
import { attempts, oneTimeTokens, sessions } from '../schema/users.ts'
import { KNOWN_FOR_MS } from '../users/idempotency-store.ts'

export const DAY_MS = 24 * 3_600_000
/** Two years with a leap day, ms: never shorter than the promised time. */
export const TWO_YEARS_MS = 731 * DAY_MS
export const THREE_YEARS_MS = 1_096 * DAY_MS

/** A retention rule of a table: rows that `isOver` matches are destroyed. */
export type Rule = {
  readonly kind: string
  readonly table: PgTable
  readonly keptMs: number
  readonly isOver: (before: Date) => SQL
}

/** Retention rules (security.md 75); the audit log and unused accounts have code of their own. */
export const RULES: readonly Rule[] = [
  {
    // No throttle reads further back than a day.
    kind: 'attempts',
    table: attempts,
    keptMs: 2 * DAY_MS,
    isOver: (before) => sql`${attempts.lastAt} < ${before}`,
  },
  {
    kind: 'one-time-tokens',
    table: oneTimeTokens,
    keptMs: DAY_MS,
    isOver: (before) => sql`${oneTimeTokens.expiresAt} < ${before}`,
  },
  {
    kind: 'idempotency-keys',
    table: idempotencyKeys,
    keptMs: KNOWN_FOR_MS,
    isOver: (before) => sql`${idempotencyKeys.createdAt} <= ${before}`,
  },
  {
    // A reader is counted once an hour.
    kind: 'article-readers',
    table: articleReaders,
    keptMs: DAY_MS,
    isOver: (before) => sql`${articleReaders.hour} < ${before}`,
  },
  {
    kind: 'sessions',
    table: sessions,
    keptMs: 30 * DAY_MS,
    isOver: (before) => sql`least(${sessions.endedAt}, ${sessions.expiresAt}) < ${before}`,
  },
  {
    kind: 'closed-tickets',
    table: tickets,
    keptMs: TWO_YEARS_MS,
    isOver: (before) => sql`${tickets.closedAt} < ${before}`,
  },
  {
    // A person who deletes an account wants the texts gone.
    kind: 'tickets-of-deleted-accounts',
    table: tickets,
    keptMs: 30 * DAY_MS,
    isOver: (before) => sql`${tickets.userId} is null and ${tickets.closedAt} < ${before}`,
  },
  {
    // Watchers are shown for some seconds only.
    kind: 'ticket-watchers',
    table: ticketWatchers,
    keptMs: DAY_MS,
    isOver: (before) => sql`${ticketWatchers.seenAt} < ${before}`,
  },
]
