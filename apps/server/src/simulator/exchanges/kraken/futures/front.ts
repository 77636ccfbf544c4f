import { wallMs } from '../../../clock.ts'
import type { Instrument, Listing } from '../../../market/instrument.ts'
import type { Perpetual } from '../../../market/perpetual.ts'
import { BookBoard } from '../../../wire/book-board.ts'
import { flushBooks } from '../../../wire/book-frames.ts'
import { type BookView, type Change, isEmpty, type Levels } from '../../../wire/book-view.ts'
import type { Connection } from '../../../wire/connection.ts'
import type { Context, RestReply, RestRequest } from '../../../wire/front.ts'
import { RateWindow } from '../../../wire/rate-window.ts'
import { dotted, quantity } from './numbers.ts'
import { tickerFrame } from './prints.ts'
import { parseFuturesRequest } from './requests.ts'
import { FuturesRest } from './rest.ts'

const SILENCE_MS = 60_000
const BOOK_CADENCE_MS = 20
const MAX_SOCKETS = 100
const REQUESTS_PER_SECOND = 100

interface Reader {
  readonly connection: Connection
  readonly requests: RateWindow
  /** Products of the ticker subscriptions. */
  readonly tickers: Map<string, Perpetual>
  wantsHeartbeat: boolean
}

/**
 * Kraken's derivatives, WebSocket v1: a whole book, then one level per message, in sequence, and a complete ticker each
 * second.
 */
export class KrakenFutures {
  readonly #context: Context
  readonly #rest: FuturesRest
  readonly #board = new BookBoard<Reader>()
  readonly #readers = new Map<Connection, Reader>()

  constructor(context: Context) {
    this.#context = context
    this.#rest = new FuturesRest(context)
  }

  /** Sequence number of the newest message of the book. */
  seqOf(perp: Perpetual): number {
    return this.#viewOf(perp).id
  }

  rest(request: RestRequest): RestReply {
    return this.#rest.answer(request)
  }

  opened(connection: Connection): void {
    if (this.#readers.size >= MAX_SOCKETS && this.#context.limits) {
      this.#context.counters.refusals += 1
      connection.close(1008, 'too many connections')
      return
    }
    const requests = new RateWindow(REQUESTS_PER_SECOND, 1_000)
    this.#readers.set(connection, { connection, requests, tickers: new Map(), wantsHeartbeat: false })
    connection.control('{"event":"info","version":1}')
  }

  /** Whether the connection belongs to this system. */
  has(connection: Connection): boolean {
    return this.#readers.has(connection)
  }

