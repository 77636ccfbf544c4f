import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Page } from '../../../app/ports/pages.ts'
import type { RateLimit, TicketStore } from '../../../app/ports/support/tickets.ts'
import type { Database, Statements } from '../database/database.ts'
import { ticketMessages, tickets } from '../schema/support.ts'
import { ticketEvidence, ticketStatusChanges, ticketsSeen } from '../schema/ticket-handling.ts'
import {
  ALONE,
  holdAuthor,
  messageOf,
  nextMove,
  type TicketRow,
  ticketOf,
  unseenByOwner,
  withThreads,
} from './ticket-rows.ts'

/** Tickets in PostgreSQL, as their owners see them; `database` may not have come up yet. */
export function ticketStore(database: () => Database): TicketStore {
  return {
    ofUser: (userId, page) =>
      database().snapshot(async (statements) => {
        const { rows, total } = await pageOf(statements, eq(tickets.userId, userId), page)
        return { rows: await asSeenBy(statements, userId, rows), total }
      }),

    one: (userId, id) =>
      database().snapshot(async (statements) => {
        const rows = await statements.select().from(tickets).where(ownTicket(userId, id))
        const [ticket] = await asSeenBy(statements, userId, rows, true)
        return ticket ?? null
      }),

    lastChanged: (userId, most) =>
      database().snapshot(async (statements) => {
        const { id, status, updatedAt } = tickets
        const rows = await statements
          .select({ id, status, updatedAt })
          .from(tickets)
          .where(eq(tickets.userId, userId))
          .orderBy(desc(updatedAt), desc(id))
          .limit(most)
        const isUnseen = sql`exists (select 1 from ${ticketMessages} left join ${ticketsSeen}
          on ${ticketsSeen.ticketId} = ${tickets.id} and ${ticketsSeen.userId} = ${userId}
          where ${ticketMessages.ticketId} = ${tickets.id} and ${ticketMessages.isAdmin}
          and (${ticketsSeen.seenAt} is null or ${ticketMessages.createdAt} > ${ticketsSeen.seenAt}))`
        const [unseen] = await statements
          .select({ unread: count() })
          .from(tickets)
          .where(and(eq(tickets.userId, userId), isUnseen))
        return {
          tickets: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.getTime() })),
          unread: unseen?.unread ?? 0,
        }
      }),

    add: ({ createdAt, userId, evidence, ...written }, limits) =>
      database().transact(async (statements) => {
        if ((await holdAuthor(statements, userId)) === null) return { kind: 'no-owner' }
        const earlier = (skip: number) => nthNewest(statements, tickets, eq(tickets.userId, userId), skip)
        const until = await refusedUntil(earlier, limits, createdAt)
        if (until !== null) return { kind: 'too-often', until }
        const at = new Date(createdAt)
        const [row] = await statements
          .insert(tickets)
          .values({ ...written, userId, status: 'open', createdAt: at, updatedAt: at, waitingSince: at })
          .returning()
        if (evidence === null) return { kind: 'added', ticket: ticketOf(row as TicketRow, ALONE) }
        const stored = { ...evidence, bytes: Buffer.byteLength(evidence.snapshot) }
        await statements.insert(ticketEvidence).values({ ...stored, ticketId: written.id })
        return { kind: 'added', ticket: ticketOf(row as TicketRow, { ...ALONE, evidence: stored }) }
      }),

    reply: ({ id, ticketId, userId, message, createdAt, changeId }, limits) =>
      database().transact(async (statements) => {
        const author = await holdAuthor(statements, userId)
        if (author === null) return { kind: 'no-owner' }
        const [ticket] = await statements
          .select({
            status: tickets.status,
            updatedAt: tickets.updatedAt,
            internalAt: tickets.internalAt,
            waitingSince: tickets.waitingSince,
          })
          .from(tickets)
          .where(ownTicket(userId, ticketId))
          .for('update')
        if (ticket === undefined) return { kind: 'not-found' }
        if (ticket.status === 'closed') return { kind: 'closed' }
        const earlier = (skip: number) =>
          nthNewest(statements, ticketMessages, eq(ticketMessages.authorId, userId), skip)
        const until = await refusedUntil(earlier, limits, createdAt)
        if (until !== null) return { kind: 'too-often', until }
        const said = { ticketId, authorId: userId, isAdmin: false, senderName: author.name }
        const at = nextMove(ticket, createdAt)
        const [row] = await statements
          .insert(ticketMessages)
          .values({ ...said, id, message, createdAt: at })
          .returning()
        const isReopened = ticket.status === 'resolved'
        if (isReopened)
          await statements
            .insert(ticketStatusChanges)
            .values({ ...said, id: changeId, from: 'resolved', to: 'open', createdAt: at })
        await statements
          .update(tickets)
          .set({
            updatedAt: at,
            // A resolved ticket counts as answered, so a new text begins the waiting anew.
            waitingSince: isReopened ? at : (ticket.waitingSince ?? at),
            ...(isReopened ? { status: 'open' as const } : {}),
          })
          .where(eq(tickets.id, ticketId))
        return { kind: 'added', message: messageOf(row as typeof ticketMessages.$inferSelect) }
      }),

    markSeen: (userId, id, until) =>
      database().transact(async (statements) => {
        const [own] = await statements
          .select({ id: tickets.id })
          .from(tickets)
          .where(ownTicket(userId, id))
          .for('share')
        if (own === undefined) return false
        await noteSeen(statements, userId, id, until)
        return true
      }),
  }
}

/** Stores the moment up to which a user has seen a ticket, never an earlier one than stored. */
export async function noteSeen(statements: Statements, userId: string, ticketId: string, until: number): Promise<void> {
  await statements
    .insert(ticketsSeen)
    .values({ ticketId, userId, seenAt: new Date(until) })
    .onConflictDoUpdate({
      target: [ticketsSeen.ticketId, ticketsSeen.userId],
      set: { seenAt: sql`greatest(${ticketsSeen.seenAt}, excluded.seen_at)` },
    })
}

const ownTicket = (userId: string, id: string) => and(eq(tickets.id, id), eq(tickets.userId, userId))

async function asSeenBy(statements: Statements, userId: string, rows: readonly TicketRow[], isWhole = false) {
  const unread = await unseenByOwner(
    statements,
    userId,
    rows.map(({ id }) => id),
  )
  return withThreads(statements, rows, unread, { isWhole })
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

/** Time of the newest entry after skipping `skip` newer entries; null where there are fewer entries. */
async function nthNewest(
  statements: Statements,
  table: typeof tickets | typeof ticketMessages,
  where: SQL,
  skip: number,
): Promise<number | null> {
  const [row] = await statements
    .select({ time: table.createdAt })
    .from(table)
    .where(where)
    .orderBy(desc(table.createdAt))
    .offset(skip)
    .limit(1)
  return row?.time.getTime() ?? null
}

/** Time until which a further text is refused; null when the owner may write now. */
async function refusedUntil(
  nthNewestAt: (skip: number) => Promise<number | null>,
  limits: readonly RateLimit[],
  now: number,
): Promise<number | null> {
  let until: number | null = null
  for (const { most, withinMs } of limits) {
    const at = await nthNewestAt(most - 1)
    if (at !== null && at + withinMs > now) until = Math.max(until ?? 0, at + withinMs)
  }
  return until
}
