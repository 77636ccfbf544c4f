import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { CryptoPrices, MarketStats, OpportunityRows, SpotAnswer, Status } from '@makas/contract'
import { afterEach, expect, test } from 'vitest'
import { ROUTES } from '../../calls/route-table.ts'
import { type Row, row } from '../../testing/rows.ts'
import { type Script, ScriptedEngine } from '../../testing/scripted-engine.ts'
import {
  eventually,
  jsonOf,
  type Refusal,
  settle,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts'

const LIST = '/api/arbitrage-opportunities'
const SOL = row('spot.SOL-USDT.okx.binance')
const BTC = row('spot.BTC-USDT.kraken.bybit', { net_roi: 0.2 })

let server: TestServer
afterEach(() => server.stop())

const list = async () => OpportunityRows.parse(await (await server.get(LIST)).json())
const ids = async () => (await list()).map(({ id }) => id)
/** Lets the server's clock run while the engine goes on publishing. */
async function pass(seconds: number, script: Script): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    server.clock.advance(1_000)
    server.scripted.publish(script)
    await settle()
  }
}
const shows = (count: number) => eventually(async () => (await list()).length === count)

test('[CALL-03] the list is a plain array of rows in the order of the engine, with its source and age', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL, BTC] })
  await shows(2)
  const answer = await server.get(LIST)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-makas-source')).toBe('cache')
  const ageMs = server.clock.now() - Date.parse(answer.headers.get('x-makas-as-of') ?? '')
  expect(ageMs).toBeGreaterThanOrEqual(400)
  expect(ageMs).toBeLessThan(10_000)
  expect(OpportunityRows.parse(await answer.json())).toEqual([SOL, BTC])
})

test('[CALL-06] [CALL-07] stats and prices come from the same state', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  const stats = await server.get('/api/market-stats')
  expect(MarketStats.parse(await stats.json())).toMatchObject({ active_exchanges: 4, total_opportunities: 1 })
  const prices = await server.get('/api/crypto-prices')
  expect(CryptoPrices.parse(await prices.json())).toEqual([expect.objectContaining({ symbol: 'SOL', price_usdt: 100 })])
  expect(prices.headers.get('x-makas-as-of')).toBe(stats.headers.get('x-makas-as-of'))
})

test('an empty list is served at once, and the status says why it is empty', async () => {
  server = await startTestServer({ source: null })
  expect(await list()).toEqual([])
  const status = Status.parse(await (await server.get('/api/status')).json())
  expect(status).toMatchObject({ source: null, engine: { state: 'starting', reason: 'choosing-source' } })
  const ready = await server.get('/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({ market: 'starting', database: 'ready', keys: 'none' })
  expect((await server.get('/healthz')).status).toBe(200)
})

test('a client that has the list gets 304, and a changed list in full', async () => {
  server = await startTestServer({ liveForAll: true })
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  const etag = (await server.get(LIST)).headers.get('etag') ?? ''
  for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
    const again = await server.get(LIST, { 'if-none-match': known })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('x-makas-source')).toBe('live')
  }
  server.scripted.publish({ rows: [SOL, BTC] })
  await shows(2)
  expect((await server.get(LIST, { 'if-none-match': etag })).status).toBe(200)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip;q=0.5, br;q=0', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
] as const)('to a client that takes %s the list goes as %s', async (accepted, encoding, unpack) => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL, BTC, row('spot.A-USDT.okx.kraken'), row('spot.B-USDT.okx.kraken')] })
  await shows(4)
  const { request } = await import('node:http')
  const [headers, bytes] = await new Promise<[Record<string, unknown>, Buffer]>((resolve, reject) => {
    request(server.origin + LIST, { headers: { 'accept-encoding': accepted } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece))
      answer.on('end', () => resolve([answer.headers, Buffer.concat(pieces)]))
    })
      .on('error', reject)
      .end()
  })
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(bytes.length),
    vary: 'accept-encoding',
  })
  expect(OpportunityRows.parse(JSON.parse(unpack(bytes).toString()))).toHaveLength(4)
})