  message(connection: Connection, text: string): void {
    const reader = this.#readers.get(connection)
    if (!reader) return
    if (!reader.requests.spend(1, wallMs()) && this.#context.limits) {
      this.#context.counters.refusals += 1
      connection.control('{"event":"alert","message":"Rate limit exceeded"}')
      return
    }
    const request = parseFuturesRequest(text)
    if (request.kind === 'wrong') {
      connection.control(`{"event":"${request.event}","message":${JSON.stringify(request.message)}}`)
    } else if (request.feed === 'heartbeat') {
      reader.wantsHeartbeat = request.kind === 'subscribe'
      connection.control(`{"event":"${request.kind}d","feed":"heartbeat"}`)
    } else {
      for (const id of request.products) this.#one(reader, request.kind, request.feed, id)
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
      sendsFallen: true,
      send,
      repeat: send,
    })
  }

  second(nowMs: number): void {
    for (const { connection, tickers, wantsHeartbeat } of this.#readers.values()) {
      if (nowMs - connection.lastInAt > SILENCE_MS) connection.close(1000, 'idle')
      if (wantsHeartbeat) connection.heartbeat(`{"feed":"heartbeat","time":${this.#context.wall('kraken')}}`)
      for (const perp of tickers.values()) this.#ticker(connection, perp)
    }
  }

  #ticker(connection: Connection, perp: Perpetual): void {
    if (perp.state === 'delisted') return
    connection.fact(tickerFrame(perp, this.#rest.systemState(perp)), { symbol: perp.listing.symbol })
  }

  #one(reader: Reader, kind: 'subscribe' | 'unsubscribe', feed: 'book' | 'ticker', id: string): void {
    const { connection } = reader
    const perp = this.#rest.product(id)
    if (!perp) {
      connection.control('{"event":"error","message":"Invalid product id"}')
      return
    }
    const { injector } = this.#context
    const ack = (event: string) =>
      connection.control(`{"event":"${event}","feed":"${feed}","product_ids":["${perp.listing.id}"]}`)
    const view = this.#viewOf(perp)
    const isActive = feed === 'book' ? view.readers.has(reader) : reader.tickers.has(perp.listing.id)
    if (kind === 'unsubscribe') {
      if (!isActive) {
        connection.control('{"event":"alert","message":"Not subscribed to feed"}')
        return
      }
      if (feed === 'book') view.readers.delete(reader)
      else reader.tickers.delete(perp.listing.id)
      ack('unsubscribed')
      return
    }
    if (injector.strikes('refuse-subscription', 'kraken', perp.listing.symbol)) {
      ack('subscribed_failed')
      return
    }
    // A repeated subscription gets an alert, and a new snapshot.
    if (isActive) connection.control('{"event":"alert","message":"Already subscribed to feed, re-requesting"}')
    else ack('subscribed')
    if (injector.strikes('lose-subscription', 'kraken', perp.listing.symbol)) return
    if (feed === 'book') this.#joinBook(reader, view)
    else {
      reader.tickers.set(perp.listing.id, perp)
      this.#ticker(connection, perp)
    }
  }

  /** The view of the whole book: the feed offers no choice of depth. */
  #viewOf(perp: Perpetual): BookView<Reader> {
    const view = this.#board.of(perp, `book ${perp.listing.id}`, Number.POSITIVE_INFINITY, BOOK_CADENCE_MS)
    if (view.id === 0) view.id = perp.updateId
    return view
  }

  #joinBook(reader: Reader, view: BookView<Reader>): void {
    if (view.readers.size === 0 && !isEmpty(view.refresh(true))) view.id += 1
    view.readers.add(reader)
    if (view.instrument.state === 'trading') reader.connection.data(this.#snapshot(view), this.#facts(view))
  }

  #snapshot(view: BookView<Reader>): string {
    const { listing } = view.instrument
    const side = ({ keys, lots }: Levels) =>
      keys.map((key, i) => `{${levelText(listing, key, lots[i] as number)}}`).join(',')
    return (
      `{"feed":"book_snapshot","product_id":"${listing.id}","timestamp":${this.#context.wall('kraken', listing.symbol)},` +
      `"seq":${view.id},"tickSize":null,"bids":[${side(view.bids)}],"asks":[${side(view.asks)}]}`
    )
  }

  /** Sends one message per level, removals first: the book may lack levels meanwhile, but is never crossed. */
  #send(view: BookView<Reader>, { bids, asks }: Change): void {
    const { listing } = view.instrument
    const timestamp = this.#context.wall('kraken', listing.symbol)
    for (const goes of [true, false]) {
      for (const [side, { keys, lots }] of [['buy', bids] as const, ['sell', asks] as const]) {
        for (const [i, key] of keys.entries()) {
          const size = lots[i] as number
          if ((size === 0) !== goes) continue
          view.id += 1
          const text =
            `{"feed":"book","product_id":"${listing.id}","side":"${side}","seq":${view.id},` +
            `${levelText(listing, key, size)},"timestamp":${timestamp}}`
          for (const reader of view.readers) reader.connection.data(text, this.#facts(view))
        }
      }
    }
  }

  /** Offers no digits to spoil: a reader could not notice a changed digit in these frames. */
  #facts(view: BookView<Reader>) {
    return { symbol: view.instrument.listing.symbol }
  }
}

const levelText = (listing: Listing, key: number, lots: number): string =>
  `"price":${dotted(Math.abs(key), listing.priceDecimals)},"qty":${quantity(lots, listing.sizeDecimals)}`
