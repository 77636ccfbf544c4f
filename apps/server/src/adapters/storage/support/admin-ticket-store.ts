import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { AdminTicketStore } from '../../../app/ports/support/admin-ticket-store.ts'
import { addAuditLine, noteLine } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { tickets } from '../schema/support.ts'
import { ticketNotes, ticketWatchers } from '../schema/ticket-handling.ts'
import { users } from '../schema/users.ts'
import { changeTicket } from './ticket-change.ts'
import { noteOf, ownedTickets, ticketDetail } from './ticket-detail.ts'
import { pageForAdmin } from './ticket-page.ts'
import { adminMoveOf, holdAuthor, nextMove } from './ticket-rows.ts'
import { noteSeen } from './ticket-store.ts'
import { waitingNow } from './waiting.ts'

/** Admins in a list, at most (security.md 65). */
const MOST_ADMINS = 200
const NONE = { open: 0, in_progress: 0, resolved: 0, closed: 0 }

/**
 * Tickets in PostgreSQL, as admins handle them; `database` may not have come up yet. `isDemoShown`: whether the owners'
 * demo connections count.
 */
export function adminTicketStore(database: () => Database, isDemoShown: () => boolean): AdminTicketStore {
  return {
    list: async (adminId, query, audit) => {
      const page = await database().snapshot(async (statements) => {
        const { rows, total } = await pageForAdmin(statements, query)
        return { rows: await ownedTickets(statements, adminId, rows, query), total }
      })
      await noteLine(database(), audit(page.rows.map(({ id }) => id)))
      return page
    },

    one: async (adminId, id, audit) => {
      const ticket = await database().snapshot(async (statements) => {
        const [row] = await statements.select().from(tickets).where(eq(tickets.id, id))
        return row === undefined ? null : ticketDetail(statements, adminId, row, isDemoShown())
      })
      if (ticket !== null) await noteLine(database(), audit)
      return ticket
    },

    lastChanged: (most) =>
      database().snapshot(async (statements) => {
        const { id, status, updatedAt, internalAt } = tickets
        const rows = await statements
          .select({ id, status, updatedAt, internalAt })
          .from(tickets)
          .orderBy(sql`greatest(${updatedAt}, ${internalAt}) desc`, desc(id))
          .limit(most)
        const counted = await statements.select({ status, count: sql<string>`count(*)` }).from(tickets).groupBy(status)
        return {
          tickets: rows.map((row) => ({
            id: row.id,
            status: row.status,
            updatedAt: row.updatedAt.getTime(),
            adminUpdatedAt: adminMoveOf(row),
          })),
          counts: { ...NONE, ...Object.fromEntries(counted.map((one) => [one.status, Number(one.count)])) },
          waiting: await waitingNow(statements),
        }
      }),

    assignees: () =>
      database().run(async (statements) => {
        const admins = await statements
          .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
          .from(users)
          .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
          .orderBy(asc(users.nameKey), asc(users.id))
          .limit(MOST_ADMINS)
        return admins.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }))
      }),

    change: (id, change, audit) =>
      database().transact(async (statements) => changeTicket(statements, id, change, audit, isDemoShown())),

    addNote: ({ id, ticketId, adminId, note, time: writtenAt }, audit) =>
      database().transact(async (statements) => {
        const author = await holdAuthor(statements, adminId)
        const [ticket] = await statements
          .select({ updatedAt: tickets.updatedAt, internalAt: tickets.internalAt })
          .from(tickets)
          .where(eq(tickets.id, ticketId))
          .for('update')
        if (ticket === undefined) return null
        const at = nextMove(ticket, writtenAt)
        const [row] = await statements
          .insert(ticketNotes)
          .values({
            id,
            ticketId,
            authorId: author === null ? null : adminId,
            senderName: author?.name ?? '',
            note,
            createdAt: at,
          })
          .returning()
        await statements.update(tickets).set({ internalAt: at }).where(eq(tickets.id, ticketId))
        await addAuditLine(statements, audit)
        return noteOf(row as typeof ticketNotes.$inferSelect)
      }),

    announce: ({ ticketId, adminId, time, isWriting, seenUntil, goneBefore }) =>
      database().transact(async (statements) => {
        const [ticket] = await statements
          .select({ id: tickets.id })
          .from(tickets)
          .where(eq(tickets.id, ticketId))
          .for('share')
        if (ticket === undefined) return null
        const now = new Date(time)
        await statements
          .insert(ticketWatchers)
          .values({ ticketId, adminId, since: now, seenAt: now, isWriting })
          .onConflictDoUpdate({
            target: [ticketWatchers.ticketId, ticketWatchers.adminId],
            set: {
              seenAt: now,
              isWriting,
              since: sql`case when ${ticketWatchers.seenAt} < ${new Date(goneBefore)}::timestamptz
                then excluded.since else ${ticketWatchers.since} end`,
            },
          })
        if (seenUntil !== null) await noteSeen(statements, adminId, ticketId, seenUntil)
        const others = await statements
          .select({
            firstName: users.firstName,
            lastName: users.lastName,
            isWriting: ticketWatchers.isWriting,
            since: ticketWatchers.since,
          })
          .from(ticketWatchers)
          .innerJoin(users, eq(users.id, ticketWatchers.adminId))
          .where(
            and(
              eq(ticketWatchers.ticketId, ticketId),
              ne(ticketWatchers.adminId, adminId),
              gte(ticketWatchers.seenAt, new Date(goneBefore)),
            ),
          )
          .orderBy(ticketWatchers.since)
          .limit(20)
        return others.map(({ firstName, lastName, since, ...rest }) => ({
          ...rest,
          name: `${firstName} ${lastName}`,
          since: since.getTime(),
        }))
      }),
  }
}
