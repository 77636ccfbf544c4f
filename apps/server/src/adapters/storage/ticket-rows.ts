import { desc, eq, inArray } from 'drizzle-orm'
import type { OwnedTicket, Ticket, TicketMessage } from '../../app/ports/tickets.ts'
import type { Statements } from './database.ts'
import { users } from './schema/accounts.ts'
import { ticketMessages, type tickets } from './schema/support.ts'

/** Messages of one answer: no list of ours is without an end (security.md 65). */
const MOST_MESSAGES = 1_000

export type TicketRow = typeof tickets.$inferSelect
type MessageRow = typeof ticketMessages.$inferSelect

export const ticketOf = (row: TicketRow, messages: readonly TicketMessage[]): Ticket => ({
  id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  priority: row.priority,
  status: row.status,
  adminResponse: row.adminResponse,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
  messages,
})

export const messageOf = ({ id, message, senderName, isAdmin, createdAt }: MessageRow): TicketMessage => ({
  id,
  message,
  senderName,
  isAdmin,
  createdAt: createdAt.getTime(),
})

/** The threads of these tickets, each oldest first; where there are too many messages the oldest of all are left out. */
async function threadsOf(statements: Statements, ids: readonly string[]): Promise<Map<string, TicketMessage[]>> {
  const threads = new Map<string, TicketMessage[]>(ids.map((id) => [id, []]))
  if (ids.length === 0) return threads
  const newest = await statements
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, [...ids]))
    .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
    .limit(MOST_MESSAGES)
  for (const row of newest.reverse()) threads.get(row.ticketId)?.push(messageOf(row))
  return threads
}

export async function withThreads(statements: Statements, rows: readonly TicketRow[]): Promise<readonly Ticket[]> {
  const threads = await threadsOf(
    statements,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ticketOf(row, threads.get(row.id) ?? []))
}

/** The tickets with the addresses of those who wrote them. */
export async function withOwners(statements: Statements, rows: readonly TicketRow[]): Promise<readonly OwnedTicket[]> {
  const owners = [...new Set(rows.flatMap(({ userId }) => userId ?? []))]
  const found =
    owners.length === 0
      ? []
      : await statements.select({ id: users.id, email: users.email }).from(users).where(inArray(users.id, owners))
  const emails = new Map(found.map(({ id, email }) => [id, email]))
  const told = await withThreads(statements, rows)
  return told.map((ticket, at) => ({ ...ticket, userEmail: emails.get(rows[at]?.userId ?? '') ?? null }))
}

/** Null where the account is gone; held until the transaction's end, so that it cannot go, nor write twice at once. */
export async function holdAuthor(statements: Statements, id: string): Promise<{ readonly name: string } | null> {
  const [row] = await statements
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update')
  return row === undefined ? null : { name: `${row.firstName} ${row.lastName}` }
}
