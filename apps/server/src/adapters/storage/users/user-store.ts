import { and, desc, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import type {
  Audience,
  MaskedKey,
  NewPassword,
  NewUser,
  Removal,
  SignUpKey,
  User,
  UserStore,
} from '../../../app/ports/users/users.ts'
import { addAuditLine, noteLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { paperCopy } from '../market/paper-store.ts'
import { runningTrade, tradeCopy } from '../market/trade-store.ts'
import { auditLog } from '../schema/audit.ts'
import { deletedKeys, exchangeKeys } from '../schema/exchange-keys.ts'
import { idempotencyKeys } from '../schema/operation.ts'
import { ticketMessages, tickets } from '../schema/support.ts'
import { ticketEvidence, ticketNotes, ticketStatusChanges } from '../schema/ticket-handling.ts'
import { sessions, users } from '../schema/users.ts'
import { endSessions } from './session-store.ts'
import { isStill } from './unchanged-password.ts'
import { viewsOf } from './view-store.ts'

/** Rows of a list, at most; no user has as many (security.md 65). */
const MOST_ROWS = 1_000
/** Rows of each list in a user's data copy, at most: years of daily use. */
const MOST_COPIED = 20_000

type Row = typeof users.$inferSelect

/** Accounts in PostgreSQL; `database` may not have come up yet. */
export function userStore(database: () => Database): UserStore {
  const one = async (work: (statements: Statements) => Promise<Row[]>) => {
    const [row] = await database().run(work)
    return row === undefined ? null : userOf(row)
  }
  return {
    byEmail: (role, emailKey) => one((statements) => ofEmail(statements, role, emailKey)),
    byId: (id) => one((statements) => statements.select().from(users).where(eq(users.id, id))),
    async ofSession(id, sessionId) {
      const [row] = await database().run((statements) =>
        statements
          .select({ user: users, time: sessions.previousLoginAt, failures: sessions.previousFailures })
          .from(sessions)
          .innerJoin(users, eq(sessions.userId, users.id))
          .where(and(eq(sessions.id, sessionId), eq(users.id, id))),
      )
      return row === undefined ? null : userOf({ ...row.user, lastLoginAt: row.time, failedLogins: row.failures })
    },
    async hasAdmin() {
      const rows = await database().run((statements) =>
        statements.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1),
      )
      return rows.length > 0
    },
    create: (user, audit, once) =>
      database().transact(async (statements) => {
        await insertUser(statements, user)
        if (once !== null) await insertSignUp(statements, user, once)
        await addAuditLine(statements, audit)
      }),
    async signUpUnder(key, since) {
      const [row] = await database().run((statements) =>
        statements
          .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
          .from(idempotencyKeys)
          .where(and(underKey(key), gt(idempotencyKeys.createdAt, new Date(since)))),
      )
      return row === undefined ? null : { bodyHash: row.bodyHash, userId: row.answer }
    },
    noteFailure: (id, audit) =>
      database().transact(async (statements) => {
        // Without a user (`id` null) the update matches no row and takes as long (security.md 19).
        await statements
          .update(users)
          .set({ failedLogins: sql`${users.failedLogins} + 1` })
          .where(eq(users.id, id ?? ''))
        await addAuditLine(statements, audit)
      }),
    async rehash(id, from, { hash, pepperId }) {
      const rows = await database().run((statements) =>
        statements
          .update(users)
          .set({ passwordHash: hash, pepperId })
          .where(and(eq(users.id, id), isStill(from)))
          .returning({ id: users.id }),
      )
      return rows.length > 0
    },
    changePassword: (id, from, change, keep, audit) =>
      database().transact(async (statements) => {
        const [held] = await statements
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, id), isStill(from)))
          .for('update')
        if (held === undefined) return null
        await updatePassword(statements, id, change, audit.time)
        const ended = await endSessions(statements, id, keep, 'password-changed', audit.time)
        await addAuditLine(statements, audit)
        return ended
      }),
    setAdminActive: (id, { isActive, mayBeLast }, audit) =>
      database().transact(async (statements) => {
        // Locks all admins: of two calls that each disable an admin, the second sees what the first has done.
        const admins = await statements
          .select({ id: users.id, isActive: users.isActive })
          .from(users)
          .where(eq(users.role, 'admin'))
          .orderBy(users.id)
          .for('update')
        const isAsWanted = admins.every((one) => one.id !== id || one.isActive === isActive)
        if (isAsWanted) return 'unchanged'
        if (!isActive && !mayBeLast && !admins.some((one) => one.isActive && one.id !== id)) return 'last'
        await statements
          .update(users)
          .set({ isActive, updatedAt: new Date(audit.time) })
          .where(eq(users.id, id))
        const ended = isActive ? [] : await endSessions(statements, id, null, 'disabled', audit.time)
        await addAuditLine(statements, { ...audit, detail: { ...audit.detail, sessions_ended: ended.length } })
        return ended.length
      }),
    maskedKeys: (id) => database().run((statements) => maskedKeysOf(statements, id)),
    copyOf: (id) => database().snapshot((statements) => copyOf(statements, id)),
    note: (audit) => noteLine(database(), audit),
    erase: (id, audit) => database().transact((statements) => erase(statements, id, audit)),
  }
}

