import type { BookSlot, MarketKind } from '@makas/domain'
import type { Endpoint, ExchangeReader, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { BookUpdater } from '../_shared/parse/book-updater.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { broken, isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, idAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type Json, parseJson } from '../_shared/parse/json-text.ts'
import { BAD_MARK } from '../_shared/talk/refusals.ts'
import { RequestLog } from '../_shared/talk/request-log.ts'
import { type FactCall, type FactReading, readFactBody, readMarks } from './facts.ts'
import { readInstruments } from './instruments.ts'
import { BufferedDeltas, type Judge, judgePerp, judgeSpot, replacesBook } from './sequence.ts'
import { REST_BOOK, USUAL } from './shapes.ts'
import {
  lastUpdateIn,
  parseBookName,
  REST_DEPTH,
  readDepth,
  readRestDepth,
  restName,
  type Stream,
  streamOf,
} from './wire.ts'

/** Sockets of this path take their streams by requests, and send events without the stream's name. */
const BARE_PATH = '/ws'
/** The third byte of a frame that begins with its stream's name: `{"stream"`. */
const OF_STREAM = 0x73
const INSTRUMENTS = /^\/(api\/v3|fapi\/v1)\/exchangeInfo$/
const FACTS = /^\/fapi\/v1\/(premiumIndex|fundingRate|fundingInfo)$/
/** The symbol and channel that a text still shows when it is no JSON. */
const BROKEN_STREAM = /"stream"\s*:\s*"([^"]+)"/
const BROKEN_SYMBOL = /"s"\s*:\s*"([^"]+)"/
const BROKEN_EVENT = /"e"\s*:\s*"([^"]+)"/

class BookMemory {
  readonly judge: Judge
  readonly buffered: BufferedDeltas

  constructor(market: MarketKind) {
    this.judge = market === 'spot' ? judgeSpot : judgePerp
    this.buffered = new BufferedDeltas(this.judge)
  }
}

/** Reads Binance's frames and bodies, spot and USDT-M; pure, without I/O. */
export class BinanceReader implements ExchangeReader {
  readonly #sink: ReaderSink
  readonly #updaters: Readonly<Record<MarketKind, BookUpdater<BookMemory>>>
  readonly #frame = new DepthFrame()
  readonly #requests = new RequestLog()
  /** The path that was read last, and whether its sockets take their streams by requests. */
  #path = ''
  #isBarePath = false
  /** Whether the frame that is read names no stream. */
  #isBare = false

  constructor(sink: ReaderSink) {
    this.#sink = sink
    // Both markets use the same stream names, so each has a symbol table of its own.
    const updater = (market: MarketKind) =>
      new BookUpdater(
        sink,
        () => new BookMemory(market),
        (name) => parseBookName(market, name, this.#isBare),
      )
    this.#updaters = { spot: updater('spot'), perp: updater('perp') }
  }

  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    if (endpoint.transport === 'rest') {
      this.#readBody(endpoint, bytes, now)
      return
    }
    if (isTooLarge(endpoint, bytes)) {
      this.#refuse(endpoint, 'too-large', broken(bytes))
      return
    }
    const { market, path } = endpoint
    if (path !== this.#path) {
      this.#path = path
      this.#isBarePath = path.endsWith(BARE_PATH)
    }
    this.#isBare = this.#isBarePath && bytes[2] !== OF_STREAM
    const usual = USUAL[market][this.#isBare ? 'bare' : 'named']
    if (!this.#updaters[market].applyUsual(usual, bytes, now)) this.#readMessage(endpoint, bytes, now)
  }

  sent(endpoint: Endpoint, text: string): void {
    const request = objectOf(parseJson(text))
    const method = textAt(request, 'method')
    if (method !== 'SUBSCRIBE' && method !== 'UNSUBSCRIBE') return
    const topics = (arrayAt(request, 'params') ?? []).filter((topic) => typeof topic === 'string')
    const op = method === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe'
    this.#requests.note(placeOf(endpoint), idAt(request, 'id'), { op, topics })
  }

  forget(slot: BookSlot): void {
    this.#updaters[slot.market].forget(slot)
  }

  #readMessage(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    const text = decodeText(bytes)
    const message = text === null ? undefined : parseJson(text)
    if (message === undefined) {
      this.#refuse(endpoint, 'not-json', broken(bytes))
      return
    }
    const marks = endpoint.market === 'perp' ? readMarks(message) : null
    if (marks !== null) {
      this.#tell(endpoint, marks)
      return
    }
    const reading = readDepth(message, streamOfPath(endpoint.path), this.#frame)
    switch (reading.kind) {
      case 'book':
        this.#depth(endpoint, now)
        return
      case 'malformed': {
        const updater = this.#updaters[endpoint.market]
        updater.refuse(endpoint, 'malformed-book', updater.bookOf(endpoint.market, reading.symbol, reading.channel))
        return
      }
      case 'other':
        this.#control(endpoint, message, text ?? '')
        return
    }
  }

  #depth(endpoint: Endpoint, now: number): void {
    const frame = this.#frame
    const updater = this.#updaters[endpoint.market]
    const tracked = updater.find(endpoint.market, frame.symbol, frame.channel)
    if (tracked === null) return
    const { slot, memory } = tracked
    if (endpoint.market === 'perp' && Number.isNaN(frame.previous) && !frame.snapshot) {
      updater.refuse(endpoint, 'malformed-book', slot)
      return
    }
    slot.arrived()
    if (frame.snapshot) {
      this.#partial(endpoint, slot, now)
      return
    }
    if (!slot.acceptsDeltas) {
      memory.buffered.push(frame)
      return
    }
    switch (memory.judge(slot, frame)) {
      case 'ignore':
        return
      case 'apply':
        if (!updater.apply(endpoint, slot, frame, now, frame.last)) memory.buffered.clear()
        return
      case 'gap':
        updater.lose(slot, 'gap')
        memory.buffered.clear()
        memory.buffered.push(frame)
        return
    }
  }

  /** Reads a top-N book: it replaces the book unless it is older. */
  #partial(endpoint: Endpoint, slot: BookSlot, now: number): void {
    const frame = this.#frame
    if (slot.acceptsDeltas && !replacesBook(slot, frame.last)) return
    this.#updaters[endpoint.market].apply(endpoint, slot, frame, now, frame.last)
  }

