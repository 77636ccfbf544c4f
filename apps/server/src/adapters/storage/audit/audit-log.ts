import { sql } from 'drizzle-orm'
import type { AuditEntry, AuditVerdict } from '../../../app/ports/audit-log.ts'
import type { Database, Statements } from '../database/database.ts'
import { noteSetting, settingOf } from '../database/settings.ts'
import { auditLog } from '../schema/audit.ts'
import { type AuditLine, ChainCheck, hashOf, headOf, type LinkedLine, NO_HASH } from './audit-chain.ts'

/** One line is added at a time; the number is ours alone. */
const LOCK = 4_620_918
/** Lines read at once while the whole log is checked. */
const PIECE = 5_000
/** Its name among the settings. */
const HEAD = 'audit-head'

/** A line alone, of what changed nothing: on disk before anybody is shown what was read. The chain cannot grow from within a snapshot. */
export const noteLine = (database: Database, entry: AuditEntry): Promise<void> =>
  database.transact((statements) => addAuditLine(statements, entry))

/**
 * Adds a line in the transaction of what it tells of: both are there or neither. Others that add one wait until that
 * transaction is over, so it should be the last thing in it.
 */
export async function addAuditLine(statements: Statements, entry: AuditEntry): Promise<void> {
  await statements.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  const { rows } = await statements.execute<{ seq: string; hash: Buffer }>(
    sql`select ${auditLog.seq} as seq, ${auditLog.hash} as hash from ${auditLog} order by ${auditLog.seq} desc limit 1`,
  )
  const previousHash = rows[0]?.hash ?? NO_HASH
  const line = lineOf(entry, Number(rows[0]?.seq ?? 0) + 1)
  await statements.insert(auditLog).values({
    seq: line.seq,
    at: new Date(line.at),
    actorKind: entry.actor.kind,
    actorId: line.actorId,
    action: line.action,
    subjectKind: line.subjectKind,
    subjectId: line.subjectId,
    detail: sql`${line.detail}::json`,
    address: line.address,
    requestId: line.requestId,
    previousHash,
    hash: hashOf(line, previousHash),
  })
}

const lineOf = ({ at, actor, action, subject, detail, address, requestId }: AuditEntry, seq: number): AuditLine => ({
  seq,
  at,
  actorKind: actor.kind,
  actorId: 'id' in actor ? actor.id : null,
  action,
  subjectKind: subject?.kind ?? null,
  subjectId: subject?.id ?? null,
  detail: JSON.stringify(detail),
  address,
  requestId,
})

type Row = Record<'seq' | 'at' | 'actor_kind' | 'action' | 'detail', string> &
  Record<'actor_id' | 'subject_kind' | 'subject_id' | 'address' | 'request_id', string | null> &
  Record<'previous_hash' | 'hash', Buffer>

/** Remembers which line was the last when the chain was found whole, so that lines cut off its end are missed. */
export const noteHead = (statements: Statements, head: string, now: number): Promise<void> =>
  noteSetting(statements, HEAD, head, now)

/**
 * Reads the whole log and follows its chain, from the last line that the retention job destroyed to beyond the one that
 * was the last before.
 */
export async function verifyAuditLog(statements: Statements): Promise<AuditVerdict> {
  const { rows: destroyed } = await statements.execute<{ seq: string; hash: Buffer }>(
    sql`select audit_seq as seq, audit_hash as hash from destructions
      where audit_seq is not null order by audit_seq desc limit 1`,
  )
  let seq = Number(destroyed[0]?.seq ?? 0)
  const check = new ChainCheck(seq, destroyed[0]?.hash ?? NO_HASH, headOf(await settingOf(statements, HEAD)))
  for (;;) {
    const { rows } = await statements.execute<Row>(sql`
      select seq, (extract(epoch from at) * 1000)::bigint as at, actor_kind, actor_id, action, subject_kind, subject_id,
        detail::text as detail, address, request_id, previous_hash, hash
      from audit_log where seq > ${seq} order by seq limit ${PIECE}`)
    for (const row of rows) check.next(linkedLine(row))
    if (rows.length < PIECE) return check.verdict
    seq = Number(rows.at(-1)?.seq)
  }
}

const linkedLine = (row: Row): LinkedLine => ({
  seq: Number(row.seq),
  at: Number(row.at),
  actorKind: row.actor_kind,
  actorId: row.actor_id,
  action: row.action,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  detail: row.detail,
  address: row.address,
  requestId: row.request_id,
  previousHash: row.previous_hash,
  hash: row.hash,
})
