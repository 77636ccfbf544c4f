import { afterEach, describe, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { startSimulator } from '../../index.ts'
import { connect, PlainBook, pause, topOf, until, type WireClient } from '../../testing/wire-client.ts'

const LINEAR = '/bybit/v5/public/linear'
const HOUR = 3_600_000
const BTC = 'BTC/USDT:USDT'
const open: WireClient[] = []

const get = async (path: string, origin = simulator.origin) =>
  (await fetch(`${origin}/bybit${path}`)).json() as Promise<{ retCode: number; retMsg: string; result: never }>
const result = async (path: string) => (await get(path)).result as Record<string, unknown> & { list: Fields[] }
type Fields = Record<string, string>

async function subscribed(path: string, ...args: string[]): Promise<WireClient> {
  const client = await connect(simulator.origin, path)
  open.push(client)
  client.send({ req_id: 'r', op: 'subscribe', args })
  await client.frame((text) => text.includes('"op":"subscribe"'))
  return client
}
const data = (client: WireClient, topic: string) =>
  client.frames.filter((text) => text.includes(`"topic":"${topic}"`)).map((text) => JSON.parse(text))
/** The ticker after a snapshot and its deltas. */
const merged = (client: WireClient, id: string): Fields =>
  Object.assign({}, ...data(client, `tickers.${id}`).map((frame) => frame.data))

const simulator = await startSimulator({ seed: 2, symbols: 24, port: 0, speed: 10, limits: false })
afterFile(() => simulator.stop())
afterEach(() => {
  simulator.clearFaults()
  for (const one of open.splice(0)) one.close()
})

describe('streams', () => {
  test.each([
    ['BTC/USDT:USDT', 'BTCUSDT', 50],
    ['SHIB/USDT:USDT', 'SHIB1000USDT', 200],
  ])('%s kept from snapshot and deltas equals the true book', async (symbol, id, depth) => {
    const client = await subscribed(LINEAR, `orderbook.${depth}.${id}`)
    await until(() => client.frames.length > 40, 'deltas')
    simulator.pause()
    await pause(300)
    // In spot frames `ts` comes first (docs/exchanges/bybit.md).
    expect(client.frames.at(-1)).toMatch(/^\{"topic":"orderbook\.\d+\.\w+","type":"delta","ts":\d+,"data":/)
    const book = new PlainBook()
    let last = 0
    for (const { type, data: told, cts, ts } of data(client, `orderbook.${depth}.${id}`)) {
      expect(cts).toBeLessThanOrEqual(ts)
      expect(told.s).toBe(id)
      if (type === 'snapshot') book.replace(told.b, told.a)
      else {
        expect(told.u).toBe(last + 1)
        book.apply(told.b, told.a)
      }
      last = told.u
    }
    const truth = simulator.perpBookOf('bybit', symbol)
    simulator.resume()
    expect(book.top(depth)).toEqual(topOf(truth, depth))
  })

  test('the same symbol is another market on each socket; acks, pongs and limits follow the linear category', async () => {
    const linear = await subscribed(LINEAR, 'orderbook.1.BTCUSDT')
    const spot = await subscribed('/bybit/v5/public/spot', 'orderbook.1.BTCUSDT')
    expect(JSON.parse(linear.frames.find((text) => text.includes('"op"')) ?? '')).toMatchObject({
      ...{ success: true, ret_msg: '', req_id: 'r', op: 'subscribe' },
    })
    simulator.pause()
    await pause(300)
    const best = (client: WireClient) => data(client, 'orderbook.1.BTCUSDT').at(-1)?.data
    expect(best(linear).b[0]).toEqual([...(simulator.perpBookOf('bybit', BTC).bids[0] ?? [])])
    expect(best(spot).b[0]).toEqual([...(simulator.bookOf('bybit', 'BTC/USDT').bids[0] ?? [])])
    simulator.resume()
    linear.send({ op: 'ping' })
    expect(JSON.parse(await linear.frame((text) => text.includes('pong')))).toMatchObject({ req_id: '', op: 'ping' })
    // Spot takes ten topics a request, linear any number; spot tickers have another shape.
    const ids = simulator.perpetuals('bybit').slice(0, 15)
    expect(ids).toHaveLength(15)
    linear.send({ op: 'subscribe', args: ids.slice(1, 12).map((symbol) => `tickers.${symbol.split('/')[0]}USDT`) })
    await until(() => linear.frames.filter((text) => text.includes('"op":"subscribe"')).length === 2, 'the second ack')
    expect(linear.frames.every((text) => !text.includes('args size'))).toBe(true)
    spot.send({ op: 'subscribe', args: ['tickers.BTCUSDT'] })
    expect(await spot.frame((text) => text.includes('Invalid symbol'))).toContain('"success":false')
  })

  test('a ticker is a snapshot, then changed fields; merged, they are the true ticker', async () => {
    const client = await subscribed(LINEAR, 'tickers.BTCUSDT', 'tickers.SHIB1000USDT')
    await until(() => data(client, 'tickers.BTCUSDT').length > 12, 'deltas')
    simulator.pause()
    await pause(300)
    const truth = simulator.fundingOf('bybit', BTC)
    const book = simulator.perpBookOf('bybit', BTC)
    const ticker = merged(client, 'BTCUSDT')
    simulator.resume()
    const [first, ...deltas] = data(client, 'tickers.BTCUSDT')
    expect(first.type).toBe('snapshot')
    expect(Object.keys(first.data).length).toBeGreaterThan(18)
    for (const { type, data: changed } of deltas) {
      expect(type).toBe('delta')
      expect(changed.symbol).toBe('BTCUSDT')
      expect(Object.keys(changed).length).toBeLessThan(12)
      expect(changed).not.toHaveProperty('fundingIntervalHour')
    }
    expect([ticker.bid1Price, ticker.bid1Size]).toEqual([...(book.bids[0] ?? [])])
    expect(ticker).toMatchObject({
      ...{ fundingRate: truth.rate, nextFundingTime: String(truth.nextAt), fundingIntervalHour: '8' },
    })
    expect([Number(ticker.markPrice), Number(ticker.indexPrice)]).toEqual([Number(truth.mark), Number(truth.index)])
  })
})

describe('REST', () => {
  test('the list is paged by a cursor, encoded or not, and holds contracts that are no perpetuals on a coin', async () => {
    const path = '/v5/market/instruments-info?category=linear&limit=10'
    const seen: Fields[] = []
    let cursor = ''
    for (let pages = 0; pages === 0 || cursor !== ''; pages += 1) {
      const text = pages % 2 === 0 ? cursor : encodeURIComponent(cursor)
      const { list, nextPageCursor } = await result(`${path}&cursor=${text}`)
      expect(list.length).toBeLessThanOrEqual(10)
      seen.push(...list)
      cursor = String(nextPageCursor)
    }
    const perpetuals = seen.filter((one) => one.contractType === 'LinearPerpetual' && one.symbolType === '')
    expect(perpetuals).toHaveLength(simulator.perpetuals('bybit').length)
    expect(new Set(seen.map(({ symbol }) => symbol)).size).toBe(seen.length)
    expect(seen.map(({ contractType, symbolType }) => `${contractType} ${symbolType}`)).toEqual(
      expect.arrayContaining(['LinearFutures ', 'LinearPerpetual stock']),
    )
    const of = (id: string) => perpetuals.find(({ symbol }) => symbol === id)
    expect(of('SHIB1000USDT')).toMatchObject({ baseCoin: 'SHIB1000', lotSizeFilter: { qtyStep: '100' } })
    expect(of('1000PEPEUSDT')).toMatchObject({ fundingInterval: 60, lotSizeFilter: { qtyStep: '100' } })
    expect(of('BTCUSDT')).toMatchObject({ fundingInterval: 480, priceFilter: { tickSize: '0.1' } })
  })

  test('tickers, books and past payments are true, newest payment first', async () => {
    simulator.pause()
    await pause(50)
    const truth = simulator.fundingOf('bybit', BTC)
    const { list } = await result('/v5/market/tickers?category=linear&symbol=BTCUSDT')
    expect(list).toMatchObject([{ symbol: 'BTCUSDT', fundingRate: truth.rate, nextFundingTime: String(truth.nextAt) }])
    const book = await result('/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=30')
    const { bids, asks } = simulator.perpBookOf('bybit', BTC)
    expect(book).toMatchObject({ s: 'BTCUSDT', b: bids.slice(0, 30), a: asks.slice(0, 30) })
    const path = '/v5/market/funding/history?category=linear&symbol=BTCUSDT'
    const history = (await result(`${path}&limit=30`)).list
    expect(history.map(({ fundingRate, fundingRateTimestamp }) => [Number(fundingRateTimestamp), fundingRate])).toEqual(
      truth.settled
        .slice(-30)
        .reverse()
        .map(({ time, rate }) => [time, rate]),
    )
    const end = history[4]?.fundingRateTimestamp
    expect((await result(`${path}&endTime=${end}&limit=2`)).list).toEqual(history.slice(4, 6))
    simulator.resume()
  })

  test.each([
    '/v5/market/funding/history?category=linear&symbol=NOPE',
    '/v5/market/funding/history?category=linear&symbol=BTCUSDT&startTime=1',
    '/v5/market/funding/history?category=linear&symbol=BTCUSDT&limit=0',
    '/v5/market/funding/history?category=spot&symbol=BTCUSDT',
    '/v5/market/risk-limit?category=linear&symbol=NOPE',
    '/v5/market/orderbook?category=linear&symbol=NOPE',
    '/v5/market/tickers?category=linear&symbol=NOPE',
  ])('%s is refused with status 200', async (path) => {
    expect((await get(path)).retCode).toBe(10001)
  })

  test('risk limits rise with their margins and come in pages of fifteen symbols; borrow rates are hourly, by level', async () => {
    const { list } = await result('/v5/market/risk-limit?category=linear&symbol=BTCUSDT')
    expect(list.map(({ isLowestRisk }) => isLowestRisk)).toEqual([1, 0, 0, 0, 0])
    expect(list.map(({ riskLimitValue }) => Number(riskLimitValue))).toEqual([3e5, 3e6, 2e7, 1e8, 3e8])
    // By the documents' formula: 300,000 · (0.5 % − 0.4 %), and so on for higher tiers.
    expect(list.slice(0, 3).map(({ mmDeduction }) => mmDeduction)).toEqual(['', '300.0000', '15300.0000'])
    const page = await result('/v5/market/risk-limit?category=linear')
    expect(new Set(page.list.map(({ symbol }) => symbol)).size).toBe(15)
    const next = await result(`/v5/market/risk-limit?category=linear&cursor=${page.nextPageCursor}`)
    expect(next.list.some(({ symbol }) => page.list.some((one) => one.symbol === symbol))).toBe(false)
    const { vipCoinList } = await result('/v5/spot-margin-trade/data?vipLevel=No%20VIP&currency=BTC')
    expect(vipCoinList).toMatchObject([{ vipLevel: 'No VIP', list: [{ currency: 'BTC', borrowable: true }] }])
    const all = (await result('/v5/spot-margin-trade/data')).vipCoinList as { list: Fields[] }[]
    const hourly = all.map(({ list: coins }) =>
      Number(coins.find(({ currency }) => currency === 'ETH')?.hourlyBorrowRate),
    )
    expect((hourly[0] as number) * 8_760).toBeCloseTo(0.0065, 6)
    expect(hourly).toEqual([...hourly].sort((a, b) => b - a))
  })
})

describe('faults and time', () => {
  test('[F19] a changed interval comes as a delta with its new time; a withheld interval is empty', async () => {
    const client = await subscribed(LINEAR, 'tickers.BTCUSDT')
    const change = async (hours: number | null) => {
      const from = client.frames.length
      simulator.script({ kind: 'funding-interval', exchange: 'bybit', symbol: BTC, hours })
      return JSON.parse(await client.frame((text) => text.includes('fundingIntervalHour'), from)).data
    }
    expect(await change(4)).toMatchObject({ fundingIntervalHour: '4' })
    expect(await change(1)).toMatchObject({ fundingIntervalHour: '1' })
    expect(Number(merged(client, 'BTCUSDT').nextFundingTime)).toBe((Math.floor(Date.now() / HOUR) + 1) * HOUR)
    expect((await change(null)).fundingIntervalHour).toBe('')
    const list = (await result('/v5/market/instruments-info?category=linear&symbol=BTCUSDT')).list
    expect(list).toMatchObject([{ fundingInterval: 0 }])
  })

  test('a payment falls due: a delta moves the next time on, and the history has the last rate', async () => {
    const boundary = (Math.floor(Date.now() / (8 * HOUR)) + 1) * 8 * HOUR
    const own = await startSimulator({ seed: 1, symbols: 2, port: 0, clockOffsetMs: boundary - Date.now() - 4_000 })
    const client = await connect(own.origin, LINEAR)
    open.push(client)
    client.send({ op: 'subscribe', args: ['tickers.BTCUSDT'] })
    const moved = JSON.parse(await client.frame((text) => text.includes(`"nextFundingTime":"${boundary + 8 * HOUR}"`)))
    expect(moved.type).toBe('delta')
    const before = data(client, 'tickers.BTCUSDT').filter(({ ts }) => ts < boundary)
    const rate = Object.assign({}, ...before.map((frame) => frame.data)).fundingRate
    const { list } = (await get('/v5/market/funding/history?category=linear&symbol=BTCUSDT&limit=1', own.origin))
      .result as { list: Fields[] }
    await own.stop()
    expect(list).toMatchObject([{ fundingRate: rate, fundingRateTimestamp: String(boundary) }])
  })

  test('silent marks, halts and restarts strike the perpetual alone; changes that silence kept back come after it', async () => {
    const client = await subscribed(LINEAR, 'tickers.ETHUSDT', 'orderbook.50.ETHUSDT', 'orderbook.50.BTCUSDT')
    const ETH = 'ETH/USDT:USDT'
    const end = simulator.script({ kind: 'silent-marks', exchange: 'bybit', symbol: ETH })
    await pause(50)
    const from = data(client, 'tickers.ETHUSDT').length
    const books = data(client, 'orderbook.50.ETHUSDT').length
    await until(() => data(client, 'orderbook.50.ETHUSDT').length > books + 8, 'books')
    expect(data(client, 'tickers.ETHUSDT')).toHaveLength(from)
    simulator.pause()
    await pause(100)
    end()
    await until(
      () => merged(client, 'ETHUSDT').bid1Price === simulator.perpBookOf('bybit', ETH).bids[0]?.[0],
      'the rest',
    )
    simulator.resume()
    simulator.script({ kind: 'service-restart', exchange: 'bybit', symbol: BTC, count: 1 })
    const restart = JSON.parse(await client.frame((text) => text.includes('"u":1,')))
    expect(restart).toMatchObject({ type: 'snapshot', topic: 'orderbook.50.BTCUSDT' })
    simulator.script({ kind: 'delist', exchange: 'bybit', symbol: BTC })
    await until(() => data(client, 'orderbook.50.BTCUSDT').at(-1)?.data.b.length === 0, 'the goodbye')
    expect((await result('/v5/market/tickers?category=spot&symbol=BTCUSDT')).list).toHaveLength(1)
    expect((await get('/v5/market/tickers?category=linear&symbol=BTCUSDT')).retCode).toBe(10001)
  })
})
