import { expect, type TestContext, test } from 'vitest'
import type { FastClock } from '../testing/fast-clock.ts'
import { levelsOf } from '../testing/feed-rig.ts'
import { plainFacts } from '../testing/plain-facts.ts'
import { type Script, type ScriptedServer, scriptedPerps } from '../testing/scripted-server.ts'

const HOUR = 3_600_000
const CURSOR = 'first%3D0GUSDT%26last%3DBTCUSDT'

/** Bybit's linear market by its documentation: a list in two pages, payments each 8 h. */
class Bybit implements Script {
  readonly prefix = '/bybit'
  readonly pages: readonly (readonly string[])[]
  nextAt: number
  /** Payments that the history lists, the latest first. */
  readonly payments: number[]
  readonly #clock: FastClock

  constructor(pages: readonly (readonly string[])[], clock: FastClock) {
    this.pages = pages
    this.#clock = clock
    this.nextAt = Math.ceil(clock.now() / HOUR) * HOUR + HOUR
    this.payments = Array.from({ length: 3 }, (_, at) => this.nextAt - (at + 1) * 8 * HOUR)
  }

  rest(path: string, query: URLSearchParams): unknown {
    const time = this.#clock.now()
    return { retCode: 0, retMsg: 'OK', result: this.#result(path, query), retExtInfo: {}, time }
  }

  #result(path: string, query: URLSearchParams): unknown {
    const symbol = query.get('symbol') ?? ''
    const isLinear = query.get('category') === 'linear'
    switch (path) {
      case '/v5/market/instruments-info': {
        const page = query.has('cursor') ? 1 : 0
        const hasNext = isLinear && page + 1 < this.pages.length
        const list = isLinear ? (this.pages[page] ?? []).map(entryOf) : []
        return { category: query.get('category'), list, nextPageCursor: hasNext ? CURSOR : '' }
      }
      case '/v5/market/funding/history': {
        const rates = this.payments.map((at) => ({ symbol, fundingRate: '0.0001', fundingRateTimestamp: String(at) }))
        return { category: 'linear', list: rates }
      }
      case '/v5/market/risk-limit': {
        const row = {
          symbol,
          riskLimitValue: '1000',
          maintenanceMargin: '0.01',
          initialMargin: '0.02',
          maxLeverage: '50',
        }
        return { category: 'linear', list: [row], nextPageCursor: '' }
      }
      case '/v5/spot-margin-trade/data': {
        const list = [{ currency: 'BTC', borrowable: true, hourlyBorrowRate: '0.000001' }]
        return { vipCoinList: [{ vipLevel: query.get('vipLevel'), list }] }
      }
      default:
        return { list: [] }
    }
  }

  answer(text: string, path: string): readonly unknown[] {
    const { req_id, op, args = [] } = JSON.parse(text) as { req_id: string; op: string; args?: string[] }
    if (op === 'ping') return [{ success: true, ret_msg: 'pong', conn_id: 'x', req_id, op }]
    const first = op === 'subscribe' && path === '/v5/public/linear' ? args.map((topic) => this.#first(topic)) : []
    return [...first, { success: true, ret_msg: '', conn_id: 'x', req_id, op }]
  }

  #first(topic: string): unknown {
    const symbol = topic.slice(topic.lastIndexOf('.') + 1)
    const ts = this.#clock.now()
    if (topic.startsWith('orderbook')) {
      return {
        topic,
        type: 'snapshot',
        ts,
        data: { s: symbol, b: [['1', '5']], a: [['2', '6']], u: 9, seq: 9 },
        cts: ts,
      }
    }
    const data = { symbol, markPrice: '1.5', indexPrice: '1.4', fundingRate: '-0.00025', fundingIntervalHour: '8' }
    return { topic, type: 'snapshot', data: { ...data, nextFundingTime: String(this.nextAt) }, cs: 1, ts }
  }
}

const entryOf = (symbol: string) => ({
  symbol,
  contractType: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: symbol.replace('USDT', ''),
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  fundingInterval: 480,
  symbolType: '',
})

const start = (context: TestContext, pages: readonly (readonly string[])[], factor: number) =>
  scriptedPerps(context, 'bybit', factor, (clock) => new Bybit(pages, clock))

const asked = ({ calls }: ScriptedServer, path: string) => calls.filter((call) => call.path === path)

test('linear perpetuals of all pages come with books, tickers, payments, tiers and borrow rates', async (context) => {
  const { exchange, server, rig } = await start(context, [['0GUSDT', 'BTCUSDT'], ['ETHUSDT']], 5)
  rig.feed.start()
  await rig.until('both pages', () => rig.listed.length === 3)
  rig.want(rig.listed.map(({ symbol }) => symbol))
  await rig.until('all books', () => rig.live === 3)
  const of = (kind: string, symbol: string) =>
    plainFacts(rig.facts).find((fact) => fact[0] === kind && fact[1] === symbol)
  const kinds = ['mark', 'rate', 'interval', 'settled', 'tiers']
  const hasAll = (symbol: string) => kinds.every((kind) => of(kind, symbol) !== undefined)
  await rig.until('all facts', () => rig.listed.every(({ symbol }) => hasAll(symbol)))
  expect(levelsOf(rig.slot('ETHUSDT'), 'asks', 5)).toEqual([['2', '6']])
  expect(kinds.map((kind) => of(kind, 'ETHUSDT')?.slice(2))).toEqual([
    ['1.5', '1.4'],
    ['-0.00025', exchange.nextAt],
    [8],
    exchange.payments.map((at) => [at, '0.0001']),
    ['notional', ['0', '0.01']],
  ])
  expect(plainFacts(rig.facts)).toContainEqual(['borrow', ['BTC', '0.00876']])
  expect([rig.refused, rig.status().unconfirmed, rig.status().refusedSubscriptions]).toEqual([[], 0, 0])
  const socketsOf = (topic: string) =>
    new Set(server.sent.filter(({ text }) => text.includes(topic)).map(({ socket }) => socket))
  expect([...socketsOf('orderbook.50.')].filter((socket) => socketsOf('tickers.').has(socket))).toEqual([])
  // No row waits for tiers: payments are requested first.
  const order = server.calls.map(({ path }) => path)
  expect(order.lastIndexOf('/v5/market/funding/history')).toBeLessThan(order.indexOf('/v5/market/risk-limit'))
  // The cursor is sent as it came: encoded once.
  const [first, second] = asked(server, '/v5/market/instruments-info').filter(
    ({ query }) => query.get('category') === 'linear',
  )
  expect([first?.query.get('cursor'), second?.query.get('cursor')]).toEqual([null, decodeURIComponent(CURSOR)])
})

test('after a settlement its payment is asked for within two minutes', async (context) => {
  const { clock, exchange, server, rig } = await start(context, [['BTCUSDT']], 50)
  await rig.startWith(['BTCUSDT'])
  await rig.until('the first history', () => asked(server, '/v5/market/funding/history').length === 1)
  const settledAt = exchange.nextAt
  clock.skip(settledAt - clock.now() + 1_000)
  exchange.payments.unshift(settledAt)
  exchange.nextAt += 4 * HOUR
  const data = { symbol: 'BTCUSDT', nextFundingTime: String(exchange.nextAt) }
  server.push({ topic: 'tickers.BTCUSDT', type: 'delta', data, cs: 2, ts: clock.now() }, 'tickers.')
  await rig.until('the payment', () =>
    rig.facts.some((fact) => fact.kind === 'settled' && fact.rates.some(({ time }) => time === settledAt)),
  )
  expect(clock.now() - settledAt).toBeLessThan(120_000)
})