  #readBody(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    const isDepth = REST_DEPTH.test(endpoint.path)
    const factCall = FACTS.exec(endpoint.path)?.[1] as FactCall | undefined
    if (!isDepth && factCall === undefined && !INSTRUMENTS.test(endpoint.path)) return
    if (isTooLarge(endpoint, bytes)) {
      this.#refuseBody(endpoint, 'too-large')
      return
    }
    const symbol = endpoint.query.get('symbol') ?? ''
    if (isDepth && this.#usualSnapshot(endpoint, symbol, bytes, now)) return
    const text = decodeText(bytes)
    const body = text === null ? undefined : parseJson(text)
    if (body === undefined) {
      this.#refuseBody(endpoint, 'not-json')
      return
    }
    // An error body says something about the request, not about the book.
    if (objectOf(body)?.has('code') === true) {
      this.#sink.refused(endpoint, 'error-body')
      return
    }
    if (isDepth) {
      if (readRestDepth(body, symbol, this.#frame)) this.#snapshot(endpoint, now)
      else this.#refuseBody(endpoint, 'malformed-book')
      return
    }
    if (factCall !== undefined) {
      this.#tell(endpoint, readFactBody(factCall, body))
      return
    }
    const list = readInstruments(body, endpoint.market)
    if (list === null) {
      this.#sink.refused(endpoint, 'malformed-list')
      return
    }
    const isComplete = !endpoint.query.has('symbol') && !endpoint.query.has('symbols')
    this.#sink.instruments('binance', endpoint.market, list, isComplete)
  }

  #tell(endpoint: Endpoint, reading: FactReading): void {
    if (reading === 'malformed') {
      this.#sink.refused(endpoint, 'malformed-fact')
      return
    }
    for (const fact of reading.facts) this.#sink.fact('binance', fact)
    if (reading.hasBad) this.#sink.refused(endpoint, BAD_MARK)
  }

  /** Does `#snapshot` in one call of the core. False: unusual, or the book stays without it; nothing is changed. */
  #usualSnapshot(endpoint: Endpoint, symbol: string, bytes: Uint8Array, now: number): boolean {
    const updater = this.#updaters[endpoint.market]
    const last = lastUpdateIn(bytes)
    const tracked = last === null ? null : updater.find(endpoint.market, symbol, 'depth')
    if (last === null || tracked === null) return false
    const { slot, memory } = tracked
    if (slot.acceptsDeltas && !replacesBook(slot, last)) return false
    const start = memory.buffered.synchroniseWith(last)
    if (start.kind === 'too-old') return false
    const name = Buffer.from(`${restName(symbol)}"`)
    const isApplied = updater.applySnapshot(REST_BOOK[endpoint.market], name, bytes, now)
    if (isApplied === null) return false
    memory.buffered.clear()
    if (isApplied) this.#join(endpoint, slot, start.kept, now)
    return true
  }

