import { isoMicros } from '../../clock.ts'
import { fixedText, ratioText } from '../../market/decimal-text.ts'
import type { Instrument, Listing } from '../../market/instrument.ts'
import { BookBoard } from '../../wire/book-board.ts'
import { flushBooks } from '../../wire/book-frames.ts'
import type { BookView, Change, Levels } from '../../wire/book-view.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context, RestReply, RestRequest } from '../../wire/front.ts'
import { bookChecksum, printed } from './checksum.ts'
import { instrumentFrame } from './instrument-channel.ts'
import { parseRequest, type Subscription } from './requests.ts'
import { KrakenRest } from './rest.ts'

const IDLE_MS = 60_000
const BOOK_CADENCE_MS = 20

interface Reader {
  readonly connection: Connection
  /** Depth of the book subscriptions by symbol. */
  readonly books: Map<string, number>
  readonly tickers: Set<string>
  instruments: boolean
  hasSubscribed: boolean
}

/** Kraken spot, WebSocket v2. It has no sequence numbers: the checksum is the only proof. */
export class KrakenSpot {
  readonly #context: Context
  readonly #rest: KrakenRest
  readonly #board = new BookBoard<Reader>()
  readonly #readers = new Map<Connection, Reader>()
  #system = 'online'

  constructor(context: Context) {
    this.#context = context
    this.#rest = new KrakenRest(context)
  }

  rest(request: RestRequest): RestReply {
    return this.#rest.answer(request)
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#rest.refusal(status, retryAfterS)
  }

