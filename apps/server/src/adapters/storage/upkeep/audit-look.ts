import type { AuditLook } from '../../../app/ports/system/upkeep.ts'
import type { AuditVerdict } from '../../../app/ports/users/audit-log.ts'
import { noteHead, verifyAuditLog } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { noteSetting, settingOf } from '../database/settings.ts'

const NAME = 'audit-look'

/** Verifies the audit log's chain, and stores the result and, of an intact chain, its last line. */
export async function lookAtAudit(database: Database, now: number): Promise<AuditVerdict> {
  const verdict = await database.snapshot(verifyAuditLog)
  await database.run(async (statements) => {
    if (verdict.kind === 'intact') await noteHead(statements, verdict.head, now)
    await noteSetting(statements, NAME, { at: now, verdict }, now)
  })
  return verdict
}

/** The latest result; null before the first check. */
export async function lastAuditLook(database: Database): Promise<AuditLook | null> {
  const value = await database.run((statements) => settingOf(statements, NAME))
  return typeof value === 'object' && value !== null && 'at' in value && 'verdict' in value
    ? (value as AuditLook)
    : null
}
