import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FinishedEpisode } from '@makas/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finished } from '../../../app/market/testing/finished.ts'
import { episodeFile } from './episode-file.ts'
import { episodeLine, parseEpisode } from './episode-line.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'episodes-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = (name = 'episodes-live.jsonl') => join(folder, name)
const ended = (openedAt: number) => finished({ openedAt })
const CENSORED = finished({
  openedAt: 7,
  end: { kind: 'censored', why: 'checksum' },
  mode: 'tri',
  route: 'tri.okx.A-B-C',
})

/** The result of a start: episodes' openings, and the number of refused lines. */
function started(source: 'live' | 'demo' = 'live', fullBytes?: number) {
  const store = episodeFile(folder, source, fullBytes)
  const found: FinishedEpisode[] = []
  const { refused } = store.read((episode) => found.push(episode))
  return { store, found, refused, opened: found.map(({ openedAt }) => openedAt) }
}

test('episodes are read again after a restart, as they were and in their order', async () => {
  const { store } = started()
  await store.append([ended(1), CENSORED])
  store.appendNow([ended(3)])
  expect(started()).toMatchObject({ refused: 0, found: [ended(1), CENSORED, ended(3)] })
  expect(readFileSync(path(), 'utf8').split('\n')).toHaveLength(4)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
})

test('the demo market has a file of its own, and clearing it leaves the other', async () => {
  await started('live').store.append([ended(1)])
  const demo = started('demo').store
  await demo.append([ended(2)])
  expect([started('live').opened, started('demo').opened]).toEqual([[1], [2]])
  await demo.clear()
  expect([started('live').opened, started('demo').opened]).toEqual([[1], []])
  await demo.clear()
})

describe('after a crash', () => {
  test('a last line torn at any byte is cut off, and the next one is whole', async () => {
    await started().store.append([ended(1), ended(2)])
    const whole = readFileSync(path())
    const first = whole.indexOf(10) + 1
    for (let size = first; size < whole.length; size += 7) {
      writeFileSync(path(), whole)
      truncateSync(path(), size)
      const { store, opened, refused } = started()
      expect([opened, refused, statSync(path()).size]).toEqual([[1], 0, first])
      store.appendNow([ended(3)])
      expect(started().opened).toEqual([1, 3])
    }
  })

  test('lines that are no episode are counted and passed over', async () => {
    const { store } = started()
    await store.append([ended(1)])
    appendFileSync(path(), '\n{"route":\nnull\n\u0000\u0000\n')
    await store.append([ended(2)])
    expect(started()).toMatchObject({ refused: 3, opened: [1, 2] })
  })

  test('half a line that a failed write left spoils nothing after it', async () => {
    const { store } = started()
    await store.append([ended(1)])
    rmSync(path())
    mkdirSync(path())
    await expect(store.append([ended(2)])).rejects.toThrow('EISDIR')
    expect(() => store.appendNow([ended(2)])).toThrow('EISDIR')
    rmSync(path(), { recursive: true })
    writeFileSync(path(), episodeLine(ended(2)).slice(0, 40))
    await store.append([ended(3)])
    await store.append([ended(4)])
    expect(started()).toMatchObject({ refused: 1, opened: [3, 4] })
  })

  test('an unreadable file is told of, and a foreign file is emptied', () => {
    mkdirSync(path())
    expect(() => started()).toThrow('EISDIR')
    rmSync(path(), { recursive: true })
    writeFileSync(path(), 'x'.repeat(5_000))
    expect(started('live', 1_000).opened).toEqual([])
    expect(statSync(path()).size).toBe(0)
  })
})

test('a full file becomes the older of two, and the oldest episodes are forgotten', async () => {
  const full = 2_000
  const { store } = started('live', full)
  for (let at = 1; at <= 40; at++) await store.append([ended(at)])
  expect(statSync(path()).size).toBeLessThanOrEqual(full)
  expect(statSync(path('episodes-live.older.jsonl')).size).toBeLessThanOrEqual(full)
  const { opened } = started('live', full)
  expect(opened).toEqual(Array.from({ length: opened.length }, (_, at) => 41 - opened.length + at))
  expect(opened.length).toBeGreaterThan(5)
  await store.clear()
  expect([existsSync(path()), existsSync(path('episodes-live.older.jsonl'))]).toEqual([false, false])
})

test('of a file that is too long its newest whole lines are read', () => {
  writeFileSync(path(), Array.from({ length: 50 }, (_, at) => `${episodeLine(ended(at))}\n`).join(''))
  chmodSync(path(), 0o600)
  const { opened, refused } = started('live', 1_000)
  expect(refused).toBe(0)
  expect([opened.at(-1), opened.length > 1]).toEqual([49, true])
})

describe('a line', () => {
  const line = episodeLine(ended(1))
  const changed = (change: Record<string, unknown>) => JSON.stringify({ ...JSON.parse(line), ...change })

  test('of a fraction and of each end is read as it was', () => {
    expect(parseEpisode(changed({ size: '-10/3' }))?.size).toBe('-10/3')
    expect(parseEpisode(changed({ end: 'censored', why: 'shutdown' }))?.end).toEqual({
      kind: 'censored',
      why: 'shutdown',
    })
    expect(parseEpisode(line)).toEqual(ended(1))
  })

  test.each<Record<string, unknown>>([
    { route: '' },
    { route: 'x'.repeat(129) },
    { route: null },
    { mode: 'futures' },
    { opened_at: -1 },
    { opened_at: 1.5 },
    { opened_at: '1' },
    { closed_at: 0 },
    { closed_at: 1e16 },
    { closed_at: null },
    { end: 'over' },
    { end: 'censored', why: 'boredom' },
    { end: 'censored', why: null },
    { size: 1 },
    { size: 'NaN' },
    { size: '1/2/3' },
    { path: [] },
    { path: [[0]] },
    { path: [[0, null]] },
    { path: Array.from({ length: 101 }, () => [0, 1]) },
    { max_roi: null },
    { last_roi: '1' },
    { latency_ms: -1 },
    { forecast: 1.1 },
    { forecast: -0.1 },
    { basis: 'guess' },
  ])('with %j is none', (change) => {
    expect(parseEpisode(changed(change))).toBeNull()
  })

  test.each(['', '[]', '"x"', '5', '{}', '{"route":1e999}'])('%s is none', (text) => {
    expect(parseEpisode(text)).toBeNull()
  })
})
