import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getTableName } from 'drizzle-orm'
import { Client, type ClientConfig, DatabaseError, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { AuditVerdict } from '../../../app/ports/users/audit-log.ts'
import { changeAuditKey, takeOverChain, verifyAuditLog } from '../audit/audit-log.ts'
import { type AuditKey, type Statements, statementsOf } from '../database/database.ts'
import { appliedMigrations } from '../database/migrate.ts'
import { keysInUse } from '../keys/keys-in-use.ts'
import { auditLog, destructions } from '../schema/audit.ts'
import { episodes, uptimeDays } from '../schema/market.ts'
import { leases, settings } from '../schema/operation.ts'
import { deliveredArticles, helpArticles } from '../schema/support.ts'
import { TABLES } from '../schema/tables.ts'
import { trades } from '../schema/trades.ts'
import { attempts, oneTimeTokens } from '../schema/users.ts'
import { columnsIn, listOf } from './backup.ts'
import { BackupRefusal, END_OF_ROWS, FORMAT, objectOf } from './backup-file.ts'
import { linesOf } from './copy-lines.ts'
import type { Deletion } from './deletions.ts'
import { type NotRevived, reviveNothing } from './not-revived.ts'
import { goBackTo } from './older-schema.ts'
import type { CopyAccess } from './sealed-copy.ts'

/** Rows that a server writes before there are accounts, as SQL conditions by table: a copy replaces them. */
const OWN_NOTES: ReadonlyMap<string, string> = new Map([
  ...[settings, leases, attempts, episodes, uptimeDays].map((table) => [getTableName(table), 'true'] as const),
  // The first admin's one-time address, and the product's own articles with their readers, as long as no admin edits them.
  [getTableName(oneTimeTokens), 'user_id is null'],
  [getTableName(helpArticles), 'id in (select article_id from public.delivered_articles where not is_touched)'],
  [getTableName(deliveredArticles), 'not is_touched'],
  // Audit lines about these rows and about failed logins; records of what retention destroyed of all these.
  [
    getTableName(auditLog),
    "actor_kind in ('system', 'visitor') and (subject_id is null or action = 'article-delivered')",
  ],
  [getTableName(destructions), "kind in ('attempts', 'one-time-tokens', 'article-readers')"],
])
const PIECE_BYTES = 64 * 1024

/** `copiedAt`: ISO time of the copy; `rows`: number of rows restored. */
export type RestoreReport = {
  readonly copiedAt: string
  readonly rows: number
  readonly notRevived: NotRevived
  /** Null where there is no key file to verify the log with. */
  readonly audit: AuditVerdict | null
}

type RestoreOptions = CopyAccess & {
  /** Whether our key file has the key that stored data was made with. */
  readonly isOurs: (keyId: string) => boolean
  /** The list beside the copies. */
  readonly deletions: readonly Deletion[]
  readonly now: number
  /** Null where there is no key file yet. */
  readonly auditKey: AuditKey | null
}

/**
 * Restores the whole copy, or nothing, into a migrated database without accounts. A copy of an older version goes into
 * the schema of that version, which then takes the steps to ours. A copy made with another key than ours is refused: a
 * running server would go on with its own, and no key file would fit all stored data. What was deleted, changed or
 * taken away since the copy was made is deleted, changed or taken away again before anybody sees it, and nobody is
 * logged in.
 */
export async function restoreBackup(
  owner: ClientConfig,
  file: string,
  { isOurs, deletions, now, auditKey, ...access }: RestoreOptions,
): Promise<RestoreReport> {
  const client = new Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    const statements = statementsOf(client, auditKey ?? refuseLines)
    await makeRoom(client)
    const lines = linesOf(file, access)
    const { at: copiedAt, schema } = await headOf(lines, file)
    const ours = Number(await appliedMigrations(client))
    if (schema !== null && schema > ours) throw new BackupRefusal(newer(file))
    const goOn = schema === null || schema === ours ? null : await goBackTo(client, schema)
    const rows = await readTables(client, lines, file)
    await goOn?.()
    // Since the copy was made, or restored before, epochs have grown, by less than one a second; processes that are still
    // running refuse a lower one.
    await client.query(
      `update public.${getTableName(leases)} set epoch = epoch + extract(epoch from clock_timestamp())::bigint`,
    )
    // The copy lacks the orders that the exchanges got since it was made.
    await client.query(`update public.${getTableName(trades)} set restored_at = $1 where outcome is null`, [
      new Date(now),
    ])
    const foreign = (await keysInUse(statements)).map(({ id }) => id).filter((id) => !isOurs(id))
    if (foreign.length > 0) {
      throw new BackupRefusal(
        `${file} was made with another key file (${foreign.join(', ')}): put that one in the place of MASTER_KEY_FILE first`,
      )
    }
    if (auditKey !== null) await goOnWithChain(statements, now)
    const notRevived = await reviveNothing(statements, deletions, now)
    const audit = auditKey === null ? null : await verifyAuditLog(statements)
    await client.query('commit')
    return { copiedAt, rows, notRevived, audit }
  } catch (error) {
    // The end of the connection rolls back.
    if (error instanceof DatabaseError && error.code !== undefined && /^(22|23)/.test(error.code)) {
      throw new BackupRefusal(`${file} is damaged: ${error.table ?? 'a table'} refuses its rows (${error.code})`)
    }
    throw error
  } finally {
    await client.end()
  }
}

