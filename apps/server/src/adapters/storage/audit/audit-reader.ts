import { and, count, desc, eq, inArray, or } from 'drizzle-orm'
import type { AuditReader } from '../../../app/ports/users/audit-log.ts'
import type { Database } from '../database/database.ts'
import { auditLog } from '../schema/audit.ts'
import { exchangeKeys } from '../schema/exchange-keys.ts'

/** Reads the audit log in pages, newest first, without its hashes. */
export function auditReader(database: () => Database): AuditReader {
  const shown = {
    seq: auditLog.seq,
    time: auditLog.at,
    actorKind: auditLog.actorKind,
    actorId: auditLog.actorId,
    action: auditLog.action,
    subjectKind: auditLog.subjectKind,
    subjectId: auditLog.subjectId,
    detail: auditLog.detail,
    address: auditLog.address,
    requestId: auditLog.requestId,
  }
  return {
    async ofUser(id, actions, limit) {
      const rows = await database().run(async (statements) => {
        // What the night's check did to a key is about the key.
        const keys = await statements
          .select({ id: exchangeKeys.id })
          .from(exchangeKeys)
          .where(eq(exchangeKeys.userId, id))
        const subjects = [id, ...keys.map((key) => key.id)]
        return statements
          .select(shown)
          .from(auditLog)
          .where(
            and(
              or(inArray(auditLog.subjectId, subjects), eq(auditLog.actorId, id)),
              inArray(auditLog.action, [...actions]),
            ),
          )
          .orderBy(desc(auditLog.seq))
          .limit(limit)
      })
      return rows.map((row) => ({ ...row, time: row.time.getTime() }))
    },
    page: (limit, skip) =>
      database().snapshot(async (statements) => {
        const rows = await statements.select(shown).from(auditLog).orderBy(desc(auditLog.seq)).limit(limit).offset(skip)
        const [total] = await statements.select({ all: count() }).from(auditLog)
        return { rows: rows.map((row) => ({ ...row, time: row.time.getTime() })), total: total?.all ?? 0 }
      }),
  }
}
