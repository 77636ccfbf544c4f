import { expect, test } from 'vitest'
import type { FindingEvent } from '../market/lifetimes/opportunity-lifecycles.ts'
import { priorOutlook } from '../market/opportunity/outlook.ts'
import type { Route } from '../market/route/route.ts'
import { instrument, Stage } from '../market/testing/stage.ts'
import type { HistoryJournal, HistoryRecord } from '../ports/market/archive.ts'
import { HistoryRecorder } from './history-recorder.ts'

const START = 1_000_000

class ScriptedJournal implements HistoryJournal {
  readonly points: HistoryRecord[] = []
  readonly batches: number[] = []
  cleared = 0
  failure: Error | null = null
  async append(points: readonly HistoryRecord[]) {
    this.appendNow(points)
  }
  appendNow(points: readonly HistoryRecord[]) {
    if (this.failure !== null) throw this.failure
    this.batches.push(points.length)
    this.points.push(...points)
  }
  async clear() {
    this.cleared++
  }
}

/** A market of one pair whose findings go to a recorder. */
function start() {
  const journal = new ScriptedJournal()
  const logs: string[] = []
  const recorder = new HistoryRecorder({
    journal,
    source: 'live',
    outlookOf: priorOutlook,
    hash: (text) => `hash of ${text.length}`,
    log: (level, event) => logs.push(`${level} ${event}`),
  })
  const events: FindingEvent[] = []
  const stage = new Stage({
    onFinding: (event) => {
      events.push(event)
      recorder.record(event)
    },
  })
  stage.list(instrument('okx', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT'))
  const tick = async (now: number) => {
    for (const _ of recorder.writing(now));
    await new Promise((resolve) => setImmediate(resolve))
  }
  const bid = (now: number, price: string) => stage.book(now, 'binance', 'SOLUSDT', price, '102')
  stage.book(START, 'okx', 'SOLUSDT', '99.9', '100')
  return { journal, recorder, logs, stage, tick, bid, events }
}

test('a life is written whole: opened, changed at most once a second, closed', async () => {
  const { journal, tick, bid, events, stage } = start()
  for (let n = 0; n <= 30; n++) {
    stage.book(START + n * 100, 'okx', 'SOLUSDT', '99.9', '100')
    bid(START + n * 100, `101.${10 + n}`)
    await tick(START + n * 100)
  }
  bid(START + 3_050, '99')
  await tick(START + 4_200)
  expect(events.length).toBe(32)
  const told = journal.points.map(({ t, event, reason }) => [t - START, event, reason])
  expect(told).toEqual([
    [0, 'opened', null],
    [1_000, 'changed', null],
    [2_000, 'changed', null],
    [3_000, 'changed', null],
    [3_050, 'closed', 'negative'],
  ])
})

test('a point has the row and the figures of its own evaluation, the hash of its evidence and the best of its books', async () => {
  const { journal, tick, bid, events } = start()
  bid(START, '101.5')
  await tick(START + 1_500)
  const [point] = journal.points
  const row = JSON.parse(point?.row ?? '{}') as Record<string, unknown>
  expect(row).toMatchObject({ id: events[0]?.route.id, state: 'LIVE', source: 'live', symbol: 'SOL/USDT' })
  expect(point).toMatchObject({
    route: row.id,
    mode: 'spot',
    netReturn: row.net_roi,
    netPnl: row.net_pnl,
    size: row.size,
    ageMs: row.age_ms,
    evidenceHash: expect.stringMatching(/^hash of \d{3,}$/),
  })
  expect(JSON.parse(point?.best ?? '[]')).toEqual([
    ['okx', 'spot', 'SOLUSDT', 'buy', '100', '1'],
    ['binance', 'spot', 'SOLUSDT', 'sell', '101.5', '1'],
  ])
})

test('what was told last is never held back: a change that waits is written a second after the one before', async () => {
  const { journal, tick, bid } = start()
  bid(START, '101.1')
  bid(START + 400, '101.2')
  await tick(START + 900)
  expect(journal.points.map(({ t }) => t - START)).toEqual([0])
  await tick(START + 1_100)
  bid(START + 1_400, '101.3')
  await tick(START + 2_000)
  expect(journal.points.map(({ t }) => t - START)).toEqual([0, 400])
  await tick(START + 3_100)
  expect(journal.points.map(({ t }) => t - START)).toEqual([0, 400, 1_400])
})

test('rows of carry stand for hours: their changes are kept once in five seconds', async () => {
  const { journal, tick, bid, events, recorder, stage } = start()
  const asCarry = ({ route, ...rest }: FindingEvent): FindingEvent => ({
    ...rest,
    route: Object.create(route, { id: { value: 'carry' }, mode: { value: 'carry' } }) as Route,
  })
  for (let second = 0; second <= 12; second++) {
    stage.book(START + second * 1_000, 'okx', 'SOLUSDT', '99.9', '100')
    bid(START + second * 1_000, `101.${10 + second}`)
    recorder.record(asCarry(events.at(-1) as FindingEvent))
    await tick(START + second * 1_000)
  }
  const told = journal.points.filter(({ route }) => route === 'carry').map(({ t, event }) => [t - START, event])
  expect(told).toEqual([
    [0, 'opened'],
    [5_000, 'changed'],
    [10_000, 'changed'],
  ])
})

test('on a stop everything that waits is written at once', async () => {
  const { journal, recorder, bid } = start()
  bid(START, '101.1')
  bid(START + 400, '101.2')
  await recorder.stop(START + 500)
  expect(journal.points.map(({ event }) => event)).toEqual(['opened', 'changed'])
  bid(START + 600, '101.3')
  await recorder.stop(START + 700)
  expect(journal.points.length).toBe(2)
})

test('a market that is over is forgotten, also what was not written yet', async () => {
  const { journal, recorder, bid, tick } = start()
  bid(START, '101.1')
  recorder.drop()
  bid(START + 2_000, '101.2')
  await tick(START + 3_000)
  await recorder.stop(START + 4_000)
  expect([journal.points, journal.cleared]).toEqual([[], 1])
})

test('a disk that fails is told of once a minute, what was lost is counted, and the next is written', async () => {
  const { journal, recorder, logs, bid, tick } = start()
  journal.failure = new Error('no space left')
  bid(START, '101.1')
  await tick(START + 1_000)
  bid(START + 2_000, '101.2')
  await tick(START + 3_000)
  expect([recorder.lost, logs]).toEqual([2, ['error history-not-written']])
  journal.failure = null
  bid(START + 4_000, '101.3')
  await tick(START + 5_000)
  expect([journal.batches, recorder.lost]).toEqual([[1], 2])
})

test('where nothing is kept nothing is done', async () => {
  const { events, bid } = start()
  const recorder = new HistoryRecorder({
    journal: null,
    source: 'live',
    outlookOf: priorOutlook,
    hash: () => {
      throw new Error('asked for a hash')
    },
    log: () => undefined,
  })
  bid(START, '101.1')
  for (const event of events) recorder.record(event)
  expect([...recorder.writing(START + 5_000)]).toEqual([])
  await recorder.stop(START + 6_000)
})
