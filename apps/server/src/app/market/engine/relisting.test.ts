import type { Instrument } from '@makas/domain'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { decimal, instrument, Stage } from '../testing/stage.ts'

const HOUR = 3_600_000
const T = 1_000 * HOUR
const NAMES = new Map([
  ['KLAY', 'KAIA'],
  ['XETH', 'ETH'],
])
const ROUTE = 'spot.KAIA-USDT.okx.binance'

const identify = ({ baseTicker, quoteTicker }: Instrument) => ({
  base: NAMES.get(baseTicker) ?? baseTicker,
  quote: quoteTicker,
  multiplierDigits: 0,
})

let stage: Stage
beforeEach(() => {
  stage = new Stage({ identify })
})

/** An exchange's complete spot list of these coins against USDT, and their books. */
function list(exchange: 'binance' | 'okx', ...coins: string[]): void {
  const listed = coins.map((coin) => instrument(exchange, coin, 'USDT'))
  stage.engine.sink(exchange).instruments(exchange, 'spot', listed, true)
  for (const { symbol } of listed) stage.slot(exchange, symbol)
}

function gapOf(coin: string, now: number): void {
  stage.book(now, 'binance', `${coin}USDT`, '101', '101.1')
  stage.book(now, 'okx', `${coin}USDT`, '99.9', '100')
}

test('[F18] a renamed coin takes the place of its former ticker between exchanges', () => {
  for (const exchange of ['binance', 'okx'] as const) list(exchange, 'KLAY')
  gapOf('KLAY', T)
  expect(stage.story).toEqual([`opened ${ROUTE}`])
  for (const exchange of ['binance', 'okx'] as const) list(exchange, 'KAIA')
  expect(stage.story.slice(1)).toEqual([`closed ${ROUTE} down`])
  gapOf('KAIA', T + 100)
  expect(stage.story.slice(2)).toEqual([`opened ${ROUTE}`])
  expect(stage.engine.routes).toHaveLength(2)
  stage.book(T + 200, 'okx', 'KAIAUSDT', '99.9', '100.95')
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
})

test('so it does where both tickers were listed for a while, and where the former one is listed again', () => {
  for (const exchange of ['binance', 'okx'] as const) list(exchange, 'KLAY', 'KAIA')
  gapOf('KAIA', T)
  expect(stage.story).toEqual([])
  for (const exchange of ['binance', 'okx'] as const) list(exchange, 'KAIA')
  gapOf('KAIA', T + 100)
  expect(stage.story).toEqual([`opened ${ROUTE}`])
  for (const exchange of ['binance', 'okx'] as const) list(exchange, 'KLAY')
  gapOf('KLAY', T + 200)
  expect(stage.story.slice(1)).toEqual([`closed ${ROUTE} down`, `opened ${ROUTE}`])
})

test('a second ticker that goes takes nothing from the first', () => {
  for (const exchange of ['binance', 'okx'] as const) list(exchange, 'KLAY', 'KAIA')
  gapOf('KLAY', T)
  list('okx', 'KLAY')
  expect(stage.story).toEqual([`opened ${ROUTE}`])
  stage.book(T + 100, 'okx', 'KLAYUSDT', '99.9', '100.1')
  expect(stage.story.slice(1)).toEqual([`changed ${ROUTE}`])
})

test('[F18] so it does against its perpetual', () => {
  const id = 'carry.KAIA-USDT.binance.long-spot.1x'
  const perp = instrument('binance', 'KAIA', 'USDT', { market: 'perp' })
  list('binance', 'KLAY')
  stage.list(perp)
  const rates = Array.from({ length: 21 }, (_, i) => ({ time: T - (i + 1) * 8 * HOUR, rate: decimal('0.0003') }))
  stage.fact(
    T,
    'binance',
    { kind: 'settled', symbol: 'KAIAUSDT', rates },
    { kind: 'mark', symbol: 'KAIAUSDT', mark: decimal('100'), index: null },
    { kind: 'interval', symbol: 'KAIAUSDT', hours: 8 },
  )
  stage.book(T, 'binance', 'KLAYUSDT', '99.99', '100', '10')
  stage.perp(T, 'binance', 'KAIAUSDT', '100.1', '100.11', '10')
  expect(stage.story).toContain(`opened ${id}`)
  list('binance', 'KAIA')
  expect(stage.story).toContain(`closed ${id} down`)
  stage.told.length = 0
  stage.book(T + 100, 'binance', 'KAIAUSDT', '99.99', '100', '10')
  expect(stage.story).toContain(`opened ${id}`)
})