/** Links further lines of a restored log with the key that is in use now, beginning with a line that says so. */
async function goOnWithChain(statements: Statements, now: number): Promise<void> {
  await takeOverChain(statements, now)
  const current = statements.auditKey().findLast(({ from }) => from <= now)
  if (current !== undefined) await changeAuditKey(statements, current.id, now)
}

const refuseLines: AuditKey = () => {
  throw new BackupRefusal(
    'what is not revived is told in the audit log, which the key file links: put the key file in its place first',
  )
}

/** Reads the first line. @throws BackupRefusal where the file is no copy that we can read. */
export async function refuseOthers(file: string, access: CopyAccess): Promise<void> {
  const lines = linesOf(file, access)
  try {
    await headOf(lines, file)
  } finally {
    await lines.return(undefined)
  }
}

/** Locks all tables against writers and removes the server's own rows. */
async function makeRoom(client: Client): Promise<void> {
  for (const table of TABLES.map(getTableName)) {
    const target = `public.${escapeIdentifier(table)}`
    await client.query(`lock table ${target} in exclusive mode`)
    const own = OWN_NOTES.get(table)
    if (own !== undefined) await client.query(`delete from ${target} where ${own}`)
    if ((await client.query(`select 1 from ${target} limit 1`)).rowCount !== 0) {
      throw new BackupRefusal('this database is not empty: a copy is restored into an empty one')
    }
  }
}

const newer = (file: string) => `${file} was written by a newer version of Makas`

/** A copy of format 1 is plain and does not say its schema. */
async function headOf(lines: AsyncGenerator<Buffer>, file: string): Promise<{ at: string; schema: number | null }> {
  const first = await lines.next()
  const { makas, format, at, schema = null } = first.done ? {} : objectOf(first.value)
  if (makas !== 'backup' || typeof at !== 'string' || (schema !== null && typeof schema !== 'number'))
    throw new BackupRefusal(`${file} is no copy of Makas`)
  if (format !== 1 && format !== FORMAT) throw new BackupRefusal(newer(file))
  return { at, schema }
}

/** Restores all tables; returns the number of rows. */
async function readTables(client: Client, lines: AsyncGenerator<Buffer>, file: string): Promise<number> {
  const known = await columnsIn(client)
  const names = new Set(TABLES.map(getTableName))
  const read: Record<string, number> = {}
  for await (const line of readOn(lines)) {
    const { table, columns, rows } = objectOf(line)
    if (typeof rows === 'object' && rows !== null) {
      if (JSON.stringify(rows) !== JSON.stringify(read)) throw new BackupRefusal(`${file} is damaged: rows are missing`)
      return Object.values(read).reduce((sum, count) => sum + count, 0)
    }
    const has = typeof table === 'string' && names.has(table) ? known.get(table) : undefined
    if (typeof table !== 'string' || has === undefined || !isListOf(columns, has)) {
      throw new BackupRefusal(`${file} holds what this version of Makas does not know: ${String(table).slice(0, 80)}`)
    }
    const copy = client.query(copyFrom(`copy public.${escapeIdentifier(table)} (${listOf(columns)}) from stdin`))
    await pipeline(Readable.from(rowsOf(lines, file)), copy)
    read[table] = copy.rowCount
  }
  throw new BackupRefusal(`${file} is cut off`)
}

const isListOf = (columns: unknown, known: readonly string[]): columns is readonly string[] =>
  Array.isArray(columns) && columns.length > 0 && columns.every((column) => known.includes(column as string))

/** The remaining lines; leaving this generator early does not close `lines`, as leaving a `for await` would. */
async function* readOn(lines: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) yield next.value
}

/** The rows of one table, in pieces. */
async function* rowsOf(lines: AsyncGenerator<Buffer>, file: string): AsyncGenerator<Buffer> {
  const end = Buffer.from(END_OF_ROWS)
  const newline = Buffer.from('\n')
  let piece: Buffer[] = []
  let bytes = 0
  for await (const line of readOn(lines)) {
    if (line.equals(end)) {
      if (bytes > 0) yield Buffer.concat(piece)
      return
    }
    piece.push(line, newline)
    bytes += line.length + 1
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(piece)
    piece = []
    bytes = 0
  }
  throw new BackupRefusal(`${file} is cut off`)
}