test('HEAD answers like GET without the body', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  const head = await fetch(server.origin + LIST, { method: 'HEAD' })
  const get = await server.get(LIST)
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const name of ['etag', 'content-length', 'content-type', 'x-makas-source', 'x-makas-as-of']) {
    expect(head.headers.get(name)).toBe(get.headers.get(name))
  }
})

test('visitors see the list that was frozen last, renewed every five seconds', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  server.scripted.publish({ rows: [SOL, BTC] })
  await settle()
  expect(await ids()).toEqual([SOL.id])
  await pass(5, { rows: [SOL, BTC] })
  await shows(2)
})

test('a bearer that nobody issued does not open the live list', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  const answer = await server.get(LIST, { authorization: 'Bearer x.y.z' })
  expect([answer.status, answer.headers.get('x-makas-source')]).toEqual([200, 'cache'])
})

test.each(['demo', 'replay'] as const)('a %s market says so to everybody', async (source) => {
  server = await startTestServer({ source, liveForAll: source === 'demo' })
  expect((await server.get(LIST)).headers.get('x-makas-source')).toBe(source)
  server.scripted.publish({ rows: [SOL], source })
  await shows(1)
  expect((await server.get(LIST)).headers.get('x-makas-source')).toBe(source)
})

test('[F24] [L5] with the engine gone visitors keep the last list, aged, until it is 90 s old; then it is empty', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  server.scripted.crash()
  server.clock.advance(60_000)
  const [aged] = await list()
  expect(aged?.age_ms).toBeGreaterThanOrEqual(SOL.age_ms + 55_000)
  expect(aged?.expires_in_ms).toBeLessThanOrEqual(SOL.expires_in_ms - 55_000)
  expect(await (await server.get('/readyz')).json()).toMatchObject({ market: 'cache' })
  server.clock.advance(30_000)
  const answer = await server.get(LIST)
  expect([answer.status, await answer.json()]).toEqual([200, []])
  expect(MarketStats.parse(await (await server.get('/api/market-stats')).json()).total_opportunities).toBe(0)
  expect((await server.get('/readyz')).status).toBe(200)
})

test('an engine that is back has said nothing yet: the status of the lost engine is not its status', async () => {
  const engines: ScriptedEngine[] = []
  server = await startTestServer({
    engineThread: () => {
      const next = new ScriptedEngine(Date.now)
      next.answers = engines.length === 0
      engines.push(next)
      return next
    },
  })
  engines[0]?.publish({ rows: [SOL] })
  await shows(1)
  engines[0]?.crash()
  server.clock.advance(300)
  await eventually(() => engines.length === 2)
  expect(Status.parse(await (await server.get('/api/status')).json()).engine.state).not.toBe('ready')
  expect(await (await server.get('/readyz')).json()).toMatchObject({ market: 'cache' })
})

test('[F24] a reader at the moment at which a machine wakes gets no row that grew too old meanwhile', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  server.scripted.crash()
  server.clock.leap(91_000)
  expect(await list()).toEqual([])
})

test('[F24] a list outlasts a moment without exchanges, but not 90 s', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  await pass(85, { rows: [], ready: false })
  expect((await list()).map(({ id, age_ms }) => [id, age_ms > 75_000 && age_ms <= 90_000])).toEqual([[SOL.id, true]])
  await pass(6, { rows: [], ready: false })
  await shows(0)
})

test('the first live reader of a mode waits for its rows, and sees none if they do not come', async () => {
  server = await startTestServer({ liveForAll: true })
  const unread = ['spot', 'tri'] as const
  server.scripted.publish({ rows: [], unread })
  await eventually(() => server.board.view(true).unread.length === 2)
  const waiting = server.get(LIST)
  await eventually(() => server.scripted.requests.some((one) => one.kind === 'viewers' && one.modes.includes('spot')))
  server.scripted.publish({ rows: [], unread })
  server.scripted.publish({ rows: [SOL], unread: ['tri'] })
  expect(await jsonOf<Row[]>(await waiting)).toMatchObject([{ id: SOL.id }])
  const never = server.get('/api/triangular-opportunities')
  await eventually(() => server.scripted.requests.some((one) => one.kind === 'viewers' && one.modes.includes('tri')))
  server.clock.advance(2_000)
  expect(await jsonOf(await never)).toEqual([])
})

