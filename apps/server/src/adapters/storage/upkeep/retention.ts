import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { ClientConfig } from 'pg'
import type { NightTask } from '../../../app/ports/system/night-task.ts'
import { newId } from '../../system/secrets/secret-texts.ts'
import { type AuditKey, Database, type Statements } from '../database/database.ts'
import { auditLog, destructions } from '../schema/audit.ts'
import { users } from '../schema/users.ts'
import { erase } from '../users/user-store.ts'
import { momentOf, noteMoment } from './moments.ts'
import { type Due, refuseInDoubt, type Witnesses } from './retention-guard.ts'
import { DAY_MS, RULES, type Rule, THREE_YEARS_MS, TWO_YEARS_MS } from './retention-rules.ts'

/** Name of the setting with the last run. */
export const RETENTION = 'retention'
/** Rows of one transaction, few so that the server's statements do not wait long. */
const PIECE = 1_000
/** Users erased in one transaction: each adds an audit line, which blocks other writers of lines. */
const ERASED_AT_ONCE = 20
/** Time between an unused user's notice and its erasure, ms. */
const NOTICE_MS = 30 * DAY_MS

type Options = Witnesses & {
  /** The only role that may remove lines of the audit log (security.md 67). */
  readonly owner: () => ClientConfig
  readonly auditKey: AuditKey
  /** Rows of one transaction; fewer in tests. */
  readonly piece?: number
}

/**
 * Destroys rows that are older than they may be kept, in small pieces, and records it (security.md 75). Destroys
 * nothing where the clock is in doubt (security.md 82).
 */
export function retention({ owner, auditKey, piece = PIECE, ...witnesses }: Options): NightTask {
  const withOwner = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = new Database({ connection: owner(), auditKey, onLost: () => undefined })
    try {
      return await work(database)
    } finally {
      await database.end()
    }
  }
  return {
    name: RETENTION,
    lastDone: () => withOwner((database) => momentOf(database, RETENTION)),
    run: (now) =>
      withOwner(async (database) => {
        await refuseInDoubt(database, now, witnesses, () => dueIn(database, now))
        const destroyed: Record<string, number> = {}
        for (const rule of RULES) destroyed[rule.kind] = await destroyBy(database, rule, piece, now)
        destroyed['audit-log'] = await destroyAudit(database, piece, now)
        destroyed.destructions = await destroyRecords(database, now)
        destroyed['unused-accounts'] = await destroyUnused(database, now)
        await noteMoment(database, RETENTION, now)
        return Object.fromEntries(Object.entries(destroyed).filter(([, rows]) => rows > 0))
      }),
  }
}

/** What would be destroyed of the kinds that are kept for longer than days; the other kinds come and go each day. */
async function dueIn(database: Database, now: number): Promise<readonly Due[]> {
  const lasting = RULES.filter(({ keptMs }) => keptMs > 2 * DAY_MS)
  const kinds = [
    ...lasting.map(({ kind, table, keptMs, isOver }) => ({ kind, table, isDue: isOver(new Date(now - keptMs)) })),
    { kind: 'audit-log', table: auditLog, isDue: isOldLine(now) },
    { kind: 'destructions', table: destructions, isDue: isOldRecord(now) },
    { kind: 'unused-accounts', table: users, isDue: sql`${isUser} and ${isUnused(now)} and ${isNoticed(now)}` },
  ]
  const found: Due[] = []
  for (const { kind, table, isDue } of kinds) {
    const { rows } = await database.run((statements) =>
      statements.execute<{ due: string; rows: string }>(
        sql`select count(*) filter (where ${isDue}) as due, count(*) as rows from ${table}`,
      ),
    )
    found.push({ kind, due: Number(rows[0]?.due), all: Number(rows[0]?.rows) })
  }
  return found
}

/**
 * Stops at the first line that is young enough; an older line after it stays until the young line goes. The last line
 * stays.
 */
function isOldLine(now: number): SQL {
  const before = new Date(now - TWO_YEARS_MS)
  return sql`at < ${before} and seq < coalesce((select min(seq) from ${auditLog} where at >= ${before}), (select max(seq) from ${auditLog}))`
}

const isOldRecord = (now: number): SQL => sql`at < ${new Date(now - THREE_YEARS_MS)}
  and (audit_seq is null or audit_seq < (select max(audit_seq) from ${destructions}))`

