import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { TotpStore } from '../../../app/ports/users/users.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { recoveryCodes, users } from '../schema/users.ts'
import { endSessions } from './session-store.ts'

/** The columns of a user without a second factor. */
export const TOTP_OFF = { totpSecret: null, totpKeyId: null, totpConfirmedAt: null, totpStep: null }

/** The second factor in PostgreSQL; one conditional statement makes each step that may happen only once. */
export function totpStore(database: () => Database): TotpStore {
  return {
    async begin(id, { bytes, keyId }, now) {
      const rows = await database().run((statements) =>
        statements
          .update(users)
          .set({ ...TOTP_OFF, totpSecret: Buffer.from(bytes), totpKeyId: keyId, updatedAt: new Date(now) })
          .where(and(eq(users.id, id), isNull(users.totpConfirmedAt)))
          .returning({ id: users.id }),
      )
      return rows.length > 0
    },
    confirm: (id, secret, step, codes, now, audit) =>
      database().transact(async (statements) => {
        const rows = await statements
          .update(users)
          .set({ totpConfirmedAt: new Date(now), totpStep: step, updatedAt: new Date(now) })
          .where(and(eq(users.id, id), isNull(users.totpConfirmedAt), eq(users.totpSecret, Buffer.from(secret.bytes))))
          .returning({ id: users.id })
        if (rows.length === 0) return false
        await statements.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
        await statements
          .insert(recoveryCodes)
          .values(codes.map((code) => ({ id: code.id, userId: id, codeHash: code.hash })))
        await addAuditLine(statements, audit)
        return true
      }),
    async useStep(id, step) {
      const rows = await database().run((statements) =>
        statements
          .update(users)
          .set({ totpStep: step })
          .where(and(eq(users.id, id), or(isNull(users.totpStep), lt(users.totpStep, step))))
          .returning({ id: users.id }),
      )
      return rows.length > 0
    },
    async useRecoveryCode(id, hashes, now) {
      const { userId, codeHash, usedAt } = recoveryCodes
      const rows = await database().run((statements) =>
        statements
          .update(recoveryCodes)
          .set({ usedAt: new Date(now) })
          .where(and(eq(userId, id), inArray(codeHash, [...hashes]), isNull(usedAt)))
          .returning({ id: recoveryCodes.id }),
      )
      return rows.length > 0
    },
    remove: (id, endsSessions, audit) =>
      database().transact(async (statements) => {
        await statements
          .update(users)
          .set({ ...TOTP_OFF, updatedAt: new Date(audit.time) })
          .where(eq(users.id, id))
        await statements.delete(recoveryCodes).where(eq(recoveryCodes.userId, id))
        const ended = endsSessions ? await endSessions(statements, id, null, 'totp-off', audit.time) : []
        const detail = { ...audit.detail, sessions_ended: ended.length }
        await addAuditLine(statements, endsSessions ? { ...audit, detail } : audit)
        return ended
      }),
  }
}
