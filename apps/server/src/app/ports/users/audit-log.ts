/**
 * Author of an action: a visitor, a user, an admin, or the system (the product and its operator).
 */
export type Actor = { readonly kind: 'visitor' | 'system' } | { readonly kind: 'user' | 'admin'; readonly id: string }

/** A line of the audit log (security.md 67). Never holds a secret, nor a part of one. */
export type AuditEntry = {
  readonly time: number
  readonly actor: Actor
  /** Words with hyphens, the subject first: `key-added`, `user-changed`. */
  readonly action: string
  readonly subject: { readonly kind: string; readonly id: string } | null
  /** Further data, such as the state before and after. */
  readonly detail: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly requestId: string | null
}

/** Result of verifying the whole audit log. */
export type AuditVerdict =
  | { readonly kind: 'intact'; readonly lines: number; readonly head: string }
  /** The first line of which nothing can be trusted any more. */
  | { readonly kind: 'broken'; readonly seq: number; readonly why: 'changed' | 'missing' | 'unlinked' }

/** A line as it is read, its number first. */
export type AuditLineRead = {
  readonly seq: number
  readonly time: number
  readonly actorKind: Actor['kind']
  readonly actorId: string | null
  readonly action: string
  readonly subjectKind: string | null
  readonly subjectId: string | null
  readonly detail: unknown
  readonly address: string | null
  readonly requestId: string | null
}

export interface AuditReader {
  /** The newest lines of these actions that a user did, or that are about the user's account or keys. */
  ofUser(id: string, actions: readonly string[], limit: number): Promise<readonly AuditLineRead[]>
  /** A page of lines, newest first, and the number of all lines. */
  page(limit: number, skip: number): Promise<{ readonly rows: readonly AuditLineRead[]; readonly total: number }>
}
