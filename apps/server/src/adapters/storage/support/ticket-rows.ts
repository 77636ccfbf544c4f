import { and, count, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { StatusChange, Ticket, TicketEvidence, TicketMessage } from '../../../app/ports/support/tickets.ts'
import type { Statements } from '../database/database.ts'
import { ticketMessages, type tickets } from '../schema/support.ts'
import { ticketEvidence, ticketStatusChanges, ticketsSeen } from '../schema/ticket-handling.ts'
import { users } from '../schema/users.ts'

/** Messages of one answer, at most (security.md 65). */
const MOST_MESSAGES = 1_000

export type TicketRow = typeof tickets.$inferSelect
type MessageRow = typeof ticketMessages.$inferSelect

type TicketParts = Pick<Ticket, 'messages' | 'statusChanges' | 'unread' | 'evidence'>

/** `TicketParts` of a ticket with neither messages, status changes nor evidence. */
export const ALONE: TicketParts = { messages: [], statusChanges: [], unread: 0, evidence: null }

export const ticketOf = (row: TicketRow, beside: TicketParts): Ticket => ({
  id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  priority: row.priority,
  status: row.status,
  adminResponse: row.adminResponse,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
  ...beside,
})

export const messageOf = ({ id, message, senderName, isAdmin, createdAt }: MessageRow): TicketMessage => ({
  id,
  message,
  senderName,
  isAdmin,
  createdAt: createdAt.getTime(),
})

const idsOf = (rows: readonly TicketRow[]) => rows.map(({ id }) => id)

/** The threads of these tickets, oldest message first; beyond the limit the oldest messages are left out. */
async function threadsOf(statements: Statements, ids: readonly string[]): Promise<Map<string, TicketMessage[]>> {
  const threads = new Map<string, TicketMessage[]>(ids.map((id) => [id, []]))
  const newest = await statements
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, [...ids]))
    .orderBy(desc(ticketMessages.createdAt), desc(ticketMessages.id))
    .limit(MOST_MESSAGES)
  for (const row of newest.reverse()) threads.get(row.ticketId)?.push(messageOf(row))
  return threads
}

async function changesOf(statements: Statements, ids: readonly string[]): Promise<Map<string, StatusChange[]>> {
  const changes = new Map<string, StatusChange[]>(ids.map((id) => [id, []]))
  const newest = await statements
    .select()
    .from(ticketStatusChanges)
    .where(inArray(ticketStatusChanges.ticketId, [...ids]))
    .orderBy(desc(ticketStatusChanges.createdAt), desc(ticketStatusChanges.id))
    .limit(MOST_MESSAGES)
  for (const { ticketId, id, from, to, isAdmin, senderName, createdAt } of newest.reverse())
    changes.get(ticketId)?.push({ id, from, to, isAdmin, senderName, createdAt: createdAt.getTime() })
  return changes
}

async function evidenceOf(
  statements: Statements,
  ids: readonly string[],
  isWhole: boolean,
): Promise<Map<string, TicketEvidence>> {
  const { ticketId, opportunityId, row, bytes, snapshot } = ticketEvidence
  const basis = { ticketId, opportunityId, row, bytes }
  const isTheirs = inArray(ticketId, [...ids])
  const found: readonly ({ readonly ticketId: string } & Omit<TicketEvidence, 'snapshot'> & { snapshot?: string })[] =
    isWhole
      ? await statements
          .select({ ...basis, snapshot })
          .from(ticketEvidence)
          .where(isTheirs)
      : await statements.select(basis).from(ticketEvidence).where(isTheirs)
  return new Map(found.map(({ ticketId: id, ...rest }) => [id, { snapshot: null, ...rest }]))
}

/** Number of admins' answers that the owner has not seen, for each ticket with unseen answers. */
export async function unseenByOwner(
  statements: Statements,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await statements
    .select({ id: ticketMessages.ticketId, unread: count() })
    .from(ticketMessages)
    .leftJoin(ticketsSeen, and(eq(ticketsSeen.ticketId, ticketMessages.ticketId), eq(ticketsSeen.userId, userId)))
    .where(
      and(
        inArray(ticketMessages.ticketId, [...ids]),
        eq(ticketMessages.isAdmin, true),
        or(isNull(ticketsSeen.seenAt), gt(ticketMessages.createdAt, ticketsSeen.seenAt)),
      ),
    )
    .groupBy(ticketMessages.ticketId)
  return new Map(rows.map(({ id, unread }) => [id, unread]))
}

/** The tickets with their threads and evidence; `unread` has the numbers of unseen messages. */
export async function withThreads(
  statements: Statements,
  rows: readonly TicketRow[],
  unread: ReadonlyMap<string, number>,
  { hasThreads = true, isWhole = false }: { readonly hasThreads?: boolean; readonly isWhole?: boolean } = {},
): Promise<readonly Ticket[]> {
  const ids = idsOf(rows)
  if (ids.length === 0) return []
  const threads = hasThreads ? await threadsOf(statements, ids) : new Map<string, TicketMessage[]>()
  const changes = hasThreads ? await changesOf(statements, ids) : new Map<string, StatusChange[]>()
  const evidence = await evidenceOf(statements, ids, isWhole)
  return rows.map((row) =>
    ticketOf(row, {
      messages: threads.get(row.id) ?? [],
      statusChanges: changes.get(row.id) ?? [],
      unread: unread.get(row.id) ?? 0,
      evidence: evidence.get(row.id) ?? null,
    }),
  )
}

/** Time of a ticket's last change, visible to its owner or to admins only, epoch ms. */
export const adminMoveOf = ({ updatedAt, internalAt }: Pick<TicketRow, 'updatedAt' | 'internalAt'>): number =>
  Math.max(updatedAt.getTime(), internalAt?.getTime() ?? 0)

/** Time of the next change: later than the previous one, so that a time identifies a version. */
export const nextMove = (before: Pick<TicketRow, 'updatedAt' | 'internalAt'>, now: number): Date =>
  new Date(Math.max(now, adminMoveOf(before) + 1))

/**
 * Locks an author until the transaction's end, which also serialises the author's writes; null where the author is
 * gone.
 */
export async function holdAuthor(statements: Statements, id: string): Promise<{ readonly name: string } | null> {
  const [row] = await statements
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update')
  return row === undefined ? null : { name: `${row.firstName} ${row.lastName}` }
}
