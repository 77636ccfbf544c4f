import { and, count, countDistinct, desc, eq, gte, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { UserRecordStore, UserRights } from '../../../app/ports/users/user-records.ts'
import { addAuditLine, noteLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { auditLog } from '../schema/audit.ts'
import { exchangeKeys } from '../schema/exchange-keys.ts'
import { tickets } from '../schema/support.ts'
import { sessions, users } from '../schema/users.ts'
import { waitingNow } from '../support/waiting.ts'
import { endSessions } from './session-store.ts'
import { userRecordPage } from './user-record-page.ts'
import { USER_RECORD_COLUMNS, type UserRecordRow, userRecordsOf } from './user-record-rows.ts'

/**
 * Users as admins look after them, in PostgreSQL; `database` may not have come up yet. `isDemoShown`: whether demo
 * connections count.
 */
export function userRecordStore(database: () => Database, isDemoShown: () => boolean): UserRecordStore {
  return {
    page: async (search, page, audit) => {
      const found = await database().snapshot((statements) => userRecordPage(statements, search, page, isDemoShown()))
      await noteLine(database(), audit(found.rows.map(({ id }) => id)))
      return found
    },

    detail: async (id, audit) => {
      const found = await database().snapshot(async (statements) => {
        const [row] = await statements
          .select({ ...USER_RECORD_COLUMNS, lastLoginAt: users.lastLoginAt, totpConfirmedAt: users.totpConfirmedAt })
          .from(users)
          .where(ofUser(id))
        if (row === undefined) return null
        const [user] = await userRecordsOf(statements, [row], isDemoShown())
        if (user === undefined) return null
        const exchanges = await statements
          .select({
            exchange: exchangeKeys.exchange,
            isTestnet: exchangeKeys.isTestnet,
            isDemo: exchangeKeys.isDemo,
            status: exchangeKeys.status,
            lastCheckedAt: exchangeKeys.lastCheckedAt,
          })
          .from(exchangeKeys)
          .where(eq(exchangeKeys.userId, id))
          .orderBy(exchangeKeys.createdAt)
        return {
          user,
          lastLoginAt: row.lastLoginAt?.getTime() ?? null,
          hasTotp: row.totpConfirmedAt !== null,
          exchanges: exchanges.map((one) => ({ ...one, lastCheckedAt: one.lastCheckedAt?.getTime() ?? null })),
        }
      })
      if (found !== null) await noteLine(database(), audit)
      return found
    },

    trail: async (id, { limit, skip }, hasLooks, audit) => {
      const found = await database().snapshot(async (statements) => {
        const [row] = await statements.select({ id: users.id }).from(users).where(ofUser(id))
        if (row === undefined) return null
        const about = and(
          or(eq(auditLog.subjectId, id), eq(auditLog.actorId, id)),
          hasLooks ? undefined : notInArray(auditLog.action, LOOKS),
        )
        const lines = await statements
          .select({
            seq: auditLog.seq,
            time: auditLog.at,
            actorKind: auditLog.actorKind,
            action: auditLog.action,
            detail: auditLog.detail,
            firstName: users.firstName,
            lastName: users.lastName,
          })
          .from(auditLog)
          .leftJoin(users, and(eq(users.id, auditLog.actorId), eq(users.role, 'admin')))
          .where(about)
          .orderBy(desc(auditLog.seq))
          .limit(limit)
          .offset(skip)
        const [all] = await statements.select({ total: count() }).from(auditLog).where(about)
        return {
          rows: lines.map(({ firstName, lastName, time, ...line }) => ({
            ...line,
            time: time.getTime(),
            actorName: firstName === null ? null : `${firstName} ${lastName}`,
          })),
          total: all?.total ?? 0,
        }
      })
      if (found !== null) await noteLine(database(), audit)
      return found
    },

    change: (id, change, expected, at, audit) =>
      database().transact(async (statements) => {
        const [row] = await statements.select(USER_RECORD_COLUMNS).from(users).where(ofUser(id)).for('update')
        const before = await userRecordOf(statements, row, isDemoShown())
        if (before === null) return null
        if (expected !== null && !isAs(before, expected)) {
          await addAuditLine(statements, audit.seen)
          return { kind: 'other', user: before }
        }
        const [changed] = await statements
          .update(users)
          .set({ ...change, updatedAt: new Date(at) })
          .where(ofUser(id))
          .returning(USER_RECORD_COLUMNS)
        const after = await userRecordOf(statements, changed, isDemoShown())
        if (after === null) return null
        const ended = change.isActive === false ? await endSessions(statements, id, null, 'disabled', at) : []
        const open = await statements
          .select({ id: sessions.id })
          .from(sessions)
          .where(and(eq(sessions.userId, id), isNull(sessions.endedAt)))
        await addAuditLine(statements, audit.changed(before, after))
        return { kind: 'changed', user: after, sessions: [...ended, ...open.map((one) => one.id)] }
      }),

    counts: (activeSince) =>
      database().snapshot(async (statements) => {
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
          waitingSince: (await waitingNow(statements)).since,
        }
      }),
  }
}

/** Actions of audit lines that record reads only. */
const LOOKS = ['user-read', 'user-trail-read']

/** A user by id, never an admin: no admin can lock out another, nor oneself. */
const ofUser = (id: string) => and(eq(users.id, id), eq(users.role, 'user'))

async function userRecordOf(statements: Statements, row: UserRecordRow | undefined, isDemoShown: boolean) {
  const [user] = row === undefined ? [] : await userRecordsOf(statements, [row], isDemoShown)
  return user ?? null
}

const isAs = (now: UserRights, expected: UserRights) =>
  now.isPremium === expected.isPremium && now.plan === expected.plan && now.isActive === expected.isActive
