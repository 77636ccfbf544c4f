import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { recordFigure } from '../../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../../scripts/run-length.ts'
import type { AuditEntry } from '../../../app/ports/users/audit-log.ts'
import { KeyRing } from '../../system/keys/key-ring.ts'
import { seededRandom } from '../../system/randomness.ts'
import { addAuditLine } from '../audit/audit-log.ts'
import { articleStore } from '../help/article-store.ts'
import { builtInArticles } from '../help/built-in-articles.ts'
import { leaseStore } from '../leases/lease-store.ts'
import { TABLES } from '../schema/tables.ts'
import { readingOf } from '../testing/reading.ts'
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { writeBackup } from './backup.ts'
import { BackupRefusal } from './backup-file.ts'
import { linesOf } from './copy-lines.ts'
import { restoreBackup } from './restore.ts'

const folder = mkdtempSync(join(tmpdir(), 'makas-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newFile = () => join(folder, `copy-${files++}.gz`)
const NOW = 1_750_000_000_000
const keyOf = (nth: number) => new KeyRing(Buffer.alloc(32, nth)).copyKey(0)
const KEY = keyOf(1)
const READING = readingOf(KEY, NOW)
/** As many episodes as are kept of both sources (episode-mover.ts), and long texts. */
const ROWS = isLongRun ? 550_000 : 20_000

/** Texts that COPY or JSON must escape, and texts that look like a part of our own file. */
const STRANGE = [
  '\\.',
  '\\',
  '\t',
  'a\nb',
  '\r\n',
  '{"table":"users"}',
  '',
  'İıŞş₺',
  '\u2028',
  "'; drop table users; --",
  '\\N',
]

/** Every table of the database, as text, each in a fixed order; without the epochs of leases, which a restore raises. */
async function contents({ query }: TestDatabase): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const name of TABLES.map(getTableName)) {
    const row = name === 'leases' ? '(name, holder, until, done)' : 't'
    all[name] = await query(`select ${row}::text as row from "${name}" t order by 1`)
  }
  return all
}

async function fill({ query, database }: TestDatabase, random: () => number, most: number): Promise<void> {
  const text = () => STRANGE[Math.floor(random() * STRANGE.length)] ?? ''
  for (let n = 0; n < 30; n++) {
    await query(
      `insert into users (id, role, email, email_key, first_name, last_name, phone, password_hash, pepper_id,
        password_changed_at, totp_secret, totp_key_id, created_at, updated_at)
        values ($1, 'user', $1, $1, $2, $3, $4, 'h', 'p', now(), $5, 'k', now(), now())`,
      [`user-${n}`, text(), text(), n % 2 === 0 ? null : text(), Buffer.from([0, 10, 92, 46, n])],
    )
    await query(
      `insert into tickets (id, user_id, title, description, category, priority, status, created_at, updated_at)
        values ($1, $2, $3, $4, 'genel', 'low', 'open', now(), now())`,
      [`ticket-${n}`, `user-${n}`, text(), text().repeat(1 + Math.floor(random() * most))],
    )
    await query(`insert into settings values ($1, $2, now())`, [`s-${n}`, JSON.stringify({ text: text() })])
    await database.transact((statements) =>
      addAuditLine(statements, {
        time: NOW + n,
        actor: { kind: 'user', id: `user-${n}` },
        action: 'ticket-created',
        subject: null,
        detail: { text: text() },
        address: null,
        requestId: null,
      }),
    )
  }
  await query(
    `insert into episodes select 'live', 'r' || n, 'spot', now(), now(), null, '1/3', '[[0,0.1]]', 1, 2, 3, 0.5, 'prior'
    from generate_series(1, $1) n`,
    [most],
  )
  await query("insert into leases values ('night:copy', 'who made it', 7, now(), '2026-11-21')")
}

