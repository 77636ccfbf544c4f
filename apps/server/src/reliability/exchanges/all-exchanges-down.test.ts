import { LISTS, PATHS } from '@makas/contract'
import { MODES } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { databaseUrlOf, makeTestDatabase } from '../../adapters/storage/testing/test-database.ts'
import { ServerProcess } from '../../http/testing/server-process.ts'
import { eventually, jsonOf } from '../../http/testing/test-server.ts'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { marketCall } from '../testing/load/market-call.ts'

/** Largest age of a listed row, ms (reliability-matrix.md, rule 4). */
const OLDEST_MS = 90_000
/** Lengths of the outage, ms; the long ones last until visitors' rows grow old and leave the list. */
const DOWN_MS = isLongRun ? [5_000, 120_000, 300_000] : [5_000]
const OTHERS = [PATHS.marketStats, PATHS.cryptoPrices, PATHS.status, '/healthz', '/readyz', '/']
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type ListSummary = { rows: number; oldestMs: number }

/** Calls every market endpoint of a visitor once; none may fail. */
async function look(origin: string): Promise<ListSummary> {
  const seen: ListSummary = { rows: 0, oldestMs: 0 }
  for (const mode of MODES) {
    const askedAt = Date.now()
    const answer = await marketCall(origin + PATHS.lists[mode])
    expect([mode, answer.status]).toEqual([mode, 200])
    // Age of the oldest input of the list.
    const sinceMs = askedAt - Date.parse(answer.headers.get('x-makas-as-of') ?? '')
    for (const { age_ms } of LISTS[mode].parse(await answer.json())) {
      seen.rows++
      seen.oldestMs = Math.max(seen.oldestMs, age_ms, sinceMs)
    }
  }
  for (const path of OTHERS) expect([path, (await marketCall(origin + path)).status]).toEqual([path, 200])
  return seen
}

test('[F24] while no exchange answers nothing fails, no row is older than 90 s, and all is back without a restart', {
  timeout: 1_800_000,
}, async (context) => {
  const seed = seedFor('F24', 24)
  const options = { seed, symbols: 8, limits: false } as const
  let simulator: Simulator = await startSimulator({ ...options, port: 0 })
  const port = Number(new URL(simulator.origin).port)
  context.onTestFinished(() => simulator.stop())
  const server = new ServerProcess({
    DATABASE_URL: databaseUrlOf((await makeTestDatabase()).owner),
    EXCHANGE_ORIGIN: simulator.origin,
    RATE_LIMIT_SCALE: '10000',
    LOG_LEVEL: 'warn',
  })
  context.onTestFinished(() => server.signal('SIGKILL'))
  const origin = await server.origin()
  const market = async () => (await jsonOf<{ market: string }>(await fetch(`${origin}/readyz`))).market
  const isLive = async () => (await market()) === 'demo' && (await look(origin)).rows > 0
  await eventually(isLive)
  let [looks, oldestMs, emptyAfterMs, slowestBackMs] = [0, 0, 0, 0]
  for (const downMs of DOWN_MS) {
    await simulator.stop()
    const downAt = performance.now()
    let [hadRows, isEmpty] = [false, false]
    while (performance.now() - downAt < downMs) {
      const seen = await look(origin)
      looks++
      oldestMs = Math.max(oldestMs, seen.oldestMs)
      hadRows ||= seen.rows > 0
      if (!isEmpty && hadRows && seen.rows === 0) emptyAfterMs = Math.max(emptyAfterMs, performance.now() - downAt)
      isEmpty = seen.rows === 0
      await sleep(200)
    }
    expect(hadRows).toBe(true)
    expect(isEmpty).toBe(downMs > OLDEST_MS)
    simulator = await startSimulator({ ...options, port })
    const backAt = performance.now()
    await eventually(isLive)
    slowestBackMs = Math.max(slowestBackMs, performance.now() - backAt)
  }
  expect(oldestMs).toBeLessThanOrEqual(OLDEST_MS)
  expect(server.child.exitCode).toBeNull()
  recordFigure(context, {
    row: 'F24',
    wanted: 'no 5xx; no row older than 90 s; recovers without restart',
    measured: `down for ${DOWN_MS.map((ms) => ms / 1000).join(', ')} s: 0 of ${looks * (MODES.length + OTHERS.length)} calls failed, no row older than ${Math.round(oldestMs)} ms${emptyAfterMs > 0 ? `, empty after ${Math.round(emptyAfterMs)} ms` : ''}, rows again ${Math.round(slowestBackMs)} ms after they came back`,
    seed,
  })
})