test('[F18] so it does in cycles, whose other markets stay', () => {
  const id = 'tri.binance.BTC-ETH-USDT'
  const more = { lotStep: decimal('0.0001') }
  const all = (eth: string) => {
    const listed = [
      instrument('binance', 'BTC', 'USDT', more),
      instrument('binance', eth, 'BTC', more),
      instrument('binance', 'ETH', 'USDT', more),
    ]
    stage.engine.sink('binance').instruments('binance', 'spot', listed, true)
    for (const { symbol } of listed) stage.slot('binance', symbol)
  }
  all('XETH')
  stage.book(T, 'binance', 'BTCUSDT', '50000', '50001', '5')
  stage.book(T, 'binance', 'ETHUSDT', '2550', '2551', '5')
  stage.book(T, 'binance', 'XETHBTC', '0.05', '0.050001', '5')
  expect(stage.story).toContain(`opened ${id}`)
  all('ETH')
  expect(stage.story).toContain(`closed ${id} down`)
  stage.told.length = 0
  stage.book(T + 100, 'binance', 'BTCUSDT', '50000', '50001', '5')
  expect(stage.story).toEqual([])
  stage.book(T + 100, 'binance', 'ETHBTC', '0.05', '0.050001', '5')
  expect(stage.story).toContain(`opened ${id}`)
})

test('whatever is listed, renamed, delisted and listed again, the rows equal the rows of an engine that knows only the last lists', () => {
  const markets = [
    ['BTC', 'USDT', 50_000],
    ['ETH', 'BTC', 0.05],
    ['XETH', 'BTC', 0.05],
    ['ETH', 'USDT', 2_500],
    ['XETH', 'USDT', 2_500],
  ] as const
  const venue = fc.constantFrom('binance', 'okx')
  const step = fc.oneof(
    fc.record({ venue, btc: fc.constantFrom(true, true, false), cross: fc.nat(2), dollar: fc.constantFrom(0, 3, 4) }),
    ...Array.from({ length: 8 }, () => fc.record({ venue, market: fc.nat(4), away: fc.integer({ min: -9, max: 9 }) })),
  )
  // A list holds at most one ticker of each pair: of two the one that came first has the routes.
  const seen = { rows: 0, rejected: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 160 }), fc.boolean(), (steps, conflates) => {
      const moving = new Stage({ identify, conflates })
      const listed = new Map<string, readonly Instrument[]>([
        ['binance', []],
        ['okx', []],
      ])
      const books = new Map<string, () => void>()
      let now = 1_000
      for (const one of steps) {
        now += 7
        if ('market' in one) {
          const [base, quote, middle] = markets[one.market] as (typeof markets)[number]
          if (!listed.get(one.venue)?.some(({ symbol }) => symbol === base + quote)) continue
          const price = (ticks: number) => String(Math.round(middle * (1 + ticks / 1_000) * 1e6) / 1e6)
          const at = now
          const book = (to: Stage) => to.book(at, one.venue, base + quote, price(one.away), price(one.away + 1), '5')
          book(moving)
          books.set(`${one.venue} ${base}${quote}`, () => book(fresh))
          continue
        }
        const chosen = markets.filter((_, at) => (at === 0 ? one.btc : at === one.cross || at === one.dollar))
        const list = chosen.map(([base, quote]) =>
          instrument(one.venue, base, quote, { lotStep: decimal('0.001'), minQty: decimal('0.01') }),
        )
        for (const { symbol } of listed.get(one.venue) ?? [])
          if (!list.some((found) => found.symbol === symbol)) books.delete(`${one.venue} ${symbol}`)
        listed.set(one.venue, list)
        moving.engine.sink(one.venue).instruments(one.venue, 'spot', list, true)
        for (const { symbol } of list) moving.slot(one.venue, symbol)
      }
      moving.engine.evaluateDeferred(now)
      const fresh = new Stage({ identify })
      fresh.list(...[...listed.values()].flat())
      for (const book of books.values()) book()
      const rowsOf = ({ engine }: Stage) => [...engine.open].map(({ id }) => id).sort()
      expect(rowsOf(moving)).toEqual(rowsOf(fresh))
      expect(moving.engine.rejected).toEqual(fresh.engine.rejected)
      seen.rows += rowsOf(fresh).length
      seen.rejected += Object.values(fresh.engine.rejected).reduce((sum, count) => sum + count, 0)
    }),
    { numRuns: 400, seed: 7 },
  )
  expect(Math.min(seen.rows, seen.rejected)).toBeGreaterThan(100)
})
