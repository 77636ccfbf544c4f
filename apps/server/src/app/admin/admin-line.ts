import type { AuditEntry } from '../ports/users/audit-log.ts'
import type { Visit } from '../users/user-parts.ts'

/** The acting admin, and the origin of the request. */
export type AdminVisit = { readonly adminId: string; readonly visit: Visit }

/** A line of the audit log about what an admin saw or changed (security.md 67). */
export const adminLine = (
  time: number,
  action: string,
  { adminId, visit }: AdminVisit,
  subject: AuditEntry['subject'],
  detail: AuditEntry['detail'],
): AuditEntry => ({
  time,
  actor: { kind: 'admin', id: adminId },
  action,
  subject,
  detail,
  address: visit.address,
  requestId: visit.requestId,
})

/** The fields that differ between two states. */
export function difference<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => before[name] !== after[name])
  const only = (state: T) => Object.fromEntries(names.map((name) => [name, state[name]])) as Partial<T>
  return { before: only(before), after: only(after) }
}