  opened(connection: Connection): void {
    this.#readers.set(connection, {
      connection,
      books: new Map(),
      tickers: new Set(),
      instruments: false,
      hasSubscribed: false,
    })
    connection.control(this.#statusFrame(connection))
  }

  message(connection: Connection, text: string): void {
    const reader = this.#readers.get(connection)
    if (!reader) return
    const timeIn = this.#stamp()
    const request = parseRequest(text)
    switch (request.kind) {
      case 'ping':
        connection.control(`{"method":"pong",${request.idText}"time_in":"${timeIn}","time_out":"${this.#stamp()}"}`)
        return
      case 'error':
        connection.control(
          `{"error":${JSON.stringify(request.why)},"method":"${request.method}",${request.idText}"success":false,"time_in":"${timeIn}","time_out":"${this.#stamp()}"}`,
        )
        return
      default:
        for (const one of request.subscriptions) this.#one(reader, request.kind, one, request.idText, timeIn)
    }
  }

  closed(connection: Connection): void {
    const reader = this.#readers.get(connection)
    if (reader) this.#board.drop(reader)
    this.#readers.delete(connection)
  }

  changed(instrument: Instrument): void {
    this.#board.changed(instrument)
  }

  flush(marketMs: number): void {
    const send = (view: BookView<Reader>, change: Change) => this.#send(view, change)
    flushBooks(this.#context, marketMs, {
      exchange: 'kraken',
      board: this.#board,
      sendsFallen: false,
      send,
      repeat: send,
    })
  }

  second(nowMs: number): void {
    for (const { connection, hasSubscribed } of this.#readers.values()) {
      if (hasSubscribed) connection.heartbeat('{"channel":"heartbeat"}')
      else if (nowMs - connection.lastInAt > IDLE_MS) connection.close(1000, 'idle')
    }
  }

  relisted(instrument: Instrument): void {
    const frame = instrumentFrame('update', [instrument])
    for (const reader of this.#readers.values()) if (reader.instruments) reader.connection.control(frame)
  }

  /** Sends the system's state to every connection: online, maintenance, cancel_only, post_only. */
  announce(system: string): void {
    this.#system = system
    for (const { connection } of this.#readers.values()) connection.control(this.#statusFrame(connection))
  }

  #statusFrame(connection: Connection): string {
    // Ids above 2^53, as on the live channel: a float would lose digits.
    return `{"channel":"status","type":"update","data":[{"version":"2.0.10","system":"${this.#system}","api_version":"v2","connection_id":${7204881492680170000n + BigInt(connection.id)}}]}`
  }

  #stamp(symbol?: string): string {
    return isoMicros(this.#context.wall('kraken', symbol))
  }

  #one(reader: Reader, kind: 'subscribe' | 'unsubscribe', wanted: Subscription, idText: string, timeIn: string): void {
    const { connection } = reader
    const refusal = this.#refusalOf(reader, kind, wanted)
    if (refusal !== undefined) {
      const symbol = wanted.channel === 'instrument' ? '' : `"symbol":${JSON.stringify(wanted.symbol)},`
      connection.control(
        `{"error":${JSON.stringify(refusal)},"method":"${kind}",${idText}"success":false,${symbol}"time_in":"${timeIn}","time_out":"${this.#stamp()}"}`,
      )
      return
    }
    reader.hasSubscribed = true
    connection.control(
      `{"method":"${kind}","result":${resultText(wanted)},"success":true,"time_in":"${timeIn}","time_out":"${this.#stamp()}"${idText === '' ? '' : `,${idText.slice(0, -1)}`}}`,
    )
    if (wanted.channel === 'instrument') {
      reader.instruments = kind === 'subscribe'
      if (kind === 'subscribe' && wanted.snapshot) connection.control(instrumentFrame('snapshot', this.#rest.listed()))
      return
    }
    const market = this.#rest.market(wanted.symbol)
    if (!market) return
    const depth = wanted.channel === 'book' ? wanted.depth : 1
    const view = this.#board.of(market, viewName(wanted), depth, BOOK_CADENCE_MS)
    if (kind === 'unsubscribe') this.#leave(reader, wanted, view)
    else this.#join(reader, wanted, view)
  }

  #refusalOf(reader: Reader, kind: 'subscribe' | 'unsubscribe', wanted: Subscription): string | undefined {
    if (wanted.channel === 'instrument') return undefined
    const market = this.#rest.market(wanted.symbol)
    if (!market) return `Currency pair not supported ${wanted.symbol}`
    const active =
      wanted.channel === 'book' ? reader.books.get(wanted.symbol) : reader.tickers.has(wanted.symbol) ? 1 : undefined
    if (kind === 'unsubscribe') {
      return active === undefined || (wanted.channel === 'book' && active !== wanted.depth)
        ? 'Subscription Not Found'
        : undefined
    }
    if (active !== undefined) return 'Already subscribed'
    return this.#context.injector.strikes('refuse-subscription', 'kraken', market.listing.symbol)
      ? 'Subscription refused'
      : undefined
  }

  #leave(reader: Reader, wanted: Subscription, view: BookView<Reader>): void {
    view.readers.delete(reader)
    if (wanted.channel === 'book') reader.books.delete(wanted.symbol)
    else if (wanted.channel === 'ticker') reader.tickers.delete(wanted.symbol)
  }

  #join(reader: Reader, wanted: Subscription, view: BookView<Reader>): void {
    if (wanted.channel === 'book') reader.books.set(wanted.symbol, wanted.depth)
    else if (wanted.channel === 'ticker') reader.tickers.add(wanted.symbol)
    if (this.#context.injector.strikes('lose-subscription', 'kraken', view.instrument.listing.symbol)) return
    if (view.readers.size === 0) view.refresh(false)
    view.readers.add(reader)
    if (!wanted.snapshot || view.instrument.state !== 'trading') return
    reader.connection.data(this.#frame(view, 'snapshot', view), this.#facts(view))
  }

  #send(view: BookView<Reader>, change: Change): void {
    const text = this.#frame(view, 'update', change)
    for (const reader of view.readers) reader.connection.data(text, this.#facts(view))
  }

  /** The levels that the checksum covers, in which a reader must notice a changed digit. */
  #facts(view: BookView<Reader>) {
    const { listing } = view.instrument
    const digits = () =>
      [...printed(listing, view.bids), ...printed(listing, view.asks)].map(([price, size]) => ({ price, size }))
    return { symbol: listing.symbol, digits }
  }

  #frame(view: BookView<Reader>, type: 'snapshot' | 'update', change: Change): string {
    const { listing } = view.instrument
    const stamp = this.#stamp(listing.symbol)
    if (view.name.startsWith('ticker ')) return this.#tickerFrame(view, type, stamp)
    const checksum = bookChecksum(printed(listing, view.asks), printed(listing, view.bids))
    return `{"channel":"book","type":"${type}","data":[{"symbol":"${listing.id}","bids":${levelsText(listing, change.bids)},"asks":${levelsText(listing, change.asks)},"checksum":${checksum},"timestamp":"${stamp}"}]}`
  }

  #tickerFrame(view: BookView<Reader>, type: 'snapshot' | 'update', stamp: string): string {
    const { listing, openPrice, lastPrice } = view.instrument
    const price = (ticks: number) => fixedText(Math.abs(ticks), listing.priceDecimals)
    const size = (lots: number) => fixedText(lots, listing.sizeDecimals)
    const open = Math.round(openPrice * 10 ** listing.priceDecimals)
    const change = lastPrice - open
    return (
      `{"channel":"ticker","type":"${type}","data":[{"symbol":"${listing.id}",` +
      `"bid":${price(view.bids.keys[0] ?? 0)},"bid_qty":${size(view.bids.lots[0] ?? 0)},` +
      `"ask":${price(view.asks.keys[0] ?? 0)},"ask_qty":${size(view.asks.lots[0] ?? 0)},` +
      `"last":${price(lastPrice)},"volume":${size(view.bids.lots[0] ?? 0)},"vwap":${price(Math.round((open + lastPrice) / 2))},` +
      `"low":${price(Math.round(Math.min(open, lastPrice) * 0.99))},"high":${price(Math.round(Math.max(open, lastPrice) * 1.01))},` +
      `"change":${change < 0 ? '-' : ''}${price(Math.abs(change))},"change_pct":${ratioText(change * 100, open, 2)},"timestamp":"${stamp}"}]}`
    )
  }
}

const viewName = (wanted: Subscription): string =>
  wanted.channel === 'instrument'
    ? 'instrument'
    : wanted.channel === 'book'
      ? `book ${wanted.depth} ${wanted.symbol}`
      : `ticker ${wanted.symbol}`

function resultText(wanted: Subscription): string {
  if (wanted.channel === 'instrument') return `{"channel":"instrument","snapshot":${wanted.snapshot}}`
  const depth = wanted.channel === 'book' ? `"depth":${wanted.depth},` : ''
  return `{"channel":"${wanted.channel}",${depth}"snapshot":${wanted.snapshot},"symbol":"${wanted.symbol}"}`
}

function levelsText(listing: Listing, levels: Levels): string {
  const parts = printed(listing, levels, levels.keys.length).map(([price, size]) => `{"price":${price},"qty":${size}}`)
  return `[${parts.join(',')}]`
}
