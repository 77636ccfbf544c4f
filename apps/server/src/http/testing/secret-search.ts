import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeBackup } from '../../adapters/storage/copies/backup.ts'
import type { TestDatabase } from '../../adapters/storage/testing/test-database.ts'

/** Encodings in which a secret could be stored. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64').replace(/=+$/, '')
  // Within a longer text base64 may begin at another offset; only the ends differ then, so they are cut off.
  const shifted = [1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [secret, base64, base64.replaceAll('+', '-').replaceAll('/', '_'), ...shifted, bytes.toString('hex')].map(
    (text) => Buffer.from(text),
  )
}

/** Names the places that hold secrets, in any encoding, and which. */
export function secretsIn(places: Readonly<Record<string, Buffer>>, secrets: readonly string[]): string[] {
  const found: string[] = []
  for (const secret of new Set(secrets))
    for (const form of formsOf(secret))
      for (const [place, bytes] of Object.entries(places)) if (bytes.includes(form)) found.push(`${place}: ${form}`)
  return found
}

/** Drops zero bytes: most of a database file is empty, and no secret has one. */
function withoutZeros(bytes: Buffer): Buffer {
  let end = 0
  for (const byte of bytes) if (byte !== 0) bytes[end++] = byte
  return bytes.subarray(0, end)
}

/** The present place in the write-ahead log; what comes after it belongs to the test. */
export async function walPlace(db: TestDatabase): Promise<unknown> {
  const [row] = await db.query('select pg_current_wal_lsn()::text as place')
  return row?.place
}

/** The database's files and its write-ahead log since that place, as they lie on disk. */
export async function databaseFiles(db: TestDatabase, since: unknown): Promise<Buffer> {
  // Writes to the files what is only in memory yet.
  await db.query('checkpoint')
  const [{ files } = { files: [] }] = await db.query(
    `select array_agg(content) as files from (
    select pg_read_binary_file('base/' || d.oid || '/' || name) as content
      from pg_database d, pg_ls_dir('base/' || d.oid) name where d.datname = current_database() and name ~ '^\\d+(\\.\\d+)?$'
    union all select pg_read_binary_file('pg_wal/' || name, from_byte, to_byte - from_byte) from pg_ls_waldir(),
      pg_walfile_name_offset($1::pg_lsn) first, pg_walfile_name_offset(pg_current_wal_lsn()) last,
      lateral (select case when name = first.file_name then first.file_offset else 0 end from_byte,
        case when name = last.file_name then last.file_offset else size end to_byte) part
      where name between first.file_name and last.file_name) pieces`,
    [since],
  )
  return withoutZeros(Buffer.concat(files as Buffer[]))
}

/** The content of a backup made now. */
export async function backupText(db: TestDatabase): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'makas-copy-'))
  const file = join(folder, 'copy.gz')
  await writeBackup(db.owner, file, 1_700_000_000_000, null)
  const text = gunzipSync(readFileSync(file))
  rmSync(folder, { recursive: true })
  return text
}
