import type { Perpetual } from '../../../market/perpetual.ts'
import { BookBoard } from '../../../wire/book-board.ts'
import { bestFacts, flushBooks } from '../../../wire/book-frames.ts'
import type { BookView, Change } from '../../../wire/book-view.ts'
import type { Connection } from '../../../wire/connection.ts'
import type { Context, RestReply, RestRequest } from '../../../wire/front.ts'
import { type Reader, Sessions } from '../sessions.ts'
import { MarkStreams } from './mark-streams.ts'
import { levelsText, priceText, sizeText } from './prints.ts'
import { matchedAt, UsdmRest } from './usdm-rest.ts'
import { parseUsdmStream, type UsdmStream } from './usdm-streams.ts'

/** Futures limits: a ping every three minutes, a pong at least every ten, ten incoming messages a second. */
const RULES = { messagesPerSecond: 10, pingEveryMs: 180_000, pongWithinMs: 420_000 }

/** Binance USDT-margined perpetuals: books on the public route, marks on the market route. */
export class BinanceUsdm {
  readonly #context: Context
  readonly #rest: UsdmRest
  readonly #board = new BookBoard<Reader>()
  readonly #sessions: Sessions
  readonly #marks: MarkStreams
  readonly #routes = new Map<Connection, string>()
  readonly #streams = new Map<string, UsdmStream>()
  /** First unsent update id of each view. Markets share the ids, so it is not the last sent id plus one. */
  readonly #firstIds = new Map<BookView<Reader>, number>()

  constructor(context: Context) {
    this.#context = context
    this.#rest = new UsdmRest(context, (market) => {
      for (const view of this.#board.viewsOf(market))
        if (view.readers.size > 0 && view.id !== market.updateId) view.showNow()
    })
    this.#marks = new MarkStreams(context, this.#rest)
    this.#sessions = new Sessions(context, RULES, {
      subscribe: (reader, name) => this.#subscribe(reader, name),
      unsubscribe: (reader, name) => {
        this.#board.find(name)?.readers.delete(reader)
        this.#marks.unsubscribe(reader, name)
      },
    })
  }

  rest(request: RestRequest): RestReply {
    return this.#rest.answer(request)
  }

  opened(connection: Connection, route: string, path: string, query: URLSearchParams): void {
    this.#routes.set(connection, route)
    this.#sessions.open(connection, path, query)
  }

  message(connection: Connection, text: string): void {
    this.#sessions.message(connection, text)
  }

  controlFrame(connection: Connection): void {
    this.#sessions.controlFrame(connection)
  }

  closed(connection: Connection): void {
    this.#routes.delete(connection)
    const reader = this.#sessions.close(connection)
    if (!reader) return
    this.#board.drop(reader)
    this.#marks.drop(reader)
  }

  changed(instrument: Perpetual): void {
    for (const view of this.#board.viewsOf(instrument))
      if (!this.#firstIds.has(view)) this.#firstIds.set(view, instrument.firstId)
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
    this.#marks.second(nowMs)
  }

  relisted(instrument: Perpetual): void {
    if (instrument.state !== 'trading') return
    instrument.updateId = 1
    for (const view of this.#board.viewsOf(instrument)) {
      view.id = 0
      this.#firstIds.delete(view)
    }
  }

  #subscribe(reader: Reader, name: string): void {
    const route = this.#routes.get(reader.connection) ?? 'public'
    const stream = parseUsdmStream(name, route, (id) => this.#rest.market(id))
    if (!stream || this.#context.injector.strikes('lose-subscription', 'binance', stream.market?.listing.symbol)) return
    if (stream.kind === 'mark') {
      this.#marks.subscribe(reader, name, stream)
      return
    }
    this.#streams.set(name, stream)
    const view = this.#board.of(stream.market, name, stream.depth, stream.cadenceMs)
    if (view.readers.size === 0) {
      view.refresh(true)
      view.id = stream.market.updateId
      this.#firstIds.delete(view)
    }
    view.readers.add(reader)
  }

  #send(view: BookView<Reader>, change: Change): void {
    const text = this.#frame(view, change)
    view.id = view.instrument.updateId
    this.#firstIds.delete(view)
    const facts = bestFacts(view, priceText, sizeText)
    const wrapped = `{"stream":"${view.name}","data":${text}}`
    for (const reader of view.readers) reader.connection.data(reader.combined ? wrapped : text, facts)
  }

  #frame(view: BookView<Reader>, change: Change): string {
    const { listing, updateId } = view.instrument
    const now = this.#context.wall('binance', listing.symbol)
    const matched = matchedAt(view.instrument, now)
    const kind = this.#streams.get(view.name)?.kind
    if (kind === 'best') {
      const best = (levels: Change['bids'], names: string) =>
        `"${names}":"${priceText(listing, levels.keys[0] ?? 0)}","${names.toUpperCase()}":"${sizeText(listing, levels.lots[0] ?? 0)}"`
      return `{"e":"bookTicker","u":${updateId},"E":${now},"T":${matched},"s":"${listing.id}",${best(view.bids, 'b')},${best(view.asks, 'a')},"st":1,"ps":"${listing.id}"}`
    }
    // A partial book has the fields of a change, but holds all levels.
    const levels = kind === 'partial' ? view : change
    const sides = `"b":${levelsText(listing, levels.bids)},"a":${levelsText(listing, levels.asks)}`
    const first = this.#firstIds.get(view) ?? updateId
    return `{"e":"depthUpdate","E":${now},"T":${matched},"s":"${listing.id}","ps":"${listing.id}","st":1,"U":${first},"u":${updateId},"pu":${view.id},${sides}}`
  }
}
