import { afterEach, expect, test } from 'vitest'
import { SseReader } from './testing/sse-reader.ts'
import { eventually, jsonOf, type Refusal, startTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
afterEach(() => server.stop())

test('[C5] when every turn of the event loop is late, lists and new streams are given up; health and status are not', async () => {
  let lateMs = 21
  const loopDelay = {
    get mean() {
      return lateMs * 1e6
    },
    percentile: () => 2 * lateMs * 1e6,
    reset: () => undefined,
    enable: () => true,
    disable: () => true,
  }
  server = await startTestServer({ loopDelay })
  const alarms = () => server.logged.filter(({ msg }) => msg === 'event-loop-slow')
  server.clock.advance(10_000)
  expect((await server.get('/api/arbitrage-opportunities')).status).toBe(200)
  expect(alarms()).toEqual([])

  lateMs = 400
  server.clock.advance(1_000)
  for (const path of ['/api/arbitrage-opportunities', '/api/crypto-prices', '/api/stream']) {
    const answer = await server.get(path)
    expect([answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([503, 'unavailable'])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  for (const path of ['/healthz', '/api/status', '/']) expect((await server.get(path)).status).toBe(200)
  server.clock.advance(30_000)
  expect(alarms()).toEqual([expect.objectContaining({ alarm: true, p99Ms: 800 })])

  lateMs = 21
  server.clock.advance(1_000)
  expect((await server.get('/api/arbitrage-opportunities')).status).toBe(200)
})

test('[C1] over a real socket: a reader that takes nothing is cut off, and the others do not notice', async () => {
  const { connect } = await import('node:net')
  const { row } = await import('./testing/rows.ts')
  server = await startTestServer({ liveForAll: true })
  const rows = (round: number) =>
    Array.from({ length: 400 }, (_, at) => row(`spot.C${at}-USDT.okx.kraken`, { net_pnl: round }))
  server.scripted.publish({ rows: rows(0) })
  await eventually(() => server.board.view(true).lists.spot.rows.length === 400)
  const deaf = connect(server.port, '127.0.0.1', () => deaf.write('GET /api/stream HTTP/1.1\r\nhost: x\r\n\r\n'))
  let isCut = false
  deaf.on('close', () => {
    isCut = true
  })
  deaf.on('error', () => {
    isCut = true
  })
  deaf.pause()
  const quick = new SseReader(server.origin)
  await eventually(() => server.inFlight() === 2 && quick.of('snapshot').length === 1)
  let round = 0
  await eventually(async () => {
    server.clock.advance(300)
    server.scripted.publish({ rows: rows(++round) })
    await new Promise((resolve) => setTimeout(resolve, 5))
    return server.inFlight() === 1
  }, 20_000)
  await eventually(() => quick.of('delta').length >= round - 1)
  expect(quick.of('snapshot')).toHaveLength(1)
  deaf.resume()
  await eventually(() => isCut)
  quick.cut()
}, 60_000)
