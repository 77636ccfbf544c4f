import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { getTableName } from 'drizzle-orm'
import { Client, type ClientConfig, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { SealingKey } from '../../system/keys/key-ring.ts'
import { appliedMigrations } from '../database/migrate.ts'
import { syncFolder } from '../own-postgres/access.ts'
import { TABLES } from '../schema/tables.ts'
import { BackupRefusal, END_OF_ROWS, type EndLine, FORMAT, type Head, lineOf, type TableLine } from './backup-file.ts'
import { sealed } from './sealed-copy.ts'

const UNWRITABLE = new Set(['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EIO'])

/**
 * Writes a snapshot of the whole database to `file` while others go on writing; resolves with the number of rows once
 * it is on disk. The file holds everything but the key file, sealed under `key` (null: plain), and only its owner may
 * read it.
 */
export async function writeBackup(
  owner: ClientConfig,
  file: string,
  at: number,
  key: SealingKey | null,
): Promise<number> {
  if (existsSync(file)) throw new BackupRefusal(`${file} is there already: name a new file`)
  const part = `${file}.part-${process.pid}`
  const client = new Client(owner)
  client.on('error', () => undefined)
  await client.connect()
  const rows: Record<string, number> = {}
  try {
    await client.query('begin isolation level repeatable read, read only')
    const schema = await appliedMigrations(client)
    if (schema === null) throw new BackupRefusal('there is nothing to copy: this database has no tables of Makas yet')
    const head: Head = { makas: 'backup', format: FORMAT, at: new Date(at).toISOString(), schema }
    const output = createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true })
    const text = (pieces: AsyncIterable<Buffer>) => (key === null ? pieces : sealed(pieces, head, key))
    await pipeline(Readable.from(textOf(client, head, rows)), createGzip(), text, output)
    renameSync(part, file)
    syncFolder(dirname(file))
    return Object.values(rows).reduce((sum, count) => sum + count, 0)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOSPC') throw new BackupRefusal(`${file} cannot be written: the disk is full`)
    if (UNWRITABLE.has(code)) throw new BackupRefusal(`${file} cannot be written (${code})`)
    throw error
  } finally {
    // The connection ends first: removing the file may throw, and an open connection would keep snapshot and process.
    await client.end()
    remove(part)
  }
}

/** Removes the part file. It ignores a file system error, which only follows an error that was thrown before. */
function remove(part: string): void {
  try {
    rmSync(part, { force: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

async function* textOf(client: Client, head: Head, rows: Record<string, number>): AsyncGenerator<string | Buffer> {
  yield lineOf(head)
  const known = await columnsIn(client)
  for (const table of TABLES.map(getTableName)) {
    const columns = known.get(table)
    // The database of an older version lacks newer tables.
    if (columns === undefined) continue
    yield lineOf({ table, columns } satisfies TableLine)
    const stream = client.query(copyTo(`copy public.${escapeIdentifier(table)} (${listOf(columns)}) to stdout`))
    yield* stream as AsyncIterable<Buffer>
    rows[table] = stream.rowCount
    yield `${END_OF_ROWS}\n`
  }
  yield lineOf({ rows } satisfies EndLine)
}

export const listOf = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')

/** The columns of each table of the database, without generated columns. */
export async function columnsIn(client: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by table_name`,
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}
