import type { Actor, AuditEntry } from '../ports/users/audit-log.ts'
import type { Audience } from '../ports/users/users.ts'
import type { Visit } from './user-parts.ts'

type AuditContext = {
  readonly by?: { readonly audience: Audience; readonly userId: string } | 'system'
  /** The user that the line is about. */
  readonly about?: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

/** A line of the audit log about a user (security.md 67); its author is a visitor unless `by` names one. */
export function auditEntry(time: number, action: string, visit: Visit | null, context: AuditContext = {}): AuditEntry {
  const { by, about = null, detail = {} } = context
  const actor: Actor =
    by === undefined ? { kind: 'visitor' } : by === 'system' ? { kind: 'system' } : { kind: by.audience, id: by.userId }
  return {
    time,
    actor,
    action,
    subject: about === null ? null : { kind: 'account', id: about },
    detail,
    address: visit?.address ?? null,
    requestId: visit?.requestId ?? null,
  }
}
