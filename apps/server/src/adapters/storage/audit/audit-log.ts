import { type SQL, sql } from 'drizzle-orm'
import type { AuditEntry, AuditVerdict } from '../../../app/ports/users/audit-log.ts'
import { KeyRefusal, type KeyVersion } from '../../system/keys/key-ring.ts'
import type { Database, Statements } from '../database/database.ts'
import { noteSetting, settingOf } from '../database/settings.ts'
import { auditLog } from '../schema/audit.ts'
import { settings } from '../schema/operation.ts'
import {
  type AuditLine,
  ChainCheck,
  type Head,
  hashOf,
  headOf,
  KEY_CHANGED,
  KEYED,
  type LinkedLine,
  NO_HASH,
} from './audit-chain.ts'

/** Advisory lock under which lines are added one at a time; no other code uses this number. */
const LOCK = 4_620_918
/** Page size, in lines, of the check of the whole log. */
const PIECE = 5_000
/** Name of the setting with the last verified line. */
const HEAD = 'audit-head'
/** Name of the setting with the id of the key that was changed to. */
const KEY = 'audit-key'

/** Adds the line of a read, committed before its result is shown; within a snapshot the chain cannot grow. */
export const noteLine = (database: Database, entry: AuditEntry): Promise<void> =>
  database.transact((statements) => addAuditLine(statements, entry))

/**
 * Adds a line in the transaction of the deed that it records: both are there or neither. Other writers of lines wait
 * for the end of that transaction, so the line should be its last statement.
 */
export async function addAuditLine(statements: Statements, entry: AuditEntry): Promise<void> {
  const end = await endOfChain(statements)
  await append(statements, entry, end, await linkingKey(statements, end, entry.time))
}

/**
 * Goes on under the key of an id, beginning with a line that names the key. Does nothing where the log is under that
 * key already. Other processes must know the key by now.
 */
export async function changeAuditKey(statements: Statements, id: string, time: number): Promise<void> {
  const end = await endOfChain(statements)
  const former = await linkingKey(statements, end, time)
  if (former.id === id) return
  const key = keyOf(statements, id)
  const actor = { kind: 'system' } as const
  const detail = { from: former.id, to: id }
  const entry = { time, actor, action: KEY_CHANGED, subject: null, detail, address: null, requestId: null }
  await append(statements, entry, end, key)
  await noteSetting(statements, KEY, id, time)
}

/** The last line, zeros before the first, and the id of the key that was changed to; null before any change. */
type End = { readonly seq: number; readonly hash: Buffer; readonly keyId: string | null }

/** Waits for the end of other writers' transactions. */
async function endOfChain(statements: Statements): Promise<End> {
  await statements.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  const { rows } = await statements.execute<{ seq: string | null; hash: Buffer | null; key_id: string | null }>(
    sql`select last.seq, last.hash, (select value #>> '{}' from ${settings} where name = ${KEY}) as key_id
      from (select) as one left join lateral
        (select seq, hash from ${auditLog} order by seq desc limit 1) as last on true`,
  )
  const [row] = rows
  return { seq: Number(row?.seq ?? 0), hash: row?.hash ?? NO_HASH, keyId: row?.key_id ?? null }
}

/** The key of the next line. An empty log begins under the key that is in use. */
async function linkingKey(statements: Statements, { seq, keyId }: End, at: number): Promise<KeyVersion> {
  if (keyId !== null) return keyOf(statements, keyId)
  const keys = statements.auditKey()
  const first = keys[0]
  const current = seq > 0 ? first : (keys.findLast(({ from }) => from <= at) ?? first)
  if (current === undefined) throw new KeyRefusal('the key file has no key for the audit log')
  if (current !== first) await noteSetting(statements, KEY, current.id, at)
  return current
}

function keyOf(statements: Statements, id: string): KeyVersion {
  const found = statements.auditKey().find((key) => key.id === id)
  if (found === undefined) throw new KeyRefusal(`the key file lacks the key ${id}, which links the audit log`)
  return found
}

