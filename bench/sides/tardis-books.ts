import { createRequire } from 'node:module'
import type { ExchangeId } from '@makas/domain'
import { type BookChange, OrderBook } from 'tardis-dev'
import type { BenchFrame, Traffic } from '../traffic/frame.ts'
import { COMPARED_LEVELS, type FinalBooks, type TopBook } from './final-books.ts'

/** A mapper of tardis-dev: parsed message in, normalised changes out. */
type Mapper = {
  canHandle(message: unknown): boolean
  map(message: unknown, localTimestamp: Date): Iterable<BookChange>
}
type MapperClass = new (exchange: string, option: unknown) => Mapper
type BinanceMapper = Mapper & { symbolToDepthInfoMapping: Record<string, unknown> }

// tardis-dev's index exports no mapper by name; the package has no `exports` map, so its files can be required.
const load = createRequire(import.meta.url)
const mapperOf = (file: string, name: string) =>
  (load(`tardis-dev/dist/mappers/${file}.js`) as Record<string, MapperClass>)[name] as MapperClass
const Binance = mapperOf('binance', 'BinanceBookChangeMapper')
const Okex = mapperOf('okex', 'OkexV5BookChangeMapper')
const Bybit = mapperOf('bybit', 'BybitV5BookChangeMapper')

/** Kraken is missing: tardis-dev's mapper reads its WebSocket v1 only. */
export const TARDIS_EXCHANGES: readonly ExchangeId[] = ['binance', 'okx', 'bybit']

/** tardis-dev's path of a frame: JSON, the mapper that can handle the message, its `OrderBook`. */
export class TardisBooks implements FinalBooks {
  #mappers: Readonly<Partial<Record<ExchangeId, readonly Mapper[]>>> = {}
  readonly #books = new Map<string, OrderBook>()

  begin(traffic: Traffic): void {
    this.#books.clear()
    this.#mappers = {
      binance: [new Binance('binance', false)],
      okx: [new Okex('okex', true), new Okex('okex', false)],
      bybit: [50, 200].map((depth) => new Bybit('bybit-spot', depth)),
    }
    this.readAll(traffic.setup)
  }

  readAll(frames: readonly BenchFrame[]): void {
    for (const frame of frames) if (this.#mappers[frame.exchange] !== undefined) this.#read(frame)
  }

  topOf(exchange: ExchangeId, symbol: string): TopBook {
    const book = this.#books.get(`${exchange} ${symbol}`)
    const top = (levels: Iterable<{ price: number; amount: number }>) =>
      [...levels].slice(0, COMPARED_LEVELS).map(({ price, amount }) => [price, amount] as const)
    return book === undefined ? { bids: [], asks: [] } : { bids: top(book.bids()), asks: top(book.asks()) }
  }

  #read(frame: BenchFrame): void {
    const mappers = this.#mappers[frame.exchange] ?? []
    const message =
      frame.endpoint.transport === 'rest' ? this.#wrapped(frame) : (JSON.parse(frame.bytes.toString()) as unknown)
    const now = new Date()
    for (const mapper of mappers) {
      if (!mapper.canHandle(message)) continue
      for (const change of mapper.map(message, now)) this.#bookOf(frame.exchange, change.symbol).update(change)
    }
  }

  /** Wraps a REST book as the stream message that tardis-dev's mapper expects. */
  #wrapped({ symbol, bytes }: BenchFrame): unknown {
    const [mapper] = (this.#mappers.binance ?? []) as readonly BinanceMapper[]
    if (mapper !== undefined) delete mapper.symbolToDepthInfoMapping[symbol]
    return { stream: `${symbol.toLowerCase()}@depthSnapshot`, data: JSON.parse(bytes.toString()) }
  }

  #bookOf(exchange: ExchangeId, symbol: string): OrderBook {
    const name = `${exchange} ${symbol}`
    const known = this.#books.get(name)
    if (known !== undefined) return known
    const book = new OrderBook()
    this.#books.set(name, book)
    return book
  }
}
