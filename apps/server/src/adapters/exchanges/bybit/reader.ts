import type { BookSlot, MarketKind } from '@makas/domain'
import type { Endpoint, ExchangeReader, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { BookUpdater } from '../_shared/parse/book-updater.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { broken, isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, idAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type JsonObject, parseJson } from '../_shared/parse/json-text.ts'
import { RequestLog, type SentRequest } from '../_shared/talk/request-log.ts'
import { readTicker, TickerMemory } from './facts.ts'
import { BybitRestReader } from './rest-reader.ts'
import { judge } from './sequence.ts'
import { USUAL } from './shapes.ts'
import { isDated, isInverse, parseBookName, readBook, tickerOf, topicOf, WHOLE_CHANNEL } from './wire.ts'

const BROKEN_TOPIC = /"topic"\s*:\s*"([^"]+)"/
const BROKEN_SYMBOL = /"s"\s*:\s*"([^"]+)"/
const REFUSED_TOPIC = /((?:orderbook\.\d+|tickers)\.[A-Z0-9]+)/

/** Reads Bybit's frames, spot and linear, without I/O; the socket tells the category, never the message. */
export class BybitReader implements ExchangeReader {
  readonly #sink: ReaderSink
  readonly #updaters: Readonly<Record<MarketKind, BookUpdater<null>>>
  readonly #frame = new DepthFrame()
  readonly #requests = new RequestLog()
  readonly #tickers = new Map<string, TickerMemory>()
  readonly #rest: BybitRestReader

  constructor(sink: ReaderSink) {
    this.#sink = sink
    // Both markets use the same topic names, so each has a symbol table of its own.
    const updater = (market: MarketKind) =>
      new BookUpdater(
        sink,
        () => null,
        (name) => parseBookName(market, name),
      )
    this.#updaters = { spot: updater('spot'), perp: updater('perp') }
    this.#rest = new BybitRestReader(sink)
  }

  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    if (endpoint.transport === 'rest') {
      this.#rest.read(endpoint, bytes)
      return
    }
    if (isTooLarge(endpoint, bytes)) {
      this.#refuse(endpoint, 'too-large', broken(bytes))
      return
    }
    const { market } = endpoint
    if (!this.#updaters[market].applyUsual(USUAL[market], bytes, now)) this.#readMessage(endpoint, bytes, now)
  }

  sent(endpoint: Endpoint, text: string): void {
    const request = objectOf(parseJson(text))
    const op = textAt(request, 'op')
    if (op !== 'subscribe' && op !== 'unsubscribe') return
    const topics = (arrayAt(request, 'args') ?? []).filter((topic) => typeof topic === 'string')
    this.#requests.note(endpoint.path, idAt(request, 'req_id'), { op, topics })
  }

  forget(slot: BookSlot): void {
    this.#updaters[slot.market].forget(slot)
  }

  #readMessage(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    const text = decodeText(bytes)
    const message = text === null ? null : objectOf(parseJson(text))
    if (message === null) {
      this.#refuse(endpoint, 'not-json', broken(bytes))
      return
    }
    const name = textAt(message, 'topic')
    const op = textAt(message, 'op')
    if (name === null) {
      if (op === null) this.#refuse(endpoint, 'unknown-message', broken(bytes))
      else this.#answer(endpoint, message, op)
      return
    }
    const ticker = tickerOf(name)
    if (ticker !== null) {
      this.#ticker(endpoint, message, ticker)
      return
    }
    const topic = topicOf(name)
    if (topic.channel === null) return
    if (readBook(message, topic, this.#frame)) this.#book(endpoint, now)
    else this.#refuse(endpoint, 'malformed-book', broken(bytes))
  }

  #book(endpoint: Endpoint, now: number): void {
    const frame = this.#frame
    const updater = this.#updaters[endpoint.market]
    const tracked = updater.find(endpoint.market, frame.symbol, frame.channel)
    if (tracked === null) return
    const { slot } = tracked
    slot.arrived()
    const isEmpty = frame.bids.count === 0 && frame.asks.count === 0
    const isWhole = frame.channel === WHOLE_CHANNEL
    const last = slot.acceptsDeltas ? slot.seq : Number.NaN
    switch (judge(last, { u: frame.last, isSnapshot: frame.snapshot, isEmpty, isWhole })) {
      case 'replace':
      case 'apply':
        updater.apply(endpoint, slot, frame, now, frame.last)
        return
      case 'repeat':
        updater.repeat(slot, frame, now, frame.last)
        return
      case 'gap':
        updater.lose(slot, 'gap')
        return
      case 'delisted':
        slot.delist()
        updater.forget(slot)
        this.#sink.lost(slot, 'down')
        return
      case 'ignore':
        return
    }
  }

