import ccxt from 'ccxt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { startSimulator } from './index.ts'
import { type Book, compareBooks, type Perp, redirected } from './testing/ccxt-books.ts'
import { pause } from './testing/wire-client.ts'

interface FundingRate {
  readonly fundingRate: number
  readonly fundingTimestamp: number
  readonly markPrice: number
  readonly indexPrice: number
}
/** The part of ccxt's streaming client that is used here. */
interface Client {
  urls: { api: unknown }
  options: { fetchMarkets: unknown }
  enableRateLimit: boolean
  loadHttpProxyAgent(): Promise<unknown>
  loadMarkets(): Promise<Record<string, Perp>>
  fetchFundingRates(symbols: string[]): Promise<Record<string, FundingRate>>
  fetchFundingRateHistory(symbol: string): Promise<{ timestamp: number; fundingRate: number }[]>
  fetchFundingIntervals(symbols: string[]): Promise<Record<string, { interval: string }>>
  fetchCrossBorrowRate(code: string): Promise<{ rate: number }>
  watchOrderBook(symbol: string): Promise<Book>
  watchMarkPrices(symbols: string[]): Promise<Record<string, { markPrice: number }>>
  watchTicker(symbol: string): Promise<{ markPrice: number; indexPrice: number }>
  close(): Promise<void>
}

/** ccxt's market types, and its name of the perpetual on 1,000 SHIB, which the simulator calls `SHIB`. */
const EXCHANGES = [
  { exchange: 'binance', prefix: 'binance-usdm', types: ['linear'], shib: '1000SHIB/USDT:USDT' },
  { exchange: 'bybit', prefix: 'bybit', types: ['linear'], shib: 'SHIB1000/USDT:USDT' },
] as const
const SHIB = 'SHIB/USDT:USDT'

const simulator = await startSimulator({ seed: 1, symbols: 20, port: 0, speed: 6, limits: false })
afterFile(() => simulator.stop())
afterEach(() => simulator.resume())

describe.each(EXCHANGES)('an independent client reads the perpetuals of $exchange', (row) => {
  const { exchange, prefix, types, shib } = row
  let client: Client
  let markets: Record<string, Perp>
  const names = new Map<string, string>([
    ...['BTC', 'ETH', 'SOL', 'AVAX'].map((coin) => [`${coin}/USDT:USDT`, `${coin}/USDT:USDT`] as const),
    [shib, SHIB] as const,
  ])
  const symbols = [...names.keys()]
  const truthOf = (symbol: string) => simulator.fundingOf(exchange, names.get(symbol) as string)
  const bookOf = (symbol: string) => simulator.perpBookOf(exchange, names.get(symbol) as string)

  beforeAll(async () => {
    client = new ccxt.pro[exchange]() as unknown as Client
    client.urls.api = redirected(client.urls.api, simulator.port, prefix)
    client.options.fetchMarkets = { types }
    client.enableRateLimit = false
    await client.loadHttpProxyAgent()
    markets = await client.loadMarkets()
  })
  afterAll(() => Promise.race([client.close(), pause(150)]))

  test('all are swaps of base units, settled in USDT, with steps that the books keep', () => {
    const swaps = Object.values(markets).filter(({ type, linear }) => type === 'swap' && linear)
    // ccxt also counts the perpetual on gold or on a share, which it does not tell from a coin's.
    expect(swaps).toHaveLength(simulator.perpetuals(exchange).length + 1)
    for (const symbol of symbols) {
      const market = markets[symbol] as Perp
      expect(market).toMatchObject({ type: 'swap', linear: true, settle: 'USDT', active: true, contractSize: 1 })
      for (const [price, size] of bookOf(symbol).asks.slice(0, 5)) {
        for (const steps of [Number(price) / market.precision.price, Number(size) / market.precision.amount])
          expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6)
      }
    }
  })

  test('funding rates, marks, intervals and past payments are the true ones', async () => {
    simulator.pause()
    await pause(50)
    const before = symbols.map(truthOf)
    const rates = await client.fetchFundingRates(symbols)
    const after = symbols.map(truthOf)
    for (const [i, symbol] of symbols.entries()) {
      const told = rates[symbol] as FundingRate
      // The estimate changes each minute of the clock, which may pass meanwhile.
      const stands = [before[i], after[i]] as ReturnType<typeof truthOf>[]
      expect(stands.map(({ rate, nextAt }) => [Number(rate), nextAt])).toContainEqual([
        told.fundingRate,
        told.fundingTimestamp,
      ])
      expect([told.markPrice, told.indexPrice]).toEqual([Number(stands[0]?.mark), Number(stands[0]?.index)])
      const history = await client.fetchFundingRateHistory(symbol)
      expect(history.length).toBeGreaterThanOrEqual(30)
      const settled = truthOf(symbol).settled.slice(-history.length)
      expect(history.map(({ fundingRate }) => fundingRate)).toEqual(settled.map(({ rate }) => Number(rate)))
      // Binance stamps payments some milliseconds after the boundary.
      for (const [j, { timestamp }] of history.entries())
        expect(timestamp - (settled[j]?.time ?? 0)).toBeLessThan(exchange === 'binance' ? 10 : 1)
    }
    if (exchange === 'binance') {
      const intervals = await client.fetchFundingIntervals([shib, 'AVAX/USDT:USDT'])
      expect(intervals['AVAX/USDT:USDT']?.interval).toBe(`${truthOf('AVAX/USDT:USDT').intervalHours}h`)
    } else {
      const { rate } = await client.fetchCrossBorrowRate('ETH')
      expect(rate * 8_760).toBeCloseTo(0.0065, 6)
    }
  })

  test('marks over sockets are the true ones', async () => {
    simulator.pause()
    if (exchange === 'binance') {
      const marks = await client.watchMarkPrices(symbols)
      const told = Object.entries(marks).filter(([symbol]) => names.has(symbol))
      expect(told.length).toBeGreaterThan(0)
      for (const [symbol, { markPrice }] of told) expect(markPrice).toBe(Number(truthOf(symbol).mark))
    } else {
      const ticker = await client.watchTicker(shib)
      expect([ticker.markPrice, ticker.indexPrice]).toEqual([Number(truthOf(shib).mark), Number(truthOf(shib).index)])
    }
  })

  test('books over sockets equal the true ones after hundreds of changes', async () => {
    const truths = new Map(symbols.map((symbol) => [symbol, () => bookOf(symbol)]))
    await compareBooks(simulator, (symbol) => client.watchOrderBook(symbol), truths, exchange === 'bybit' ? 50 : 400)
  })
})
