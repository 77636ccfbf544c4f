import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BookSlot, type Decimal, decimalText, type ExchangeId, type Instrument } from '@makas/domain'
import ccxt from 'ccxt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FEEDS, LIVE_CHANNELS } from '../adapters/exchanges/feeds.ts'
import { PROTOCOLS } from '../adapters/exchanges/protocols.ts'
import { levelsOf } from '../adapters/exchanges/testing/feed-rig.ts'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { seededRandom } from '../adapters/system/randomness.ts'
import { createSystemClock } from '../adapters/system/system-clock.ts'
import { carryOptions, DEFAULT_CARRY } from '../app/market/detect/carry-settings.ts'
import { feeOf, identify } from '../app/market/legs/identify.ts'
import type { PerpState } from '../app/market/legs/perp-facts.ts'
import { MarketRun } from '../app/market/market-run.ts'
import { startSimulator } from './index.ts'
import { redirected } from './testing/ccxt-books.ts'
import { pause, until } from './testing/wire-client.ts'

/** Swaps as ccxt names their fields. */
interface Market {
  readonly id: string
  readonly base: string
  readonly quote: string
  readonly active: boolean
  readonly contractSize: number
  readonly precision: { readonly amount: number; readonly price: number }
}
interface FundingRate {
  readonly fundingRate: number | undefined
  readonly fundingTimestamp: number | undefined
  readonly markPrice: number | undefined
  readonly interval: string | undefined
}
interface Client {
  urls: { api: unknown }
  options: { fetchMarkets: unknown }
  enableRateLimit: boolean
  loadHttpProxyAgent(): Promise<unknown>
  loadMarkets(): Promise<Record<string, Market & { readonly type: string }>>
  fetchFundingRates(symbols: string[]): Promise<Record<string, FundingRate>>
  fetchFundingIntervals(symbols: string[]): Promise<Record<string, { interval: string }>>
  fetchFundingRateHistory(symbol: string): Promise<{ timestamp: number; fundingRate: number; info: unknown }[]>
  fetchMarkPrice(symbol: string): Promise<{ markPrice: number }>
  fetchOrderBook(symbol: string, limit: number): Promise<Record<'bids' | 'asks', [number, number][]>>
  close(): Promise<void>
}

const CLIENTS = [
  { exchange: 'binance', id: 'binance', prefix: 'binance-usdm' },
  { exchange: 'okx', id: 'okx', prefix: 'okx' },
  { exchange: 'bybit', id: 'bybit', prefix: 'bybit' },
  { exchange: 'kraken', id: 'krakenfutures', prefix: 'kraken-futures' },
] as const
const LEVELS = 20
const ignore = () => undefined

const clock = createSystemClock()
const dataDir = mkdtempSync(join(tmpdir(), 'makas-engine-'))
const known = (exchange: ExchangeId, symbol: string): PerpState => run.engine.perps.of(exchange, symbol)
const perps = (): BookSlot[] => run.engine.slots.filter(({ market }) => market === 'perp')
const number = (value: Decimal | null | undefined): number | null => (value ? Number(decimalText(value)) : null)

const simulator = await startSimulator({ seed: 1, symbols: 5, port: 0, limits: false })
afterFile(() => simulator.stop())
const run = new MarketRun({
  exchanges: ['binance', 'okx', 'bybit', 'kraken'],
  protocolOf: (exchange) => PROTOCOLS.find((one) => one.exchange === exchange) as (typeof PROTOCOLS)[number],
  channelOf: (exchange, market) => LIVE_CHANNELS[exchange][market],
  makeFeed: (exchange, sink, onDailyChanges) => {
    const random = seededRandom(1)
    return FEEDS[exchange]({ sink, clock, random, origin: simulator.origin, dataDir, log: ignore, onDailyChanges })
  },
  identify,
  takerFee: feeOf(undefined),
  spotCap: () => null,
  triCap: () => null,
  carry: carryOptions(DEFAULT_CARRY, true),
  onFinding: ignore,
  log: ignore,
})
run.start()
const ticking = setInterval(() => {
  run.tick(clock.now())
  run.engine.evaluateDeferred(clock.now())
}, 100)
afterFile(async () => {
  clearInterval(ticking)
  await run.stop()
  rmSync(dataDir, { recursive: true })
})
const isKnown = ({ exchange, symbol }: BookSlot) => {
  const { mark, funding } = known(exchange, symbol)
  return mark !== null && funding.nextFundingAt !== null && funding.mean(clock.now()) !== null
}
const isComplete = () => perps().length >= 18 && perps().every((slot) => slot.acceptsDeltas && isKnown(slot))
await until(isComplete, 'every perpetual')
// Messages on their way still arrive; then book and mark stand still.
simulator.pause()
await pause(1_500)

