import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changesIn, History, headOf } from '../scripts/reliability/history.ts'
import { codeOf, reachedFrom } from '../scripts/reliability/reached.ts'
import { MATRIX, PAGE, RECORD, readRecord, writeRecord } from '../scripts/reliability/record.ts'
import { writeReliability } from '../scripts/reliability/refresh.ts'
import type { Outcome } from './outcome.ts'
import { checkReliability } from './reliability.ts'

const ONE = 'apps/server/src/one.test.ts'
const TWO = 'apps/server/src/two.test.ts'
/** Files reached in different ways: by import, by path, as a worker thread, through a package's index. */
const FILES = {
  [ONE]: "import { main } from './testing/main.ts'\nimport { value } from '@makas/domain'\nmain(value)\n",
  [TWO]: "const two = await import('./alone.ts')\n",
  'apps/server/src/testing/main.ts': "export const MAIN = join(import.meta.dirname, '..', 'main.ts')\n",
  'apps/server/src/main.ts': "new Worker(new URL('./engine.worker.ts', import.meta.url))\n",
  'apps/server/src/engine.worker.ts': "readdirSync(join(import.meta.dirname, 'sql'))\n",
  'apps/server/src/sql/0001.sql': 'select 1\n',
  'apps/server/src/sql/order.test.ts': "import '../idle.ts'\n",
  'apps/server/src/alone.ts': 'export const alone = 1\n',
  'apps/server/src/idle.ts': 'export const idle = 1\n',
  'packages/domain/src/index.ts': "export type { Value } from './value.ts'\nexport { value } from './value.ts'\n",
  'packages/domain/src/value.ts': 'export const value = 1\n',
  [MATRIX]: '# Matrix\n\n| row | fault | what must hold |\n|---|---|---|\n| F1 | cut | back |\n| F2 | half | gone |\n',
}

let root = ''
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root, stdio: 'pipe' }).toString()

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function commit(): string {
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', 'x')
  return headOf(root)
}

/** A row of the record, measured at a commit, as a long run writes it. */
const row = (id: string, test: string, at: string | null) => ({
  ...{ row: id, wanted: '0 lost', measured: '0 of 9', seed: 1, date: '2026-11-25', test, commit: at },
  code: at === null ? null : codeOf(test, new History(root).tree(at)),
})

/** Records both tests as measured at one commit and writes the page. */
function measure(): string {
  const at = commit()
  writeReliability(root, { marksAt: at, rows: [row('F1', ONE, at), row('SEC-4', TWO, at)] })
  commit()
  return at
}

const problems = (outcome: Outcome) => (outcome.kind === 'failed' ? outcome.problems.join('\n') : outcome.kind)
const remarks = (outcome: Outcome) => (outcome.kind === 'passed' ? (outcome.remarks ?? []).join('\n') : outcome.kind)

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'makas-measured-'))
  git('init', '-q')
  for (const [path, text] of Object.entries(FILES)) write(path, text)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a test reaches what it imports, starts and reads, and nothing else', () => {
  const at = commit()
  const tree = new History(root).tree(at)
  expect([...reachedFrom(ONE, tree)].sort()).toEqual([
    'apps/server/src/engine.worker.ts',
    'apps/server/src/main.ts',
    ONE,
    'apps/server/src/sql/0001.sql',
    'apps/server/src/testing/main.ts',
    'packages/domain/src/index.ts',
    'packages/domain/src/value.ts',
  ])
  expect([...reachedFrom(TWO, tree)]).toEqual([TWO, 'apps/server/src/alone.ts'])
})

test('a page as it was written passes, and no row of it is old', () => {
  const at = measure()
  expect(checkReliability(root)).toEqual({ kind: 'passed', looked: 2, remarks: [] })
  expect(read(PAGE)).toContain(`| F1 | cut | 0 lost | 0 of 9 | 1 | 2026-11-25 | \`${at}\` | [one.test.ts](../${ONE}) |`)
  expect(read(PAGE)).toContain('| F2 | half | gone | not measured |')
})

test.each(['apps/server/src/sql/0001.sql', 'apps/server/src/engine.worker.ts', 'packages/domain/src/value.ts', ONE])(
  'after a change of %s the row is said to be old, which is no failure, and is marked by the next page',
  (path) => {
    const at = measure()
    write(path, `${read(path)}more()\n`)
    commit()
    const said = '  1 of 2 figures are old: F1'
    expect(remarks(checkReliability(root))).toBe(`${said}\n  not yet marked so on the page (npm run reliability): F1`)
    writeReliability(root, readRecord(root))
    expect(read(PAGE)).toContain(`| \`${at}\`, old | [one.test.ts]`)
    expect(remarks(checkReliability(root))).toBe(said)
  },
)

test('a change of what no test reaches makes nothing old', () => {
  measure()
  write('apps/server/src/idle.ts', 'export const idle = 2\n')
  commit()
  expect(checkReliability(root)).toEqual({ kind: 'passed', looked: 2, remarks: [] })
})