test('[S9] a copy that is made while others write holds one moment, and restored it is what it was', async (context) => {
  const seed = seedFor('S9', 9)
  const source = await makeTestDatabase()
  const target = await makeTestDatabase()
  await fill(source, seededRandom(seed), ROWS)
  let isOver = false
  let written = 0
  const writer = (async () => {
    for (; !isOver; written++) {
      const name = `w-${written}`
      // Two rows of one transaction: both are in the copy or neither.
      await source.database.transact(async (statements) => {
        await statements.execute(sql`insert into settings values (${name}, '1', now())`)
        await statements.execute(sql`insert into uptime_days values (date '2000-01-01' + ${written}::int, 1)`)
      })
    }
  })()
  const file = newFile()
  const begun = performance.now()
  await expect.poll(() => written).toBeGreaterThan(5)
  const rows = await writeBackup(source.owner, file, NOW, KEY)
  const whileWriting = written
  isOver = true
  await writer
  expect(statSync(file).mode & 0o777).toBe(0o600)
  // A server that ran on the new database has stored its own settings; there are no accounts.
  await target.query(`insert into settings values ('first-start', '1', now())`)
  const restored = await restoreBackup(target.owner, file, READING)
  const tookMs = performance.now() - begun
  expect(restored).toMatchObject({ copiedAt: new Date(NOW).toISOString(), rows, audit: { kind: 'intact', lines: 30 } })
  const [before, after] = [await contents(source), await contents(target)]
  const live = new Set(['settings', 'uptime_days'])
  const still = (all: Record<string, unknown>) => Object.entries(all).filter(([name]) => !live.has(name))
  expect(still(after)).toEqual(still(before))
  const [pairs] = await target.query(
    `select (select count(*)::int from settings where name like 'w-%') as names, (select count(*)::int from uptime_days) as days`,
  )
  expect(pairs?.names).toBe(pairs?.days)
  expect(pairs?.days).toBeLessThanOrEqual(whileWriting)
  const wanted = 'restored copy equal, RTO ≤ 15 min'
  const measured = `${rows} rows equal, copied and restored in ${Math.round(tookMs)} ms while writing`
  recordFigure(context, { row: 'S9', wanted, measured, seed })
})

test('[S9] a server on which nobody has an account takes a copy, whatever it noted by itself; one with history does not', async () => {
  const source = await makeTestDatabase()
  await fill(source, seededRandom(2), 10)
  const file = newFile()
  await writeBackup(source.owner, file, NOW, KEY)
  const note = ({ database }: TestDatabase, action: string, actor: AuditEntry['actor']) =>
    database.transact((statements) =>
      addAuditLine(statements, { time: NOW, actor, action, subject: null, detail: {}, address: null, requestId: null }),
    )
  const articleLine = (action: string, id: string, actor: AuditEntry['actor']): AuditEntry => {
    const subject = { kind: 'article', id } as const
    return { time: NOW, actor, action, subject, detail: {}, address: null, requestId: null }
  }
  const fresh = await makeTestDatabase()
  await fresh.query(
    "insert into one_time_tokens values ('a', 'admin-setup', null, now(), now(), null), ('b', 'admin-setup', null, now(), now(), now())",
  )
  await fresh.query("insert into leases values ('night:copy', 'who serves', 1, now() + interval '1 minute', null)")
  await fresh.query("insert into destructions values ('d', now(), 'attempts', now(), 3, null, null)")
  await note(fresh, 'admin-setup-begun', { kind: 'system' })
  await note(fresh, 'login-failed', { kind: 'visitor' })
  // The product's own articles, one of which has had a reader.
  const deliver = async ({ database }: TestDatabase) => {
    const store = articleStore(() => database)
    await store.deliver(builtInArticles(), NOW, ({ id }) => articleLine('article-delivered', id, { kind: 'system' }))
    return store
  }
  const articles = await deliver(fresh)
  const [article] = await articles.all()
  if (article === undefined) throw new Error('no article was delivered')
  await articles.countView(article.id, Buffer.from('reader'), NOW)
  await fresh.query("insert into destructions values ('e', now(), 'article-readers', now(), 3, null, null)")
  expect(await restoreBackup(fresh.owner, file, READING)).toMatchObject({ audit: { kind: 'intact', lines: 30 } })
  expect(await contents(fresh)).toEqual(await contents(source))

  const other = await makeTestDatabase()
  await note(other, 'admin-setup-begun', { kind: 'system' })
  const untouched = await contents(other)
  await expect(restoreBackup(other.owner, file, { ...READING, isOurs: (keyId) => keyId !== 'k' })).rejects.toThrow(
    'another key file (k)',
  )
  expect(await contents(other)).toEqual(untouched)

  const used = await makeTestDatabase()
  await note(used, 'admin-setup-begun', { kind: 'system' })
  await note(used, 'account-deleted', { kind: 'user', id: 'gone' })
  const before = await contents(used)
  await expect(restoreBackup(used.owner, file, READING)).rejects.toThrow('not empty')
  expect(await contents(used)).toEqual(before)

  for (const role of ['user', 'admin']) {
    const inhabited = await makeTestDatabase()
    await deliver(inhabited)
    await inhabited.query(
      `insert into users (id, role, email, email_key, first_name, last_name, password_hash, pepper_id,
        password_changed_at, created_at, updated_at) values ('a', $1, 'a', 'a', 'A', 'B', 'h', 'p', now(), now(), now())`,
      [role],
    )
    await expect(restoreBackup(inhabited.owner, file, READING)).rejects.toThrow('not empty')
  }
  const edited = await makeTestDatabase()
  const own = await deliver(edited)
  const room = { articles: 100, characters: 1_000_000 }
  await own.change(article.id, { content: 'ours' }, room, { time: NOW, expected: null }, () =>
    articleLine('article-changed', article.id, { kind: 'admin', id: 'gone' }),
  )
  await edited.query("delete from audit_log where action = 'article-changed'")
  await expect(restoreBackup(edited.owner, file, READING)).rejects.toThrow('not empty')
})

