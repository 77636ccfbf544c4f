import { afterEach, expect, test } from 'vitest'
import { SseReader } from '../testing/sse-reader.ts'
import { eventually, jsonOf, type Refusal, settle, startTestServer, type TestServer } from '../testing/test-server.ts'
import { startUserServer } from '../testing/user-server.ts'

let server: TestServer
afterEach(() => server.stop())

/** An event loop delay histogram with this mean and percentile, in ms. */
const late = (meanMs: () => number, percentileMs = () => 0) => ({
  get mean() {
    return meanMs() * 1e6
  },
  percentile: () => percentileMs() * 1e6,
  reset: () => undefined,
  enable: () => true,
  disable: () => true,
})

test('[C5] when every turn of the event loop is late, lists and new streams are given up; health and status are not', async () => {
  let lateMs = 21
  const loopDelay = late(
    () => lateMs,
    () => 2 * lateMs,
  )
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
  const { row } = await import('../testing/rows.ts')
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
    await settle()
    return server.inFlight() === 1
  })
  await eventually(() => quick.of('delta').length >= round - 1)
  expect(quick.of('snapshot')).toHaveLength(1)
  deaf.resume()
  await eventually(() => isCut)
  quick.cut()
})

test('[C5] lists of visitors are given up first, then personalised ones, then those of admins; the rest never', async () => {
  // The default leaves pressure as it is; a delay set by a step counts for one sample.
  let nextMs = 300
  const loopDelay = late(() => {
    const lateMs = nextMs
    nextMs = 300
    return lateMs
  })
  server = await startUserServer({ loopDelay })
  const LIST = '/api/arbitrage-opportunities'
  const bearer = { authorization: 'Bearer none' }
  const isGivenUp = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answers: boolean[] = []
    for (let call = 0; call < 4; call++) {
      const answer = await fetch(server.origin + path, { method, headers })
      const isRefusal = answer.headers.get('content-type')?.startsWith('application/') === true
      const code = isRefusal ? (await jsonOf<Partial<Refusal>>(answer)).code : null
      answers.push(answer.status === 503 && code === 'unavailable' && answer.headers.get('retry-after') !== null)
    }
    return answers.filter(Boolean).length / answers.length
  }
  const givenUp = async () => ({
    visitors: await isGivenUp(LIST),
    personal: [await isGivenUp(LIST, bearer), await isGivenUp('/api/personalized-arbitrage', bearer)],
    admin: await isGivenUp('/api/admin/users', bearer),
    never: [
      await isGivenUp('/healthz'),
      await isGivenUp('/api/auth/login', {}, 'POST'),
      await isGivenUp('/api/auth/logout', {}, 'POST'),
      await isGivenUp('/api/api-keys/1', bearer, 'DELETE'),
    ],
  })
  const NONE = { visitors: 0, personal: [0, 0], admin: 0, never: [0, 0, 0, 0] }
  expect(await givenUp()).toEqual(NONE)
  const later = () => {
    nextMs = 325
    server.clock.advance(1_000)
  }
  later()
  expect(await givenUp()).toEqual({ ...NONE, visitors: 0.25 })
  for (let step = 0; step < 3; step++) later()
  expect(await givenUp()).toEqual({ ...NONE, visitors: 1 })
  for (let step = 0; step < 4; step++) later()
  expect(await givenUp()).toEqual({ ...NONE, visitors: 1, personal: [1, 1] })
  for (let step = 0; step < 9; step++) later()
  expect(await givenUp()).toEqual({ ...NONE, visitors: 1, personal: [1, 1], admin: 1 })
})

test('[C5] one long stall gives up the first kind alone, and a quiet second takes it back', async () => {
  let lateMs = 2_000
  const loopDelay = late(() => lateMs)
  server = await startUserServer({ loopDelay })
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(`${server.origin}/api/arbitrage-opportunities`, { headers })).status
  server.clock.advance(1_000)
  expect([await statusOf({}), await statusOf({ authorization: 'Bearer none' })]).toEqual([503, 200])
  lateMs = 20
  server.clock.advance(1_000)
  expect(await statusOf({})).toBe(200)
})
