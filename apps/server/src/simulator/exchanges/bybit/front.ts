import type { Instrument } from '../../market/instrument.ts'
import { Perpetual } from '../../market/perpetual.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context, Front, RestReply, RestRequest } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { BybitBooks } from './books.ts'
import { LinearRest } from './linear-rest.ts'
import { BybitRest } from './rest.ts'
import { LinearTickers } from './tickers.ts'

const MAX_ARGS = 10
const MAX_ARGS_LENGTH = 21_000
const IDLE_MS = 600_000
const PATHS = ['/v5/public/spot', '/v5/public/linear', '/v5/public/inverse', '/v5/public/option']

/** Callbacks that serve the topics of a category. */
interface Source {
  marketOf(topic: string): Instrument | undefined
  subscribe(connection: Connection, topic: string): void
  unsubscribe(connection: Connection, topic: string): void
}

interface Reader {
  readonly connection: Connection
  readonly isSpot: boolean
  /** Topic sources of the socket's category; inverse and option have none. */
  readonly sources: readonly Source[]
  argsLength: number
  readonly topics: Set<string>
}

/** Bybit V5: spot and linear share symbols; the path of a socket names the category. */
export class BybitFront implements Front {
  readonly exchange = 'bybit'
  readonly prefixes = ['/bybit', '/bybit-testnet']
  readonly #context: Context
  readonly #rest: BybitRest
  readonly #spotBooks: BybitBooks
  readonly #linearBooks: BybitBooks
  readonly #tickers: LinearTickers
  readonly #readers = new Map<Connection, Reader>()
  readonly #connects = new RateWindow(500, 300_000)

  constructor(context: Context) {
    this.#context = context
    const linear = new LinearRest(context)
    this.#rest = new BybitRest(context, linear)
    this.#spotBooks = new BybitBooks(context, (id) => this.#rest.market(id))
    this.#linearBooks = new BybitBooks(context, (id) => linear.market(id))
    this.#tickers = new LinearTickers(context, (id) => linear.market(id))
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
    const isSpot = path === '/v5/public/spot'
    const linear = path === '/v5/public/linear' ? [this.#linearBooks, this.#tickers] : []
    const sources = isSpot ? [this.#spotBooks] : linear
    this.#readers.set(connection, { connection, isSpot, sources, argsLength: 0, topics: new Set() })
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
      this.#answer(reader, true, 'pong', reader.isSpot ? undefined : (requestId ?? ''), 'ping')
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
    const agree = () => this.#answer(reader, true, reader.isSpot ? op : '', requestId, op)
    if (op === 'unsubscribe') {
      for (const topic of topics) this.#unsubscribe(reader, topic)
      agree()
      return
    }
    // The first snapshot may overtake the ack; on every other connection it does.
    const overtakes = connection.id % 2 === 0
    if (!overtakes) agree()
    for (const topic of topics) this.#subscribe(reader, topic)
    if (overtakes) agree()
  }

  controlFrame(): void {
    // Bybit does not count control frames.
  }

  closed(connection: Connection): void {
    for (const source of [this.#spotBooks, this.#linearBooks, this.#tickers]) source.drop(connection)
    this.#readers.delete(connection)
  }

  changed(instrument: Instrument): void {
    if (!(instrument instanceof Perpetual)) {
      this.#spotBooks.changed(instrument)
      return
    }
    this.#linearBooks.changed(instrument)
    this.#tickers.changed(instrument)
  }

  flush(marketMs: number): void {
    for (const source of [this.#spotBooks, this.#linearBooks, this.#tickers]) source.flush(marketMs)
  }

  second(nowMs: number): void {
    for (const { connection } of this.#readers.values()) {
      if (nowMs - Math.max(connection.lastInAt, connection.lastOutAt) > IDLE_MS) connection.close(1000, 'idle')
    }
    for (const books of [this.#spotBooks, this.#linearBooks]) books.repeat(this.#context.market.nowMs)
    this.#tickers.second()
  }

  relisted(instrument: Instrument): void {
    const books = instrument.listing.kind === 'spot' ? this.#spotBooks : this.#linearBooks
    books.relisted(instrument)
  }

  #refusalOf(reader: Reader, op: 'subscribe' | 'unsubscribe', topics: readonly string[]): string | undefined {
    if (reader.isSpot && topics.length > MAX_ARGS) return `args size >${MAX_ARGS}`
    const length = topics.join('').length
    if (op === 'subscribe' && reader.argsLength + length > MAX_ARGS_LENGTH) return 'args length too long'
    const invalid = topics.find((topic) => !sourceOf(reader, topic))
    if (invalid !== undefined) return `Invalid symbol :[${invalid}]`
    if (op === 'unsubscribe') return undefined
    const again = topics.find((topic) => reader.topics.has(topic))
    if (again !== undefined) return `error:already subscribed,topic:${again}`
    const struck = topics.some((topic) => this.#strikes('refuse-subscription', reader, topic))
    return struck ? `error:handler not found,topic:${topics.join(',')}` : undefined
  }

  #strikes(kind: 'refuse-subscription' | 'lose-subscription', reader: Reader, topic: string): boolean {
    const symbol = sourceOf(reader, topic)?.marketOf(topic)?.listing.symbol
    return this.#context.injector.strikes(kind, 'bybit', symbol) !== undefined
  }

  #subscribe(reader: Reader, topic: string): void {
    reader.topics.add(topic)
    reader.argsLength += topic.length
    if (!this.#strikes('lose-subscription', reader, topic)) sourceOf(reader, topic)?.subscribe(reader.connection, topic)
  }

  #unsubscribe(reader: Reader, topic: string): void {
    if (reader.topics.delete(topic)) reader.argsLength -= topic.length
    sourceOf(reader, topic)?.unsubscribe(reader.connection, topic)
  }

  #answer(reader: Reader, success: boolean, retMsg: string, requestId: string | undefined, op: string): void {
    const id = requestId === undefined ? '' : `"req_id":${JSON.stringify(requestId)},`
    const conn = `d9avt8shteepr00gfc1g-${reader.connection.id.toString(36)}`
    reader.connection.control(
      `{"success":${success},"ret_msg":${JSON.stringify(retMsg)},"conn_id":"${conn}",${id}"op":${JSON.stringify(op)}}`,
    )
  }
}

const sourceOf = ({ sources }: Reader, topic: string): Source | undefined =>
  sources.find((source) => source.marketOf(topic) !== undefined)
