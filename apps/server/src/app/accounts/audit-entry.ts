import type { Audience } from '../ports/accounts/accounts.ts'
import type { Actor, AuditEntry } from '../ports/accounts/audit-log.ts'
import type { Visit } from './account-parts.ts'

type AuditContext = {
  readonly by?: { readonly audience: Audience; readonly accountId: string } | 'system'
  /** The account that the line is about. */
  readonly about?: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

/** A line of the audit log about an account (security.md 67); its author is a visitor unless `by` names one. */
export function auditEntry(at: number, action: string, visit: Visit | null, context: AuditContext = {}): AuditEntry {
  const { by, about = null, detail = {} } = context
  const actor: Actor =
    by === undefined
      ? { kind: 'visitor' }
      : by === 'system'
        ? { kind: 'system' }
        : { kind: by.audience, id: by.accountId }
  return {
    at,
    actor,
    action,
    subject: about === null ? null : { kind: 'account', id: about },
    detail,
    address: visit?.address ?? null,
    requestId: visit?.requestId ?? null,
  }
}