  /** Applies the changes that waited for a snapshot. */
  #join(endpoint: Endpoint, slot: BookSlot, kept: readonly DepthFrame[], now: number): void {
    const updater = this.#updaters[endpoint.market]
    for (const change of kept) {
      if (!updater.setLevels(endpoint, slot, change) || !updater.accept(slot, change, now, change.last)) return
    }
    this.#sink.touched(slot)
  }

  /** Reads a REST book: it starts a lost book, replaces an older one, and is ignored where the book is newer. */
  #snapshot(endpoint: Endpoint, now: number): void {
    const frame = this.#frame
    const slot = this.#sink.slot(endpoint.market, frame.symbol)
    if (slot === null || slot.channel !== frame.channel) return
    slot.arrived()
    const updater = this.#updaters[endpoint.market]
    const memory = updater.memory(slot)
    if (slot.acceptsDeltas && !replacesBook(slot, frame.last)) return
    const start = memory.buffered.synchroniseWith(frame.last)
    if (start.kind === 'too-old') {
      // The book was lost already; this report requests a newer snapshot.
      this.#sink.lost(slot, 'gap')
      return
    }
    memory.buffered.clear()
    if (!updater.setLevels(endpoint, slot, frame) || !updater.accept(slot, frame, now, frame.last)) return
    this.#join(endpoint, slot, start.kept, now)
  }

  #control(endpoint: Endpoint, message: Json, text: string): void {
    const object = objectOf(message)
    const payload = object?.has('stream') === true ? objectAt(object, 'data') : object
    if (textAt(payload, 'e') === 'serverShutdown') {
      this.#sink.control(endpoint, { kind: 'closing', why: 'serverShutdown' })
      return
    }
    if (textAt(object, 'stream') !== null || textAt(payload, 'e') !== null || isOtherStream(message)) return
    const error = objectAt(object, 'error') ?? (object?.has('code') === true ? object : null)
    const requestId = idAt(object, 'id')
    if (error !== null) {
      const why = textAt(error, 'msg') ?? 'unknown error'
      this.#requests.answered(placeOf(endpoint), requestId, null)
      this.#sink.control(endpoint, { kind: 'refused', symbol: null, requestId, why })
      return
    }
    if (object?.has('result') === true) this.#acknowledged(endpoint, requestId)
    else this.#refuse(endpoint, 'unknown-message', text)
  }

  #acknowledged(endpoint: Endpoint, requestId: string | null): void {
    const request = this.#requests.answered(placeOf(endpoint), requestId, null)
    if (request === null) return
    if (request.op === 'unsubscribe') {
      const updater = this.#updaters[endpoint.market]
      for (const topic of request.topics) {
        const { symbol, channel } = streamOf(topic)
        const slot = channel === null ? null : updater.bookOf(endpoint.market, symbol, channel)
        if (slot !== null) updater.unsubscribed(slot)
      }
    }
    this.#sink.control(endpoint, { kind: `${request.op}d`, symbol: null, requestId })
  }

  #refuse(endpoint: Endpoint, why: string, text: string): void {
    const updater = this.#updaters[endpoint.market]
    const stream = BROKEN_STREAM.exec(text)?.[1]
    const named = stream === undefined ? streamOfPath(endpoint.path) : streamOf(stream)
    if (named !== null) {
      const { symbol, channel } = named
      updater.refuse(endpoint, why, channel === null ? null : updater.bookOf(endpoint.market, symbol, channel))
      return
    }
    // A broken mark does not invalidate a book.
    const isOther = (BROKEN_EVENT.exec(text)?.[1] ?? 'depthUpdate') !== 'depthUpdate'
    const symbol = isOther ? null : (BROKEN_SYMBOL.exec(text)?.[1] ?? null)
    updater.refuse(endpoint, why, updater.bookOf(endpoint.market, symbol, null))
  }

  #refuseBody(endpoint: Endpoint, why: string): void {
    const updater = this.#updaters[endpoint.market]
    const symbol = REST_DEPTH.test(endpoint.path) ? endpoint.query.get('symbol') : null
    updater.refuse(endpoint, why, updater.bookOf(endpoint.market, symbol, 'depth'))
  }
}

/** Raw payloads without an event name: all-market arrays and spot's `bookTicker`. */
function isOtherStream(message: Json): boolean {
  return Array.isArray(message) || objectOf(message)?.has('B') === true
}

/** The stream that a raw socket's url names (`/ws/btcusdt@depth`); null where the url names none. */
function streamOfPath(path: string): Stream | null {
  const name = /\/ws\/([^/]+)$/.exec(path)?.[1]
  return name === undefined ? null : streamOf(name)
}

/** Where a request id is unique. */
function placeOf(endpoint: Endpoint): string {
  return `${endpoint.market} ${endpoint.path}`
}
