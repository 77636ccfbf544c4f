import { count, desc } from 'drizzle-orm'
import type { AuditReader } from '../../../app/ports/accounts/audit-log.ts'
import type { Database } from '../database/database.ts'
import { auditLog } from '../schema/audit.ts'

/** Reads the audit log in pages, newest first, without its hashes. */
export function auditReader(database: () => Database): AuditReader {
  const shown = {
    seq: auditLog.seq,
    at: auditLog.at,
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
    page: (limit, skip) =>
      database().snapshot(async (statements) => {
        const rows = await statements.select(shown).from(auditLog).orderBy(desc(auditLog.seq)).limit(limit).offset(skip)
        const [total] = await statements.select({ all: count() }).from(auditLog)
        return { rows: rows.map((row) => ({ ...row, at: row.at.getTime() })), total: total?.all ?? 0 }
      }),
  }
}
