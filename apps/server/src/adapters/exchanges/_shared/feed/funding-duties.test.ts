import { describe, expect, test } from 'vitest'
import type { Endpoint, PerpFact } from '../../../../app/ports/market/exchange-reader.ts'
import { seededRandom } from '../../../system/randomness.ts'
import { standingClock } from '../../testing/standing-clock.ts'
import type { RestResult } from '../rest/rest-client.ts'
import { ownLimits } from '../talk/address-limits.ts'
import type { PerpDialect, SocketDialect } from '../talk/dialect.ts'
import type { Limit } from '../talk/rate-window.ts'
import { FundingDuties } from './funding-duties.ts'

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000
const NO_RATE = { mantissa: 0n, decimals: 0 }
const SETTLED = 'settled '
const SOCKET = {} as SocketDialect
const ENDPOINT = {} as Endpoint

type Answer = 'ok' | 'status' | 'closed'

/** Funding duties with a scripted exchange and a clock that is moved by hand. */
class Stage {
  readonly asked: { readonly time: number; readonly path: string }[] = []
  readonly clock = standingClock()
  readonly duties: FundingDuties
  answer: (path: string) => Answer = () => 'ok'
  /** Latest settlement that the exchange lists, by symbol. */
  readonly listed = new Map<string, number>()
  /** The fact in each answer to an hourly call; null: none. */
  intervals: PerpFact | null = null
  bannedUntil = 0

  constructor(options: Partial<PerpDialect> = {}, limits: { funding?: Limit } = {}) {
    this.duties = new FundingDuties({
      perp: {
        marks: { socket: SOCKET, topic: null },
        history: (symbol) => ({ path: `${SETTLED}${symbol}`, weight: 1 }),
        historyIsLong: false,
        hourly: (symbols) => symbols.slice(0, 1).map(() => ({ path: 'intervals', weight: 1 })),
        ...options,
      },
      rest: {
        ban: (now) => (now < this.bannedUntil ? { until: this.bannedUntil, reason: 'banned' } : null),
        get: ({ path }) => this.#get(path),
      },
      budget: ownLimits({ rest: { count: 1, perMs: 1 }, connects: [], ...limits }, () => this.clock.now()).funding,
      clock: this.clock,
      random: seededRandom(1),
      read: ({ body }) => this.#read(body.toString()),
    })
  }

  want(...symbols: string[]): void {
    this.duties.want(new Set(symbols))
  }

  rate(symbol: string, nextFundingAt: number): void {
    this.duties.onFact({ kind: 'rate', symbol, rate: NO_RATE, nextFundingAt })
  }

  /** Lets time pass; answers come at once. */
  async pass(ms: number, stepMs = SECOND_MS): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      this.clock.advance(Math.min(stepMs, ms - passed))
      await this.#settle()
    }
  }

  /** Paths requested since the last call of `heard`. */
  heard(): string[] {
    return this.asked.splice(0).map(({ path }) => path)
  }

  async #settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  }

  async #get(path: string): Promise<RestResult> {
    const now = this.clock.now()
    this.asked.push({ time: now, path })
    const reason = this.answer(path)
    if (reason !== 'ok') return { kind: 'failed', reason, detail: '' }
    return { kind: 'ok', body: Buffer.from(path), endpoint: ENDPOINT, sentAt: now, receivedAt: now }
  }

  #read(path: string): void {
    const symbol = path.startsWith(SETTLED) ? path.slice(SETTLED.length) : null
    const time = this.listed.get(symbol ?? '')
    if (symbol === null && this.intervals !== null) this.duties.onFact(this.intervals)
    if (symbol !== null && time !== undefined) {
      this.duties.onFact({ kind: 'settled', symbol, rates: [{ time, rate: NO_RATE }] })
    }
  }
}

const started = (options?: Partial<PerpDialect>, limits?: { funding: Limit }) => {
  const stage = new Stage(options, limits)
  stage.duties.start()
  return stage
}

