import { and, asc, desc, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm'
import type { EndReason, OpenSession, SessionStore } from '../../../app/ports/users/sessions.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { sessions, users } from '../schema/users.ts'
import { isStill } from './unchanged-password.ts'

const WITH_USER = {
  session: sessions,
  isActive: users.isActive,
  role: users.role,
  isPremium: users.isPremium,
  totpConfirmedAt: users.totpConfirmedAt,
}

const SHOWN = {
  id: sessions.id,
  address: sessions.address,
  browser: sessions.browser,
  device: sessions.device,
  createdAt: sessions.createdAt,
  lastSeenAt: sessions.lastSeenAt,
}

type Row = {
  readonly session: typeof sessions.$inferSelect
  readonly isActive: boolean
  readonly role: 'user' | 'admin'
  readonly isPremium: boolean
  readonly totpConfirmedAt: Date | null
}

/** Sessions in PostgreSQL; `database` may not have come up yet. */
export function sessionStore(database: () => Database): SessionStore {
  return {
    open: (session, proven, refreshHash, { address, browser, device }, most, audit) =>
      database().transact(async (statements) => {
        const { id, userId, audience } = session
        const now = new Date(session.createdAt)
        // Two logins at once must not both count the same open sessions, and a login whose password was checked before
        // the password changed must not outlive the change.
        const [before] = await statements
          .select({ lastLoginAt: users.lastLoginAt, failedLogins: users.failedLogins })
          .from(users)
          .where(and(eq(users.id, userId), isStill(proven), eq(users.isActive, true)))
          .for('update')
        if (before === undefined) return null
        await statements
          .update(users)
          .set({ lastLoginAt: now, failedLogins: 0, unusedNoticeAt: null })
          .where(eq(users.id, userId))
        await statements.insert(sessions).values({
          id,
          userId,
          audience,
          refreshHash: Buffer.from(refreshHash),
          refreshedAt: now,
          provenAt: session.provenAt === null ? null : new Date(session.provenAt),
          address,
          browser,
          device,
          createdAt: now,
          lastSeenAt: now,
          expiresAt: new Date(session.expiresAt),
          previousLoginAt: before.lastLoginAt,
          previousFailures: before.failedLogins,
        })
        const ended = await endOldest(statements, userId, most, now)
        const detail = { ...audit.detail, sessions_ended: ended.length }
        await addAuditLine(statements, ended.length === 0 ? audit : { ...audit, detail })
        return ended
      }),
    async find(id) {
      const rows = await database().run((statements) => joined(statements).where(eq(sessions.id, id)))
      return rows[0] === undefined ? null : sessionOf(rows[0])
    },
    async byRefresh(hashes) {
      const wanted = hashes.map((hash) => Buffer.from(hash))
      const rows = await database().run((statements) =>
        joined(statements).where(or(inArray(sessions.refreshHash, wanted), inArray(sessions.oldRefreshHash, wanted))),
      )
      const [row] = rows
      if (row === undefined) return null
      const { refreshHash, oldRefreshHash } = row.session
      const isOld = !wanted.some((one) => one.equals(refreshHash))
      return { session: sessionOf(row), hash: isOld && oldRefreshHash !== null ? oldRefreshHash : refreshHash, isOld }
    },
    async rotate(id, from, to, now) {
      const at = new Date(now)
      const rows = await database().run((statements) =>
        statements
          .update(sessions)
          .set({
            refreshHash: Buffer.from(to),
            oldRefreshHash: Buffer.from(from),
            refreshedAt: at,
            lastSeenAt: at,
          })
          .where(and(eq(sessions.id, id), eq(sessions.refreshHash, Buffer.from(from)), isNull(sessions.endedAt)))
          .returning({ id: sessions.id }),
      )
      return rows.length > 0
    },
    async prove(id, now) {
      await database().run((statements) =>
        statements
          .update(sessions)
          .set({ provenAt: new Date(now) })
          .where(eq(sessions.id, id)),
      )
    },
    async openOf(userId, audience, now, usedSince) {
      const rows = await database().run((statements) =>
        statements
          .select(SHOWN)
          .from(sessions)
          .where(
            and(
              eq(sessions.userId, userId),
              eq(sessions.audience, audience),
              isNull(sessions.endedAt),
              gt(sessions.expiresAt, new Date(now)),
              gt(sessions.lastSeenAt, new Date(usedSince)),
            ),
          )
          .orderBy(desc(sessions.lastSeenAt), desc(sessions.id)),
      )
      return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
        ...row,
        createdAt: createdAt.getTime(),
        lastSeenAt: lastSeenAt.getTime(),
      }))
    },
    endOthers: (userId, keep, reason, now, audit) =>
      database().transact(async (statements) => {
        const gone = await endSessions(statements, userId, keep, reason, now)
        const detail = { ...audit.detail, sessions_ended: gone.length }
        await addAuditLine(statements, { ...audit, detail })
        return gone
      }),
    end: (id, reason, now, audit) =>
      database().transact(async (statements) => {
        await statements
          .update(sessions)
          .set(ended(reason, now))
          .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
        if (audit !== null) await addAuditLine(statements, audit)
      }),
  }
}

const ended = (reason: EndReason, now: number) => ({ endedAt: new Date(now), endReason: reason })

/** Ends all open sessions of a user but `keep`, and returns their ids. */
export async function endSessions(
  statements: Statements,
  userId: string,
  keep: string | null,
  reason: EndReason,
  now: number,
): Promise<readonly string[]> {
  const rows = await statements
    .update(sessions)
    .set(ended(reason, now))
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keep ?? ''), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  return rows.map(({ id }) => id)
}

const joined = (statements: Statements) =>
  statements.select(WITH_USER).from(sessions).innerJoin(users, eq(sessions.userId, users.id))

async function endOldest(statements: Statements, userId: string, most: number, now: Date): Promise<readonly string[]> {
  const open = await statements
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now)))
    .orderBy(asc(sessions.createdAt), asc(sessions.id))
  const tooMany = open.slice(0, Math.max(0, open.length - most)).map(({ id }) => id)
  if (tooMany.length === 0) return []
  await statements.update(sessions).set(ended('too-many', now.getTime())).where(inArray(sessions.id, tooMany))
  return tooMany
}

function sessionOf({ session, isActive, role, isPremium, totpConfirmedAt }: Row): OpenSession {
  return {
    id: session.id,
    userId: session.userId,
    audience: session.audience,
    createdAt: session.createdAt.getTime(),
    lastSeenAt: session.lastSeenAt.getTime(),
    refreshedAt: session.refreshedAt.getTime(),
    expiresAt: session.expiresAt.getTime(),
    provenAt: session.provenAt?.getTime() ?? null,
    endedAt: session.endedAt?.getTime() ?? null,
    isActive,
    role,
    isPremium,
    hasTotp: totpConfirmedAt !== null,
  }
}