test('after each restore of a copy a lease has a higher epoch than it ever had before', async () => {
  const source = await makeTestDatabase()
  const held = async ({ database }: TestDatabase, holder: string) => {
    const store = leaseStore(() => database)
    const lease = await store.lease('shard:0', holder, 60_000)
    if (lease === null) throw new Error('it was not to be had')
    await store.release(lease)
    return lease
  }
  await held(source, 'first')
  const file = newFile()
  await writeBackup(source.owner, file, NOW, KEY)
  for (let nth = 0; nth < 10; nth++) await held(source, 'next')
  const { epoch } = await held(source, 'last')
  const restored = await makeTestDatabase()
  await restoreBackup(restored.owner, file, READING)
  const first = await held(restored, 'engine')
  expect(first.epoch).toBeGreaterThan(epoch)
  // Restored a second later, before which it was given once: at most one a second is assumed.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const again = await makeTestDatabase()
  await restoreBackup(again.owner, file, READING)
  expect((await held(again, 'engine')).epoch).toBeGreaterThan(first.epoch)
})

test('[S9] a file that is no whole copy changes nothing, and the command says why', async () => {
  const source = await makeTestDatabase()
  const target = await makeTestDatabase()
  await fill(source, seededRandom(1), 300)
  const file = newFile()
  await writeBackup(source.owner, file, NOW, null)
  const plain = { ...READING, takesPlain: true }
  const whole = readFileSync(file)
  const text = gunzipSync(whole).toString('utf8')
  const lines = text.split('\n')
  const edited = (edit: (text: string) => string) => gzipSync(edit(text))
  const damaged: readonly (readonly [string, Buffer, RegExp])[] = [
    ['nothing', Buffer.alloc(0), /no copy of Makas|cannot be read|cut off/],
    ['no gzip', Buffer.from('hello'), /cannot be read/],
    ['half of it', whole.subarray(0, whole.length / 2), /cannot be read|cut off/],
    ['a flipped bit', Buffer.from(whole.map((byte, at) => (at === 5_000 ? byte ^ 1 : byte))), /./],
    ['another file', gzipSync('{"a":1}\n'), /no copy of Makas/],
    ['a newer format', edited((all) => all.replace('"format":2', '"format":3')), /newer version/],
    ['a newer schema', edited((all) => all.replace('"schema":', '"schema":9')), /newer version/],
    ['no end', gzipSync(`${lines.slice(0, -2).join('\n')}\n`), /cut off/],
    ['half a line', gzipSync(lines.slice(0, -1).join('\n')), /cut off/],
    ['a missing row', edited((all) => all.replace(/\nuser-3\t[^\n]*/, '')), /damaged/],
    ['an unknown table', edited((all) => all.replace('"table":"users"', '"table":"pg_authid"')), /does not know/],
    ['an unknown column', edited((all) => all.replace('"email_key"', '"is_root"')), /does not know/],
    ['a row that is none', edited((all) => all.replace('\nuser-3\t', '\nuser-3\tx\t')), /damaged/],
    ['a row twice', edited((all) => all.replace(/(\nuser-3\t[^\n]*)/, '$1$1')), /damaged/],
  ]
  const before = await contents(target)
  for (const [what, bytes, why] of damaged) {
    const path = newFile()
    writeFileSync(path, bytes)
    const failure: unknown = await restoreBackup(target.owner, path, plain).catch((error: unknown) => error)
    expect([what, failure]).toEqual([what, expect.any(BackupRefusal)])
    expect([what, (failure as Error).message]).toEqual([what, expect.stringMatching(why)])
    expect(await contents(target)).toEqual(before)
  }
  await expect(restoreBackup(target.owner, join(folder, 'none.gz'), READING)).rejects.toThrow(BackupRefusal)
  await expect(restoreBackup(source.owner, file, plain)).rejects.toThrow('not empty')
  await expect(writeBackup(source.owner, file, NOW, KEY)).rejects.toThrow('is there already')
  await expect(writeBackup(source.owner, join(folder, 'no', 'such.gz'), NOW, KEY)).rejects.toThrow('cannot be written')
  // Paths at which not even a missing part file can be looked for: the connection is closed all the same.
  for (const path of [join(file, 'below-a-file.gz'), join(folder, 'a'.repeat(250))])
    await expect(writeBackup(source.owner, path, NOW, KEY)).rejects.toThrow('cannot be written')
  const open = await source.query(
    "select 1 from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()",
  )
  expect(open).toEqual([])
  expect(existsSync(join(folder, 'no'))).toBe(false)
  expect(await restoreBackup(target.owner, file, plain)).toMatchObject({ audit: { kind: 'intact' } })
})

