import { and, count, desc, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import type { StatusChange, Ticket, TicketEvidence, TicketMessage } from '../../../app/ports/tickets.ts'
import type { Statements } from '../database/database.ts'
import { users } from '../schema/accounts.ts'
import { ticketMessages, type tickets } from '../schema/support.ts'
import { ticketEvidence, ticketStatusChanges, ticketsSeen } from '../schema/ticket-handling.ts'

/** Messages of one answer: no list of ours is without an end (security.md 65). */
const MOST_MESSAGES = 1_000

export type TicketRow = typeof tickets.$inferSelect
type MessageRow = typeof ticketMessages.$inferSelect

/** What stands beside a ticket's own row. */
type Beside = Pick<Ticket, 'messages' | 'statusChanges' | 'unread' | 'evidence'>

/** Of a ticket that nobody has said anything about. */
export const ALONE: Beside = { messages: [], statusChanges: [], unread: 0, evidence: null }

export const ticketOf = (row: TicketRow, beside: Beside): Ticket => ({
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

/** The threads of these tickets, each oldest first; where there are too many messages the oldest of all are left out. */
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

/** How many answers of admins the owner has not seen, of each ticket that has some. */
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

/** The tickets with their threads and evidence; of which `unread` says how much was not seen. */
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

/** When anything of it last moved, for its owner or among admins only. */
export const adminMoveOf = ({ updatedAt, internalAt }: Pick<TicketRow, 'updatedAt' | 'internalAt'>): number =>
  Math.max(updatedAt.getTime(), internalAt?.getTime() ?? 0)

/** When it moves: never at the moment of the move before, so that a moment names a version. */
export const nextMove = (before: Pick<TicketRow, 'updatedAt' | 'internalAt'>, now: number): Date =>
  new Date(Math.max(now, adminMoveOf(before) + 1))

/** Null where the account is gone; held until the transaction's end, so that it cannot go, nor write twice at once. */
export async function holdAuthor(statements: Statements, id: string): Promise<{ readonly name: string } | null> {
  const [row] = await statements
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update')
  return row === undefined ? null : { name: `${row.firstName} ${row.lastName}` }
}
