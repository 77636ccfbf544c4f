import { EXCHANGES, type ExchangeId } from '@makas/domain'
import ccxt from 'ccxt'
import type { BenchFrame, Traffic } from '../traffic/frame.ts'
import { COMPARED_LEVELS, type FinalBooks, type TopBook } from './final-books.ts'

const BINANCE_LEVELS = 1_000

type Rows = readonly (readonly [number, number])[]
type RivalBook = { readonly bids: Rows; readonly asks: Rows; reset(snapshot: unknown): void }
type Client = {
  readonly subscriptions: Record<string, unknown>
  readonly rejections: Record<string, unknown>
  onMessage(event: { readonly data: string }): void
}
/** The members of a ccxt streaming exchange that are used here; ccxt's own types say `any`. */
type Rival = {
  orderbooks: Record<string, RivalBook>
  setMarkets(markets: readonly object[]): void
  client(url: string): Client
  orderBook(snapshot: object, depth: number): RivalBook
  parseOrderBook(body: object, symbol: string): Record<string, unknown>
  /** ccxt's dispatch of messages of the stream. */
  handleMessage(client: Client, message: unknown): void
}

const SOCKETS: Readonly<Record<ExchangeId, string>> = {
  binance: 'wss://stream.binance.com:9443/stream',
  okx: 'wss://ws.okx.com:8443/ws/v5/public',
  bybit: 'wss://stream.bybit.com/v5/public/spot',
  kraken: 'wss://ws.kraken.com/v2',
}
const OKX_CHANNELS = ['books', 'books-l2-tbt']

function open(exchange: ExchangeId): Rival {
  return new ccxt.pro[exchange]() as unknown as Rival
}

/** ccxt's streaming classes as published: their JSON, message dispatch and books, without a socket. */
export class CcxtBooks implements FinalBooks {
  readonly #rivals = Object.fromEntries(EXCHANGES.map((one) => [one, open(one)])) as Record<ExchangeId, Rival>
  readonly #clients: Readonly<Record<ExchangeId, Client>>

  constructor(traffic: Traffic) {
    const clients: Partial<Record<ExchangeId, Client>> = {}
    for (const exchange of EXCHANGES) {
      const rival = this.#rivals[exchange]
      const own = traffic.books.filter((book) => book.exchange === exchange)
      rival.setMarkets(own.map(({ symbol }) => market(symbol)))
      const client = rival.client(SOCKETS[exchange])
      // ccxt drops OKX's frames unless they are subscribed to.
      for (const { symbol } of own) for (const name of OKX_CHANNELS) client.subscriptions[`${name}:${symbol}`] = true
      clients[exchange] = client
    }
    this.#clients = clients as Record<ExchangeId, Client>
  }

  /** Forgets all books and reads the frames that are not timed. */
  begin(traffic: Traffic): void {
    for (const exchange of EXCHANGES) this.#rivals[exchange].orderbooks = {}
    this.readAll(traffic.setup)
  }

  readAll(frames: readonly BenchFrame[]): void {
    for (const frame of frames) this.#read(frame)
  }

  topOf(exchange: ExchangeId, symbol: string): TopBook {
    const { rejections } = this.#clients[exchange]
    const [refused] = Object.entries(rejections)
    if (refused !== undefined) throw new Error(`ccxt refused ${exchange} ${refused[0]}: ${String(refused[1])}`)
    const book = this.#rivals[exchange].orderbooks[symbol]
    const top = (rows: Rows = []) => rows.slice(0, COMPARED_LEVELS).map(([price, size]) => [price, size] as const)
    return { bids: [...top(book?.bids)], asks: [...top(book?.asks)] }
  }

  #read(frame: BenchFrame): void {
    if (frame.endpoint.transport === 'rest') this.#restBook(frame)
    else this.#clients[frame.exchange].onMessage({ data: frame.bytes.toString() })
  }

  /** Does what ccxt's `fetchOrderBook` does with a body, without the request. */
  #restBook({ exchange, symbol, bytes }: BenchFrame): void {
    const rival = this.#rivals[exchange]
    const body = JSON.parse(bytes.toString()) as { lastUpdateId: number }
    const snapshot = rival.parseOrderBook(body, symbol)
    snapshot.nonce = body.lastUpdateId
    const book = rival.orderBook({}, BINANCE_LEVELS)
    book.reset(snapshot)
    rival.orderbooks[symbol] = book
  }
}

/** A market with only the fields that ccxt's message handlers need; the exchange's own name serves as the symbol. */
function market(symbol: string): object {
  const names = { id: symbol, symbol, base: symbol, quote: 'Q', baseId: symbol, quoteId: 'Q' }
  return {
    ...names,
    type: 'spot',
    spot: true,
    swap: false,
    future: false,
    option: false,
    contract: false,
    active: true,
  }
}