const ofEmail = (statements: Statements, role: Audience, emailKey: string) =>
  statements
    .select()
    .from(users)
    .where(and(eq(users.role, role), eq(users.emailKey, emailKey)))

/** Actor and route under which sign-ups are kept, so that a repeated call creates nothing. */
export const SIGN_UP = { actor: 'visitor', route: 'POST /api/auth/register' } as const
const underKey = (key: string) =>
  and(eq(idempotencyKeys.actor, SIGN_UP.actor), eq(idempotencyKeys.route, SIGN_UP.route), eq(idempotencyKeys.key, key))

/** Stores the user's id as the answer: the tokens of the real answer are stored nowhere. */
async function insertSignUp(statements: Statements, { id, createdAt }: NewUser, { key, bodyHashes }: SignUpKey) {
  const at = new Date(createdAt)
  await statements.delete(idempotencyKeys).where(and(underKey(key), lte(idempotencyKeys.createdAt, dayBefore(at))))
  await statements
    .insert(idempotencyKeys)
    .values({ ...SIGN_UP, key, bodyHash: Buffer.from(bodyHashes[0]), status: 201, answer: id, createdAt: at })
}

const dayBefore = (at: Date) => new Date(at.getTime() - 86_400_000)

export async function insertUser(statements: Statements, user: NewUser): Promise<void> {
  const { password, createdAt, noticeVersion, ...named } = user
  const at = new Date(createdAt)
  await statements.insert(users).values({
    ...named,
    passwordHash: password.hash,
    pepperId: password.pepperId,
    passwordChangedAt: at,
    noticeVersion,
    noticeShownAt: noticeVersion === null ? null : at,
    createdAt: at,
    updatedAt: at,
  })
}

export async function updatePassword(
  statements: Statements,
  id: string,
  { password, isWeak }: NewPassword,
  now: number,
): Promise<void> {
  const at = new Date(now)
  await statements
    .update(users)
    .set({
      passwordHash: password.hash,
      pepperId: password.pepperId,
      isPasswordWeak: isWeak,
      passwordChangedAt: at,
      updatedAt: at,
    })
    .where(eq(users.id, id))
}

function userOf(row: Row): User {
  const { id, role, email, firstName, lastName, phone, isPasswordWeak, isActive, isPremium, plan, failedLogins } = row
  const sealed =
    row.totpSecret === null || row.totpKeyId === null ? null : { bytes: row.totpSecret, keyId: row.totpKeyId }
  const isConfirmed = row.totpConfirmedAt !== null
  return {
    id,
    role,
    email,
    firstName,
    lastName,
    phone,
    password: { hash: row.passwordHash, pepperId: row.pepperId },
    passwordChangedAt: row.passwordChangedAt.getTime(),
    isPasswordWeak,
    isActive,
    isPremium,
    plan,
    totp: isConfirmed ? sealed : null,
    pendingTotp: isConfirmed ? null : sealed,
    lastLoginAt: row.lastLoginAt?.getTime() ?? null,
    failedLogins,
    notice:
      row.noticeVersion === null || row.noticeShownAt === null
        ? null
        : { version: row.noticeVersion, shownAt: row.noticeShownAt.getTime() },
    createdAt: row.createdAt.getTime(),
  }
}

function maskedKeyOf(row: typeof exchangeKeys.$inferSelect): MaskedKey {
  const { id, exchange, name, maskedKey, isTestnet, isDemo, status, permissions, balance } = row
  const lastCheckedAt = row.lastCheckedAt?.getTime() ?? null
  return { id, exchange, name, maskedKey, isTestnet, isDemo, status, permissions, balance, lastCheckedAt }
}

async function maskedKeysOf(statements: Statements, userId: string): Promise<readonly MaskedKey[]> {
  const rows = await statements
    .select()
    .from(exchangeKeys)
    .where(eq(exchangeKeys.userId, userId))
    .orderBy(exchangeKeys.createdAt)
    .limit(MOST_ROWS)
  return rows.map(maskedKeyOf)
}