describe.each(CLIENTS)(
  'our engine and an independent client, side by side on $exchange',
  ({ exchange, id, prefix }) => {
    let client: Client
    /** ccxt's name and market of each perpetual whose book the engine has. */
    const ours: {
      readonly slot: BookSlot
      readonly instrument: Instrument
      readonly name: string
      readonly market: Market
    }[] = []

    beforeAll(async () => {
      client = new ccxt[id]() as unknown as Client
      client.urls.api = redirected(client.urls.api, simulator.port, prefix)
      if (exchange === 'binance' || exchange === 'bybit') client.options.fetchMarkets = { types: ['linear'] }
      client.enableRateLimit = false
      await client.loadHttpProxyAgent()
      const markets = Object.entries(await client.loadMarkets()).filter(([, { type }]) => type === 'swap')
      for (const slot of perps().filter((one) => one.exchange === exchange)) {
        const found = markets.find(([, market]) => market.id === slot.symbol)
        const instrument = run.engine.instrument(exchange, 'perp', slot.symbol)
        if (found === undefined || instrument === undefined) throw new Error(`one of the two has no ${slot.symbol}`)
        ours.push({ slot, instrument, name: found[0], market: found[1] })
      }
      expect(ours.length).toBeGreaterThan(3)
    })
    afterAll(() => client.close())

    test('instruments: names, contract sizes, steps', () => {
      for (const { instrument, market } of ours) {
        const { lotStep, tick, contractSize, status } = instrument
        expect([status, market.active]).toEqual(['trading', true])
        expect(number(contractSize) ?? 1).toBe(market.contractSize)
        expect(number(lotStep)).toBeCloseTo(market.precision.amount * market.contractSize, 12)
        expect(number(tick)).toBeCloseTo(market.precision.price, 12)
        expect(identify(instrument)?.quote).toBe(market.quote)
      }
    })

    test('marks, running rates, the next payment and its interval', async () => {
      const names = ours.map(({ name }) => name)
      const before = ours.map(({ slot }) => number(known(exchange, slot.symbol).funding.runningRate))
      const rates = await client.fetchFundingRates(names)
      const intervals = exchange === 'binance' ? await client.fetchFundingIntervals(names) : rates
      for (const [at, { slot, name }] of ours.entries()) {
        const { mark, funding } = known(exchange, slot.symbol)
        const told = rates[name] as FundingRate
        const price = exchange === 'okx' ? (await client.fetchMarkPrice(name)).markPrice : told.markPrice
        expect([name, number(mark?.price)]).toEqual([name, price])
        if (exchange === 'kraken') {
          // ccxt divides the absolute rate by the present mark, the exchange made it from the index at the hour's
          // start; both rates in its history give that index.
          const { info } = (await client.fetchFundingRateHistory(name)).at(-1) as { info: Record<string, string> }
          const index = Number(info.fundingRate) / Number(info.relativeFundingRate)
          const amount = (told.fundingRate as number) * (told.markPrice as number)
          expect(amount / index / (number(funding.runningRate) as number)).toBeCloseTo(1, 4)
          expect(funding.intervalHours).toBe(1)
          continue
        }
        expect(funding.nextFundingAt).toBe(told.fundingTimestamp)
        // Binance lists only perpetuals with another interval than eight hours.
        expect([name, `${funding.intervalHours}h`]).toEqual([name, intervals[name]?.interval ?? '8h'])
        // The estimate changes each minute; OKX streams a new one 30 to 90 s later, so the engine's value is one of the
        // estimates since the first read.
        const rate = told.fundingRate as number
        const seen = [rate]
        const isNear = async () => {
          seen.push((await client.fetchFundingRates([name]))[name]?.fundingRate as number)
          const running = number(known(exchange, slot.symbol).funding.runningRate) as number
          return before[at] === rate || seen.some((one) => Math.abs(one - running) < 3e-5)
        }
        await expect.poll(async () => [name, await isNear()], { interval: 500 }).toEqual([name, true])
      }
    })

    test('past payments: the same rates at the same times', async () => {
      for (const { slot, name } of ours.slice(0, 4)) {
        const paid = known(exchange, slot.symbol).funding.mean(clock.now())
        const history = await client.fetchFundingRateHistory(name)
        expect(paid?.rates.map(number)).toEqual(history.slice(-21).map(({ fundingRate }) => fundingRate))
        expect(paid?.rates).toHaveLength(21)
      }
    })

    test('books of the perpetuals, level by level', async () => {
      for (const { slot, name } of ours) {
        const book = await client.fetchOrderBook(name, LEVELS)
        for (const side of ['bids', 'asks'] as const) {
          const kept = levelsOf(slot, side, LEVELS).map((level) => level.map(Number))
          expect([name, side, kept]).toEqual([
            name,
            side,
            book[side].slice(0, LEVELS).map(([price, size]) => [price, size]),
          ])
          expect(kept.length).toBeGreaterThan(5)
        }
      }
    })
  },
)
