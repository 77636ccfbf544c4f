import type { AuditVerdict } from '../../../app/ports/audit-log.ts'
import type { AuditLook } from '../../../app/ports/upkeep.ts'
import { noteHead, verifyAuditLog } from '../audit/audit-log.ts'
import type { Database } from '../database/database.ts'
import { noteSetting, settingOf } from '../database/settings.ts'

/** Its name among the settings. */
const NAME = 'audit-look'

/** Follows the chain of the audit log to its end; what it found is remembered, and its head where it is whole. */
export async function lookAtAudit(database: Database, now: number): Promise<AuditVerdict> {
  const verdict = await database.run((statements) => verifyAuditLog(statements))
  await database.run(async (statements) => {
    if (verdict.kind === 'intact') await noteHead(statements, verdict.head, now)
    await noteSetting(statements, NAME, { at: now, verdict }, now)
  })
  return verdict
}

/** What the newest look found; null before the first. */
export async function lastAuditLook(database: Database): Promise<AuditLook | null> {
  const value = await database.run((statements) => settingOf(statements, NAME))
  return typeof value === 'object' && value !== null && 'at' in value && 'verdict' in value
    ? (value as AuditLook)
    : null
}
