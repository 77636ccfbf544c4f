import { wallMs } from '../../clock.ts'
import { shortText } from '../../market/decimal-text.ts'
import type { Instrument, Listing } from '../../market/instrument.ts'
import { BookBoard } from '../../wire/book-board.ts'
import { bestFacts, flushBooks } from '../../wire/book-frames.ts'
import { type BookView, type Change, isEmpty, type Levels } from '../../wire/book-view.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context, Front, RestReply, RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { isFactChannel, OkxFacts } from './facts.ts'
import { type Operation, parseOperation } from './requests.ts'
import { type BookState, OkxRest } from './rest.ts'

const SILENCE_MS = 30_000
const IDLE_BOOK_MS = 60_000
const OPERATIONS_PER_HOUR = 480
const MAX_ARGS_BYTES = 64 * 1024
const BOOK_LEVELS = 400
const BOOK_CADENCE_MS = 100
const PATHS = ['/ws/v5/public', '/ws/v5/private', '/ws/v5/business']

/** Channel → levels and cadence (docs: order book channel). */
const CHANNELS: Readonly<Record<string, { depth: number; cadenceMs: number }>> = {
  books: { depth: BOOK_LEVELS, cadenceMs: BOOK_CADENCE_MS },
  books5: { depth: 5, cadenceMs: 100 },
  'bbo-tbt': { depth: 1, cadenceMs: 10 },
}
const NEEDS_LOGIN = ['books50-l2-tbt', 'books-l2-tbt']

interface Reader {
  readonly connection: Connection
  readonly path: string
  readonly operations: RateWindow
}

const price = (listing: Listing, key: number) => shortText(Math.abs(key), listing.priceDecimals)
const size = (listing: Listing, lots: number) => shortText(lots, listing.sizeDecimals)

function levelsText(listing: Listing, levels: Levels): string {
  const parts = levels.keys.map((key, i) => {
    const lots = levels.lots[i] as number
    return `["${price(listing, key)}","${size(listing, lots)}","0","${lots === 0 ? 0 : 1 + (lots % 7)}"]`
  })
  return `[${parts.join(',')}]`
}

/** OKX V5 public. The books of one instrument share one sequence of ids, which jump. */
export class OkxFront implements Front {
  readonly exchange = 'okx'
  readonly prefixes = ['/okx']
  readonly #context: Context
  readonly #rest: OkxRest
  readonly #board = new BookBoard<Reader>()
  readonly #facts: OkxFacts<Reader>
  readonly #readers = new Map<Connection, Reader>()
  readonly #connects = new RateWindow(3, 1_000)
  /** Instrument index → last seqId. */
  readonly #seq = new Map<number, number>()

  constructor(context: Context) {
    this.#context = context
    this.#rest = new OkxRest(context, (instrument) => this.#stateOf(instrument))
    this.#facts = new OkxFacts(context)
  }

  /** seqId of the instrument's newest book message. It jumps by arbitrary amounts. */
  seqOf(instrument: Instrument): number {
    return this.#seq.get(instrument.index) ?? 30_000_000_000 + instrument.updateId
  }

