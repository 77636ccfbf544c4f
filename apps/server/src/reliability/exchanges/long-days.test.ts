import '../testing/world/virtual-parts.ts'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import { virtualTime } from '../testing/world/virtual-time.ts'
import { ALL, startWorld, type World } from '../testing/world/world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Timeout in real time, ms; a simulated day takes a quarter of an hour on an idle machine. */
const PATIENCE_MS = 3 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** Share of a published limit that may be used, since other programs may share the address. */
const SHARE = 0.7

/** Largest sum of costs within any window of `perMs`. */
class Peak {
  most = 0
  readonly #perMs: number
  readonly #seen: { readonly time: number; readonly cost: number }[] = []
  #sum = 0

  constructor(perMs: number) {
    this.#perMs = perMs
  }

  note(time: number, cost = 1): void {
    this.#seen.push({ time, cost })
    this.#sum += cost
    while ((this.#seen[0] as { time: number }).time <= time - this.#perMs) this.#sum -= this.#seen.shift()?.cost ?? 0
    this.most = Math.max(this.most, this.#sum)
  }
}

/** PublishResult limits (docs/exchanges) by path; Binance's weights below are counted by the exchange itself. */
const LIMITS: readonly { readonly path: RegExp; readonly count: number; readonly perMs: number }[] = [
  { path: /^\/okx\/api\/v5\/public\/instruments$/, count: 20, perMs: 2_000 },
  { path: /^\/okx\/api\/v5\/market\/books$/, count: 40, perMs: 2_000 },
  { path: /^\/okx\/api\/v5\/market\/tickers$/, count: 20, perMs: 2_000 },
  { path: /^\/okx\/api\/v5\/public\/time$/, count: 10, perMs: 2_000 },
  { path: /^\/bybit\//, count: 600, perMs: 5_000 },
]
const WEIGHTS = { '/binance/': 6_000, '/binance-usdm/': 2_400 }
const CONTROL_MESSAGES = 5
const CONNECTS = 300

/** A bad day: paused markets, whose quiet books are confirmed by REST, and a fault every few minutes. */
async function badDay(world: World, forMs: number, random: () => number): Promise<void> {
  const end = world.now + forMs
  while (world.now < end) {
    world.simulator.pause()
    await world.pass(Math.min(end - world.now, MINUTE_MS * (1 + 4 * random())))
    const exchange = ALL[Math.floor(random() * ALL.length)] as (typeof ALL)[number]
    const dice = random()
    if (dice < 0.4) world.simulator.script({ exchange, kind: 'disconnect' })
    else if (dice < 0.6) world.simulator.script({ exchange, kind: 'down', forMs: 20_000 })
    else if (dice < 0.8)
      world.simulator.script({ exchange, kind: 'drop', rate: 0.2, forMs: 2_000, seed: Math.ceil(random() * 1e6) })
    else world.simulator.script({ exchange, kind: 'lose-subscription', rate: 0.1, forMs: 5_000 })
    world.simulator.resume()
    await world.pass(2_000)
  }
}

test('[F21] over a day no limit is ever used beyond 70 %, nor a connection or control message too many sent', {
  timeout: PATIENCE_MS,
}, async (context) => {
  const seed = seedFor('F21', 210)
  const world = await startWorld(context, {
    seed,
    symbols: 12,
    covers: 'all',
    isWitnessed: false,
    publishEveryMs: 1_000,
  })
  const peaks = LIMITS.map(({ perMs }) => new Peak(perMs))
  const weights = { '/binance/': 0, '/binance-usdm/': 0 }
  const spoken = new Map<unknown, Peak>()
  let requests = 0
  world.gateway.onRequest = ({ url, reply }) => {
    requests++
    for (const [at, { path }] of LIMITS.entries()) if (path.test(url)) peaks[at]?.note(virtualTime.now())
    for (const prefix of ['/binance/', '/binance-usdm/'] as const) {
      const used = Number(reply.headers?.['x-mbx-used-weight-1m'] ?? 0)
      if (url.startsWith(prefix)) weights[prefix] = Math.max(weights[prefix], used)
    }
  }
  world.gateway.onMessage = (exchange, connection) => {
    if (exchange !== 'binance') return
    const peak = spoken.get(connection) ?? new Peak(1_000)
    spoken.set(connection, peak)
    peak.note(virtualTime.now())
  }
  const forMs = isLongRun ? DAY_MS : 6 * MINUTE_MS
  const from = world.now
  await badDay(world, forMs, seededRandom(seed))
  const connects = new Peak(5 * MINUTE_MS)
  for (const { exchange, time } of world.gateway.attempts) if (exchange === 'binance') connects.note(time)
  const messages = Math.max(...[...spoken.values()].map(({ most }) => most))
  const shares = LIMITS.map(({ count }, at) => (peaks[at]?.most ?? 0) / count)
  const weightShares = (Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]).map((of) => weights[of] / WEIGHTS[of])
  const percent = (share: number) => `${Math.round(share * 100)} %`
  recordFigure(context, {
    row: 'F21',
    wanted: 'never above 70 % of a published limit in 24 h; 5 control messages a second, 300 connects per 5 min',
    measured: `${((world.now - from) / HOUR_MS).toFixed(1)} h, ${requests} requests: Binance weights ${weightShares.map(percent).join(' and ')}, OKX ${percent(Math.max(...shares.slice(0, 4)))}, Bybit ${percent(shares[4] ?? 0)}; ${messages} messages in a second, ${connects.most} connects in 5 min, ${world.simulator.counters.refusals} refusals`,
    seed,
  })
  expect(requests).toBeGreaterThan(forMs / 10_000)
  expect(Math.max(...shares, ...weightShares)).toBeLessThanOrEqual(SHARE)
  expect(Math.min(...shares, ...weightShares)).toBeGreaterThan(0)
  expect(messages).toBeLessThanOrEqual(CONTROL_MESSAGES)
  expect(connects.most).toBeLessThanOrEqual(SHARE * CONNECTS)
  expect(world.simulator.counters.refusals).toBe(0)
})

test('[F22] Binance cuts after 24 h: each connection is replaced 5 to 10 min before, one after the other, unseen', {
  timeout: PATIENCE_MS,
}, async (context) => {
  const seed = seedFor('F22', 220)
  // The short run sets our clock forward by the rest of the day; the exchange cuts earlier by as much.
  const skippedMs = isLongRun ? 0 : DAY_MS - 11.5 * MINUTE_MS
  let leadMs = 0
  const world = await startWorld(context, {
    seed,
    symbols: 1,
    covers: 'all',
    exchanges: ['binance'],
    isWitnessed: false,
    publishEveryMs: 1_000,
    connectionLifeMs: DAY_MS - skippedMs,
    ourClock: (trueMs) => trueMs + leadMs,
  })
  const { attempts } = world.gateway
  // One connection each for spot books, perpetual books and marks.
  await world.until('three connections', () => attempts.length === 3)
  const cutAt = Math.min(...attempts.map(({ time }) => time)) + DAY_MS - skippedMs
  await world.pass(3_000)
  leadMs = skippedMs
  await world.until('all books', () => world.liveBooks === world.books.length, 80_000)
  let silentMs = 0
  let touchedAt = world.now
  world.onTouched = () => {
    silentMs = Math.max(silentMs, world.now - touchedAt)
    touchedAt = world.now
  }
  const losses = world.losses.length
  const { disconnects } = world.simulator.counters
  expect(attempts.length).toBe(3)
  await world.pass(cutAt + 5_000 - virtualTime.now())
  const early = attempts.slice(3).map(({ time }) => cutAt - time)
  const apart = early.slice(1).map((ms, index) => Math.abs(ms - (early[index] ?? Number.NaN)))
  recordFigure(context, {
    row: 'F22',
    wanted: 'new socket 5-10 min before the cut, staggered; 0 s without live data',
    measured: `${early.length} of 3 connections replaced ${early.map((ms) => (ms / MINUTE_MS).toFixed(1)).join(', ')} min before; ${world.losses.length - losses} books lost, ${silentMs} ms at most without any frame`,
    seed,
  })
  expect(early.length).toBe(3)
  expect(Math.min(...early)).toBeGreaterThanOrEqual(5 * MINUTE_MS - 10_000)
  expect(Math.max(...early)).toBeLessThanOrEqual(10 * MINUTE_MS + 10_000)
  expect(Math.min(...apart)).toBeGreaterThan(1_000)
  // We closed the old connections after the hand-over, before the exchange cut any.
  expect(world.simulator.counters.disconnects - disconnects).toBe(3)
  expect(world.losses.slice(losses)).toEqual([])
  expect(silentMs).toBeLessThan(2_000)
})