  #answer(endpoint: Endpoint, message: JsonObject, op: string): void {
    const requestId = idAt(message, 'req_id')
    if (op === 'pong' || (op === 'ping' && message.get('success') !== false)) {
      this.#sink.control(endpoint, { kind: 'pong' })
      return
    }
    if (op !== 'subscribe' && op !== 'unsubscribe') return
    const request = this.#requests.answered(endpoint.path, requestId, op)
    if (message.get('success') !== true) {
      const why = textAt(message, 'ret_msg') ?? 'unknown error'
      const topic = REFUSED_TOPIC.exec(why)?.[1]
      const symbol = topic === undefined ? null : (tickerOf(topic) ?? topicOf(topic).symbol)
      this.#sink.control(endpoint, { kind: 'refused', symbol, requestId, why })
      return
    }
    if (op === 'unsubscribe' && request !== null) this.#unsubscribed(endpoint, request)
    this.#sink.control(endpoint, { kind: `${op}d`, symbol: null, requestId })
  }

  #unsubscribed(endpoint: Endpoint, request: SentRequest): void {
    const updater = this.#updaters[endpoint.market]
    for (const name of request.topics) {
      const { symbol, channel } = topicOf(name)
      const slot = channel === null ? null : updater.bookOf(endpoint.market, symbol, channel)
      if (slot !== null) updater.unsubscribed(slot)
    }
  }

  /** Spot tickers carry neither mark nor funding. */
  #ticker(endpoint: Endpoint, message: JsonObject, symbol: string): void {
    if (endpoint.market === 'spot' || isDated(symbol) || isInverse(symbol)) return
    const type = textAt(message, 'type')
    const data = objectAt(message, 'data')
    const memory = this.#tickers.get(symbol) ?? new TickerMemory()
    const isReadable = textAt(data, 'symbol') === symbol && (type === 'snapshot' || type === 'delta')
    const facts = data === null || !isReadable ? null : readTicker(data, symbol, type === 'snapshot', memory)
    if (facts === null) {
      this.#forgetTicker(symbol)
      this.#sink.refused(endpoint, 'malformed-ticker')
      return
    }
    this.#tickers.set(symbol, memory)
    for (const fact of facts) this.#sink.fact('bybit', fact)
  }

  /** Drops a symbol's last mark after a lost change: only a snapshot brings it back. */
  #forgetTicker(symbol: string): void {
    this.#tickers.delete(symbol)
  }

  #refuse(endpoint: Endpoint, why: string, text: string): void {
    const updater = this.#updaters[endpoint.market]
    const name = BROKEN_TOPIC.exec(text)?.[1]
    if (name === undefined) {
      updater.refuse(endpoint, why, updater.bookOf(endpoint.market, BROKEN_SYMBOL.exec(text)?.[1] ?? null, null))
      return
    }
    const ticker = tickerOf(name)
    if (ticker !== null) this.#forgetTicker(ticker)
    const { symbol, channel } = topicOf(name)
    updater.refuse(endpoint, why, channel === null ? null : updater.bookOf(endpoint.market, symbol, channel))
  }
}
