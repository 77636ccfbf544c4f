import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Page, PageOf } from '../../../app/ports/pages.ts'
import type { UserRecord, UserRecordQuery } from '../../../app/ports/users/user-records.ts'
import type { Statements } from '../database/database.ts'
import { folded } from '../schema/columns.ts'
import { users } from '../schema/users.ts'
import { USER_RECORD_COLUMNS, userRecordsOf } from './user-record-rows.ts'

const KINDS = {
  all: undefined,
  premium: eq(users.isPremium, true),
  free: eq(users.isPremium, false),
  off: eq(users.isActive, false),
} as const satisfies Readonly<Record<UserRecordQuery['kind'], SQL | undefined>>

/** Orders of the list; equal values are ordered by id too, or a page would repeat users of the page before. */
const ORDERS = {
  created_at: (way: SQL) => sql`${users.createdAt} ${way}, ${users.id} ${way}`,
  name: (way: SQL) => sql`${users.nameKey} collate "C" ${way}, ${users.id} ${way}`,
  email: (way: SQL) => sql`${users.emailKey} ${way}`,
} as const satisfies Readonly<Record<UserRecordQuery['by'], (way: SQL) => SQL>>

/** A page of users. The order comes from an index, and only the rows of the page are fetched. */
export async function userRecordPage(
  statements: Statements,
  { text, kind, by, isDown }: UserRecordQuery,
  { limit, skip }: Page,
  isDemoShown: boolean,
): Promise<PageOf<UserRecord>> {
  const where = and(eq(users.role, 'user'), KINDS[kind], text === '' ? undefined : isFound(text))
  const order = ORDERS[by](isDown ? sql`desc` : sql`asc`)
  const shown = statements.select({ id: users.id }).from(users).where(where).orderBy(order).limit(limit).offset(skip)
  const rows = await statements.select(USER_RECORD_COLUMNS).from(users).where(inArray(users.id, shown)).orderBy(order)
  const [all] = await statements.select({ total: count() }).from(users).where(where)
  return { rows: await userRecordsOf(statements, rows, isDemoShown), total: all?.total ?? 0 }
}

/** A substring search without patterns: every typed character stands for itself. */
const isFound = (text: string): SQL => sql`strpos(${users.searchKey}, ${folded(sql`${text}::text`)}) > 0`
