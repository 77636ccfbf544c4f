import { expect, test } from 'vitest'
import { drain } from './drain.ts'
import { StopSignals } from './stop-signals.ts'
import { ownTime } from './testing/own-time.ts'
import { row } from './testing/rows.ts'
import { SseReader } from './testing/sse-reader.ts'
import { eventually, startTestServer } from './testing/test-server.ts'

const ID = 'spot.SOL-USDT.okx.binance'

test('[L1] a draining server is not ready, answers its open requests and tells streams to reconnect', async () => {
  const server = await startTestServer()
  server.scripted.publish({ rows: [row(ID)] })
  await eventually(async () => (await server.get('/readyz')).status === 200)
  const reader = new SseReader(server.origin)
  await eventually(() => reader.of('snapshot').length === 1)
  let answer: (evidence: { kind: 'closed' }) => void = () => undefined
  server.board.evidence = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const inHand = server.get(`/api/opportunities/${ID}/evidence`)
  await eventually(() => server.inFlight() === 2)

  const drained = drain(server, server.clock)
  const ready = await server.get('/readyz')
  expect([ready.status, await ready.json(), ready.headers.get('connection')]).toEqual([
    503,
    { market: 'draining', database: 'ready', keys: 'none' },
    'close',
  ])
  await eventually(() => reader.isEnded)
  expect(reader.other.at(-1)).toMatch(/^retry: \d+$/)
  await expect(server.get('/healthz')).rejects.toThrow()
  answer({ kind: 'closed' })
  expect((await inHand).status).toBe(404)
  expect(await drained).toBe(true)
  await server.stop()
})

test('[L2] a request that never ends is cut off after ten seconds, and `drain` returns false', async () => {
  const server = await startTestServer()
  server.board.evidence = () => new Promise(() => undefined)
  const stuck = server.get(`/api/opportunities/${ID}/evidence`).then(
    () => 'answered',
    () => 'cut',
  )
  await eventually(() => server.inFlight() === 1)
  const drained = drain(server, server.clock)
  const begun = server.clock.now()
  let isDone = false
  void drained.then(() => {
    isDone = true
  })
  await eventually(() => {
    if (!isDone) server.clock.advance(200)
    return isDone
  })
  expect(await drained).toBe(false)
  expect(await stuck).toBe('cut')
  expect(server.clock.now() - begun).toBeLessThan(15_000)
  await server.stop()
})

test('an idle connection does not delay the end', async () => {
  const server = await startTestServer()
  await server.get('/healthz')
  const begun = ownTime()
  expect(await drain(server, server.clock)).toBe(true)
  expect(ownTime() - begun).toBeLessThan(3_000)
  await server.stop()
})

test('[L2] the echo of a signal is no second signal; a later signal ends the process at once', () => {
  const signals = new StopSignals()
  expect([0, 3, 500, 501, 9_000].map((at) => signals.take(1_000 + at))).toEqual([
    'stop',
    'same',
    'same',
    'force',
    'force',
  ])
})
