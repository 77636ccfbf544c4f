import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core'
import { at, bytes, id } from './columns.ts'

/**
 * Who did what, and what it changed (security.md 67). The server's role may only add and read lines; each line's hash
 * covers the line and the previous hash, so that a changed or missing line is noticed.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    /** 1, 2, 3 …, without a gap. */
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: at('at').notNull(),
    actorKind: text('actor_kind').$type<'visitor' | 'user' | 'admin' | 'system'>().notNull(),
    actorId: text('actor_id'),
    action: text('action').notNull(),
    subjectKind: text('subject_kind'),
    subjectId: text('subject_id'),
    /** Further data (before, after) as JSON, kept to the letter since the hash covers the text. */
    detail: json('detail').notNull(),
    address: text('address'),
    requestId: text('request_id'),
    previousHash: bytes('previous_hash').notNull(),
    hash: bytes('hash').notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_actor').on(table.actorId, table.at),
    index('audit_log_subject').on(table.subjectId, table.at),
    check('audit_log_actor_kind', sql`${table.actorKind} in ('visitor', 'user', 'admin', 'system')`),
    check('audit_log_hashes', sql`length(${table.previousHash}) = 32 and length(${table.hash}) = 32`),
  ],
)

/**
 * Records of destroyed rows, kept for three years (security.md 75); the audit log's chain begins at the newest record.
 */
export const destructions = pgTable(
  'destructions',
  {
    id: id(),
    at: at('at').notNull(),
    kind: text('kind').notNull(),
    /** Rows older than this were destroyed. */
    before: at('before').notNull(),
    rows: integer('rows').notNull(),
    /** The last destroyed line of the audit log. */
    auditSeq: bigint('audit_seq', { mode: 'number' }),
    auditHash: bytes('audit_hash'),
  },
  (table) => [
    index('destructions_at').on(table.at),
    check('destructions_audit', sql`(${table.auditSeq} is null) = (${table.auditHash} is null)`),
  ],
)
