import { expect, test } from 'vitest'
import { notShown, recordFigure } from '../../../../scripts/figure.ts'
import { isLongRun } from '../../../../scripts/run-length.ts'
import type { Load, LoadResult } from './testing/load.process.ts'
import { Caller } from './testing/load.ts'
import { isQuiet } from './testing/quiet-machine.ts'
import { WatchedServer } from './testing/watched-server.ts'

const LIST = '/api/arbitrage-opportunities'
/** Concurrent callers; with this many the server answers most calls a second. */
const CALLERS = 20
const FOR_MS = isLongRun ? 15_000 : 700
const WARM_UP_MS = isLongRun ? 2_000 : 200
const LEAST_GOODPUT = 0.8
const ACCEPTED_P99_MS = 500
const PROBE_EVERY_MS = 100
/** Calls that are never shed. Without a session the last three are refused for that reason only. */
const NEVER = [
  ['GET', '/healthz'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/logout'],
  ['DELETE', '/api/api-keys/00000000-0000-0000-0000-000000000000'],
] as const

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Calls everything that must never be shed until stopped; collects the statuses. */
function probe(origin: string) {
  const statuses: string[] = []
  let isOver = false
  const probing = (async () => {
    while (!isOver) {
      for (const [method, path] of NEVER) {
        const answer = await fetch(origin + path, { method })
        await answer.arrayBuffer()
        statuses.push(`${method} ${path.slice(0, 16)} ${answer.status}`)
      }
      await sleep(PROBE_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await probing
    return statuses
  }
}

test('[C5] under two and five times the load what can be answered is, and login, logout, key delete and health always', {
  timeout: 300_000,
}, async (context) => {
  const server = await WatchedServer.started({ RATE_LIMIT_SCALE: '1000000' })
  const caller = new Caller()
  context.onTestFinished(async () => {
    caller.stop()
    await server.remove()
  })
  await server.becomes({ database: 'ready' })
  const isJudged = isLongRun && isQuiet()
  const port = Number(new URL(server.origin).port)
  const load = async (how: Load['how']): Promise<LoadResult> => {
    const result = await caller.load({ port, path: LIST, how, forMs: FOR_MS, warmUpMs: WARM_UP_MS })
    await sleep(WARM_UP_MS)
    return result
  }
  const goodput = ({ accepted, seconds }: LoadResult) => accepted / seconds
  await load({ kind: 'closed', callers: CALLERS })
  const peak = goodput(await load({ kind: 'closed', callers: CALLERS }))
  const stop = probe(server.origin)
  const loads = [
    ['2 x callers', { kind: 'closed', callers: 2 * CALLERS }],
    ['5 x callers', { kind: 'closed', callers: 5 * CALLERS }],
    ['2 x calls', { kind: 'open', perSecond: Math.round(2 * peak) }],
    ['5 x calls', { kind: 'open', perSecond: Math.round(5 * peak) }],
  ] as const
  const told: string[] = []
  const lacks: (string | false)[] = []
  let asked = 0
  for (const [name, how] of loads) {
    const result = await load(how)
    const share = goodput(result) / peak
    const { accepted, refused, failed, took } = result
    told.push(
      `${name}: ${Math.round(100 * share)} % of the peak, p99 ${took.p99} ms; ${accepted} accepted, ${refused} refused, ${failed} found no free connection`,
    )
    asked += result.asked
    lacks.push(
      share < LEAST_GOODPUT && `80 % of the peak (${name})`,
      took.p99 > ACCEPTED_P99_MS && `p99 within 500 ms (${name})`,
    )
    if (!isJudged) continue
    expect.soft(share, told.at(-1)).toBeGreaterThanOrEqual(LEAST_GOODPUT)
    expect.soft(took.p99, told.at(-1)).toBeLessThanOrEqual(ACCEPTED_P99_MS)
  }
  expect(asked).toBeGreaterThan(0)
  const statuses = new Set(await stop())
  expect([...statuses].filter((one) => one.endsWith('503') || one.endsWith('429'))).toEqual([])
  expect(statuses.size).toBe(NEVER.length)
  expect(await server.figure('makas_engine_up')).toBe(1)
  recordFigure(context, {
    row: 'C5',
    wanted:
      'overload 2x and 5x: goodput >= 80 % of the peak, accepted p99 <= 500 ms; login, logout, key delete and health never given up',
    measured: `peak ${Math.round(peak)}/s of a visitors' list with ${CALLERS} callers; ${told.join('; ')}; ${statuses.size} calls that are never given up, none refused for it`,
    notShown: notShown(...lacks),
    seed: 0,
  })
})
