import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive, History, Segment } from '../../app/ports/market/archive.ts'
import { closeJournals, historyJournal, journalFolder } from './history-journal.ts'
import { journalFiles, packJournals, wholeHistory } from './inside/journals.ts'
import { point } from './testing/points.ts'

const NOON = Date.parse('2026-11-23T12:00:00Z')
const MINUTE_MS = 60_000

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'makas-journal-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const names = () => readdirSync(journalFolder(dataDir, 'live')).sort()
const lines = (name: string) =>
  readFileSync(join(journalFolder(dataDir, 'live'), name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** An archive in memory that collects the segments that it is given. */
function memory(kept: History = { recorded: 0, points: [] }) {
  const segments: (Segment & { readonly text: string })[] = []
  const archive: Archive = {
    write: async (segment) => {
      segments.push({ ...segment, text: readFileSync(segment.file, 'utf8') })
    },
    history: async () => kept,
    tidy: async () => undefined,
    drop: async () => undefined,
  }
  return { archive, segments }
}

test('what was acknowledged lies on the disk as lines, and is told while no segment has it', async () => {
  const journal = historyJournal(dataDir, 'live')
  await journal.append([point({ t: NOON, event: 'opened' }), point({ t: NOON + 5, route: 'spot.SOL-USDT.okx.bybit' })])
  journal.appendNow([point({ t: NOON + 1_000 })])
  const question = { source: 'live', route: point({ t: 0 }).route, from: NOON, to: NOON + 5_000, slots: 5_000 } as const
  const { archive } = memory()
  const { recorded, points } = await wholeHistory(archive, dataDir, question)
  expect([recorded, points.map(({ t }) => t - NOON)]).toEqual([2, [0, 1_000]])
  expect((await wholeHistory(archive, dataDir, { ...question, to: NOON + 1_000 })).recorded).toBe(1)
  expect((await wholeHistory(archive, dataDir, { ...question, source: 'demo' })).recorded).toBe(0)
})

test('a file that is full, old or of another day is made ready, and becomes one segment of its own name', async () => {
  const journal = historyJournal(dataDir, 'live', { fullBytes: 1_000, fullAfterMs: 10 * MINUTE_MS })
  await journal.append([point({ t: NOON }), point({ t: NOON + 1 }), point({ t: NOON + 2 }), point({ t: NOON + 3 })])
  await journal.append([point({ t: NOON + 4 })])
  await journal.append([point({ t: NOON + 11 * MINUTE_MS })])
  await journal.append([point({ t: NOON + 12 * 60 * MINUTE_MS })])
  const files = await journalFiles(dataDir, 'live')
  expect(files.map(({ isReady }) => isReady)).toEqual([true, true, true, false])
  const { archive, segments } = memory()
  expect(await packJournals(archive, dataDir, 'live')).toBe(3)
  expect(segments.map(({ name, text }) => [name.slice(0, 10), text.split('\n').length - 1])).toEqual([
    ['2026-11-23', 4],
    ['2026-11-23', 1],
    ['2026-11-23', 1],
  ])
  expect(segments.map(({ name }) => name)).toEqual(files.slice(0, 3).map(({ name }) => name))
  expect(names().length).toBe(1)
})

test('after a crash what was being written is ready, and half a line spoils nothing', async () => {
  await historyJournal(dataDir, 'live').append([point({ t: NOON })])
  const [name = ''] = names()
  appendFileSync(join(journalFolder(dataDir, 'live'), name), '{"route":"spot.SOL-USDT.okx.binance","t":17')
  const journal = historyJournal(dataDir, 'live')
  await journal.append([point({ t: NOON + 1 })])
  expect((await journalFiles(dataDir, 'live')).map(({ isReady }) => isReady)).toEqual([true, false])
  const question = { source: 'live', route: point({ t: 0 }).route, from: NOON, to: NOON + 9, slots: 9 } as const
  expect((await wholeHistory(memory().archive, dataDir, question)).points.map(({ t }) => t - NOON)).toEqual([0, 1])
})

test('a segment that could not be stored keeps its lines', async () => {
  const journal = historyJournal(dataDir, 'live', { fullBytes: 1 })
  await journal.append([point({ t: NOON })])
  await journal.append([point({ t: NOON + 1 })])
  const { archive } = memory()
  const failing: Archive = { ...archive, write: () => Promise.reject(new Error('no bucket')) }
  await expect(packJournals(failing, dataDir, 'live')).rejects.toThrow('no bucket')
  expect(names().map((name) => lines(name).length)).toEqual([1, 1])
})

test('while nothing takes its segments the journal grows to its limit and no further', async () => {
  const journal = historyJournal(dataDir, 'live', { fullBytes: 1, mostBytes: 4_000 })
  let written = 0
  const fill = async () => {
    for (; written < 100; written++) await journal.append([point({ t: NOON + written })])
  }
  await expect(fill()).rejects.toThrow('the journal is full')
  expect(written).toBeGreaterThan(1)
  expect(written).toBeLessThan(20)
})

test('a source is forgotten whole, the other is not touched', async () => {
  const [live, demo] = [historyJournal(dataDir, 'live'), historyJournal(dataDir, 'demo')]
  await live.append([point({ t: NOON })])
  await demo.append([point({ t: NOON })])
  await demo.clear()
  expect([readdirSync(join(dataDir, 'journal')), names().length]).toEqual([['live'], 1])
})

test('engines of several shards write into one folder: each closes its own files, and a new run closes all of them', async () => {
  const [first, second] = [
    historyJournal(dataDir, 'live', { shard: 0 }),
    historyJournal(dataDir, 'live', { shard: 10 }),
  ]
  await first.append([point({ t: NOON })])
  await second.append([point({ t: NOON })])
  const open = async () => (await journalFiles(dataDir, 'live')).filter(({ isReady }) => !isReady).length
  expect(await open()).toBe(2)
  // The first shard's engine restarts; the other one goes on in its file.
  await historyJournal(dataDir, 'live', { shard: 0 }).append([point({ t: NOON + 1 })])
  await second.append([point({ t: NOON + 1 })])
  expect([await open(), (await journalFiles(dataDir, 'live')).length]).toEqual([2, 3])
  closeJournals(dataDir)
  expect(await open()).toBe(0)
  const question = { source: 'live', route: point({ t: 0 }).route, from: NOON, to: NOON + 9, slots: 9 } as const
  expect((await wholeHistory(memory().archive, dataDir, question)).recorded).toBe(4)
})

test('a journal that another shard removed is written anew', async () => {
  const [first, second] = [historyJournal(dataDir, 'demo', { shard: 0 }), historyJournal(dataDir, 'demo', { shard: 1 })]
  await second.append([point({ t: NOON })])
  await first.clear()
  await second.append([point({ t: NOON + 1 })])
  expect((await journalFiles(dataDir, 'demo')).length).toBe(1)
})

test('a file that is no journal is left alone', async () => {
  await historyJournal(dataDir, 'live').append([point({ t: NOON })])
  writeFileSync(join(journalFolder(dataDir, 'live'), 'notes.txt'), 'x')
  expect((await journalFiles(dataDir, 'live')).length).toBe(1)
})

test('a file that is renamed between being listed and being read is found under its new name', async () => {
  const journal = historyJournal(dataDir, 'live')
  await journal.append([point({ t: NOON }), point({ t: NOON + 1 })])
  const folder = journalFolder(dataDir, 'live')
  const question = { source: 'live', route: point({ t: 0 }).route, from: NOON, to: NOON + 10, slots: 10 } as const
  // Turns of the event loop pass between listing and opening: every other time the file is renamed by then.
  let asked = 0
  let isOver = false
  // Fewer renames for each question than it has tries, however slow the machine is.
  let renamesLeft = 0
  const renaming = (async () => {
    for (let turn = 0; !isOver; turn = (turn + 1) % 3) {
      await new Promise(turn === 0 ? setImmediate : (next) => setTimeout(next, 4))
      if (renamesLeft === 0) continue
      renamesLeft -= 1
      const [name] = names()
      if (name === undefined) throw new Error('the journal is gone')
      const other = name.endsWith('.open.jsonl')
        ? name.replace('.open.jsonl', '.jsonl')
        : name.replace('.jsonl', '.open.jsonl')
      renameSync(join(folder, name), join(folder, other))
    }
  })()
  try {
    for (; asked < 300; asked++) {
      renamesLeft = 4
      expect((await wholeHistory(memory().archive, dataDir, question)).recorded).toBe(2)
    }
  } finally {
    isOver = true
    await renaming
  }
})
