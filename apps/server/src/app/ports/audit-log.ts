/** Who did it: somebody without an account, a user, an admin, or the product itself and those who run it. */
export type Actor = { readonly kind: 'visitor' | 'system' } | { readonly kind: 'user' | 'admin'; readonly id: string }

/** What happened (security.md 67). Never a secret, nor a part of one. */
export type AuditEntry = {
  readonly at: number
  readonly actor: Actor
  /** Words with hyphens, the subject first: `key-added`, `user-changed`. */
  readonly action: string
  readonly subject: { readonly kind: string; readonly id: string } | null
  /** What else there is to say, such as what it was before and after. */
  readonly detail: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly requestId: string | null
}

/** What a look at the whole audit log finds. */
export type AuditVerdict =
  | { readonly kind: 'intact'; readonly lines: number; readonly head: string }
  /** From this line on nothing can be trusted. */
  | { readonly kind: 'broken'; readonly seq: number; readonly why: 'changed' | 'missing' | 'unlinked' }

/** A line as it is read, its number first. */
export type AuditLineRead = {
  readonly seq: number
  readonly at: number
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
  /** Newest first, and how many there are. */
  page(limit: number, skip: number): Promise<{ readonly rows: readonly AuditLineRead[]; readonly total: number }>
}
