import ccxt from 'ccxt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { type Simulator, startSimulator } from './index.ts'
import { type Book, compareBooks, levels, type Perp, redirected } from './testing/ccxt-books.ts'
import { pause } from './testing/wire-client.ts'

interface FundingRate {
  readonly fundingRate: number
  readonly nextFundingRate: number | undefined
  readonly fundingTimestamp: number | undefined
  readonly markPrice: number | undefined
  readonly indexPrice: number | undefined
  readonly interval: string
}
/** The part of ccxt's streaming client that is used here. */
interface Client {
  urls: { api: unknown }
  enableRateLimit: boolean
  loadHttpProxyAgent(): Promise<unknown>
  loadMarkets(): Promise<Record<string, Perp>>
  fetchFundingRates(symbols: string[]): Promise<Record<string, FundingRate>>
  fetchFundingRateHistory(symbol: string): Promise<{ timestamp: number; fundingRate: number }[]>
  fetchOrderBook(symbol: string): Promise<Book>
  fetchMarkPrice(symbol: string): Promise<{ markPrice: number }>
  fetchMarketLeverageTiers(
    symbol: string,
    params?: object,
  ): Promise<{ minNotional: number; maintenanceMarginRate: number }[]>
  watchOrderBook(symbol: string): Promise<Book>
  watchFundingRate(symbol: string): Promise<FundingRate>
  close(): Promise<void>
}

const EXCHANGES = [
  { exchange: 'okx', id: 'okx', prefix: 'okx', quote: 'USDT' },
  { exchange: 'kraken', id: 'krakenfutures', prefix: 'kraken-futures', quote: 'USD' },
] as const
const COINS = ['BTC', 'ETH', 'SOL', 'SHIB']

const simulator = await startSimulator({ seed: 1, symbols: 20, port: 0, speed: 6, limits: false })
afterFile(() => simulator.stop())
afterEach(() => simulator.resume())

describe.each(EXCHANGES)('an independent client reads the perpetuals of $id', ({ exchange, id, prefix, quote }) => {
  let client: Client
  let markets: Record<string, Perp>
  const symbols = COINS.map((coin) => `${coin}/${quote}:${quote}`)
  beforeAll(async () => {
    client = new ccxt.pro[id]() as unknown as Client
    client.urls.api = redirected(client.urls.api, simulator.port, prefix)
    client.enableRateLimit = false
    await client.loadHttpProxyAgent()
    markets = await client.loadMarkets()
  })
  afterAll(() => Promise.race([client.close(), pause(150)]))

  test('all are swaps, settled in their quote, with steps that the books keep', () => {
    for (const symbol of simulator.perpetuals(exchange)) {
      const market = markets[symbol]
      expect(market).toMatchObject({ type: 'swap', linear: true, settle: quote, active: true })
      for (const [price, size] of simulator.perpBookOf(exchange, symbol).asks.slice(0, 3)) {
        const { precision } = market as Perp
        for (const steps of [Number(price) / precision.price, Number(size) / precision.amount])
          expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6)
      }
    }
    // Contracts of very different sizes on OKX; base units on Kraken, whole thousands of the smallest coins.
    if (exchange === 'okx') expect(markets['BTC/USDT:USDT']?.contractSize).toBe(0.01)
    else expect(markets['SHIB/USD:USD']).toMatchObject({ contractSize: 1, precision: { amount: 1_000 } })
  })

  test('funding rates, marks, history and margin tiers are the true ones', async () => {
    simulator.pause()
    await pause(50)
    const [before, rates] = [truths(), await client.fetchFundingRates(symbols)]
    // The estimate changes each minute of the clock, which may pass meanwhile.
    const known = [before, truths()]
    for (const [i, symbol] of symbols.entries()) {
      const told = rates[symbol] as FundingRate
      const stands = known.map((all) => all[i] as ReturnType<Simulator['fundingOf']>)
      if (exchange === 'okx') {
        expect(stands.map(({ rate, nextAt }) => [Number(rate), nextAt])).toContainEqual([
          told.fundingRate,
          told.fundingTimestamp,
        ])
        expect(told.interval).toBe(`${stands[0]?.intervalHours}h`)
        expect((await client.fetchMarkPrice(symbol)).markPrice).toBe(Number(stands[0]?.mark))
      } else {
        expect([told.markPrice, told.indexPrice]).toEqual([Number(stands[0]?.mark), Number(stands[0]?.index)])
        // ccxt divides the absolute rate by the mark; the index that it was made from is some basis points away.
        const ratios = stands.map(({ rate }) => (told.nextFundingRate as number) / Number(rate))
        expect(ratios.some((ratio) => Math.abs(ratio - 1) < 2e-3)).toBe(true)
      }
      const history = await client.fetchFundingRateHistory(symbol)
      const { settled } = simulator.fundingOf(exchange, symbol)
      expect(settled.length).toBeGreaterThanOrEqual(30)
      expect(history.map(({ timestamp, fundingRate }) => [timestamp, fundingRate])).toEqual(
        settled.slice(-history.length).map(({ time, rate }) => [time, Number(rate)]),
      )
    }
    const tiers = await client.fetchMarketLeverageTiers(symbols[0] as string, { marginMode: 'isolated' })
    expect(tiers.map((tier) => tier.maintenanceMarginRate)).toEqual([0.004, 0.005, 0.01, 0.025, 0.05])
    if (exchange === 'okx') {
      const streamed = await client.watchFundingRate(symbols[0] as string)
      expect(streamed.fundingTimestamp).toBe(known[0]?.[0]?.nextAt)
    }
  })

  test('books over sockets equal the true ones after hundreds of changes', async () => {
    const truths = new Map(symbols.map((symbol) => [symbol, () => bookOf(symbol)]))
    await compareBooks(simulator, (symbol) => client.watchOrderBook(symbol), truths, 400)
    // The whole book by REST too; OKX sends only the best level unless more is asked for.
    const shib = symbols[3] as string
    expect(levels(await client.fetchOrderBook(shib), 50)).toEqual(levels(bookOf(shib), 50))
  })

  const truths = () => symbols.map((symbol) => simulator.fundingOf(exchange, symbol))
  const bookOf = (symbol: string) => simulator.perpBookOf(exchange, symbol)
})