test('what is newly wanted is asked for one by one, in the order of the wish, the intervals before', async () => {
  const stage = started()
  await stage.pass(SECOND_MS)
  expect(stage.heard()).toEqual([])
  stage.want('A', 'B', 'C')
  expect(stage.asked.map(({ path }) => path)).toEqual(['intervals'])
  await stage.pass(SECOND_MS)
  expect(stage.heard()).toEqual(['intervals', 'settled A', 'settled B', 'settled C'])
  stage.want('C', 'D')
  await stage.pass(SECOND_MS)
  expect(stage.heard()).toEqual(['intervals', 'settled D'])
})

describe('after a settlement', () => {
  test('the history is asked once it must be there, and until it is', async () => {
    const stage = started({ hourly: () => [] })
    stage.want('A')
    const first = 2 * HOUR_MS
    stage.rate('A', first)
    await stage.pass(first - SECOND_MS)
    stage.heard()
    await stage.pass(SECOND_MS)
    stage.rate('A', first + 8 * HOUR_MS)
    await stage.pass(29 * SECOND_MS)
    expect(stage.heard()).toEqual([])
    await stage.pass(62 * SECOND_MS)
    expect(stage.heard()).toEqual(['settled A'])
    await stage.pass(100 * SECOND_MS)
    stage.listed.set('A', first + 3)
    await stage.pass(200 * SECOND_MS)
    expect(stage.heard().length).toBeGreaterThanOrEqual(1)
    await stage.pass(0.5 * HOUR_MS)
    expect(stage.heard().filter((path) => path.startsWith(SETTLED))).toEqual([])
  })

  test('it is asked even when no rate tells of the settlement', async () => {
    const stage = started({ hourly: () => [] })
    stage.want('A')
    await stage.pass(SECOND_MS)
    stage.rate('A', HOUR_MS / 2)
    stage.listed.set('A', 0)
    await stage.pass(HOUR_MS + 100 * SECOND_MS)
    expect(stage.heard()).toEqual(['settled A', 'settled A'])
  })

  test('a payment that was never listed is given up', async () => {
    const stage = started({ hourly: () => [] })
    stage.want('A')
    stage.rate('A', SECOND_MS)
    await stage.pass(SECOND_MS)
    stage.rate('A', 24 * HOUR_MS)
    await stage.pass(20 * HOUR_MS, 10 * SECOND_MS)
    expect(stage.heard().length).toBeLessThanOrEqual(8)
  })

  test('many symbols that settle together are spread over a minute', async () => {
    const stage = started({ hourly: () => [] })
    const symbols = Array.from({ length: 100 }, (_, n) => `S${n}`)
    stage.want(...symbols)
    for (const symbol of symbols) stage.rate(symbol, HOUR_MS / 2)
    await stage.pass(HOUR_MS / 2)
    for (const symbol of symbols) stage.rate(symbol, HOUR_MS)
    stage.asked.length = 0
    for (const symbol of symbols) stage.listed.set(symbol, HOUR_MS / 2)
    await stage.pass(100 * SECOND_MS)
    const seconds = new Set(stage.asked.map(({ time }) => Math.floor(time / SECOND_MS)))
    expect(stage.asked.length).toBe(100)
    expect(seconds.size).toBeGreaterThan(30)
  })
})

describe('where an answer is long', () => {
  test('it is asked again only for what the socket did not tell', async () => {
    const stage = started({ historyIsLong: true, hourly: () => [] })
    stage.want('A')
    await stage.pass(SECOND_MS)
    expect(stage.heard()).toEqual(['settled A'])
    for (let hour = 1; hour <= 4; hour++) {
      stage.rate('A', hour * HOUR_MS)
      await stage.pass(hour * HOUR_MS - stage.clock.now() - 10 * SECOND_MS, 60 * SECOND_MS)
      stage.rate('A', hour * HOUR_MS)
      await stage.pass(10 * SECOND_MS)
    }
    expect(stage.heard()).toEqual([])
    await stage.pass(2 * HOUR_MS, 60 * SECOND_MS)
    stage.listed.set('A', 6 * HOUR_MS)
    stage.rate('A', 7 * HOUR_MS)
    await stage.pass(100 * SECOND_MS)
    expect(stage.heard()).toEqual(['settled A'])
  })
})

