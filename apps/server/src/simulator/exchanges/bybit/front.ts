import { wallMs } from '../../clock.ts'
import { shortText } from '../../market/decimal-text.ts'
import type { Instrument, Listing } from '../../market/instrument.ts'
import { BookBoard } from '../../wire/book-board.ts'
import { type BookView, type Change, isEmpty, type Levels } from '../../wire/book-view.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context, Front, RestReply, RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { BybitRest } from './rest.ts'

const MAX_ARGS = 10
const MAX_ARGS_LENGTH = 21_000
const IDLE_MS = 600_000
const REPEAT_MS = 3_000
const PATHS = ['/v5/public/spot', '/v5/public/linear', '/v5/public/inverse', '/v5/public/option']

/** Depth → cadence of spot (docs: order book stream). */
const CADENCE_MS: Readonly<Record<string, number>> = { '1': 10, '50': 20, '200': 100, '1000': 200 }

interface Reader {
  readonly connection: Connection
  readonly isSpot: boolean
  argsLength: number
  readonly topics: Set<string>
}

const price = (listing: Listing, key: number) => shortText(Math.abs(key), listing.priceDecimals)
const size = (listing: Listing, lots: number) => shortText(lots, listing.sizeDecimals)

function levelsText(listing: Listing, levels: Levels): string {
  const parts = levels.keys.map((key, i) => `["${price(listing, key)}","${size(listing, levels.lots[i] as number)}"]`)
  return `[${parts.join(',')}]`
}

/** Bybit V5 spot. `u` counts up by one for each depth of each symbol; REST counts on its own. */
export class BybitFront implements Front {
  readonly exchange = 'bybit'
  readonly prefixes = ['/bybit']
  readonly #context: Context
  readonly #rest: BybitRest
  readonly #board = new BookBoard<Reader>()
  readonly #readers = new Map<Connection, Reader>()
  readonly #connects = new RateWindow(500, 300_000)

  constructor(context: Context) {
    this.#context = context
    this.#rest = new BybitRest(context)
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
    this.#readers.set(connection, { connection, isSpot: path === '/v5/public/spot', argsLength: 0, topics: new Set() })
  }