async function append(
  statements: Statements,
  entry: AuditEntry,
  { seq, hash: previousHash }: End,
  { key }: KeyVersion,
): Promise<void> {
  const line = lineOf(entry, seq + 1)
  await statements.insert(auditLog).values({
    seq: line.seq,
    at: new Date(line.time),
    actorKind: entry.actor.kind,
    actorId: line.actorId,
    action: line.action,
    subjectKind: line.subjectKind,
    subjectId: line.subjectId,
    detail: sql`${line.detail}::json`,
    address: line.address,
    requestId: line.requestId,
    previousHash,
    hash: hashOf(line, previousHash, key),
  })
}

const lineOf = ({ time, actor, action, subject, detail, address, requestId }: AuditEntry, seq: number): AuditLine => ({
  seq,
  time,
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

/**
 * Stores the last line of a verified chain, so that lines cut off its end are noticed. Keeps the stored line where it
 * is later: a check may end after one that began later.
 */
export async function noteHead(statements: Statements, head: string, now: number): Promise<void> {
  const fresh = { value: head, updatedAt: new Date(now) }
  const stored = sql`substring(${settings.value} #>> '{}' from '^([0-9]{1,15}):[0-9a-f]{64}$')::bigint`
  await statements
    .insert(settings)
    .values({ name: HEAD, ...fresh })
    .onConflictDoUpdate({
      target: settings.name,
      set: fresh,
      setWhere: sql`coalesce(${stored}, 0) <= ${headOf(head)?.seq ?? 0}::bigint`,
    })
}

/**
 * Takes over a chain that an earlier version made without a key: where its last line is plain, and the chain is intact,
 * a keyed line follows, whose hash covers all lines before. A chain that is not intact stays as it is, for the check to
 * report.
 */
export async function takeOverChain(statements: Statements, time: number): Promise<void> {
  await statements.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
  const [last] = await linesWhere(statements, sql`seq = (select max(seq) from audit_log)`)
  if (last === undefined || !last.hash.equals(hashOf(last, last.previousHash, null))) return
  const verdict = await verifyChain(statements, null)
  if (verdict.kind === 'broken') return
  const { lines, head } = verdict
  const actor = { kind: 'system' } as const
  await addAuditLine(statements, {
    ...{ time, actor, action: KEYED, subject: null, detail: { lines, head }, address: null, requestId: null },
  })
}

/**
 * Reads the whole log and verifies its chain, from the last line that the retention job destroyed to the end, which
 * must not lie before the last line of the previous check, or before `known` where it is given. `statements` see one
 * moment: between two of them the retention job may destroy what the second one would read.
 */
export const verifyAuditLog = (statements: Statements, known?: Head): Promise<AuditVerdict> =>
  verifyChain(statements, statements.auditKey(), known)

async function verifyChain(
  statements: Statements,
  keys: readonly KeyVersion[] | null,
  known?: Head,
): Promise<AuditVerdict> {
  const { rows: destroyed } = await statements.execute<{ seq: string; hash: Buffer }>(
    sql`select audit_seq as seq, audit_hash as hash from destructions
      where audit_seq is not null order by audit_seq desc limit 1`,
  )
  let seq = Number(destroyed[0]?.seq ?? 0)
  const last = known ?? headOf(await settingOf(statements, HEAD))
  const check = new ChainCheck(seq, destroyed[0]?.hash ?? NO_HASH, last, keys)
  for (;;) {
    const lines = await linesWhere(statements, sql`seq > ${seq}`)
    for (const line of lines) check.next(line)
    if (lines.length < PIECE) return check.verdict
    seq = lines.at(-1)?.seq ?? seq
  }
}

/** The first lines that meet a condition, in their order. */
async function linesWhere(statements: Statements, condition: SQL): Promise<readonly LinkedLine[]> {
  const { rows } = await statements.execute<Row>(sql`
    select seq, (extract(epoch from at) * 1000)::bigint as at, actor_kind, actor_id, action, subject_kind, subject_id,
      detail::text as detail, address, request_id, previous_hash, hash
    from audit_log where ${condition} order by seq limit ${PIECE}`)
  return rows.map(linkedLine)
}

const linkedLine = (row: Row): LinkedLine => ({
  seq: Number(row.seq),
  time: Number(row.at),
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
