import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GAP, line, OKX, okx } from '../app/replay/testing/small-recordings.ts'
import { run } from './replay.ts'

const COMMAND = join(import.meta.dirname, 'replay.ts')
const ROOT = join(import.meta.dirname, '../../../..')
let dir = ''
const file = (name: string, text: string): string => {
  const path = join(dir, name)
  writeFileSync(path, text)
  return path
}
async function replay(...args: string[]) {
  let [stdout, stderr] = ['', '']
  const print = async (text: string) => {
    stdout += text
  }
  const status = await run(args, print, (text) => {
    stderr += text
  })
  return { status, stdout, stderr }
}

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'makas-replay-'))
})
afterAll(() => rmSync(dir, { recursive: true }))

describe('the command', () => {
  test('[OPP-29] prints findings as JSON lines and nothing else, the same bytes in any order of files', async () => {
    const [a, b] = [file('a', GAP), file('b', okx(1_500, [], [['100', '9']], 11, 10))]
    const one = await replay(a, b)
    expect(one).toMatchObject({ status: 0, stderr: '' })
    expect(one.stdout.endsWith('\n')).toBe(true)
    const lines = one.stdout.trimEnd().split('\n')
    expect(lines.map((text) => JSON.parse(text).event)).toEqual(['opened', 'changed', 'closed'])
    expect((await replay(b, a)).stdout).toBe(one.stdout)
  })

  test('[OPP-29] prints the books, and takes the fees', async () => {
    const a = file('books', GAP)
    const books = (await replay('--books', a)).stdout.trimEnd().split('\n')
    expect(books.map((text) => JSON.parse(text).exchange)).toEqual(['bybit', 'okx'])
    expect(await replay('--fees', '{"okx":null}', a)).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('with --live open rows change with the ticks alone; --help says so', async () => {
    const path = file(
      'live',
      GAP + [1, 2, 3].map((at) => okx(1_000 + at, [], [['100', `${9 - at}`]], 10 + at, 9 + at)).join(''),
    )
    const eventsOf = ({ stdout }: { stdout: string }) =>
      stdout
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text).event)
    expect(eventsOf(await replay(path))).toEqual(['opened', 'changed', 'changed', 'changed', 'closed'])
    expect(eventsOf(await replay('--live', path))).toEqual(['opened', 'changed', 'closed'])
    expect(await replay('--help')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('--live ') })
  })

  test('refuses with 1 and the reason, before anything is printed', async () => {
    const good = file('good', GAP)
    const bad = file('bad', `${line(1, OKX, 'pong')}{"t":2}\n`)
    const cases: [string[], RegExp][] = [
      [[], /./],
      [[good, good], /good/],
      [[join(dir, 'missing')], /missing/],
      [[dir], /EISDIR/],
      [[good, bad], /bad:2:/],
      [['--fees', '{"okx":1}', good], /--fees/],
      [['--fees', '{', good], /--fees/],
      [['--unknown', good], /unknown/],
    ]
    for (const [args, reason] of cases) {
      const { status, stdout, stderr } = await replay(...args)
      expect([args, status, stdout]).toEqual([args, 1, ''])
      expect(stderr).toMatch(reason)
      expect(stderr).not.toMatch(/\n {4}at /)
    }
  })

  test('an empty recording prints nothing', async () => {
    expect(await replay(file('empty', ''))).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('a reader that stops reading is no failure', async () => {
    const changes = Array.from({ length: 3_000 }, (_, at) =>
      okx(1_001, [], [['100', `${(at % 9) + 1}`]], 11 + at, 10 + at),
    )
    const child = spawn(process.execPath, [COMMAND, file('long', GAP + changes.join(''))])
    let stderr = ''
    child.stderr.on('data', (data) => {
      stderr += data
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const status = await new Promise((resolve) => child.once('close', resolve))
    expect([status, stderr]).toEqual([0, ''])
  })

  test('npm run replay prints the same bytes', async () => {
    const path = file('npm', GAP)
    const { status, stdout } = spawnSync('npm', ['run', 'replay', '--', path], { cwd: ROOT, encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, (await replay(path)).stdout])
  })
})