  message(connection: Connection, text: string): void {
    const reader = this.#readers.get(connection)
    if (!reader) return
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      this.#answer(reader, false, 'Invalid json', undefined, '')
      return
    }
    const { op, args, req_id: id } = (message ?? {}) as Record<string, unknown>
    const requestId = typeof id === 'string' ? id : undefined
    if (op === 'ping') {
      this.#answer(reader, true, 'pong', reader.isSpot ? undefined : requestId, 'ping')
      return
    }
    if ((op !== 'subscribe' && op !== 'unsubscribe') || !Array.isArray(args)) {
      this.#answer(reader, false, 'unknown op', requestId, String(op ?? ''))
      return
    }
    const topics = (args as unknown[]).map(String)
    const refusal = this.#refusalOf(reader, op, topics)
    if (refusal) {
      this.#answer(reader, false, refusal, requestId, op)
      return
    }
    if (op === 'unsubscribe') {
      for (const topic of topics) this.#unsubscribe(reader, topic)
      this.#answer(reader, true, reader.isSpot ? op : '', requestId, op)
      return
    }
    // The first snapshot may overtake the ack; on every other connection it does.
    const overtakes = connection.id % 2 === 0
    if (!overtakes) this.#answer(reader, true, reader.isSpot ? op : '', requestId, op)
    for (const topic of topics) this.#subscribe(reader, topic)
    if (overtakes) this.#answer(reader, true, reader.isSpot ? op : '', requestId, op)
  }

  controlFrame(): void {
    // Bybit counts no control frames.
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
        : (desk.strikes('crossed', 'bybit', listing.symbol) ?? desk.strikes('locked', 'bybit', listing.symbol))
      const change = wrong ? view.refreshImpossible(wrong.fault.kind === 'crossed', true) : view.refresh(true)
      if (isEmpty(change)) continue
      view.id += 1
      if (!desk.isQuiet && view.depth > 1 && desk.strikes('service-restart', 'bybit', listing.symbol)) {
        view.id = 1
        this.#send(view, 'snapshot', view)
        continue
      }
      this.#send(view, view.depth === 1 ? 'snapshot' : 'delta', view.depth === 1 ? view : change)
      const burst = desk.isQuiet ? undefined : desk.strikes('burst', 'bybit', listing.symbol)
      for (let i = 1; burst && i < (burst.fault.factor ?? 100); i += 1) {
        view.id += 1
        this.#send(view, view.depth === 1 ? 'snapshot' : 'delta', view.restated())
      }
    }
  }

  second(nowMs: number): void {
    for (const { connection } of this.#readers.values()) {
      if (nowMs - Math.max(connection.lastInAt, connection.lastOutAt) > IDLE_MS) connection.close(1000, 'idle')
    }
    const marketMs = this.#context.market.nowMs
    for (const view of this.#board.all()) {
      if (view.depth !== 1 || view.readers.size === 0 || marketMs - view.sentAtMs < REPEAT_MS) continue
      if (view.instrument.state !== 'trading') continue
      view.sentAtMs = marketMs
      this.#send(view, 'snapshot', view)
    }
  }

  /** A delisted symbol says goodbye with `u` = 1 and empty sides; one that comes back starts again with `u` = 1. */
  relisted(instrument: Instrument): void {
    if (instrument.state === 'halted') return
    for (const view of this.#board.viewsOf(instrument)) {
      if (instrument.state === 'trading') view.refresh(true)
      else {
        view.bids = { keys: [], lots: [] }
        view.asks = { keys: [], lots: [] }
      }
      view.id = 1
      this.#send(view, 'snapshot', view)
    }
  }

  #refusalOf(reader: Reader, op: 'subscribe' | 'unsubscribe', topics: readonly string[]): string | undefined {
    if (reader.isSpot && topics.length > MAX_ARGS) return `args size >${MAX_ARGS}`
    const length = topics.join('').length
    if (op === 'subscribe' && reader.argsLength + length > MAX_ARGS_LENGTH) return 'args length too long'
    const invalid = topics.find((topic) => !this.#parse(reader, topic))
    if (invalid !== undefined) return `Invalid symbol :[${invalid}]`
    if (op === 'unsubscribe') return undefined
    const again = topics.find((topic) => reader.topics.has(topic))
    if (again !== undefined) return `error:already subscribed,topic:${again}`
    const struck = topics.some((topic) => {
      const symbol = this.#parse(reader, topic)?.market.listing.symbol
      return this.#context.desk.strikes('refuse-subscription', 'bybit', symbol)
    })
    return struck ? `error:handler not found,topic:${topics.join(',')}` : undefined
  }

  #parse(reader: Reader, topic: string): { market: Instrument; depth: number; cadenceMs: number } | undefined {
    const [, depth = '', id = ''] = /^orderbook\.(\d+)\.(\w+)$/.exec(topic) ?? []
    const cadenceMs = CADENCE_MS[depth]
    const market = this.#rest.market(id)
    return reader.isSpot && market && cadenceMs !== undefined ? { market, depth: Number(depth), cadenceMs } : undefined
  }

  #subscribe(reader: Reader, topic: string): void {
    const parsed = this.#parse(reader, topic)
    if (!parsed) return
    reader.topics.add(topic)
    reader.argsLength += topic.length
    const { market, depth, cadenceMs } = parsed
    if (this.#context.desk.strikes('lose-subscription', 'bybit', market.listing.symbol)) return
    const view = this.#board.of(market, topic, depth, cadenceMs)
    if (view.readers.size === 0) {
      if (view.id === 0) view.id = market.updateId % 10_000_000
      view.refresh(true)
      view.id += 1
    }
    view.readers.add(reader)
    if (market.state === 'trading') reader.connection.data(this.#frame(view, 'snapshot', view), this.#facts(view))
  }

  #unsubscribe(reader: Reader, topic: string): void {
    if (reader.topics.delete(topic)) reader.argsLength -= topic.length
    this.#board.find(topic)?.readers.delete(reader)
  }

  #send(view: BookView<Reader>, type: 'snapshot' | 'delta', change: Change): void {
    const text = this.#frame(view, type, change)
    for (const reader of view.readers) reader.connection.data(text, this.#facts(view))
  }

  #facts(view: BookView<Reader>) {
    const { listing } = view.instrument
    const best = (side: Levels) => ({
      price: price(listing, side.keys[0] ?? 0),
      size: size(listing, side.lots[0] ?? 0),
    })
    return { symbol: listing.symbol, digits: () => [best(view.bids), best(view.asks)] }
  }

  #frame(view: BookView<Reader>, type: 'snapshot' | 'delta', change: Change): string {
    const { listing, updateId, changedAt } = view.instrument
    const ts = this.#context.wall('bybit', listing.symbol)
    // The matching engine's stamp: when the book changed, told with the same offset as everything else.
    const cts = Math.min(ts, changedAt === 0 ? ts : changedAt + ts - wallMs())
    const b = levelsText(listing, change.bids)
    const a = levelsText(listing, change.asks)
    return `{"topic":"${view.name}","ts":${ts},"type":"${type}","data":{"s":"${listing.id}","b":${b},"a":${a},"u":${view.id},"seq":${70_000_000_000 + updateId}},"cts":${cts}}`
  }

  #answer(reader: Reader, success: boolean, retMsg: string, requestId: string | undefined, op: string): void {
    const id = requestId === undefined ? '' : `"req_id":${JSON.stringify(requestId)},`
    const conn = `d9avt8shteepr00gfc1g-${reader.connection.id.toString(36)}`
    reader.connection.control(
      `{"success":${success},"ret_msg":${JSON.stringify(retMsg)},"conn_id":"${conn}",${id}"op":${JSON.stringify(op)}}`,
    )
  }
}
