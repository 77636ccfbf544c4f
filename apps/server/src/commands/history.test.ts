import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyJournal } from '../adapters/archive/history-journal.ts'
import { historyLine } from '../adapters/archive/history-line.ts'
import { openArchive } from '../adapters/archive/inside/open-archive.ts'
import { point } from '../adapters/archive/testing/points.ts'
import { run } from './history.ts'
import { runAsPerson, runInProcess } from './testing/run-in-process.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
const dataDir = mkdtempSync(join(tmpdir(), 'makas-history-'))
const place = { kind: 'folder', folder: join(dataDir, 'archive') } as const

beforeAll(async () => {
  const { archive, duck } = await openArchive({ dataDir, place }, () => undefined)
  const name = '2026-11-23-one'
  await historyJournal(dataDir, 'live').append([point({ t: NOON + 1_000 })])
  // Only the folders of the archive and of the journal may be read.
  const inside = join(dataDir, 'journal', 'points.jsonl')
  writeFileSync(inside, `${historyLine(point({ t: NOON, event: 'opened' }))}\n`)
  await archive.write({ source: 'live', name, file: inside })
  duck.close()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const history = (...args: string[]) => runInProcess(run, args, { DATA_DIR: dataDir })

test('asks segments and journal as one table, and prints it', () => {
  const question = 'SELECT event, net_return, t FROM lives ORDER BY t'
  const { status, stdout } = runAsPerson('history', [question], { DATA_DIR: dataDir })
  expect([status, stdout.split('\n').map((line) => line.trim())]).toEqual([
    0,
    [
      'event    net_return  t',
      '-------  ----------  ------------------------',
      'opened   0.41        2026-11-23T12:00:00.000Z',
      'changed  0.41        2026-11-23T12:00:01.000Z',
      '2 rows',
      '',
    ],
  ])
})

test('prints JSON, and nothing of the other market', async () => {
  expect(JSON.parse((await history('--json', 'SELECT count(*) AS points FROM lives')).stdout)).toEqual([{ points: 2 }])
  const demo = await history('--json', '--source', 'demo', 'SELECT count(*) AS points FROM lives')
  expect(JSON.parse(demo.stdout)).toEqual([{ points: 0 }])
})

test.each([
  'DROP VIEW lives',
  'DELETE FROM lives',
  'CREATE TABLE x AS SELECT 1',
  "COPY (SELECT 1) TO '/tmp/makas-history-out.csv'",
  `COPY (SELECT 1) TO '${join(place.folder, 'out.csv')}'`,
  'SELECT 1; SELECT 2',
  'INSTALL httpfs',
  "SET memory_limit = '9GB'",
  "ATTACH '/tmp/x.db'",
])('changes nothing: %s', async (sql) => {
  const before = readdirSync(join(dataDir, 'archive'), { recursive: true }).sort()
  const { status, stdout, stderr } = await history(sql)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^(only one SELECT can be asked|Binder Error|Permission Error)/)
  expect(readdirSync(join(dataDir, 'archive'), { recursive: true }).sort()).toEqual(before)
})

test('reads no other file, and says in a line what is wrong with a question', async () => {
  expect(await history("SELECT * FROM read_text('/etc/hostname')")).toMatchObject({ status: 1, stdout: '' })
  expect((await history("SELECT * FROM read_text('/etc/hostname')")).stderr).toMatch(/^Permission Error/)
  expect((await history('SELECT nothing FROM lives')).stderr).toMatch(/^Binder Error/)
  expect((await history()).stderr).toMatch(/^usage: npm run history/)
})

test('makes no data folder', async () => {
  const folder = join(dataDir, 'none')
  expect(await runInProcess(run, ['SELECT 1'], { DATA_DIR: folder })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `there is no data folder ${folder}\n`,
  })
  expect(existsSync(folder)).toBe(false)
})
