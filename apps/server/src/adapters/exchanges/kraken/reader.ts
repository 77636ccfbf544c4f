import type { BookSlot } from '@makas/domain'
import type { Endpoint, ExchangeReader, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { BookUpdater } from '../_shared/parse/book-updater.ts'
import type { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { broken, isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, idAt, integerAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type JsonObject, parseJson } from '../_shared/parse/json-text.ts'
import { bookChecksum } from './checksum.ts'
import { readPairs } from './instruments.ts'
import { USUAL } from './shapes.ts'
import { parseBookName, readBooks } from './wire.ts'

/** Channel and symbol in a text that is no JSON. */
const BROKEN_CHANNEL = /"channel"\s*:\s*"([^"]+)"/
const BROKEN_SYMBOL = /"symbol"\s*:\s*"([^"]+)"/
/** The pair named at the end of a refusal's sentence. */
const REFUSED_PAIR = /(\S+\/\S+)$/
/** Channels that carry no book. */
const OTHER_CHANNELS = new Set(['ticker', 'trade', 'ohlc', 'level3'])

/** Reads Kraken's spot frames, WebSocket v2; pure, without I/O. */
export class KrakenSpotReader implements ExchangeReader {
  readonly #sink: ReaderSink
  readonly #updater: BookUpdater<null>

  constructor(sink: ReaderSink) {
    this.#sink = sink
    this.#updater = new BookUpdater(sink, () => null, parseBookName)
  }

  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
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
    const message = text === null ? null : objectOf(parseJson(text))
    if (message === null) {
      this.#refuse(endpoint, 'not-json', broken(bytes))
      return
    }
    const channel = textAt(message, 'channel')
    const method = textAt(message, 'method')
    if (channel === 'book') this.#readBooks(endpoint, message, broken(bytes), now)
    else if (channel === 'status') this.#status(endpoint, message)
    else if (channel === 'instrument') this.#instruments(endpoint, message)
    else if (channel === 'heartbeat') this.#sink.control(endpoint, { kind: 'heartbeat' })
    else if (method === 'pong') this.#sink.control(endpoint, { kind: 'pong' })
    else if (method === 'subscribe' || method === 'unsubscribe') this.#ack(endpoint, message, method)
    else if (channel === null || !OTHER_CHANNELS.has(channel)) {
      this.#refuse(endpoint, 'unknown-message', broken(bytes))
    }
  }

  #readBooks(endpoint: Endpoint, message: JsonObject, text: string, now: number): void {
    const frames = readBooks(message)
    if (frames === null) this.#refuse(endpoint, 'malformed-book', text)
    else for (const frame of frames) this.#book(endpoint, frame, now)
  }

  #book(endpoint: Endpoint, frame: DepthFrame, now: number): void {
    const updater = this.#updater
    const slot = updater.find('spot', frame.symbol, frame.channel)?.slot
    if (slot === undefined) return
    slot.arrived()
    if (!frame.snapshot && !slot.acceptsDeltas) return
    if (!updater.setLevels(endpoint, slot, frame)) return
    if (bookChecksum(slot.book) !== frame.checksum) {
      updater.checksumMismatch(slot)
      return
    }
    slot.checksumMatched()
    if (updater.accept(slot, frame, now, Number.NaN)) this.#sink.touched(slot)
  }

  #status(endpoint: Endpoint, message: JsonObject): void {
    const system = textAt(objectOf(arrayAt(message, 'data')?.[0]), 'system')
    if (system === null) this.#sink.refused(endpoint, 'malformed-status')
    else this.#sink.control(endpoint, { kind: 'system', trading: system === 'online', why: system })
  }

  #instruments(endpoint: Endpoint, message: JsonObject): void {
    const list = readPairs(objectAt(message, 'data'))
    if (list === null) this.#sink.refused(endpoint, 'malformed-list')
    else this.#sink.instruments('kraken', 'spot', list, textAt(message, 'type') === 'snapshot')
  }

  #ack(endpoint: Endpoint, message: JsonObject, method: 'subscribe' | 'unsubscribe'): void {
    const result = objectAt(message, 'result')
    const requestId = idAt(message, 'req_id')
    if (message.get('success') !== true) {
      const why = textAt(message, 'error') ?? 'unknown error'
      const symbol = textAt(message, 'symbol') ?? REFUSED_PAIR.exec(why)?.[1] ?? null
      this.#sink.control(endpoint, { kind: 'refused', symbol, requestId, why })
      return
    }
    const channel = textAt(result, 'channel') ?? ''
    const symbol = channel === 'book' ? textAt(result, 'symbol') : null
    const slot = this.#updater.bookOf('spot', symbol, channel)
    if (slot !== null) {
      if (method === 'unsubscribe') this.#updater.unsubscribed(slot)
      // Each side is truncated to the depth of the latest subscription.
      else slot.book.depth = integerAt(result, 'depth') ?? slot.book.depth
    }
    this.#sink.control(endpoint, { kind: `${method}d`, symbol, requestId })
  }

  #refuse(endpoint: Endpoint, why: string, text: string): void {
    const channel = BROKEN_CHANNEL.exec(text)?.[1] ?? null
    const symbol = BROKEN_SYMBOL.exec(text)?.[1] ?? null
    this.#updater.refuse(endpoint, why, this.#updater.bookOf('spot', symbol, channel))
  }
}
