import { Status, StreamDelta, StreamSnapshot } from '@makas/contract'
import { afterEach, expect, test } from 'vitest'
import { row } from '../testing/rows.ts'
import type { Script } from '../testing/scripted-engine.ts'
import { SseReader } from '../testing/sse-reader.ts'
import { eventually, jsonOf, type Refusal, settle, startTestServer, type TestServer } from '../testing/test-server.ts'

const SOL = row('spot.SOL-USDT.okx.binance')
const BTC = row('spot.BTC-USDT.kraken.bybit')

let server: TestServer
const readers: SseReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.cut()
  await server.stop()
})

function read(headers: Record<string, string> = {}): SseReader {
  const reader = new SseReader(server.origin, headers)
  readers.push(reader)
  return reader
}
const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id)
async function publish(script: Script): Promise<void> {
  server.clock.advance(300)
  server.scripted.publish(script)
  await settle()
}
async function live(script: Script): Promise<SseReader> {
  server = await startTestServer({ liveForAll: true })
  await publish(script)
  const reader = read()
  await eventually(() => reader.of('snapshot').length === 1 && reader.of('status').length > 0)
  return reader
}

test('a live reader gets one snapshot, the status, and then only what changed', async () => {
  const reader = await live({ rows: [SOL] })
  expect(reader.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  const [snapshot] = reader.of('snapshot')
  expect(StreamSnapshot.parse(snapshot?.data)).toMatchObject({ version: snapshot?.id, source: 'live', rows: [SOL] })
  const [status] = reader.of('status')
  expect(Status.parse(status?.data).engine.state).toBe('ready')
  // The status carries the version of the last list event, so resuming from it misses nothing of the list.
  expect(status?.id).toBe(snapshot?.id)

  await publish({ rows: [SOL, BTC] })
  await publish({ rows: [SOL, BTC] })
  await publish({ rows: [{ ...BTC, net_pnl: 9 }] })
  await eventually(() => reader.of('delta').length >= 2)
  const deltas = reader.of('delta').map(({ id, data }) => ({ id, delta: StreamDelta.parse(data) }))
  expect(deltas.map(({ delta }) => [idsOf(delta.upsert), delta.remove])).toEqual([
    [[BTC.id], []],
    [[BTC.id], [SOL.id]],
  ])
  for (const { id, delta } of deltas) expect(delta.version).toBe(id)
  expect(new Set(deltas.map(({ id }) => id)).size).toBe(2)
})

test('changes within 250 ms come as one', async () => {
  const reader = await live({ rows: [] })
  await publish({ rows: [SOL] })
  for (let pnl = 1; pnl <= 5; pnl++) server.scripted.publish({ rows: [{ ...SOL, net_pnl: pnl }, BTC] })
  await eventually(() => reader.of('delta').length === 2)
  const { upsert } = StreamDelta.parse(reader.of('delta').at(-1)?.data)
  expect(upsert.map(({ id, net_pnl }) => [id, net_pnl])).toEqual([
    [SOL.id, 5],
    [BTC.id, BTC.net_pnl],
  ])
})

test('a quiet live list still shows a sign of life within the five seconds of the page', async () => {
  const reader = await live({ rows: [SOL] })
  await publish({ rows: [SOL] })
  for (let passed = 0; passed < 4_200; passed += 300) await publish({ rows: [SOL] })
  await eventually(() => reader.of('delta').length >= 2)
  expect(StreamDelta.parse(reader.of('delta').at(-1)?.data)).toMatchObject({ upsert: [], remove: [] })
})

test('a reader that comes back gets exactly the changes that it missed', async () => {
  const first = await live({ rows: [SOL] })
  await publish({ rows: [SOL, BTC] })
  await eventually(() => first.of('delta').length === 1)
  const seen = first.of('delta')[0]?.id ?? ''
  first.cut()
  await publish({ rows: [BTC] })
  await publish({ rows: [{ ...BTC, net_pnl: 1 }] })
  const second = read({ 'last-event-id': seen })
  await eventually(() => second.of('delta').length === 2)
  expect(second.of('snapshot')).toEqual([])
  expect(second.of('delta').map(({ data }) => [idsOf(data.upsert), data.remove])).toEqual([
    [[], [SOL.id]],
    [[BTC.id], []],
  ])
})

test.each(['nonsense', 'lzzz.3', 'l.', '999999999', '-1', 'ş'.normalize('NFD'), 'x'.repeat(5_000)])(
  'from a version that is not kept (%#) a reader resumes with a snapshot',
  async (lastId) => {
    await live({ rows: [SOL] })
    const reader = read({ 'last-event-id': Buffer.from(lastId).toString('latin1') })
    await eventually(() => reader.of('snapshot').length === 1)
    expect(reader.of('delta')).toEqual([])
  },
)

test('after more than a minute away a reader resumes with a snapshot', async () => {
  const first = await live({ rows: [SOL] })
  const seen = first.of('snapshot')[0]?.id ?? ''
  first.cut()
  for (let passed = 0; passed < 70; passed++) {
    server.clock.advance(1_000)
    await publish({ rows: [{ ...SOL, net_pnl: passed }] })
  }
  const reader = read({ 'last-event-id': seen })
  await eventually(() => reader.of('snapshot').length === 1)
})

test('a visitor gets one snapshot each five seconds and no change in between', async () => {
  server = await startTestServer()
  await publish({ rows: [SOL] })
  const reader = read()
  await eventually(() => reader.of('snapshot').length === 1)
  expect(StreamSnapshot.parse(reader.of('snapshot')[0]?.data)).toMatchObject({ source: 'cache', rows: [SOL] })
  for (let passed = 0; passed < 10_500; passed += 300) await publish({ rows: [SOL, { ...BTC, net_pnl: passed }] })
  await eventually(() => reader.of('snapshot').length >= 3)
  expect(reader.of('snapshot')).toHaveLength(3)
  expect(reader.of('delta')).toEqual([])
  expect(new Set(reader.of('snapshot').map(({ id }) => id)).size).toBe(3)
})

test('[L5] with the engine gone live readers lose their rows at once and are told why; then it goes on', async () => {
  const reader = await live({ rows: [SOL] })
  server.scripted.crash()
  await eventually(() => reader.of('snapshot').length === 2)
  expect(reader.of('snapshot')[1]?.data.rows).toEqual([])
  await eventually(() =>
    reader.of('status').some(({ data }) => Status.parse(data).engine.reason === 'engine-restarting'),
  )
  await eventually(() => server.engines.length === 2)
  await publish({ rows: [SOL, BTC] })
  await eventually(() => idsOf(reader.of('delta').at(-1)?.data.upsert ?? []).length === 2)
  await eventually(() => Status.parse(reader.of('status').at(-1)?.data).engine.state === 'ready')
})

test('a stream sends a heartbeat every 15 s', async () => {
  const reader = await live({ rows: [SOL] })
  for (let passed = 0; passed < 50_000; passed += 1_000) {
    server.clock.advance(1_000)
    server.scripted.publish({ rows: [SOL] })
    await settle()
  }
  await eventually(() => reader.other.length === 3)
  expect(reader.other).toEqual([':', ':', ':'])
})

test('closing the server ends every stream with a time to come back', async () => {
  const reader = await live({ rows: [SOL] })
  const other = read()
  await eventually(() => other.of('snapshot').length === 1)
  await server.app.close()
  await eventually(() => reader.isEnded && other.isEnded)
  expect([reader.other.at(-1), other.other.at(-1)]).toEqual(['retry: 500', 'retry: 600'])
})

test('a mode that is not served, or served twice, is refused in words', async () => {
  server = await startTestServer()
  for (const query of ['?mode=futures', '?mode=Spot', '?mode=', '?mode=spot&mode=spot', '?mode=%00']) {
    const answer = await server.get(`/api/stream${query}`)
    expect([query, answer.status, await answer.json()]).toEqual([
      query,
      400,
      expect.objectContaining({ code: 'validation', fields: { mode: 'Şunlardan biri olmalı: spot, carry, tri.' } }),
    ])
  }
})

test('an address that holds as many streams as it may is refused another until one ends', async () => {
  server = await startTestServer({ rateLimitScale: 0.004 })
  const [one, two] = [read(), read()]
  await eventually(() => one.status === 200 && two.status === 200)
  const third = await server.get('/api/stream')
  expect([third.status, (await jsonOf<Refusal>(third)).code, third.headers.get('retry-after')]).toEqual([
    429,
    'rate-limited',
    '10',
  ])
  one.cut()
  await eventually(async () => {
    const answer = await fetch(`${server.origin}/api/stream`)
    await answer.body?.cancel()
    return answer.status === 200
  })
})

test('[C2] a reader that acknowledges nothing at two heartbeats in a row is cut, one that does so once is not', async () => {
  let silent: ReadonlySet<string> = new Set()
  server = await startTestServer({ liveForAll: true, silentPeers: async () => silent })
  await publish({ rows: [SOL] })
  const ports: string[] = []
  server.app.server.on('connection', ({ remoteAddress, remotePort }) => ports.push(`${remoteAddress} ${remotePort}`))
  const gone = read()
  await eventually(() => gone.of('snapshot').length === 1)
  const [peer = ''] = ports
  const other = read()
  await eventually(() => other.of('snapshot').length === 1)
  const beat = async () => {
    const heard = other.other.length
    for (let passed = 0; passed < 15; passed++) server.clock.advance(1_000)
    await eventually(() => other.other.length > heard)
  }
  silent = new Set([peer])
  await beat()
  silent = new Set()
  await beat()
  silent = new Set([peer])
  await beat()
  expect(gone.isEnded).toBe(false)
  await beat()
  await eventually(() => gone.isEnded)
  expect(other.isEnded).toBe(false)
})
