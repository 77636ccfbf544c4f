import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ChangedAdminTickets } from '../../../app/ports/support/admin-ticket-store.ts'
import type { Statements } from '../database/database.ts'
import { tickets } from '../schema/support.ts'

const OWING = ['open', 'in_progress'] as const

/** Condition: the owner's text has no answer yet. It matches the index `tickets_waiting`. */
export const isWaiting = and(isNotNull(tickets.waitingSince), inArray(tickets.status, [...OWING]))

/** Since when a ticket's owner waits, epoch ms; null: not waiting. */
export const waitingOf = ({ status, waitingSince }: typeof tickets.$inferSelect): number | null =>
  OWING.some((one) => one === status) ? (waitingSince?.getTime() ?? null) : null

/** The number of tickets that wait for an answer, and since when the first of them waits. */
export async function waitingNow(statements: Statements): Promise<ChangedAdminTickets['waiting']> {
  const [all] = await statements
    .select({
      count: sql<string>`count(*)`,
      since: sql<string | null>`extract(epoch from min(${tickets.waitingSince})) * 1000`,
    })
    .from(tickets)
    .where(isWaiting)
  const since = all?.since ?? null
  return { count: Number(all?.count ?? 0), since: since === null ? null : Math.round(Number(since)) }
}
