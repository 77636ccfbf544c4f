import { wallMs } from '../../clock.ts'
import type { Instrument } from '../../market/instrument.ts'
import { BookBoard } from '../../wire/book-board.ts'
import { type BookView, type Change, isEmpty } from '../../wire/book-view.ts'
import type { Connection } from '../../wire/connection.ts'
import { type Context, type Front, json, type RestReply, type RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { levelsText, priceText, sizeText } from './levels.ts'
import { BinanceRest } from './rest.ts'
import { parseControl, parseStream, type Stream } from './streams.ts'

const MESSAGES_PER_SECOND = 5
const MAX_STREAMS = 1024
const PING_EVERY_MS = 20_000
const PONG_WITHIN_MS = 60_000

interface Reader {
  readonly connection: Connection
  readonly streams: Set<string>
  readonly messages: RateWindow
  combined: boolean
  pingedAt: number
  ponged: number
}

/** Binance spot. The futures hosts answer their instrument lists (empty so far) under the same and their own prefix. */
export class BinanceFront implements Front {
  readonly exchange = 'binance'
  readonly prefixes = ['/binance', '/binance-usdm']
  readonly #context: Context
  readonly #rest: BinanceRest
  readonly #board = new BookBoard<Reader>()
  readonly #readers = new Map<Connection, Reader>()
  readonly #streams = new Map<string, Stream>()
  readonly #connects = new RateWindow(300, 300_000)

  constructor(context: Context) {
    this.#context = context
    this.#rest = new BinanceRest(context, (market) => {
      for (const view of this.#board.viewsOf(market))
        if (view.readers.size > 0 && view.id !== market.updateId) view.showNow()
    })
  }

  rest(request: RestRequest): RestReply {
    const { path } = request
    if (path === '/fapi/v1/time' || path === '/dapi/v1/time') return json({ serverTime: this.#context.wall('binance') })
    if (path === '/fapi/v1/exchangeInfo' || path === '/dapi/v1/exchangeInfo') {
      return json({
        timezone: 'UTC',
        serverTime: this.#context.wall('binance'),
        futuresType: 'U_MARGINED',
        rateLimits: [],
        exchangeFilters: [],
        assets: [],
        symbols: [],
      })
    }
    return this.#rest.answer(request)
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#rest.refusal(status, retryAfterS)
  }

  accepts(path: string): boolean {
    return path === '/stream' || path === '/ws' || path.startsWith('/ws/')
  }

  mayConnect(nowMs: number): boolean {
    return this.#connects.spend(1, nowMs)
  }

  opened(connection: Connection, path: string, query: URLSearchParams): void {
    const reader: Reader = {
      connection,
      streams: new Set(),
      messages: new RateWindow(MESSAGES_PER_SECOND, 1_000),
      combined: path === '/stream',
      pingedAt: connection.openedAt,
      ponged: connection.openedAt,
    }
    this.#readers.set(connection, reader)
    const listed = path === '/stream' ? (query.get('streams') ?? '') : path.replace(/^\/ws\/?/, '')
    for (const name of listed.split('/')) if (name !== '') this.#subscribe(reader, name)
  }

  message(connection: Connection, text: string): void {
    const reader = this.#counted(connection)
    if (!reader) return
    const control = parseControl(text)
    switch (control.kind) {
      case 'error':
        connection.control(JSON.stringify({ code: control.code, msg: control.msg }))
        return
      case 'list':
        connection.control(JSON.stringify({ result: [...reader.streams], id: control.id }))
        return
      case 'combined':
        reader.combined = control.on
        break
      case 'unsubscribe':
        for (const name of control.streams) this.#unsubscribe(reader, name)
        break
      case 'subscribe':
        if (new Set([...reader.streams, ...control.streams]).size > MAX_STREAMS) {
          connection.close(1008, 'Too many streams')
          return
        }
        if (this.#context.desk.strikes('refuse-subscription', 'binance')) {
          connection.control(JSON.stringify({ code: 2, msg: 'Invalid request: subscription refused' }))
          return
        }
        connection.control(JSON.stringify({ result: null, id: control.id }))
        for (const name of control.streams) this.#subscribe(reader, name)
        return
    }
    connection.control(JSON.stringify({ result: null, id: control.id }))
  }

  controlFrame(connection: Connection): void {
    const reader = this.#counted(connection)
    if (reader) reader.ponged = wallMs()
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
    const { desk } = this.#context
    for (const view of this.#board.due(marketMs)) {
      const { listing, state } = view.instrument
      if (state !== 'trading') continue
      const wrong = desk.isQuiet
        ? undefined
        : (desk.strikes('crossed', 'binance', listing.symbol) ?? desk.strikes('locked', 'binance', listing.symbol))
      const change = wrong ? view.refreshImpossible(wrong.fault.kind === 'crossed', true) : view.refresh(true)
      if (isEmpty(change)) continue
      this.#send(view, change)
      const burst = desk.isQuiet ? undefined : desk.strikes('burst', 'binance', listing.symbol)
      for (let i = 1; burst && i < (burst.fault.factor ?? 100); i += 1) {
        view.instrument.updateId += 1
        this.#send(view, view.restated())
      }
    }
  }

  second(nowMs: number): void {
    for (const reader of this.#readers.values()) {
      if (nowMs - reader.ponged > PING_EVERY_MS + PONG_WITHIN_MS) reader.connection.close(1008, 'Pong timeout')
      else if (nowMs - reader.pingedAt >= PING_EVERY_MS) {
        reader.pingedAt = nowMs
        reader.connection.ping(String(nowMs))
      }
    }
  }

  relisted(instrument: Instrument): void {
    if (instrument.state !== 'trading') return
    // A relisted market starts its ids anew.
    instrument.updateId = 1
    for (const view of this.#board.viewsOf(instrument)) view.id = 0
  }

  /** `serverShutdown`, to everybody on this exchange. */
  announceShutdown(): void {
    const event = `{"e":"serverShutdown","E":${this.#context.wall('binance')}}`
    for (const reader of this.#readers.values()) {
      reader.connection.control(reader.combined ? `{"stream":"!serverShutdown","data":${event}}` : event)
    }
  }

  #counted(connection: Connection): Reader | undefined {
    const reader = this.#readers.get(connection)
    if (!reader) return undefined
    if (reader.messages.spend(1, wallMs()) || !this.#context.limits) return reader
    connection.close(1008, 'Too many requests')
    return undefined
  }

  #subscribe(reader: Reader, name: string): void {
    reader.streams.add(name)
    const stream = parseStream(name, (id) => this.#rest.market(id))
    if (!stream || this.#context.desk.strikes('lose-subscription', 'binance', stream.market.listing.symbol)) return
    this.#streams.set(name, stream)
    const view = this.#board.of(stream.market, name, stream.depth, stream.cadenceMs)
    if (view.readers.size === 0) {
      view.refresh(true)
      view.id = stream.market.updateId
    }
    view.readers.add(reader)
  }

  #unsubscribe(reader: Reader, name: string): void {
    reader.streams.delete(name)
    this.#board.find(name)?.readers.delete(reader)
  }

  #send(view: BookView<Reader>, change: Change): void {
    const { listing, updateId } = view.instrument
    const text = this.#frame(view, change)
    view.id = updateId
    const facts = {
      symbol: listing.symbol,
      digits: () => [
        { price: priceText(listing, view.bids.keys[0] ?? 0), size: sizeText(listing, view.bids.lots[0] ?? 0) },
        { price: priceText(listing, view.asks.keys[0] ?? 0), size: sizeText(listing, view.asks.lots[0] ?? 0) },
      ],
    }
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
