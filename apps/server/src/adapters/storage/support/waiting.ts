import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AdminTicketsMoved } from '../../../app/ports/admin-ticket-store.ts'
import type { Statements } from '../database/database.ts'
import { tickets } from '../schema/support.ts'

/** The statuses in which an answer is owed. */
const OWING = ['open', 'in_progress'] as const

/** Whose owner wrote something that no admin has answered: as the index `tickets_waiting` has it. */
export const isWaiting = and(isNotNull(tickets.waitingSince), inArray(tickets.status, [...OWING]))

/** Since when the owner of this one waits, epoch ms. */
export const waitingOf = ({ status, waitingSince }: typeof tickets.$inferSelect): number | null =>
  OWING.some((one) => one === status) ? (waitingSince?.getTime() ?? null) : null

/** How many owners wait for an answer, and since when the first of them does. */
export async function waitingNow(statements: Statements): Promise<AdminTicketsMoved['waiting']> {
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
