import { and, count as countAll, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { TicketQuery } from '../../../app/ports/ticket-desk.ts'
import type { Statements } from '../database/database.ts'
import { users } from '../schema/accounts.ts'
import { tickets } from '../schema/support.ts'
import type { TicketRow } from './ticket-rows.ts'

/** A page of everybody's tickets and how many there are in all. It begins behind a ticket, or skips so many. */
export async function pageForAdmin(
  statements: Statements,
  { status, words, sort, after, page }: TicketQuery,
): Promise<{ readonly rows: readonly TicketRow[]; readonly total: number }> {
  const moment = sort === 'updated' ? tickets.updatedAt : tickets.createdAt
  const isSought = and(status === null ? undefined : eq(tickets.status, status), ...words.map(hasWord))
  const isBehind =
    after === null ? undefined : sql`(${moment}, ${tickets.id}) < (${new Date(after.at)}::timestamptz, ${after.id})`
  const order = [desc(moment), desc(tickets.id)]
  const count = async () => {
    const [all] = await statements.select({ total: countAll() }).from(tickets).where(isSought)
    return all?.total ?? 0
  }
  if (words.length === 0) {
    // The rows themselves are fetched for those alone that are shown: their order comes from an index.
    const shown = statements
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(isSought, isBehind))
      .orderBy(...order)
      .limit(page.limit)
      .offset(after === null ? page.skip : 0)
    const rows = await statements
      .select()
      .from(tickets)
      .where(inArray(tickets.id, shown))
      .orderBy(...order)
    return { rows, total: await count() }
  }
  // Every text is looked through: once, for the page and for how many there are.
  const all = statements.$with('sought').as(
    statements
      .select({ id: tickets.id, moment: sql<Date>`${moment}`.as('moment') })
      .from(tickets)
      .where(isSought),
  )
  const placed =
    after === null ? undefined : sql`(${all.moment}, ${all.id}) < (${new Date(after.at)}::timestamptz, ${after.id})`
  const found = await statements
    .with(all)
    .select({ id: all.id, total: sql<string>`(select count(*) from ${all})` })
    .from(all)
    .where(placed)
    .orderBy(desc(all.moment), desc(all.id))
    .limit(page.limit)
    .offset(after === null ? page.skip : 0)
  const [first] = found
  if (first === undefined) return { rows: [], total: after === null && page.skip === 0 ? 0 : await count() }
  const ids = found.map(({ id }) => id)
  const rows = await statements
    .select()
    .from(tickets)
    .where(inArray(tickets.id, ids))
    .orderBy(...order)
  return { rows, total: Number(first.total) }
}

/** A plain search, without patterns: nothing that is typed means anything else than itself. */
function hasWord(word: string): SQL | undefined {
  const sought = sql`${word}::text`
  const people = sql`(select ${users.id} from ${users} where ${users.role} = 'user' and strpos(${users.emailKey}, ${sought}) > 0)`
  return or(sql`strpos(${tickets.search}, ${sought}) > 0`, inArray(tickets.userId, people))
}
