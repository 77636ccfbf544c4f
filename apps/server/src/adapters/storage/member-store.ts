import { and, count, countDistinct, desc, eq, gte, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Member, MemberStore } from '../../app/ports/members.ts'
import { addAuditLine } from './audit-log.ts'
import type { Database, Statements } from './database.ts'
import { sessions, users } from './schema/accounts.ts'
import { exchangeKeys } from './schema/exchange-keys.ts'
import { tickets } from './schema/support.ts'
import { endSessions } from './session-store.ts'

/** Users as admins look after them, in PostgreSQL; `database` may not have come up yet. */
export function memberStore(database: () => Database): MemberStore {
  return {
    page: (search, { limit, skip }, audit) =>
      database().transact(async (statements) => {
        const where = and(eq(users.role, 'user'), search === '' ? undefined : isFound(search))
        const rows = await statements
          .select()
          .from(users)
          .where(where)
          .orderBy(desc(users.createdAt), desc(users.id))
          .limit(limit)
          .offset(skip)
        const [all] = await statements.select({ total: count() }).from(users).where(where)
        const shown = await membersOf(statements, rows)
        await addAuditLine(statements, audit(rows.map(({ id }) => id)))
        return { rows: shown, total: all?.total ?? 0 }
      }),

    change: (id, change, at, audit) =>
      database().transact(async (statements) => {
        const ofUser = and(eq(users.id, id), eq(users.role, 'user'))
        const [row] = await statements.select().from(users).where(ofUser).for('update')
        if (row === undefined) return null
        const [changed] = await statements
          .update(users)
          .set({ ...change, updatedAt: new Date(at) })
          .where(ofUser)
          .returning()
        const [before, after] = await membersOf(statements, [row, changed as UserRow])
        const ended = change.isActive === false ? await endSessions(statements, id, null, 'disabled', at) : []
        const open = await statements
          .select({ id: sessions.id })
          .from(sessions)
          .where(and(eq(sessions.userId, id), isNull(sessions.endedAt)))
        await addAuditLine(statements, audit(before as Member, after as Member))
        return { member: after as Member, sessions: [...ended, ...open.map((one) => one.id)] }
      }),

    counts: (activeSince) =>
      database().run(async (statements) => {
        const [all] = await statements.select({ users: count() }).from(users).where(eq(users.role, 'user'))
        const [active] = await statements
          .select({ users: countDistinct(sessions.userId) })
          .from(sessions)
          .where(and(eq(sessions.audience, 'user'), gte(sessions.lastSeenAt, new Date(activeSince))))
        const isOpen = sql<string>`count(*) filter (where ${tickets.status} = 'open')`
        const [asked] = await statements.select({ all: count(), open: isOpen }).from(tickets)
        return {
          users: all?.users ?? 0,
          activeUsers: active?.users ?? 0,
          tickets: asked?.all ?? 0,
          openTickets: Number(asked?.open ?? 0),
        }
      }),
  }
}

type UserRow = typeof users.$inferSelect

/** Turkish letters and the ASCII ones that people type for them; a database that knows only ASCII cannot fold them. */
const TURKISH = String.fromCodePoint(0xc7, 0xe7, 0x11e, 0x11f, 0x130, 0x131, 0xd6, 0xf6, 0x15e, 0x15f, 0xdc, 0xfc)
const ASCII = 'ccggiioossuu'

const folded = (text: SQL): SQL => sql`lower(translate(${text}, ${TURKISH}, ${ASCII}))`

/** A plain search, without patterns: nothing that is typed means anything else than itself. */
function isFound(search: string): SQL | undefined {
  const sought = folded(sql`${search}::text`)
  const name = sql`${users.firstName} || ' ' || ${users.lastName}`
  return or(sql`strpos(${folded(sql`${users.email}`)}, ${sought}) > 0`, sql`strpos(${folded(name)}, ${sought}) > 0`)
}

async function membersOf(statements: Statements, rows: readonly UserRow[]): Promise<readonly Member[]> {
  const ids = rows.map(({ id }) => id)
  const connected =
    ids.length === 0
      ? []
      : await statements
          .select({ userId: exchangeKeys.userId, exchanges: countDistinct(exchangeKeys.exchange) })
          .from(exchangeKeys)
          .where(and(inArray(exchangeKeys.userId, ids), eq(exchangeKeys.status, 'connected')))
          .groupBy(exchangeKeys.userId)
  const counts = new Map(connected.map(({ userId, exchanges }) => [userId, exchanges]))
  return rows.map(({ id, email, firstName, lastName, phone, isPremium, plan, isActive, createdAt }) => ({
    id,
    email,
    firstName,
    lastName,
    phone,
    isPremium,
    plan,
    isActive,
    connectedExchanges: counts.get(id) ?? 0,
    createdAt: createdAt.getTime(),
  }))
}
