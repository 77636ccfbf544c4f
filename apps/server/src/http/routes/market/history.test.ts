import { PATHS, RouteHistory } from '@makas/contract'
import { afterEach, expect, test } from 'vitest'
import type { History, HistoryQuestion } from '../../../app/ports/market/archive.ts'
import { jsonOf, type Refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

const ID = 'spot.SOL-USDT.okx.binance'
const HOUR_MS = 3_600_000
const HASH = 'ab'.repeat(32)

let server: TestServer
afterEach(() => server.stop())

/** An archive with a fixed answer that records the questions. */
function archive(answer: History | null = { recorded: 0, points: [] }) {
  const asked: HistoryQuestion[] = []
  const reader = {
    answer,
    asked,
    history: async (question: HistoryQuestion) => {
      asked.push(question)
      return reader.answer
    },
  }
  return reader
}

const get = (query = '', id = ID) => server.get(`${PATHS.history(id)}${query}`)

test('the history of a route is told as it was recorded', async () => {
  const t = Date.parse('2026-11-23T10:00:00Z')
  const figures = { netReturn: 0.41, netPnl: 12.5, size: 30, ageMs: 120, evidenceHash: HASH }
  const history = archive({
    recorded: 7,
    points: [
      { t, event: 'opened', reason: null, ...figures },
      { t: t + 90_000, event: 'closed', reason: 'negative', ...figures, netReturn: null },
    ],
  })
  server = await startTestServer({ history, liveForAll: true })
  const answer = await get()
  expect([answer.status, answer.headers.get('x-makas-source')]).toEqual([200, 'live'])
  const told = RouteHistory.parse(await answer.json())
  expect(told).toMatchObject({ id: ID, source: 'live', recorded: 7 })
  expect(told.points).toEqual([
    {
      t: '2026-11-23T10:00:00.000Z',
      event: 'opened',
      reason: null,
      net_return: 0.41,
      net_pnl: 12.5,
      size: 30,
      age_ms: 120,
      evidence_hash: HASH,
    },
    expect.objectContaining({ t: '2026-11-23T10:01:30.000Z', event: 'closed', reason: 'negative', net_return: null }),
  ])
  expect(Date.parse(told.to) - Date.parse(told.from)).toBe(24 * HOUR_MS)
})

test('the archive is asked for the market that is shown, as far back as is wanted, once in five seconds', async () => {
  const history = archive()
  server = await startTestServer({ history, liveForAll: true, source: 'demo' })
  await Promise.all([get('?hours=6'), get('?hours=6'), get()])
  server.clock.advance(2_000)
  await get('?hours=6')
  expect(history.asked.map(({ source, route, from, to }) => [source, route, (to - from) / HOUR_MS])).toEqual([
    ['demo', ID, 6],
    ['demo', ID, 24],
  ])
  server.clock.advance(5_000)
  expect((await get('?hours=6')).headers.get('x-makas-source')).toBe('demo')
  expect(history.asked.length).toBe(3)
})

test('an address that asks for route after route keeps no other reader waiting, and is told to come back', async () => {
  const open: (() => void)[] = []
  let most = 0
  const asked: string[] = []
  const history = {
    history: ({ route }: HistoryQuestion) => {
      asked.push(route)
      return new Promise<History>((resolve) => {
        open.push(() => resolve({ recorded: 0, points: [] }))
        most = Math.max(most, open.length)
      })
    },
  }
  server = await startTestServer({ history, trustProxy: ['127.0.0.1'] })
  const from = (address: string, id: string) => server.get(PATHS.history(id), { 'x-forwarded-for': address })
  const flood = Array.from({ length: 80 }, (_, at) => from('203.0.113.1', `spot.C${at}-USDT.okx.binance`))
  await expect.poll(() => open.length).toBe(2)
  // Waits until those beyond the room are refused, so that the reader comes to a full house.
  const statuses: number[] = []
  for (const one of flood) void one.then(({ status }) => statuses.push(status))
  await expect.poll(() => statuses.length).toBe(80 - 2 - 32)
  const reader = from('198.51.100.1', ID)
  await expect.poll(() => statuses.length).toBe(80 - 2 - 31)
  for (let turn = 0; turn < 3; turn++) {
    const before = asked.length
    open.shift()?.()
    await expect.poll(() => asked.length).toBeGreaterThan(before)
  }
  expect(asked.indexOf(ID)).toBeLessThanOrEqual(4)
  const answering = setInterval(() => open.shift()?.(), 1)
  expect((await reader).status).toBe(200)
  await Promise.all(flood)
  clearInterval(answering)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(most).toBe(2)
})

test('visitors get nothing newer than their list', async () => {
  const history = archive()
  server = await startTestServer({ history })
  const before = server.clock.now()
  const answer = await get()
  expect(answer.headers.get('x-makas-source')).toBe('cache')
  expect((history.asked[0]?.to ?? Number.NaN) - before).toBeLessThanOrEqual(-4_000)
})

test.each([
  ['?hours=0', 'hours'],
  ['?hours=169', 'hours'],
  ['?hours=1.5', 'hours'],
  ['?hours=-1', 'hours'],
  ['?hours=', 'hours'],
  ['?hours=bir', 'hours'],
  ['?hours=1e2000', 'hours'],
  ['?hours=1&hours=2', 'hours'],
])('hours that are none (%s) are refused in words, and nobody is asked', async (query, field) => {
  const history = archive()
  server = await startTestServer({ history })
  const answer = await get(query)
  const { code, detail, fields } = await jsonOf<Refusal>(answer)
  expect([answer.status, code, detail]).toEqual([400, 'validation', 'Gönderilen bilgiler geçerli değil.'])
  expect(Object.keys(fields ?? {})).toEqual([field])
  expect(history.asked).toEqual([])
})

test.each(["x' OR 1=1 --", 'a/b', 'ş', 'a'.repeat(129), ' '])('an id that is none (%s) asks nobody', async (id) => {
  const history = archive()
  server = await startTestServer({ history })
  expect((await get('', id)).status).toBe(400)
  expect(history.asked).toEqual([])
})

test('a silent archive is a 503 with a time to come back, and the next request asks again', async () => {
  const history = archive(null)
  server = await startTestServer({ history })
  const answer = await get()
  expect([answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([503, 'unavailable'])
  expect(answer.headers.get('retry-after')).toBe('2')
  history.answer = { recorded: 0, points: [] }
  expect((await get()).status).toBe(200)
})

test.each([
  ['no history is kept', {}],
  ['a recording is shown', { history: archive(), source: 'replay' as const }],
])('where %s it is empty, which is no failure', async (_why, options) => {
  server = await startTestServer(options)
  const answer = await get()
  expect([answer.status, RouteHistory.parse(await answer.json()).points]).toEqual([200, []])
})