test('[S9] [SEC-80] a sealed copy tells nothing without its key, and a changed copy is refused', async () => {
  const source = await makeTestDatabase()
  const target = await makeTestDatabase()
  await fill(source, seededRandom(3), 300)
  await source.query(
    `update tickets set description = (select string_agg(md5(n::text), '') from generate_series(1, 9000) n)`,
  )
  const [file, again] = [newFile(), newFile()]
  for (const path of [file, again]) await writeBackup(source.owner, path, NOW, KEY)
  const whole = readFileSync(file)
  const other = readFileSync(again)
  const start = whole.indexOf('\n') + 1
  expect(JSON.parse(whole.toString('latin1', 0, start))).toMatchObject({
    makas: 'sealed-copy',
    at: new Date(NOW).toISOString(),
    key: KEY.id,
    schema: readdirSync(join(import.meta.dirname, '..', 'migrations')).filter((name) => name.endsWith('.sql')).length,
  })
  expect(() => gunzipSync(whole.subarray(start))).toThrow('incorrect header')
  expect([whole.includes('user-3'), whole.includes('email')]).toEqual([false, false])
  // Two copies of the same rows at the same moment have no part that fits the other.
  expect(whole.subarray(start).equals(other.subarray(start))).toBe(false)

  const SIZE = 64 * 1024 + 16
  const head = whole.subarray(0, start)
  const chunksOf = (bytes: Buffer) =>
    Array.from({ length: Math.ceil((bytes.length - start) / SIZE) }, (_, nth) =>
      bytes.subarray(start + nth * SIZE, start + (nth + 1) * SIZE),
    )
  const chunks = chunksOf(whole)
  expect(chunks.length).toBeGreaterThan(3)
  const [first, second, third, ...more] = chunks as [Buffer, Buffer, Buffer, ...Buffer[]]
  const joined = (...parts: readonly Buffer[]) => Buffer.concat([head, ...parts])
  const flipped = (at: number) => Buffer.from(whole.map((byte, place) => (place === at ? byte ^ 1 : byte)))
  const headWith = (from: string, to: string) =>
    Buffer.concat([Buffer.from(head.toString('latin1').replace(from, to)), ...chunks])
  const CHANGED = /is damaged or was changed \(part \d+\)$/
  const changed: readonly (readonly [string, Buffer, RegExp])[] = [
    ['a flipped bit in the first chunk', flipped(start + 3), CHANGED],
    ['a flipped bit in the second', flipped(start + SIZE + 100), CHANGED],
    ['a flipped bit in the last', flipped(whole.length - 20), CHANGED],
    ['a flipped bit of the last tag', flipped(whole.length - 1), CHANGED],
    ['another moment in the head', headWith('2025-', '2026-'), CHANGED],
    ['another schema in the head', headWith('"schema":', '"schema":1'), CHANGED],
    ['another salt', headWith('"salt":"', '"salt":"AAAA'), CHANGED],
    ['a first chunk that is missing', joined(second, third, ...more), CHANGED],
    ['a chunk in the middle that is missing', joined(first, third, ...more), CHANGED],
    ['a chunk twice', joined(first, first, second, third, ...more), CHANGED],
    ['two chunks exchanged', joined(first, third, second, ...more), CHANGED],
    ["another copy's chunk", joined(first, chunksOf(other)[1] ?? first, third, ...more), CHANGED],
    ['more behind the end', Buffer.concat([whole, Buffer.alloc(100)]), CHANGED],
    ['the last chunk twice', Buffer.concat([whole, more.at(-1) ?? first]), CHANGED],
    ['no last chunk', joined(first, second), /is cut off$/],
    ['half a chunk', whole.subarray(0, start + SIZE + 500), CHANGED],
    ['a head alone', head, CHANGED],
    ['half a head', head.subarray(0, 60), /no encrypted copy/],
  ]
  const before = await contents(target)
  const readWhole = async (path: string) => {
    for await (const line of linesOf(path, READING)) expect(line.length).toBeGreaterThan(0)
  }
  await readWhole(file)
  for (const [what, bytes, why] of changed) {
    const path = newFile()
    writeFileSync(path, bytes)
    const failure: unknown = await readWhole(path).catch((error: unknown) => error)
    expect([what, failure]).toEqual([what, expect.any(BackupRefusal)])
    expect([what, (failure as Error).message]).toEqual([what, expect.stringMatching(why)])
  }
  const cut = newFile()
  writeFileSync(cut, joined(first, second))
  await expect(restoreBackup(target.owner, cut, READING)).rejects.toThrow('is cut off')
  const elsewhere = `was made with another key file (${KEY.id})`
  for (const key of [keyOf(2), null])
    await expect(restoreBackup(target.owner, file, { ...READING, keys: key === null ? [] : [key] })).rejects.toThrow(
      elsewhere,
    )
  // Another installation that calls itself ours has the wrong key all the same.
  const forged = { ...keyOf(2), id: KEY.id }
  await expect(restoreBackup(target.owner, file, { ...READING, keys: [forged] })).rejects.toThrow(CHANGED)

  const plain = newFile()
  await writeBackup(source.owner, plain, NOW, null)
  await expect(restoreBackup(target.owner, plain, READING)).rejects.toThrow('--plain takes a plain copy')
  expect(await contents(target)).toEqual(before)
  await restoreBackup(target.owner, file, READING)
  expect(await contents(target)).toEqual(await contents(source))
})
