import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Clock } from '../../app/ports/system/clock.ts'
import { ShiftedClock } from '../../http/testing/shifted-clock.ts'
import { createSystemClock } from '../system/system-clock.ts'
import { ArchiveProcess } from './archive-process.ts'
import { historyJournal, journalFolder } from './history-journal.ts'
import { startObjectServer } from './testing/object-server.ts'
import { point } from './testing/points.ts'

const SCRIPT = join(import.meta.dirname, '..', '..', 'archive.process.ts')
const RETENTION = { days: 30, bytes: 1_000_000_000 }
const ROUTE = point({ t: 0 }).route

let dataDir: string
let logs: { readonly event: string; readonly data: Readonly<Record<string, unknown>> }[]
let started: ArchiveProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'makas-archive-'))
  logs = []
  started = []
})
afterEach(() => {
  for (const one of started) one.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function open(
  place: ConstructorParameters<typeof ArchiveProcess>[0]['place'] = folder(),
  clock: Clock = createSystemClock(),
): ArchiveProcess {
  const archive = new ArchiveProcess({
    script: SCRIPT,
    dataDir,
    place,
    retention: RETENTION,
    clock,
    log: (_level, event, data) => logs.push({ event, data }),
  })
  started.push(archive)
  return archive
}

const folder = () => ({ kind: 'folder', folder: join(dataDir, 'archive') }) as const
const now = Date.now()
const question = { source: 'live', route: ROUTE, from: now - 60_000, to: now + 60_000, slots: 120_000 } as const

/** Records points, the first of which are ready to become a segment. */
async function record(): Promise<void> {
  const journal = historyJournal(dataDir, 'live', { fullBytes: 1 })
  await journal.append([point({ t: now - 2_000, event: 'opened' })])
  await journal.append([point({ t: now - 1_000 })])
}

test('it is started at the first need, tells what segments and journal have as one, and is told to end', async () => {
  const archive = open()
  await archive.tend()
  expect(archive.isRunning).toBe(false)
  await record()
  await archive.tend()
  expect(archive.isRunning).toBe(true)
  expect(readdirSync(join(dataDir, 'archive', 'live')).length).toBe(1)
  expect(readdirSync(journalFolder(dataDir, 'live')).length).toBe(1)
  expect(await archive.history(question)).toMatchObject({
    recorded: 2,
    points: [{ event: 'opened' }, { t: now - 1_000 }],
  })
  archive.stop()
  expect([archive.isRunning, await archive.history(question), logs]).toEqual([false, null, []])
})

test('points that are no segment yet start nothing; six hours after the server’s start old days are removed', async () => {
  const clock = new ShiftedClock()
  const archive = open(folder(), clock)
  await historyJournal(dataDir, 'live').append([point({ t: now })])
  await archive.tend()
  expect(archive.isRunning).toBe(false)
  clock.leap(6 * 3_600_000)
  await archive.tend()
  expect(archive.isRunning).toBe(true)
})

test('it ends with its segment, and a minute after the last question', async () => {
  const clock = new ShiftedClock()
  const archive = open(folder(), clock)
  await record()
  await archive.tend()
  clock.advance(0)
  expect(archive.isRunning).toBe(false)
  expect(await archive.history(question)).toMatchObject({ recorded: 2 })
  clock.advance(30_000)
  await archive.history(question)
  clock.advance(40_000)
  expect(archive.isRunning).toBe(true)
  clock.advance(20_000)
  expect([archive.isRunning, logs]).toEqual([false, []])
})

test('a question while the process is killed gets no answer, and the next question starts another process', async () => {
  await record()
  const archive = open()
  await archive.history(question)
  const waiting = archive.history(question)
  process.kill(archive.pid ?? 0, 'SIGKILL')
  const first = await waiting
  expect(first === null || first.recorded === 2).toBe(true)
  expect(await archive.history(question)).toMatchObject({ recorded: 2 })
  expect(logs.map(({ event }) => event)).toEqual(['archive-ended'])
})

test('a damaged segment is told of as an alarm, and the others answer', async () => {
  await record()
  const archive = open()
  await archive.tend()
  const [day = ''] = readdirSync(join(dataDir, 'archive', 'live'))
  writeFileSync(join(dataDir, 'archive', 'live', day, `${day}-broken.parquet`), 'PAR1 and no more')
  expect(await archive.history(question)).toMatchObject({ recorded: 2 })
  expect(logs).toEqual([
    {
      event: 'archive-segment-damaged',
      data: expect.objectContaining({ key: `live/${day}/${day}-broken.parquet`, alarm: true }),
    },
  ])
})

test('ids that no journal and no segment knows are answered without a question to the archive', async () => {
  await record()
  const clock = new ShiftedClock()
  const archive = open(folder(), clock)
  expect(await archive.history({ ...question, route: 'unheard of' })).toEqual({ recorded: 0, points: [] })
  // A process that stands still answers nothing: what is answered from here on was not asked of it.
  process.kill(archive.pid ?? 0, 'SIGSTOP')
  const made = Array.from({ length: 200 }, (_, at) => archive.history({ ...question, route: `none ${at}` }))
  expect(new Set((await Promise.all(made)).map((one) => one?.recorded))).toEqual(new Set([0]))
  process.kill(archive.pid ?? 0, 'SIGCONT')
  // What is packed meanwhile, and what is new, is found.
  await archive.tend()
  await historyJournal(dataDir, 'live').append([point({ t: now, route: 'spot.NEW-USDT.okx.binance' })])
  clock.leap(5_000)
  expect(await archive.history({ ...question, route: 'spot.NEW-USDT.okx.binance' })).toMatchObject({ recorded: 1 })
  expect(await archive.history(question)).toMatchObject({ recorded: 2 })
})

test('the routes of a segment are known to a server that never saw its journal', async () => {
  await record()
  await open().tend()
  rmSync(journalFolder(dataDir, 'live'), { recursive: true })
  expect(await open().history(question)).toMatchObject({ recorded: 1 })
})

test('what the demo market left is dropped when the market goes live, and nothing is started where it left nothing', async () => {
  open().wentLive()
  expect(started[0]?.isRunning).toBe(false)
  const journal = historyJournal(dataDir, 'demo', { fullBytes: 1 })
  await journal.append([point({ t: now - 2_000 })])
  await journal.append([point({ t: now - 1_000 })])
  const archive = open()
  await archive.tend()
  expect(await archive.history({ ...question, source: 'demo' })).toMatchObject({ recorded: 2 })
  archive.wentLive()
  await expect.poll(() => archive.history({ ...question, source: 'demo' })).toMatchObject({ recorded: 0 })
})

test('an object store keeps it as well', async () => {
  const server = await startObjectServer()
  try {
    await record()
    const archive = open({ kind: 'objects', ...server.place })
    await archive.tend()
    expect([...server.objects.keys()].map((key) => key.slice(0, 13))).toEqual(['history/live/'])
    expect(await archive.history(question)).toMatchObject({ recorded: 2 })
    server.state.isDown = true
    rmSync(join(dataDir, 'archive-cache', 'segments'), { recursive: true })
    expect(await archive.history(question)).toBeNull()
    expect(logs.map(({ event }) => event)).toEqual(['archive-failed'])
    server.state.isDown = false
    expect(await archive.history(question)).toMatchObject({ recorded: 2 })
  } finally {
    await server.stop()
  }
})
