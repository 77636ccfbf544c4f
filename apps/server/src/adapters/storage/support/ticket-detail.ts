import { count, desc, eq, inArray, sql } from 'drizzle-orm'
import type {
  OwnedTicket,
  TicketDetail,
  TicketNote,
  TicketOwner,
} from '../../../app/ports/support/admin-ticket-store.ts'
import type { Statements } from '../database/database.ts'
import { connectedExchanges } from '../keys/connected-exchanges.ts'
import { ticketMessages, tickets } from '../schema/support.ts'
import { ticketNotes, ticketsSeen } from '../schema/ticket-handling.ts'
import { users } from '../schema/users.ts'
import { adminMoveOf, type TicketRow, withThreads } from './ticket-rows.ts'
import { waitingOf } from './waiting.ts'

const MOST_NOTES = 1_000

type Shape = { readonly hasThreads?: boolean; readonly isWhole?: boolean }

/** The tickets with their owners' e-mails, and the number of texts that this admin has not seen. */
export async function ownedTickets(
  statements: Statements,
  adminId: string,
  rows: readonly TicketRow[],
  shape: Shape = {},
): Promise<readonly OwnedTicket[]> {
  if (rows.length === 0) return []
  const owners = await ownersOf(statements, rows)
  const marks = await marksOf(statements, adminId, rows)
  const unread = new Map([...marks].map(([id, mark]) => [id, Number(mark.unread)]))
  const ticketsWithThreads = await withThreads(statements, rows, unread, shape)
  return ticketsWithThreads.map((ticket, at) => {
    const row = rows[at] as TicketRow
    const assignee = owners.get(row.assigneeId ?? '')
    return {
      ...ticket,
      userEmail: owners.get(row.userId ?? '')?.email ?? null,
      answeredBy: marks.get(ticket.id)?.answered_by ?? null,
      assignee: assignee === undefined ? null : { id: assignee.id, name: assignee.name },
      waitingSince: waitingOf(row),
      adminUpdatedAt: adminMoveOf(row),
    }
  })
}

/** Owners and admins in charge of these tickets, by id. */
async function ownersOf(statements: Statements, rows: readonly TicketRow[]) {
  const ids = [...new Set(rows.flatMap(({ userId, assigneeId }) => [userId ?? [], assigneeId ?? []].flat()))]
  if (ids.length === 0) return new Map<string, { id: string; email: string; name: string }>()
  const { id, email, firstName, lastName } = users
  const found = await statements.select({ id, email, firstName, lastName }).from(users).where(inArray(id, ids))
  return new Map(found.map((one) => [one.id, { ...one, name: `${one.firstName} ${one.lastName}` }]))
}

/** Number of the owner's texts that no admin answered and this admin has not seen; closed tickets have no number. */
async function marksOf(statements: Statements, adminId: string, rows: readonly TicketRow[]) {
  const ids = sql.join(
    rows.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const { rows: marks } = await statements.execute<{ id: string; answered_by: string | null; unread: string }>(sql`
    select t.id, answer.sender_name as answered_by, case when t.status = 'closed' then 0 else
      (select count(*) from ${ticketMessages} m where m.ticket_id = t.id and not m.is_admin
        and m.created_at > greatest(answer.created_at, seen.seen_at, '-infinity'))
      + (case when t.created_at > greatest(answer.created_at, seen.seen_at, '-infinity') then 1 else 0 end) end as unread
    from ${tickets} t
    left join lateral (select m.sender_name, m.created_at from ${ticketMessages} m where m.ticket_id = t.id and m.is_admin
      order by m.created_at desc limit 1) answer on true
    left join ${ticketsSeen} seen on seen.ticket_id = t.id and seen.user_id = ${adminId}
    where t.id in (${ids})`)
  return new Map(marks.map((mark) => [mark.id, mark]))
}

export const noteOf = ({ id, note, senderName, createdAt }: typeof ticketNotes.$inferSelect): TicketNote => ({
  id,
  note,
  senderName,
  createdAt: createdAt.getTime(),
})

/** A ticket with all that admins may see; `isDemoShown`: whether its owner's demo connections count. */
export async function ticketDetail(
  statements: Statements,
  adminId: string,
  row: TicketRow,
  isDemoShown: boolean,
): Promise<TicketDetail> {
  const [ticket] = await ownedTickets(statements, adminId, [row], { isWhole: true })
  const notes = await statements
    .select()
    .from(ticketNotes)
    .where(eq(ticketNotes.ticketId, row.id))
    .orderBy(desc(ticketNotes.createdAt), desc(ticketNotes.id))
    .limit(MOST_NOTES)
  return {
    ...(ticket as OwnedTicket),
    notes: notes.reverse().map(noteOf),
    owner: row.userId === null ? null : await ownerOf(statements, row.userId, isDemoShown),
  }
}

async function ownerOf(statements: Statements, id: string, isDemoShown: boolean): Promise<TicketOwner | null> {
  const [user] = await statements.select().from(users).where(eq(users.id, id))
  if (user === undefined) return null
  const connected = await connectedExchanges(statements, [id], isDemoShown)
  const [own] = await statements.select({ tickets: count() }).from(tickets).where(eq(tickets.userId, id))
  return {
    name: `${user.firstName} ${user.lastName}`,
    isPremium: user.isPremium,
    plan: user.plan,
    connectedExchanges: connected.get(id) ?? 0,
    tickets: own?.tickets ?? 0,
    createdAt: user.createdAt.getTime(),
  }
}