const isUser = eq(users.role, 'user')
const isUnused = (now: number): SQL =>
  sql`coalesce(${users.lastLoginAt}, ${users.createdAt}) < ${new Date(now - TWO_YEARS_MS)}`
const isNoticed = (now: number): SQL => lt(users.unusedNoticeAt, new Date(now - NOTICE_MS))

/** The record of a run for one kind; its row count grows in each piece's transaction. */
class DestructionRecord {
  readonly #id = newId()
  readonly #kind: string
  readonly #before: Date
  readonly #time: Date

  constructor(kind: string, before: Date, now: number) {
    this.#kind = kind
    this.#before = before
    this.#time = new Date(now)
  }

  async add(statements: Statements, rows: number, last: { seq: number; hash: Buffer } | null = null): Promise<void> {
    if (rows === 0) return
    const audit = { auditSeq: last?.seq ?? null, auditHash: last?.hash ?? null }
    await statements
      .insert(destructions)
      .values({ id: this.#id, at: this.#time, kind: this.#kind, before: this.#before, rows, ...audit })
      .onConflictDoUpdate({ target: destructions.id, set: { rows: sql`${destructions.rows} + ${rows}`, ...audit } })
  }
}

/** Destroys piece after piece until one is smaller than `piece`; returns the number of rows. */
async function inPieces(piece: number, destroy: () => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const rows = await destroy()
    all += rows
    if (rows < piece) return all
  }
}

function destroyBy(database: Database, { kind, table, keptMs, isOver }: Rule, piece: number, now: number) {
  const before = new Date(now - keptMs)
  const record = new DestructionRecord(kind, before, now)
  return inPieces(piece, () =>
    database.transact(async (statements) => {
      const rows = await destroyRows(statements, table, isOver(before), piece)
      await record.add(statements, rows)
      return rows
    }),
  )
}

async function destroyRows(statements: Statements, table: Rule['table'], isOver: SQL, piece: number): Promise<number> {
  const { rowCount } = await statements.execute(
    sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOver} limit ${piece}))`,
  )
  return rowCount ?? 0
}

/** Destroys old audit lines from the beginning, never the last line; the record holds the chain's new begin. */
function destroyAudit(database: Database, piece: number, now: number): Promise<number> {
  const before = new Date(now - TWO_YEARS_MS)
  const record = new DestructionRecord('audit-log', before, now)
  return inPieces(piece, () =>
    database.transact(async (statements) => {
      const { rows } = await statements.execute<{ seq: string; hash: Buffer }>(sql`
        select seq, hash from ${auditLog} where ${isOldLine(now)} order by seq limit ${piece}`)
      const last = rows.at(-1)
      if (last === undefined) return 0
      await statements.delete(auditLog).where(sql`${auditLog.seq} <= ${last.seq}::bigint`)
      await record.add(statements, rows.length, { seq: Number(last.seq), hash: last.hash })
      return rows.length
    }),
  )
}

/** Destroys old records, but never the audit log's newest record, at which the chain begins. */
async function destroyRecords(database: Database, now: number): Promise<number> {
  const { rowCount } = await database.run((statements) =>
    statements.execute(sql`delete from ${destructions} where ${isOldRecord(now)}`),
  )
  return rowCount ?? 0
}

/** Notes users without a login for two years, and erases them 30 days later, as on their own request. */
async function destroyUnused(database: Database, now: number): Promise<number> {
  const before = new Date(now - TWO_YEARS_MS)
  await database.run((statements) =>
    statements
      .update(users)
      .set({ unusedNoticeAt: sql`case when ${isUnused(now)} then ${new Date(now)}::timestamptz end` })
      .where(and(isUser, sql`(${users.unusedNoticeAt} is null) = (${isUnused(now)})`)),
  )
  const record = new DestructionRecord('unused-accounts', before, now)
  return inPieces(ERASED_AT_ONCE, () =>
    database.transact(async (statements) => {
      const unused = await statements
        .select({ id: users.id })
        .from(users)
        .where(and(isUser, isNoticed(now)))
        .limit(ERASED_AT_ONCE)
        // Read again under the lock: a login since the select took the notice back.
        .for('update')
      for (const { id } of unused) {
        await erase(statements, id, {
          time: now,
          actor: { kind: 'system' },
          action: 'account-deleted',
          subject: { kind: 'account', id },
          detail: { why: 'unused' },
          address: null,
          requestId: null,
        })
      }
      await record.add(statements, unused.length)
      return unused.length
    }),
  )
}
