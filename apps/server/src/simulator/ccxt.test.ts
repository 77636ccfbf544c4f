import { EXCHANGES, type ExchangeId } from '@makas/domain'
import ccxt from 'ccxt'
import { describe, expect, test } from 'vitest'
import { afterFile } from '../adapters/storage/testing/after-file.ts'
import { type Fault, startSimulator } from './index.ts'
import { type Book, levels, redirected } from './testing/ccxt-books.ts'
import { pause, until } from './testing/wire-client.ts'

/** The part of ccxt's streaming client that is used here. */
interface StreamingClient {
  urls: { api: unknown }
  enableRateLimit: boolean
  options: { fetchMarkets?: { types: string[] } }
  markets: Record<string, unknown> | undefined
  loadHttpProxyAgent(): Promise<unknown>
  loadMarkets(): Promise<Record<string, unknown>>
  setMarkets(markets: unknown): unknown
  watchOrderBook(symbol: string): Promise<Book>
  close(): Promise<void>
}

const SYMBOLS = ['BTC/USDT', 'ETH/USDT', 'SOL/USDT', 'DOGE/USDT', 'BTC/EUR']
/** Levels of each exchange's default channel. */
const DEPTH: Record<ExchangeId, number> = { binance: 100, okx: 100, bybit: 50, kraken: 10 }

/** Market lists, requested once. */
const markets = new Map<ExchangeId, unknown>()

class Watcher {
  readonly books = new Map<string, Book>()
  readonly exchange: ExchangeId
  updates = 0
  failure: unknown
  readonly #client: StreamingClient
  #isOpen = true

  constructor(exchange: ExchangeId) {
    this.exchange = exchange
    this.#client = new ccxt.pro[exchange]() as unknown as StreamingClient
    this.#client.urls.api = redirected(this.#client.urls.api, simulator.port, exchange)
    this.#client.enableRateLimit = false
    // ccxt tells Binance's spot frames from those of the futures by the address, which is the simulator's here.
    if (exchange === 'binance') this.#client.options.fetchMarkets = { types: ['spot'] }
  }

  async open(): Promise<this> {
    await this.#client.loadHttpProxyAgent()
    const known = markets.get(this.exchange)
    if (known) this.#client.setMarkets(known)
    else markets.set(this.exchange, await this.#client.loadMarkets())
    for (const symbol of SYMBOLS) void this.#watch(symbol)
    return this
  }

  async close(): Promise<void> {
    this.#isOpen = false
    await this.#client.close()
  }

  async #watch(symbol: string): Promise<void> {
    while (this.#isOpen) {
      try {
        this.books.set(symbol, await this.#client.watchOrderBook(symbol))
        this.updates += 1
      } catch (error) {
        if (this.#isOpen) this.failure = error
        return
      }
    }
  }
}

const openAll = () => Promise.all(EXCHANGES.map((exchange) => new Watcher(exchange).open()))

/** What differs between a watched book and the simulator's own; empty where they are equal. */
function differences(watchers: readonly Watcher[]): unknown[] {
  return watchers.flatMap(({ exchange, books }) =>
    SYMBOLS.flatMap((symbol) => {
      const wanted = levels(simulator.bookOf(exchange, symbol), DEPTH[exchange])
      const kept = levels(books.get(symbol) ?? { bids: [], asks: [] }, DEPTH[exchange])
      return JSON.stringify(kept) === JSON.stringify(wanted) ? [] : [{ exchange, symbol, kept, wanted }]
    }),
  )
}

/** Pauses the market, waits for the last frames, and compares every watched book level by level. */
async function compare(watchers: readonly Watcher[]): Promise<void> {
  simulator.pause()
  try {
    await until(() => differences(watchers).length === 0, 'equal books', 60_000).catch(() => undefined)
    expect(differences(watchers)).toEqual([])
    expect(watchers.map((one) => one.failure)).toEqual(watchers.map(() => undefined))
  } finally {
    simulator.resume()
  }
}

const closeAll = (watchers: readonly Watcher[]) =>
  // A client whose socket a fault has silenced would wait long for the close frame.
  Promise.race([Promise.all(watchers.map((one) => one.close())), pause(150)])

const simulator = await startSimulator({ seed: 1, symbols: 6, port: 0, speed: 6, limits: false })
afterFile(() => simulator.stop())
let current = await openAll()
afterFile(() => closeAll(current))

describe('an independent client, pointed at the simulator', () => {
  test('keeps books equal to the true ones after thousands of changes without faults', async () => {
    const isEnough = () => simulator.counters.bookFrames > 4_000 && current.every((one) => one.updates > 100)
    await until(isEnough, 'thousands of changes')
    await compare(current)
  })

  const faults: Fault[] = [
    { kind: 'drop', rate: 0.2 },
    { kind: 'duplicate', rate: 0.2 },
    { kind: 'swap', rate: 0.2 },
    { kind: 'corrupt', rate: 0.2, spoiling: 'digit' },
    { kind: 'crossed', rate: 0.2 },
    { kind: 'freeze' },
    { kind: 'silent' },
    { kind: 'half-open' },
    { kind: 'disconnect', how: 'close' },
    { kind: 'disconnect', how: 'reset' },
    { kind: 'burst', rate: 0.1, factor: 20 },
    { kind: '429', retryAfterS: 1 },
    { kind: 'maintenance', ms: 50 },
    { kind: 'server-shutdown', ms: 50 },
    { kind: 'sequence-reset', exchange: 'okx', count: 3 },
    { kind: 'service-restart', exchange: 'bybit', count: 3 },
    { kind: 'delist', symbol: 'BTC/USDT' },
    { kind: 'down' },
  ]
  // The next fault strikes the clients of the case before.
  test.each(faults)('finds sound books by a fresh subscription after $kind', async (fault) => {
    simulator.script({ ...fault, seed: 11 })
    await pause(200)
    simulator.clearFaults()
    // Whatever the fault did to these clients, new clients must find the exchange sound.
    await closeAll(current)
    current = await openAll()
    await until(() => current.every((one) => one.books.size === SYMBOLS.length && one.updates > 15), 'fresh books')
    await compare(current)
  })
})
