import { and, count, desc, eq, type SQL } from 'drizzle-orm'
import type { AuditEntry } from '../../app/ports/audit-log.ts'
import type { Page } from '../../app/ports/pages.ts'
import type { Allowed, TicketChange, TicketChanged, TicketStore } from '../../app/ports/tickets.ts'
import { addAuditLine } from './audit-log.ts'
import type { Database, Statements } from './database.ts'
import { ticketMessages, tickets } from './schema/support.ts'
import { holdAuthor, messageOf, type TicketRow, ticketOf, withOwners, withThreads } from './ticket-rows.ts'

/** Tickets in PostgreSQL; `database` may not have come up yet. */
export function ticketStore(database: () => Database): TicketStore {
  return {
    ofUser: (userId, page) =>
      database().run(async (statements) => {
        const { rows, total } = await pageOf(statements, eq(tickets.userId, userId), page)
        return { rows: await withThreads(statements, rows), total }
      }),

    add: ({ createdAt, userId, ...written }, allowed) =>
      database().transact(async (statements) => {
        if ((await holdAuthor(statements, userId)) === null) return { kind: 'no-owner' }
        const earlier = (skip: number) => nthNewest(statements, tickets, eq(tickets.userId, userId), skip)
        const until = await refusedUntil(earlier, allowed, createdAt)
        if (until !== null) return { kind: 'too-often', until }
        const at = new Date(createdAt)
        const [row] = await statements
          .insert(tickets)
          .values({ ...written, userId, status: 'open', createdAt: at, updatedAt: at })
          .returning()
        return { kind: 'added', ticket: ticketOf(row as TicketRow, []) }
      }),

    reply: ({ id, ticketId, userId, message, createdAt }, allowed) =>
      database().transact(async (statements) => {
        const author = await holdAuthor(statements, userId)
        if (author === null) return { kind: 'no-owner' }
        const [ticket] = await statements
          .select({ status: tickets.status })
          .from(tickets)
          .where(and(eq(tickets.id, ticketId), eq(tickets.userId, userId)))
          .for('update')
        if (ticket === undefined) return { kind: 'not-found' }
        if (ticket.status === 'closed') return { kind: 'closed' }
        const earlier = (skip: number) =>
          nthNewest(statements, ticketMessages, eq(ticketMessages.authorId, userId), skip)
        const until = await refusedUntil(earlier, allowed, createdAt)
        if (until !== null) return { kind: 'too-often', until }
        const at = new Date(createdAt)
        const [row] = await statements
          .insert(ticketMessages)
          .values({ id, ticketId, authorId: userId, isAdmin: false, senderName: author.name, message, createdAt: at })
          .returning()
        await statements
          .update(tickets)
          .set({ updatedAt: at, ...(ticket.status === 'resolved' ? { status: 'open' as const } : {}) })
          .where(eq(tickets.id, ticketId))
        return { kind: 'added', message: messageOf(row as typeof ticketMessages.$inferSelect) }
      }),

    all: (status, page, audit) =>
      database().transact(async (statements) => {
        const where = status === null ? undefined : eq(tickets.status, status)
        const { rows, total } = await pageOf(statements, where, page)
        const shown = await withOwners(statements, rows)
        await addAuditLine(statements, audit(rows.map(({ id }) => id)))
        return { rows: shown, total }
      }),

    change: (id, change, audit) =>
      database().transact(async (statements) => changeTicket(statements, id, change, audit)),
  }
}

async function pageOf(statements: Statements, where: SQL | undefined, { limit, skip }: Page) {
  const rows = await statements
    .select()
    .from(tickets)
    .where(where)
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(limit)
    .offset(skip)
  const [all] = await statements.select({ total: count() }).from(tickets).where(where)
  return { rows, total: all?.total ?? 0 }
}

/** When the newest but `skip` was written; null where there are not so many. */
async function nthNewest(
  statements: Statements,
  table: typeof tickets | typeof ticketMessages,
  where: SQL,
  skip: number,
): Promise<number | null> {
  const [row] = await statements
    .select({ at: table.createdAt })
    .from(table)
    .where(where)
    .orderBy(desc(table.createdAt))
    .offset(skip)
    .limit(1)
  return row?.at.getTime() ?? null
}

/** Null when one more may be written now. */
async function refusedUntil(
  nthNewestAt: (skip: number) => Promise<number | null>,
  allowed: readonly Allowed[],
  now: number,
): Promise<number | null> {
  let until: number | null = null
  for (const { most, withinMs } of allowed) {
    const at = await nthNewestAt(most - 1)
    if (at !== null && at + withinMs > now) until = Math.max(until ?? 0, at + withinMs)
  }
  return until
}

async function changeTicket(
  statements: Statements,
  id: string,
  { at, adminId, messageId, status, response }: TicketChange,
  audit: (changed: TicketChanged) => AuditEntry,
) {
  // The author before the ticket, as everywhere: two who hold one each would wait for one another.
  const author = await holdAuthor(statements, adminId)
  const [before] = await statements.select().from(tickets).where(eq(tickets.id, id)).for('update')
  if (before === undefined) return null
  const now = new Date(at)
  const isAnswered = response !== null && response.trim() !== '' && response !== before.adminResponse
  if (isAnswered) {
    // Whoever is gone leaves no name behind (security.md 74).
    const senderName = author?.name ?? ''
    const authorId = author === null ? null : adminId
    await statements
      .insert(ticketMessages)
      .values({ id: messageId, ticketId: id, authorId, isAdmin: true, senderName, message: response, createdAt: now })
  }
  const next = status ?? before.status
  const [after] = await statements
    .update(tickets)
    .set({
      status: next,
      closedAt: next === 'closed' ? (before.closedAt ?? now) : null,
      updatedAt: now,
      ...(isAnswered ? { adminResponse: response } : {}),
    })
    .where(eq(tickets.id, id))
    .returning()
  const row = after as TicketRow
  const [shown] = await withOwners(statements, [row])
  await addAuditLine(statements, audit({ before: ticketOf(before, []), after: ticketOf(row, []), isAnswered }))
  return shown ?? null
}
