import type { BookSlot } from '@makas/domain'
import type { Endpoint, ExchangeReader, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { BookUpdater } from '../_shared/parse/book-updater.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { broken, isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, idAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type JsonObject, parseJson } from '../_shared/parse/json-text.ts'
import { bookChecksum } from './checksum.ts'
import { OkxRestReader } from './rest-reader.ts'
import { isOutdated, judge } from './sequence.ts'
import { USUAL } from './shapes.ts'
import { isBookChannel, isFactChannel, marketOf, parseBookName, pushTopic, readBook, type Topic } from './wire.ts'

const PONG = 'pong'
const SERVICE_UPGRADE = '64008'
const BROKEN_CHANNEL = /"channel"\s*:\s*"([^"]+)"/
const BROKEN_SYMBOL = /"instId"\s*:\s*"([^"]+)"/
/** The instrument named in a refusal's sentence: error frames have no `arg`. */
const REFUSED_INSTRUMENT = /instId:\s*([A-Z0-9-]+)/

class BookMemory {
  eventTime = Number.NaN
}

/** Reads OKX's frames, spot and swaps on one socket; pure, without I/O. */
export class OkxReader implements ExchangeReader {
  readonly #sink: ReaderSink
  readonly #updater: BookUpdater<BookMemory>
  readonly #frame = new DepthFrame()
  readonly #rest: OkxRestReader

  constructor(sink: ReaderSink) {
    this.#sink = sink
    this.#updater = new BookUpdater(sink, () => new BookMemory(), parseBookName)
    this.#rest = new OkxRestReader(sink)
  }

  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    if (endpoint.transport === 'rest') {
      this.#rest.read(endpoint, bytes, now)
      return
    }
    if (isTooLarge(endpoint, bytes)) {
      this.#refuse(endpoint, 'too-large', broken(bytes))
      return
    }
    if (!this.#updater.applyUsual(USUAL, bytes, now)) this.#readMessage(endpoint, bytes, now)
  }

  forget(slot: BookSlot): void {
    this.#updater.forget(slot)
  }

  #readMessage(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    const text = decodeText(bytes)
    if (text === PONG) {
      this.#sink.control(endpoint, { kind: 'pong' })
      return
    }
    const message = text === null ? null : objectOf(parseJson(text))
    if (message === null) {
      this.#refuse(endpoint, 'not-json', broken(bytes))
      return
    }
    const event = textAt(message, 'event')
    const topic = pushTopic(message)
    if (event !== null) this.#event(endpoint, message, event)
    else if (topic === null) this.#refuse(endpoint, 'unknown-message', broken(bytes))
    else if (isBookChannel(topic.channel)) this.#push(endpoint, message, topic, broken(bytes), now)
    else if (isFactChannel(topic.channel)) this.#facts(endpoint, message, topic.channel, now)
    else if (topic.channel === 'instruments') this.#rest.instruments(endpoint, message, false)
  }

  #facts(endpoint: Endpoint, message: JsonObject, channel: string, now: number): void {
    const data = arrayAt(message, 'data')
    if (data === null) this.#sink.refused(endpoint, `malformed-${channel}`)
    else this.#rest.push(endpoint, channel, data, now)
  }

  #push(endpoint: Endpoint, message: JsonObject, topic: Topic, text: string, now: number): void {
    if (topic.market === null && topic.symbol !== '') return
    if (readBook(message, topic, this.#frame)) this.#book(endpoint, now)
    else this.#refuse(endpoint, 'malformed-book', text)
  }

  #book(endpoint: Endpoint, now: number): void {
    const frame = this.#frame
    const updater = this.#updater
    const kept = updater.find(frame.market, frame.symbol, frame.channel)
    if (kept === null) return
    const { slot, memory } = kept
    const isOld = frame.snapshot && slot.acceptsDeltas && isOutdated(slot.seq, memory.eventTime, frame)
    const isEmpty = frame.bids.count === 0 && frame.asks.count === 0
    const isChange = !frame.snapshot && slot.acceptsDeltas
    const verdict = isChange ? judge(slot.seq, { last: frame.last, previous: frame.previous, isEmpty }) : null
    if (verdict === 'unproven') {
      updater.refuse(endpoint, 'malformed-book', slot)
      return
    }
    slot.arrived()
    if (verdict === 'repeat') updater.repeat(slot, frame, now, frame.last)
    if (verdict === 'gap') updater.lose(slot, 'gap')
    if (frame.snapshot ? isOld : verdict !== 'apply') return
    if (!updater.setLevels(endpoint, slot, frame) || !this.#checksumMatches(slot)) return
    memory.eventTime = frame.eventTime
    if (updater.accept(slot, frame, now, frame.last)) this.#sink.touched(slot)
  }

  /** A checksum that is zero or absent is "not provided" since June 2026. Any other checksum must be right. */
  #checksumMatches(slot: BookSlot): boolean {
    const { checksum } = this.#frame
    if (Number.isNaN(checksum) || checksum === 0) return true
    if (bookChecksum(slot.book) === checksum) {
      slot.checksumMatched()
      return true
    }
    this.#updater.checksumMismatch(slot)
    return false
  }

  #event(endpoint: Endpoint, message: JsonObject, event: string): void {
    const arg = objectAt(message, 'arg')
    const channel = textAt(arg, 'channel') ?? ''
    const symbol = isBookChannel(channel) || isFactChannel(channel) ? textAt(arg, 'instId') : null
    const requestId = idAt(message, 'id')
    switch (event) {
      case 'subscribe':
        this.#sink.control(endpoint, { kind: 'subscribed', symbol, requestId })
        return
      case 'unsubscribe': {
        const market = symbol === null ? null : marketOf(symbol)
        const slot = market === null ? null : this.#updater.bookOf(market, symbol, channel)
        if (slot !== null) this.#updater.unsubscribed(slot)
        this.#sink.control(endpoint, { kind: 'unsubscribed', symbol, requestId })
        return
      }
      case 'error':
      case 'channel-conn-count-error': {
        const why = `${textAt(message, 'code') ?? ''} ${textAt(message, 'msg') ?? event}`.trim()
        const named = symbol ?? REFUSED_INSTRUMENT.exec(why)?.[1] ?? null
        this.#sink.control(endpoint, { kind: 'refused', symbol: named, requestId, why })
        return
      }
      case 'notice':
        if (textAt(message, 'code') === SERVICE_UPGRADE) {
          this.#sink.control(endpoint, { kind: 'closing', why: textAt(message, 'msg') ?? SERVICE_UPGRADE })
        }
        return
    }
  }

  #refuse(endpoint: Endpoint, why: string, text: string): void {
    const symbol = BROKEN_SYMBOL.exec(text)?.[1] ?? null
    const market = symbol === null ? null : marketOf(symbol)
    const channel = BROKEN_CHANNEL.exec(text)?.[1] ?? null
    this.#updater.refuse(endpoint, why, market === null ? null : this.#updater.bookOf(market, symbol, channel))
  }
}