  /**
   * The book of a REST answer. Where the book is streamed it is the book of the last message, so that equal ids mean
   * equal books.
   */
  #stateOf(instrument: Instrument): BookState {
    const view = this.#board.find(`books ${instrument.listing.id}`)
    if (view && view.readers.size > 0) return { bids: view.bids, asks: view.asks, seqId: view.id }
    const idle = this.#board.of(instrument, `books ${instrument.listing.id}`, BOOK_LEVELS, BOOK_CADENCE_MS)
    if (!isEmpty(idle.refresh(true))) this.#advance(idle)
    return { bids: idle.bids, asks: idle.asks, seqId: idle.id }
  }

  rest(request: RestRequest): RestReply {
    return this.#rest.answer(request)
  }

  refusal(status: number, retryAfterS: number): RestReply {
    return this.#rest.refusal(status, retryAfterS)
  }

  accepts(path: string): boolean {
    return PATHS.includes(path)
  }

  mayConnect(nowMs: number): boolean {
    return this.#connects.spend(1, nowMs)
  }

  opened(connection: Connection, path: string): void {
    this.#readers.set(connection, { connection, path, operations: new RateWindow(OPERATIONS_PER_HOUR, 3_600_000) })
  }

  message(connection: Connection, text: string): void {
    const reader = this.#readers.get(connection)
    if (!reader) return
    if (text === 'ping') {
      connection.control('pong')
      return
    }
    this.#operate(reader, text)
  }

  controlFrame(): void {
    // OKX does not count control frames.
  }

  closed(connection: Connection): void {
    const reader = this.#readers.get(connection)
    if (reader) {
      this.#board.drop(reader)
      this.#facts.drop(reader)
    }
    this.#readers.delete(connection)
  }

  changed(instrument: Instrument): void {
    this.#board.changed(instrument)
  }

  flush(marketMs: number): void {
    const { injector } = this.#context
    this.#facts.flush(marketMs)
    flushBooks(this.#context, marketMs, {
      exchange: 'okx',
      board: this.#board,
      sendsFallen: true,
      send: (view, change) => {
        const { index, listing } = view.instrument
        this.#advance(view)
        const isDelta = view.name.startsWith('books ')
        if (!injector.isQuiet && isDelta && injector.strikes('sequence-reset', 'okx', listing.symbol)) {
          this.#seq.set(index, 10)
          view.id = 10
        }
        this.#send(view, change)
      },
      repeat: (view, change) => {
        this.#advance(view)
        this.#send(view, change)
      },
    })
  }

  second(nowMs: number): void {
    for (const { connection } of this.#readers.values()) {
      const heard = Math.max(connection.lastInAt, connection.lastOutAt)
      if (nowMs - heard >= SILENCE_MS) connection.close(4004, 'No data received in 30s')
    }
    const marketMs = this.#context.market.nowMs
    for (const view of this.#board.all()) {
      if (view.readers.size === 0 || !view.name.startsWith('books ') || marketMs - view.sentAtMs < IDLE_BOOK_MS)
        continue
      view.sentAtMs = marketMs
      view.priorId = view.id
      this.#send(view, { bids: { keys: [], lots: [] }, asks: { keys: [], lots: [] } })
    }
  }

  relisted(): void {
    // The instrument list shows the change; no stream does.
  }

  #advance(view: BookView<Reader>): void {
    const { instrument } = view
    const last = this.seqOf(instrument)
    const next = last + 1 + ((instrument.updateId * 7) % 23)
    this.#seq.set(instrument.index, next)
    view.priorId = view.id
    view.id = next
  }

  #send(view: BookView<Reader>, change: Change): void {
    const { listing } = view.instrument
    const arg = this.#argText(view)
    const ts = this.#context.wall('okx', listing.symbol)
    const isDelta = view.name.startsWith('books ')
    const text = isDelta
      ? `{"arg":${arg},"action":"update","data":[{"asks":${levelsText(listing, change.asks)},"bids":${levelsText(listing, change.bids)},"ts":"${ts}","checksum":0,"seqId":${view.id},"prevSeqId":${view.priorId}}]}`
      : this.#fullText(view)
    for (const reader of view.readers) reader.connection.data(text, bestFacts(view, price, size))
  }

  #argText(view: BookView<Reader>): string {
    const [channel] = view.name.split(' ')
    return `{"channel":"${channel}","instId":"${view.instrument.listing.id}"}`
  }

  /** All levels of the view: the snapshot of `books`, and every message of `books5` and `bbo-tbt`. */
  #fullText(view: BookView<Reader>): string {
    const { listing } = view.instrument
    const [channel] = view.name.split(' ')
    const levels = `"asks":${levelsText(listing, view.asks)},"bids":${levelsText(listing, view.bids)}`
    const ts = this.#context.wall('okx', listing.symbol)
    const arg = this.#argText(view)
    if (channel === 'books') {
      return `{"arg":${arg},"action":"snapshot","data":[{${levels},"ts":"${ts}","checksum":0,"seqId":${view.id},"prevSeqId":-1}]}`
    }
    const name = channel === 'books5' ? `"instId":"${listing.id}",` : ''
    return `{"arg":${arg},"data":[{${levels},${name}"ts":"${ts}","seqId":${view.id}}]}`
  }

  #operate(reader: Reader, text: string): void {
    const { connection } = reader
    const operation = parseOperation(text)
    if (!operation) {
      this.#error(reader, undefined, '60012', `Illegal request: ${text.slice(0, 100)}`)
      return
    }
    if (text.length > MAX_ARGS_BYTES) {
      connection.close(1009, 'Frame too long')
      return
    }
    if (!reader.operations.spend(1, wallMs()) && this.#context.limits) {
      this.#error(reader, operation.id, '60014', 'Requests too frequent.')
      return
    }
    for (const { channel, instId } of operation.args) this.#one(reader, operation, channel, instId)
  }

  #one(reader: Reader, { op, id }: Operation, channel: string, instId: string): void {
    const { injector } = this.#context
    const terms = CHANNELS[channel]
    const market = terms ? this.#rest.market(instId) : this.#facts.instrument(channel, instId)
    if (NEEDS_LOGIN.includes(channel)) {
      this.#error(reader, id, '60011', 'Please log in')
      return
    }
    const isKnown = (terms !== undefined || isFactChannel(channel)) && reader.path === '/ws/v5/public'
    const refused = op === 'subscribe' && injector.strikes('refuse-subscription', 'okx', market?.listing.symbol)
    if (!isKnown || !market || refused) {
      const msg = `Wrong URL or channel:${channel},instId:${instId} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`
      this.#error(reader, id, '60018', msg)
      return
    }
    const { connection } = reader
    const head = id === undefined ? '' : `"id":"${id}",`
    connection.control(
      `{${head}"event":"${op}","arg":{"channel":"${channel}","instId":"${instId}"},"connId":"${connId(connection)}"}`,
    )
    if (op === 'subscribe' && injector.strikes('lose-subscription', 'okx', market.listing.symbol)) return
    if (!terms) {
      if (op === 'subscribe') this.#facts.join(reader, channel, instId)
      else this.#facts.leave(reader, channel, instId)
      return
    }
    const view = this.#board.of(market, `${channel} ${instId}`, terms.depth, terms.cadenceMs)
    if (op === 'unsubscribe') view.readers.delete(reader)
    else this.#join(reader, view)
  }

  #join(reader: Reader, view: BookView<Reader>): void {
    // A repeated subscription is acknowledged and gets no new snapshot.
    if (view.readers.has(reader)) return
    if (view.readers.size === 0) {
      view.refresh(true)
      this.#advance(view)
    }
    view.readers.add(reader)
    if (view.instrument.state === 'trading') reader.connection.data(this.#fullText(view), bestFacts(view, price, size))
  }

  /** Sends an error. Errors name no arg: only id and text identify the request. */
  #error(reader: Reader, id: string | undefined, code: string, msg: string): void {
    const head = id === undefined ? '' : `"id":"${id}",`
    reader.connection.control(
      `{${head}"event":"error","code":"${code}","msg":${JSON.stringify(msg)},"connId":"${connId(reader.connection)}"}`,
    )
  }
}

const connId = (connection: Connection): string => (0xa4d30000 + connection.id).toString(16)