test('a mark that git does not bear out fails, either way', () => {
  const at = measure()
  write(PAGE, read(PAGE).replace(`| \`${at}\` | [one`, `| \`${at}\`, old | [one`))
  expect(problems(checkReliability(root))).toContain('| F1 | cut')
  write(ONE, `${read(ONE)}more()\n`)
  commit()
  writeReliability(root, readRecord(root))
  write(PAGE, read(PAGE).replace(`\`${at}\`, old`, `\`${at}\``))
  expect(problems(checkReliability(root))).toMatch(/reliability\.md:\d+ is not so: \| F1 /)
})

test('a figure that is not in the record fails', () => {
  measure()
  write(PAGE, read(PAGE).replace('0 of 9', '0 of 1000000'))
  expect(problems(checkReliability(root))).toContain('0 of 1000000')
})

test('a fault without a row, a test that is not there and an id of nobody fail', () => {
  const at = measure()
  write(MATRIX, `${read(MATRIX)}| F3 | silent | resubscribed |\n`)
  expect(problems(checkReliability(root))).toContain(`${PAGE} has no row of F3, which ${MATRIX} has`)
  writeReliability(root, { marksAt: at, rows: [row('F1', 'apps/none.test.ts', null), row('F99', ONE, null)] })
  expect(problems(checkReliability(root))).toBe(
    `${RECORD}: F1 was measured by apps/none.test.ts, which does not exist\n${RECORD}: F99 is no id of ours`,
  )
})

test('a commit that had other code than the one that was measured fails', () => {
  const first = commit()
  write(ONE, `${read(ONE)}more()\n`)
  const second = commit()
  writeReliability(root, { marksAt: second, rows: [{ ...row('F1', ONE, first), commit: second }] })
  expect(problems(checkReliability(root))).toContain(`F1 by ${ONE} was not measured on the code of ${second}`)
})

test('a row whose commit nobody wrote down is old, and may not be called anything else', () => {
  const at = commit()
  writeReliability(root, { marksAt: at, rows: [row('F1', ONE, null)] })
  expect(read(PAGE)).toContain('| old: commit unknown | [one.test.ts]')
  expect(checkReliability(root).kind).toBe('passed')
  write(PAGE, read(PAGE).replace('old: commit unknown', `\`${at}\``))
  expect(problems(checkReliability(root))).toContain('is not so: | F1 ')
})

/** Replaces all commits by one, as when a branch is squashed. */
function squash(): void {
  git('checkout', '-q', '--orphan', 'other')
  commit()
}

test('after a squash the page fails until it is written anew; only what is as it was measured takes the new name', () => {
  const at = measure()
  write(ONE, `${read(ONE)}more()\n`)
  squash()
  expect(problems(checkReliability(root))).toBe(
    `${PAGE} has the marks of ${at}, which is not in the history: npm run reliability writes it anew`,
  )
  writeReliability(root, readRecord(root))
  expect(readRecord(root).rows.map((one) => one.commit)).toEqual([at, headOf(root)])
  expect(read(PAGE)).toMatch(/\| F1 .* \| old: commit unknown \|/)
  expect(remarks(checkReliability(root))).toBe('  1 of 2 figures are old: F1')
})

test('without history no mark can be looked at, which is skipped; what can be seen without it still fails', () => {
  measure()
  const whole = root
  root = `${whole}-shallow`
  try {
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${whole}`, root])
    expect(checkReliability(root)).toEqual({
      kind: 'skipped',
      why: 'no mark could be looked at, this clone is shallow',
    })
    rmSync(join(root, '.git'), { recursive: true })
    expect(checkReliability(root).kind).toBe('skipped')
    write(PAGE, read(PAGE).replace('0 of 9', '0 of 10'))
    expect(problems(checkReliability(root))).toContain('0 of 10')
  } finally {
    rmSync(root, { recursive: true, force: true })
    root = whole
  }
})

test('a record or a matrix without rows fails', () => {
  const at = commit()
  writeReliability(root, { marksAt: at, rows: [] })
  expect(problems(checkReliability(root))).toBe('looked at 0, expected at least 1')
  write(MATRIX, '# Matrix\n')
  writeReliability(root, { marksAt: at, rows: [row('F1', ONE, at)] })
  expect(problems(checkReliability(root))).toBe('looked at 0, expected at least 1')
})

test('the record reads back as it was written, in the order of its rows', () => {
  const at = commit()
  const [ten, two] = [row('F10', ONE, at), row('F2', TWO, null)]
  writeRecord(root, { marksAt: at, rows: [ten, two] })
  expect(readRecord(root)).toEqual({ marksAt: at, rows: [two, ten] })
})

test('a tree is clean whatever its record says, and not with a change or a new file beside it', () => {
  measure()
  write(RECORD, '{}\n')
  write(PAGE, '\n')
  expect(changesIn(root)).toEqual([])
  write('apps/server/src/new.ts', '\n')
  write(ONE, '\n')
  expect(changesIn(root)).toEqual([` M ${ONE}`, '?? apps/server/src/new.ts'])
})