async function copyOf(statements: Statements, id: string) {
  const [user = {}] = await statements
    .select({
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      phoneNumber: users.phone,
      is_premium: users.isPremium,
      selectedPlan: users.plan,
      is_active: users.isActive,
      totp_confirmed_at: users.totpConfirmedAt,
      last_login_at: users.lastLoginAt,
      failed_logins: users.failedLogins,
      password_changed_at: users.passwordChangedAt,
      notice_version: users.noticeVersion,
      notice_shown_at: users.noticeShownAt,
      marketing_consent_at: users.marketingConsentAt,
      created_at: users.createdAt,
      updated_at: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, id))
  const { createdAt, lastSeenAt, endedAt, endReason, address, browser, device } = sessions
  const logins = await statements
    .select({
      created_at: createdAt,
      last_seen_at: lastSeenAt,
      ended_at: endedAt,
      end_reason: endReason,
      address,
      browser,
      device,
    })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(desc(createdAt))
    .limit(MOST_COPIED)
  const own = await statements
    .select({ ticket: tickets, evidence: ticketEvidence.snapshot })
    .from(tickets)
    .leftJoin(ticketEvidence, eq(ticketEvidence.ticketId, tickets.id))
    .where(eq(tickets.userId, id))
    .orderBy(tickets.createdAt)
    .limit(MOST_COPIED)
  const messages = await statements
    .select({ ticketId: tickets.id, message: ticketMessages })
    .from(ticketMessages)
    .innerJoin(tickets, eq(ticketMessages.ticketId, tickets.id))
    .where(eq(tickets.userId, id))
    .orderBy(ticketMessages.createdAt)
    .limit(MOST_COPIED)
  const byTicket = new Map<string, typeof messages>(own.map(({ ticket }) => [ticket.id, []]))
  for (const one of messages) byTicket.get(one.ticketId)?.push(one)
  const paper = await paperCopy(statements, id, MOST_COPIED)
  const trades = await tradeCopy(statements, id, MOST_COPIED)
  const { at, action, detail, actorKind } = auditLog
  // An admin's address is not the user's own data.
  const from = sql<string | null>`case when ${actorKind} in ('user', 'visitor') then ${auditLog.address} end`
  const audit = await statements
    .select({ at, action, detail, address: from })
    .from(auditLog)
    .where(or(eq(auditLog.actorId, id), eq(auditLog.subjectId, id)))
    .orderBy(desc(auditLog.seq))
    .limit(MOST_COPIED)
  return {
    isComplete: [logins, own, messages, paper, trades, audit].every(({ length }) => length < MOST_COPIED),
    user,
    keys: await maskedKeysOf(statements, id),
    sessions: logins,
    savedViews: await viewsOf(statements, id),
    tickets: own.map(
      ({
        ticket: { id: ticketId, title, description, category, priority, status, createdAt: opened, updatedAt },
        evidence,
      }) => ({
        id: ticketId,
        title,
        description,
        category,
        priority,
        status,
        created_at: opened,
        updated_at: updatedAt,
        evidence: evidence === null ? null : JSON.parse(evidence),
        messages: (byTicket.get(ticketId) ?? []).map(({ message }) => ({
          message: message.message,
          is_admin: message.isAdmin,
          sender_name: message.senderName,
          created_at: message.createdAt,
        })),
      }),
    ),
    paperTrades: paper,
    trades,
    audit,
  }
}

/**
 * Erases all that identifies a user; the rows that are kept name nobody (security.md 74). A trade that runs needs its
 * keys: without them what is left of it at the exchanges would stay open, and nothing would name it.
 */
export async function erase(statements: Statements, id: string, audit: AuditEntry): Promise<Removal> {
  const at = new Date(audit.time)
  // The lock comes first: replies and keys under way are committed before we look, and none can follow.
  const held = await statements.select({ id: users.id }).from(users).where(eq(users.id, id)).for('update')
  if (held.length === 0) return 'unknown'
  const running = await runningTrade(statements, id)
  if (running !== null) return { runningTrade: running.name }
  const keys = await statements
    .delete(exchangeKeys)
    .where(eq(exchangeKeys.userId, id))
    .returning({ id: exchangeKeys.id, exchange: exchangeKeys.exchange })
  if (keys.length > 0) await statements.insert(deletedKeys).values(keys.map((key) => ({ ...key, deletedAt: at })))
  // An open ticket that nobody owns would be kept for ever; closed, it is destroyed 30 days from now.
  await statements
    .update(tickets)
    .set({
      status: 'closed',
      closedAt: at,
      waitingSince: null,
      updatedAt: sql`greatest(${at}, ${tickets.updatedAt} + interval '1 millisecond')`,
    })
    .where(and(eq(tickets.userId, id), ne(tickets.status, 'closed')))
  // Stored answers contain the user's own texts.
  await statements.delete(idempotencyKeys).where(eq(idempotencyKeys.actor, id))
  for (const table of [ticketMessages, ticketStatusChanges, ticketNotes])
    await statements.update(table).set({ senderName: '' }).where(eq(table.authorId, id))
  await statements.delete(users).where(eq(users.id, id))
  await addAuditLine(statements, audit)
  return 'removed'
}