test('live viewers never see rows of a silent engine', async () => {
  server = await startTestServer({ liveForAll: true })
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  server.clock.advance(3_100)
  expect(await ids()).toEqual([])
  const status = Status.parse(await (await server.get('/api/status')).json())
  expect(status).toMatchObject({ engine: { state: 'down', reason: 'engine-restarting' } })
  expect(status.exchanges).toEqual([expect.objectContaining({ state: 'down', books_live: 0, age_p50_ms: null })])
})

const evidence = (id: string) => server.get(`/api/opportunities/${id}/evidence`)

test('visitors get the evidence of their own list', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  server.scripted.publish({ rows: [BTC] })
  await settle()
  const answer = await evidence(SOL.id)
  expect([answer.status, answer.headers.get('x-makas-source')]).toEqual([200, 'cache'])
  expect(SpotAnswer.shape.row.parse((await jsonOf<{ row: Row }>(answer)).row)).toEqual(SOL)
  expect((await evidence(BTC.id)).status).toBe(404)
})

test('evidence of a closed row stays five minutes, then it is gone', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  const closed = JSON.stringify({ row: { ...SOL, state: 'CLOSED' }, evidence: {} })
  await pass(5, { rows: [], closed: { [SOL.id]: closed } })
  await shows(0)
  expect((await jsonOf<{ row: Row }>(await evidence(SOL.id))).row.state).toBe('CLOSED')
  await pass(290, { rows: [] })
  expect((await evidence(SOL.id)).status).toBe(200)
  await pass(15, { rows: [] })
  const answer = await evidence(SOL.id)
  expect([answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([404, 'opportunity-closed'])
})

test('a row whose engine was lost is closed in its evidence once the list is too old', async () => {
  server = await startTestServer()
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  server.scripted.crash()
  server.clock.advance(95_000)
  expect((await jsonOf<{ row: Row }>(await evidence(SOL.id))).row.state).toBe('CLOSED')
})

test('live viewers get the evidence of the newest evaluation, and 503 while the engine does not answer', async () => {
  server = await startTestServer({ liveForAll: true })
  server.scripted.publish({ rows: [SOL] })
  await shows(1)
  server.scripted.publish({ rows: [{ ...SOL, net_pnl: 9 }] })
  await eventually(async () => (await jsonOf<{ row: Row }>(await evidence(SOL.id))).row.net_pnl === 9)
  expect((await evidence('spot.XRP-USDT.okx.binance')).status).toBe(404)
  server.scripted.answers = false
  const answer = await evidence(SOL.id)
  expect([answer.status, (await jsonOf<Refusal>(answer)).code]).toEqual([503, 'unavailable'])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the metrics hold the event loop, the requests and the figures of the engine', async () => {
  server = await startTestServer()
  await server.get(LIST)
  const text = await (await server.get('/metrics')).text()
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(
    /^makas_http_requests_total\{route="\/api\/arbitrage-opportunities",method="GET",status="200"\} 1$/m,
  )
  expect(text).toMatch(/^makas_engine_up 1$/m)
  expect(text).toMatch(/^makas_books 7$/m)
})

test('the description of the API names every call and is a valid document', async () => {
  server = await startTestServer()
  const answer = await server.get('/api/openapi.json')
  const description = await jsonOf<{ openapi: string; paths: object }>(answer)
  expect(description.openapi).toBe('3.1.0')
  const calls = ROUTES.map(({ path }) => path.replace(':id', '{id}')).filter((path) => !/openapi|\*/.test(path))
  expect(Object.keys(description.paths).sort()).toEqual([...new Set(calls)].sort())
})