describe('the hourly questions', () => {
  test('come each hour', async () => {
    const stage = started({ history: () => ({ path: 'any', weight: 1 }) })
    stage.want('A')
    await stage.pass(3 * HOUR_MS + SECOND_MS, 30 * SECOND_MS)
    expect(stage.heard().filter((path) => path === 'intervals').length).toBe(4)
  })

  test('[F19] come at once when a settlement moved by another interval, but not more often than once a minute', async () => {
    const stage = started()
    stage.intervals = { kind: 'intervals', hours: new Map([['A', 4]]), otherwise: 8 }
    stage.want('A', 'B')
    await stage.pass(120 * SECOND_MS)
    stage.rate('A', 4 * HOUR_MS)
    stage.rate('B', 8 * HOUR_MS)
    stage.heard()
    stage.rate('A', 8 * HOUR_MS)
    stage.rate('B', 16 * HOUR_MS)
    await stage.pass(SECOND_MS)
    expect(stage.heard()).toEqual([])
    stage.rate('B', 12 * HOUR_MS)
    await stage.pass(SECOND_MS)
    expect(stage.heard()).toEqual(['intervals'])
    stage.rate('B', 9 * HOUR_MS)
    await stage.pass(50 * SECOND_MS)
    expect(stage.heard()).toEqual([])
    await stage.pass(10 * SECOND_MS)
    expect(stage.heard()).toEqual(['intervals'])
  })

  test('are repeated a minute after they came to nothing', async () => {
    const stage = started()
    stage.answer = (path) => (path === 'intervals' ? 'closed' : 'ok')
    stage.want('A')
    await stage.pass(150 * SECOND_MS)
    expect(stage.heard()).toEqual(['intervals', 'settled A', 'intervals', 'intervals'])
  })
})

describe('limits', () => {
  test('[F21] no five minutes hold more than 70 % of the published questions', async () => {
    const stage = started({}, { funding: { count: 500, perMs: 300_000 } })
    stage.want(...Array.from({ length: 1_000 }, (_, n) => `S${n}`))
    await stage.pass(HOUR_MS / 2)
    const times = stage.asked.map(({ time }) => time)
    const densest = times.map((from) => times.filter((at) => at >= from && at < from + 300_000).length)
    expect(times.length).toBeGreaterThanOrEqual(1_000)
    expect(Math.max(...densest)).toBe(350)
  })

  test('[F20] nothing is asked during a ban, and all of it afterwards', async () => {
    const stage = started()
    stage.bannedUntil = 100 * SECOND_MS
    stage.want('A')
    await stage.pass(99 * SECOND_MS)
    expect(stage.heard()).toEqual([])
    await stage.pass(3 * SECOND_MS)
    expect(stage.heard()).toEqual(['intervals', 'settled A'])
  })

  test('one symbol that fails keeps no other waiting and is asked more and more seldom', async () => {
    const stage = started({ hourly: () => [] })
    stage.answer = (path) => (path === 'settled A' ? 'closed' : 'ok')
    stage.want('A', 'B')
    await stage.pass(0.9 * HOUR_MS)
    const asked = stage.heard()
    expect(asked.slice(0, 2)).toEqual(['settled A', 'settled B'])
    expect(asked.filter((path) => path === 'settled A').length).toBeLessThanOrEqual(9)
    expect(asked.filter((path) => path === 'settled B').length).toBe(1)
  })

  test('what is not served under one name is asked under the other', async () => {
    const stage = started({ hourly: () => [], historyElsewhere: (symbol) => ({ path: `other ${symbol}`, weight: 1 }) })
    stage.answer = (path) => (path === 'settled A' ? 'status' : path === 'settled B' ? 'closed' : 'ok')
    stage.want('A', 'B')
    await stage.pass(SECOND_MS)
    expect(stage.heard()).toEqual(['settled A', 'other A', 'settled B'])
  })

  test('after the end nothing is asked', async () => {
    const stage = started()
    stage.want('A')
    stage.duties.stop()
    await stage.pass(2 * HOUR_MS, 60 * SECOND_MS)
    expect(stage.heard()).toEqual(['intervals'])
  })
})
