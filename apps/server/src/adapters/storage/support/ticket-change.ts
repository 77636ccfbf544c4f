import { and, eq } from 'drizzle-orm'
import type { ChangeOutcome, TicketChange, TicketChangeAudit } from '../../../app/ports/support/admin-ticket-store.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Statements } from '../database/database.ts'
import { ticketMessages, tickets } from '../schema/support.ts'
import { ticketStatusChanges } from '../schema/ticket-handling.ts'
import { users } from '../schema/users.ts'
import { ticketDetail } from './ticket-detail.ts'
import { ALONE, holdAuthor, nextMove, type TicketRow, ticketOf } from './ticket-rows.ts'

/** Changes a ticket for an admin, with the entries in its thread and the audit log. */
export async function changeTicket(
  statements: Statements,
  id: string,
  { time, adminId, messageId, changeId, status, response, assignment, expected }: TicketChange,
  audit: TicketChangeAudit,
  isDemoShown: boolean,
): Promise<ChangeOutcome> {
  // The author is locked before the ticket, as everywhere, to avoid deadlocks.
  const author = await holdAuthor(statements, adminId)
  const [before] = await statements.select().from(tickets).where(eq(tickets.id, id)).for('update')
  if (before === undefined) return { kind: 'not-found' }
  const isOverAnother = assignment !== null && assignment.before !== before.assigneeId
  if (isOverAnother || (expected !== null && before.updatedAt.getTime() !== expected)) {
    await addAuditLine(statements, audit.seen)
    return { kind: 'conflict', current: await ticketDetail(statements, adminId, before, isDemoShown) }
  }
  const assignee = assignment === null ? before.assigneeId : assignment.to
  const isReassigned = assignee !== before.assigneeId
  if (isReassigned && assignee !== null && !(await holdAdmin(statements, assignee))) return { kind: 'no-such-admin' }
  const now = nextMove(before, time)
  // A deleted account leaves no name behind (security.md 74).
  const said = { ticketId: id, authorId: author === null ? null : adminId, senderName: author?.name ?? '' }
  // A form without a version may send back the answer that it was filled with, if the owner wrote nothing since.
  const isEcho = response === before.adminResponse && expected === null && before.waitingSince === null
  const isAnswered = response !== null && response.trim() !== '' && !isEcho
  if (isAnswered)
    await statements
      .insert(ticketMessages)
      .values({ ...said, id: messageId, isAdmin: true, message: response, createdAt: now })
  const next = status ?? before.status
  if (next !== before.status)
    await statements
      .insert(ticketStatusChanges)
      .values({ ...said, id: changeId, isAdmin: true, from: before.status, to: next, createdAt: now })
  const [after] = await statements
    .update(tickets)
    .set({
      status: next,
      closedAt: next === 'closed' ? (before.closedAt ?? now) : null,
      // An assignment alone is not shown to the owner, so `updatedAt` stays.
      ...(isAnswered || next !== before.status ? { updatedAt: now } : {}),
      ...(isReassigned ? { assigneeId: assignee, internalAt: now } : {}),
      ...(isAnswered ? { adminResponse: response, waitingSince: null } : {}),
    })
    .where(eq(tickets.id, id))
    .returning()
  const row = after as TicketRow
  const ticket = await ticketDetail(statements, adminId, row, isDemoShown)
  const reassigned = isReassigned ? { from: before.assigneeId, to: assignee } : null
  await addAuditLine(
    statements,
    audit.changed({ before: ticketOf(before, ALONE), after: ticketOf(row, ALONE), isAnswered, reassigned }),
  )
  return { kind: 'changed', ticket }
}

/** Locks an admin's account until the transaction's end; false where it is not an admin who can log in. */
async function holdAdmin(statements: Statements, id: string): Promise<boolean> {
  const found = await statements
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'admin'), eq(users.isActive, true)))
    .for('key share')
  return found.length > 0
}
