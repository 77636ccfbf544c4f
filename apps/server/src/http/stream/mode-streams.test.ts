import { type Mode, StreamDelta, StreamSnapshot } from '@makas/contract'
import { MODES } from '@makas/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { carryRow, type Row, row, triRow } from '../testing/rows.ts'
import type { Script } from '../testing/scripted-engine.ts'
import { SseReader } from '../testing/sse-reader.ts'
import { eventually, settle, startTestServer, type TestServer } from '../testing/test-server.ts'

const ROWS: Readonly<Record<Mode, Row>> = {
  spot: row('spot.SOL-USDT.okx.binance'),
  carry: carryRow('carry.BTC-USDT.okx.2'),
  tri: triRow('tri.okx.USDT-BTC-ETH'),
}
const ALL = MODES.map((mode) => ROWS[mode])
const OTHER: Readonly<Record<Mode, Mode>> = { spot: 'carry', carry: 'tri', tri: 'spot' }

let server: TestServer
const readers: SseReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.cut()
  await server.stop()
})

function read(mode: Mode, headers: Record<string, string> = {}): SseReader {
  const reader = new SseReader(server.origin, headers, `/api/stream?mode=${mode}`)
  readers.push(reader)
  return reader
}
async function publish(script: Script): Promise<void> {
  server.clock.advance(300)
  server.scripted.publish(script)
  await settle()
}
const changed = (mode: Mode, net_pnl: number): Script => ({
  rows: ALL.map((one) => (one.mode === mode ? ({ ...one, net_pnl } as Row) : one)),
})
/** Events that change the list; the empty ones are left out. */
const changes = (reader: SseReader) =>
  reader
    .of('delta')
    .map(({ data }) => StreamDelta.parse(data))
    .filter(({ upsert, remove }) => upsert.length + remove.length > 0)
    .map(({ upsert, remove }) => [upsert.map(({ id, net_pnl }) => [id, net_pnl]), remove])
async function live(mode: Mode): Promise<SseReader> {
  server = await startTestServer({ liveForAll: true })
  await publish({ rows: ALL })
  const reader = read(mode)
  await eventually(() => reader.of('snapshot').length === 1)
  return reader
}

describe.each(MODES)('the stream of %s', (mode) => {
  const mine = ROWS[mode]

  test('holds the rows of its mode and their changes, and none of the others', async () => {
    const reader = await live(mode)
    const [snapshot] = reader.of('snapshot')
    expect(StreamSnapshot.parse(snapshot?.data)).toMatchObject({ version: snapshot?.id, source: 'live', rows: [mine] })
    await publish(changed(OTHER[mode], 7))
    await publish(changed(OTHER[mode], 8))
    await publish(changed(mode, 9))
    await publish({ rows: ALL.filter((one) => one !== mine) })
    await eventually(() => changes(reader).length === 2)
    expect(changes(reader)).toEqual([
      [[[mine.id, 9]], []],
      [[], [mine.id]],
    ])
    expect(reader.of('snapshot')).toHaveLength(1)
  })

  test('goes on from the version that a reader has of it', async () => {
    const first = await live(mode)
    const seen = first.of('snapshot')[0]?.id ?? ''
    first.cut()
    await publish(changed(mode, 1))
    await publish(changed(mode, 2))
    const second = read(mode, { 'last-event-id': seen })
    await eventually(() => changes(second).length === 2)
    expect(changes(second).map(([upsert]) => upsert)).toEqual([[[mine.id, 1]], [[mine.id, 2]]])
    expect(second.of('snapshot')).toEqual([])
  })

  test('begins anew for a reader that comes with the version of another mode', async () => {
    const first = await live(mode)
    const reader = read(OTHER[mode], { 'last-event-id': first.of('snapshot')[0]?.id ?? '' })
    await eventually(() => reader.of('snapshot').length === 1)
    expect(reader.of('snapshot')[0]?.data).toMatchObject({ rows: [ROWS[OTHER[mode]]] })
  })

  test('gives a visitor one snapshot each five seconds', async () => {
    server = await startTestServer()
    await publish({ rows: ALL })
    const reader = read(mode)
    await eventually(() => reader.of('snapshot').length === 1)
    for (let passed = 0; passed < 5_500; passed += 300) await publish(changed(mode, passed))
    await eventually(() => reader.of('snapshot').length === 2)
    const [first, second] = reader.of('snapshot').map(({ data }) => StreamSnapshot.parse(data))
    expect([first, second]).toMatchObject([
      { source: 'cache', rows: [mine] },
      { source: 'cache', rows: [{ id: mine.id }] },
    ])
    expect(first?.version).not.toBe(second?.version)
    expect(reader.of('delta')).toEqual([])
  })

  test('[L5] loses its rows at once with the engine, and ends with a time to come back', async () => {
    const reader = await live(mode)
    server.scripted.crash()
    await eventually(() => reader.of('snapshot').length === 2)
    expect(reader.of('snapshot')[1]?.data.rows).toEqual([])
    await server.app.close()
    await eventually(() => reader.isEnded)
    expect(reader.other.at(-1)).toMatch(/^retry: \d+$/)
  })
})

test('status and heartbeat reach the readers of every mode', async () => {
  await live('spot')
  const others = MODES.map((mode) => read(mode))
  await eventually(() => others.every((reader) => reader.of('status').length > 0))
  for (let passed = 0; passed < 16_000; passed += 1_000) {
    server.clock.advance(1_000)
    server.scripted.publish({ rows: ALL, ready: passed < 8_000 })
    await settle()
  }
  await eventually(() =>
    others.every(
      (reader) =>
        reader.other.includes(':') &&
        reader.of('status').some(({ data }) => JSON.stringify(data).includes('proving-books')),
    ),
  )
})
