import { expect, type TestContext, test } from 'vitest'
import type { FastClock } from '../testing/fast-clock.ts'
import { levelsOf } from '../testing/feed-rig.ts'
import { plainFacts } from '../testing/plain-facts.ts'
import { type Script, type ScriptedServer, scriptedPerps } from '../testing/scripted-server.ts'

const HOUR = 3_600_000
const ARRAY = '!markPrice@arr@1s'

/** Binance USDT-M by its documentation: a stream requested on the wrong path is acknowledged and stays silent. */
class UsdM implements Script {
  readonly prefix = '/binance-usdm'
  readonly symbols: readonly string[]
  readonly intervals = new Map<string, number>()
  fundingAt: number
  payments: number[]
  /** The update id of every book. */
  last = 100
  readonly #clock: FastClock

  constructor(symbols: readonly string[], clock: FastClock) {
    this.symbols = symbols
    this.#clock = clock
    this.fundingAt = Math.ceil(clock.now() / HOUR) * HOUR + HOUR
    this.payments = Array.from({ length: 3 }, (_, at) => this.fundingAt - (3 - at) * 8 * HOUR)
  }

  rest(path: string, query: URLSearchParams): unknown {
    const symbol = query.get('symbol') ?? ''
    switch (path) {
      case '/fapi/v1/exchangeInfo':
        return { symbols: this.symbols.map(entry) }
      case '/fapi/v1/time':
        return { serverTime: this.#clock.now() }
      case '/fapi/v1/depth':
        return { lastUpdateId: this.last, E: 1, T: 1, bids: [['99', '1']], asks: [['101', '1']] }
      case '/fapi/v1/fundingInfo':
        return [...this.intervals].map(([name, fundingIntervalHours]) => ({ symbol: name, fundingIntervalHours }))
      case '/fapi/v1/fundingRate':
        return this.payments.map((fundingTime) => ({ symbol, fundingTime, fundingRate: '0.0001', markPrice: '100' }))
      default:
        return null
    }
  }

  marks(changes: Readonly<Record<string, unknown>> = {}): unknown {
    return this.symbols.map((s) => ({
      e: 'markPriceUpdate',
      E: this.#clock.now(),
      s,
      p: '100.5',
      i: '100.1',
      P: '0',
      r: '-0.00025',
      T: this.fundingAt,
      ...changes,
    }))
  }

  /** The next change of a book; `skip` ids are missing before it. */
  change(symbol: string, size: string, skip = 0): unknown {
    const previous = this.last + skip
    this.last = previous + 5
    return {
      e: 'depthUpdate',
      E: this.#clock.now(),
      T: this.#clock.now(),
      s: symbol,
      U: previous + 2,
      u: this.last,
      pu: previous,
      b: [['100', size]],
      a: [],
    }
  }

  answer(text: string, socketPath: string): readonly unknown[] {
    const { method, params, id } = JSON.parse(text) as { method: string; params: string[]; id: number }
    const ack = { result: null, id }
    if (method !== 'SUBSCRIBE') return [ack]
    const isMarks = params.includes(ARRAY)
    return socketPath === (isMarks ? '/market/ws' : '/public/ws') && isMarks ? [ack, this.marks()] : [ack]
  }
}

const entry = (symbol: string) => ({
  symbol,
  contractType: 'PERPETUAL',
  status: 'TRADING',
  baseAsset: symbol.replace('USDT', ''),
  quoteAsset: 'USDT',
  filters: [
    { filterType: 'PRICE_FILTER', tickSize: '0.10' },
    { filterType: 'LOT_SIZE', stepSize: '0.001', minQty: '0.001' },
    { filterType: 'MIN_NOTIONAL', notional: '100' },
  ],
})

async function start(context: TestContext, symbols: readonly string[], factor: number) {
  const started = await scriptedPerps(context, 'binance', factor, (clock) => new UsdM(symbols, clock))
  const ticking = setInterval(() => started.server.push(started.exchange.marks(), ARRAY), 20)
  context.onTestFinished(() => clearInterval(ticking))
  return { ...started, ticking }
}

const asked = ({ calls }: ScriptedServer, name: string) => calls.filter(({ path }) => path === `/fapi/v1/${name}`)
const pathsOf = ({ sent }: ScriptedServer, stream: string) =>
  new Set(sent.filter(({ text }) => text.includes(stream)).map(({ path }) => path))

test('perpetuals come with their books, marks, rates, intervals and payments, each from its own path', async (context) => {
  const { server, rig, exchange } = await start(context, ['BTCUSDT', 'ETHUSDT'], 5)
  exchange.intervals.set('ETHUSDT', 4)
  await rig.startWith((listed) => listed.map(({ symbol }) => symbol))
  const of = (kind: string) => plainFacts(rig.facts).filter((fact) => fact[0] === kind)
  await rig.until('all payments', () => of('settled').length >= 2)
  expect(levelsOf(rig.slot('BTCUSDT'), 'bids', 5)).toEqual([['99', '1']])
  expect(of('mark')[0]).toEqual(['mark', 'BTCUSDT', '100.5', '100.1'])
  expect(of('rate')[0]).toEqual(['rate', 'BTCUSDT', '-0.00025', exchange.fundingAt])
  expect(of('intervals')[0]).toEqual(['intervals', ['ETHUSDT', 4], 8])
  expect(of('settled')[0]).toEqual(['settled', 'BTCUSDT', ...exchange.payments.map((at) => [at, '0.0001'])])
  expect([[...pathsOf(server, 'btcusdt@depth@100ms')], [...pathsOf(server, ARRAY)]]).toEqual([
    ['/public/ws'],
    ['/market/ws'],
  ])
  expect(asked(server, 'depth').every(({ query }) => query.get('limit') === '100')).toBe(true)
  expect(rig.listed[0]?.minNotional).toEqual({ mantissa: 100n, decimals: 0 })
  expect(rig.refused).toEqual([])
  await rig.until('the clock', () => rig.status().clockOffsetMs !== null)
})

test('[F5] changes are synchronised with REST books by the rule of perpetuals, and a lost one costs that book alone', async (context) => {
  const { server, rig, exchange } = await start(context, ['BTCUSDT', 'ETHUSDT'], 2)
  await rig.startWith(['BTCUSDT', 'ETHUSDT'])
  server.push(exchange.change('BTCUSDT', '5'), 'btcusdt')
  await rig.until('the change', () => rig.slot('BTCUSDT').seq === exchange.last)
  expect(levelsOf(rig.slot('BTCUSDT'), 'bids', 1)).toEqual([['100', '5']])
  const before = asked(server, 'depth').length
  server.push(exchange.change('BTCUSDT', '6', 3), 'btcusdt')
  await rig.until('the gap', () => rig.lost.length > 0)
  await rig.until('the repair', () => rig.slot('BTCUSDT').acceptsDeltas)
  expect(rig.lost.map(({ symbol, reason }) => [symbol, reason])).toEqual([['BTCUSDT', 'gap']])
  expect(
    asked(server, 'depth')
      .slice(before)
      .map(({ query }) => query.get('symbol')),
  ).toEqual(['BTCUSDT'])
})

test('[F14] a mark of zero each second is counted and costs no connection', async (context) => {
  const { server, rig, exchange, ticking } = await start(context, ['BTCUSDT', 'ETHUSDT'], 5)
  await rig.startWith(['BTCUSDT'])
  clearInterval(ticking)
  for (let second = 0; second < 20; second++) server.push(exchange.marks({ p: '0.00000000' }), ARRAY)
  await rig.until('all of them', () => rig.refused.length >= 20)
  expect([rig.status().refusedFrames, rig.status().reconnects]).toEqual([20, 0])
  for (let times = 0; times < 5; times++) server.push({ e: 'markPriceUpdate' }, ARRAY)
  await rig.until('a new connection', () => rig.status().reconnects === 1)
})

test('[F19] intervals are asked for again as soon as a settlement moves unexpectedly', async (context) => {
  const { clock, server, rig, exchange } = await start(context, ['BTCUSDT'], 50)
  await rig.startWith(['BTCUSDT'])
  await rig.until('the first', () => rig.facts.some(({ kind }) => kind === 'intervals'))
  clock.skip(2 * 60_000)
  const before = asked(server, 'fundingInfo').length
  exchange.intervals.set('BTCUSDT', 1)
  exchange.fundingAt -= HOUR / 2
  const movedAt = clock.now()
  await rig.until('the change', () =>
    rig.facts.some((fact) => fact.kind === 'intervals' && fact.hours.get('BTCUSDT') === 1),
  )
  expect(asked(server, 'fundingInfo').length).toBe(before + 1)
  expect(clock.now() - movedAt).toBeLessThan(60_000)
})

test('after a settlement its payment is asked for within two minutes', async (context) => {
  const { clock, rig, exchange } = await start(context, ['BTCUSDT'], 50)
  await rig.startWith(['BTCUSDT'])
  await rig.until('the first payments', () => rig.facts.some(({ kind }) => kind === 'settled'))
  const settledAt = exchange.fundingAt
  clock.skip(settledAt - clock.now() + 1_000)
  exchange.payments.push(settledAt + 4)
  exchange.fundingAt += 8 * HOUR
  await rig.until('the payment', () =>
    rig.facts.some((fact) => fact.kind === 'settled' && fact.rates.some(({ time }) => time === settledAt + 4)),
  )
  expect(clock.now() - settledAt).toBeLessThan(120_000)
})

test('when no perpetual is wanted any more, nothing is listened to', async (context) => {
  const { rig } = await start(context, ['BTCUSDT'], 5)
  await rig.startWith(['BTCUSDT'])
  await rig.until('both', () => rig.status().sockets === 2)
  rig.want([])
  await rig.until('none', () => rig.status().sockets === 0)
  expect(rig.slot('BTCUSDT').validity).toBe('DOWN')
})
