import { and, asc, count as countAll, desc, eq, inArray, isNull, like, or, type SQL, sql } from 'drizzle-orm'
import type { TicketQuery } from '../../../app/ports/support/admin-ticket-store.ts'
import type { Statements } from '../database/database.ts'
import { tickets } from '../schema/support.ts'
import { users } from '../schema/users.ts'
import type { TicketRow } from './ticket-rows.ts'
import { isWaiting } from './waiting.ts'

const MOMENTS = { created: tickets.createdAt, updated: tickets.updatedAt, waiting: tickets.waitingSince } as const

/** A page of all users' tickets and the total; the page begins after a ticket, or after a number of tickets. */
export async function pageForAdmin(
  statements: Statements,
  { status, assignee, words, sort, after, page }: TicketQuery,
): Promise<{ readonly rows: readonly TicketRow[]; readonly total: number }> {
  const moment = MOMENTS[sort]
  const isUp = sort === 'waiting'
  const way = isUp ? asc : desc
  // Sequential: a transaction has one connection, which takes one statement at a time.
  const hasWords: (SQL | undefined)[] = []
  for (const word of words) hasWords.push(await hasWord(statements, word))
  const isSought = and(
    status === null ? undefined : eq(tickets.status, status),
    isUp ? isWaiting : undefined,
    assignedTo(assignee),
    ...hasWords,
  )
  const behind = (at: SQL | typeof moment, id: SQL | typeof tickets.id) =>
    after === null
      ? undefined
      : sql`(${at}, ${id}) ${isUp ? sql`>` : sql`<`} (${new Date(after.time)}::timestamptz, ${after.id})`
  const order = [way(moment), way(tickets.id)]
  const count = async () => {
    const [all] = await statements.select({ total: countAll() }).from(tickets).where(isSought)
    return all?.total ?? 0
  }
  if (words.length === 0) {
    // The order comes from an index, and only the rows of the page are fetched.
    const shown = statements
      .select({ id: tickets.id })
      .from(tickets)
      .where(and(isSought, behind(moment, tickets.id)))
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
  // The search runs once, for the page and for the total.
  const all = statements.$with('sought').as(
    statements
      .select({ id: tickets.id, moment: sql<Date>`${moment}`.as('moment') })
      .from(tickets)
      .where(isSought),
  )
  const found = await statements
    .with(all)
    .select({ id: all.id, total: sql<string>`(select count(*) from ${all})` })
    .from(all)
    .where(behind(sql`${all.moment}`, sql`${all.id}`))
    .orderBy(way(all.moment), way(all.id))
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

function assignedTo(assignee: TicketQuery['assignee']): SQL | undefined {
  if (assignee === 'any') return undefined
  return assignee === 'nobody' ? isNull(tickets.assigneeId) : eq(tickets.assigneeId, assignee.id)
}

/**
 * Condition: a word is in the ticket's texts, or in its owner's e-mail. Few owners are listed by id, so that an index
 * finds their tickets.
 */
async function hasWord(statements: Statements, word: string): Promise<SQL | undefined> {
  const sought = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  const owners = () =>
    statements
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'user'), like(users.emailKey, sought)))
  const few = await owners().limit(FEW_USERS + 1)
  const byThem = few.length > FEW_USERS ? owners() : few.map(({ id }) => id)
  const isTheirs = few.length === 0 ? undefined : inArray(tickets.userId, byThem)
  return or(like(tickets.search, sought), isTheirs)
}

/** Owners listed by id, at most; with more owners the e-mail is compared for each ticket. */
const FEW_USERS = 200
