import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { OneTimeStore } from '../../../app/ports/users/users.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { oneTimeTokens, users } from '../schema/users.ts'
import { endSessions } from './session-store.ts'
import { insertUser, updatePassword } from './user-store.ts'

const { tokenHash, purpose: kind, userId: owner, usedAt, expiresAt: until } = oneTimeTokens
/** Advisory lock: two calls at once must not both find that there is no admin. */
const FIRST_ADMIN_LOCK = 4_620_919

/** One-time addresses in PostgreSQL: used up in the transaction of the deed that they allow. */
export function oneTimeStore(database: () => Database): OneTimeStore {
  const ofOwner = (id: string | null) => (id === null ? isNull(owner) : eq(owner, id))
  return {
    add: ({ purpose, hash, userId: id, expiresAt }, audit) =>
      database().transact(async (statements) => {
        await statements.delete(oneTimeTokens).where(and(eq(kind, purpose), ofOwner(id)))
        await statements.insert(oneTimeTokens).values({
          tokenHash: Buffer.from(hash),
          purpose,
          userId: id,
          createdAt: new Date(audit.time),
          expiresAt: new Date(expiresAt),
        })
        await addAuditLine(statements, audit)
      }),
    async find(purpose, hashes, now) {
      const [row] = await database().run((statements) =>
        statements
          .select({ userId: owner })
          .from(oneTimeTokens)
          .where(and(inArray(tokenHash, buffers(hashes)), eq(kind, purpose), isNull(usedAt), gt(until, new Date(now)))),
      )
      return row ?? null
    },
    reset: (hashes, id, change, audit) =>
      database().transact(async (statements) => {
        const now = audit.time
        if (!(await useUp(statements, hashes, now))) return false
        await updatePassword(statements, id, change, now)
        await endSessions(statements, id, null, 'password-reset', now)
        await addAuditLine(statements, audit)
        return true
      }),
    createFirstAdmin: (hashes, user, audit) =>
      database().transact(async (statements) => {
        await statements.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`)
        const admins = await statements.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
        if (admins.length > 0 || (hashes !== null && !(await useUp(statements, hashes, audit.time)))) return false
        await insertUser(statements, user)
        await addAuditLine(statements, audit)
        return true
      }),
  }
}

const buffers = (hashes: readonly Uint8Array[]) => hashes.map((hash) => Buffer.from(hash))

async function useUp(statements: Statements, hashes: readonly Uint8Array[], now: number): Promise<boolean> {
  const rows = await statements
    .update(oneTimeTokens)
    .set({ usedAt: new Date(now) })
    .where(and(inArray(tokenHash, buffers(hashes)), isNull(usedAt), gt(until, new Date(now))))
    .returning({ tokenHash })
  return rows.length > 0
}
