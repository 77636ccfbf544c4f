import type { Instrument } from '../../market/instrument.ts'
import { BookBoard } from '../../wire/book-board.ts'
import { bestFacts, flushBooks } from '../../wire/book-frames.ts'
import type { BookView, Change } from '../../wire/book-view.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context, RestReply, RestRequest } from '../../wire/front.ts'
import { levelsText, priceText, sizeText } from './levels.ts'
import { BinanceRest } from './rest.ts'
import { type Reader, Sessions } from './sessions.ts'
import { parseStream, type Stream } from './streams.ts'

const RULES = { messagesPerSecond: 5, pingEveryMs: 20_000, pongWithinMs: 60_000 }

/** Binance spot streams: diffs, partial books, best prices. */
export class BinanceSpot {
  readonly #context: Context
  readonly #rest: BinanceRest
  readonly #board = new BookBoard<Reader>()
  readonly #sessions: Sessions
  readonly #streams = new Map<string, Stream>()

  constructor(context: Context) {
    this.#context = context
    this.#rest = new BinanceRest(context, (market) => {
      for (const view of this.#board.viewsOf(market))
        if (view.readers.size > 0 && view.id !== market.updateId) view.showNow()
    })
    this.#sessions = new Sessions(context, RULES, {
      subscribe: (reader, name) => this.#subscribe(reader, name),
      unsubscribe: (reader, name) => this.#board.find(name)?.readers.delete(reader),
    })
  }

  rest(request: RestRequest): RestReply {
    return this.#rest.answer(request)
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#rest.refusal(status, retryAfterS)
  }

  opened(connection: Connection, path: string, query: URLSearchParams): void {
    this.#sessions.open(connection, path, query)
  }

  message(connection: Connection, text: string): void {
    this.#sessions.message(connection, text)
  }

  controlFrame(connection: Connection): void {
    this.#sessions.controlFrame(connection)
  }

  closed(connection: Connection): void {
    const reader = this.#sessions.close(connection)
    if (reader) this.#board.drop(reader)
  }

  changed(instrument: Instrument): void {
    this.#board.changed(instrument)
  }

  flush(marketMs: number): void {
    flushBooks(this.#context, marketMs, {
      exchange: 'binance',
      board: this.#board,
      sendsFallen: true,
      send: (view, change) => this.#send(view, change),
      repeat: (view, change) => {
        view.instrument.updateId += 1
        this.#send(view, change)
      },
    })
  }

  second(nowMs: number): void {
    this.#sessions.second(nowMs)
  }

  relisted(instrument: Instrument): void {
    if (instrument.state !== 'trading') return
    // A relisted market restarts its update ids.
    instrument.updateId = 1
    for (const view of this.#board.viewsOf(instrument)) view.id = 0
  }

  /** Sends `serverShutdown` to all connections of this host. */
  announceShutdown(): void {
    this.#sessions.announce('!serverShutdown', `{"e":"serverShutdown","E":${this.#context.wall('binance')}}`)
  }

  #subscribe(reader: Reader, name: string): void {
    const stream = parseStream(name, (id) => this.#rest.market(id))
    if (!stream || this.#context.injector.strikes('lose-subscription', 'binance', stream.market.listing.symbol)) return
    this.#streams.set(name, stream)
    const view = this.#board.of(stream.market, name, stream.depth, stream.cadenceMs)
    if (view.readers.size === 0) {
      view.refresh(true)
      view.id = stream.market.updateId
    }
    view.readers.add(reader)
  }

  #send(view: BookView<Reader>, change: Change): void {
    const text = this.#frame(view, change)
    view.id = view.instrument.updateId
    const facts = bestFacts(view, priceText, sizeText)
    const wrapped = `{"stream":"${view.name}","data":${text}}`
    for (const reader of view.readers) reader.connection.data(reader.combined ? wrapped : text, facts)
  }

  #frame(view: BookView<Reader>, change: Change): string {
    const { listing, updateId } = view.instrument
    const bids = (levels: Change) => levelsText(listing, levels.bids)
    const asks = (levels: Change) => levelsText(listing, levels.asks)
    switch (this.#streams.get(view.name)?.kind) {
      case 'partial':
        return `{"lastUpdateId":${updateId},"bids":${bids(view)},"asks":${asks(view)}}`
      case 'best': {
        const best = (levels: Change['bids'], names: string) =>
          `"${names}":"${priceText(listing, levels.keys[0] ?? 0)}","${names.toUpperCase()}":"${sizeText(listing, levels.lots[0] ?? 0)}"`
        return `{"u":${updateId},"s":"${listing.id}",${best(view.bids, 'b')},${best(view.asks, 'a')}}`
      }
      default: {
        const time = this.#context.wall('binance', listing.symbol)
        return `{"e":"depthUpdate","E":${time},"s":"${listing.id}","U":${view.id + 1},"u":${updateId},"b":${bids(change)},"a":${asks(change)}}`
      }
    }
  }
}
