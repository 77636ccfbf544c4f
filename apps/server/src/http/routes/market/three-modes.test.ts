import { LISTS, type Mode, OpportunityRow, PATHS } from '@makas/contract'
import { MODES } from '@makas/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { carryRow, type Row, row, triRow } from '../../testing/rows.ts'
import type { Script } from '../../testing/scripted-engine.ts'
import { eventually, jsonOf, settle, startTestServer, type TestServer } from '../../testing/test-server.ts'

const ROWS = {
  spot: [row('spot.SOL-USDT.okx.binance'), row('spot.BTC-USDT.kraken.bybit', { net_roi: 0.2 })],
  carry: [carryRow('carry.BTC-USDT.okx.2', { age_ms: 3_000 }), carryRow('carry.BTC-USDT.okx.1', { leverage: 1 })],
  tri: [triRow('tri.okx.USDT-BTC-ETH', { age_ms: 7_000 }), triRow('tri.okx.USDT-ETH-BTC', { net_roi: 0.1 })],
} as const satisfies Record<Mode, readonly Row[]>
const ALL = MODES.flatMap((mode): readonly Row[] => ROWS[mode])

let server: TestServer
afterEach(() => server.stop())

const get = (mode: Mode, headers: Record<string, string> = {}) => server.get(PATHS.lists[mode], headers)
const list = async (mode: Mode) => LISTS[mode].parse(await (await get(mode)).json()) as readonly Row[]
const shows = (mode: Mode, count: number) => eventually(async () => (await list(mode)).length === count)
const asOf = (answer: Response) => Date.parse(answer.headers.get('x-makas-as-of') ?? '')
/** Moves the server's clock while the engine goes on publishing. */
async function pass(seconds: number, script: Script): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    server.clock.advance(1_000)
    server.scripted.publish(script)
    await settle()
  }
}
async function show(script: Script, options: Parameters<typeof startTestServer>[0] = {}): Promise<void> {
  server = await startTestServer(options)
  server.scripted.publish(script)
  // Well before the visitors' next round of five seconds.
  await eventually(async () => (await Promise.all(MODES.map(list))).flat().length === script.rows.length)
}

test('[CALL-03] [CALL-04] [CALL-05] each mode has a list of its own, in the order of the engine', async () => {
  await show({ rows: ALL })
  for (const mode of MODES) {
    const answer = await get(mode)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-makas-source')).toBe('cache')
    expect(LISTS[mode].parse(await answer.json())).toEqual(ROWS[mode])
  }
})

test('the time of the oldest input is that of each list; stats and prices have the oldest of all', async () => {
  await show({ rows: ALL })
  const [spot, carry, tri] = await Promise.all(MODES.map(async (mode) => asOf(await get(mode))))
  expect([Number(spot) - Number(carry), Number(carry) - Number(tri)]).toEqual([2_600, 4_000])
  for (const path of [PATHS.marketStats, PATHS.cryptoPrices]) expect(asOf(await server.get(path))).toBe(tri)
})

test.each(MODES)(
  'a client that has the %s list gets 304 as long as that list stays, whatever others do',
  async (mode) => {
    await show({ rows: ALL }, { liveForAll: true })
    const etags = await Promise.all(MODES.map(async (one) => (await get(one)).headers.get('etag') ?? ''))
    expect(new Set(etags).size).toBe(3)
    server.scripted.publish({ rows: ALL.filter((one) => one !== ROWS[mode][1]) })
    await shows(mode, 1)
    for (const [at, one] of MODES.entries()) {
      const again = await get(one, { 'if-none-match': etags[at] ?? '' })
      expect([one, again.status]).toEqual([one, one === mode ? 200 : 304])
    }
  },
)

describe.each(MODES)('%s rows alone', (mode) => {
  const rows: readonly Row[] = ROWS[mode]

  test('are shown to visitors at once, then renewed every five seconds', async () => {
    await show({ rows: rows.slice(0, 1) })
    server.scripted.publish({ rows })
    await settle()
    expect(await list(mode)).toEqual([rows[0]])
    await pass(5, { rows })
    await shows(mode, 2)
  })

  test('[F24] [L5] are kept for visitors, aged, while the engine is gone, until they are 90 s old', async () => {
    await show({ rows })
    server.scripted.crash()
    server.clock.advance(60_000)
    const [aged] = await list(mode)
    const before = rows[0] as Row & { readonly mark_age_ms?: number }
    expect(aged?.age_ms).toBeGreaterThanOrEqual(before.age_ms + 55_000)
    expect(aged?.expires_in_ms).toBeLessThanOrEqual(before.expires_in_ms - 55_000)
    // The mark's age of a carry row grows with its books' ages; other rows have no mark.
    const passed = (aged?.age_ms ?? 0) - before.age_ms
    expect((aged as typeof before).mark_age_ms).toBe(mode === 'carry' ? Number(before.mark_age_ms) + passed : undefined)
    expect(await (await server.get('/readyz')).json()).toMatchObject({ market: 'cache' })
    server.clock.advance(31_000)
    expect(await list(mode)).toEqual([])
    expect(await (await server.get('/readyz')).json()).toMatchObject({ market: 'empty' })
  })

  test('[F24] outlast the moment at which no book is proven', async () => {
    await show({ rows })
    await pass(12, { rows: [], ready: false })
    expect((await list(mode)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    // Newly listed rows replace the kept ones.
    await pass(6, { rows: rows.slice(1), ready: false })
    await shows(mode, 1)
  })

  test('leave the live list as soon as the engine falls silent', async () => {
    await show({ rows }, { liveForAll: true })
    server.clock.advance(3_100)
    expect(await list(mode)).toEqual([])
  })

  const id = rows[0]?.id ?? ''
  const evidence = () => server.get(PATHS.evidence(id))
  const rowOf = async (answer: Response) => (await jsonOf<{ row: Row }>(answer)).row

  test('have evidence: of the frozen list for visitors, and beyond the end', async () => {
    await show({ rows })
    server.scripted.publish({ rows: [{ ...rows[0], net_pnl: 1 } as Row] })
    await settle()
    expect(OpportunityRow.parse(await rowOf(await evidence()))).toEqual(rows[0])
    const closed = JSON.stringify({ row: { ...rows[0], state: 'CLOSED' }, evidence: {} })
    await pass(5, { rows: [], closed: { [id]: closed } })
    await shows(mode, 0)
    expect((await rowOf(await evidence())).state).toBe('CLOSED')
  })

  test('have evidence of the newest evaluation for live readers', async () => {
    await show({ rows }, { liveForAll: true })
    server.scripted.publish({ rows: [{ ...rows[0], net_pnl: 1 } as Row] })
    await eventually(async () => (await rowOf(await evidence())).net_pnl === 1)
  })
})
