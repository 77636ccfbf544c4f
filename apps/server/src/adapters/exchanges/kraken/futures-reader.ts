import type { BookSlot } from '@makas/domain'
import type { Endpoint, ExchangeReader, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { BookUpdater } from '../_shared/parse/book-updater.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { broken, isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type JsonObject, parseJson } from '../_shared/parse/json-text.ts'
import { BAD_MARK } from '../_shared/talk/refusals.ts'
import { readTicker } from './futures-facts.ts'
import { parseFuturesBookName, readFuturesBook } from './futures-wire.ts'
import { judgeFutures } from './sequence.ts'
import { USUAL_FUTURES } from './shapes.ts'

/** Errors that are no refusal: a repeated subscription (which begins anew) or unsubscription. */
const NO_REFUSAL = /^Already subscribed|^Not subscribed/
const BROKEN_FEED = /"feed"\s*:\s*"([^"]+)"/
const BROKEN_SYMBOL = /"product_id"\s*:\s*"([^"]+)"/

/** Reads Kraken Futures' frames, WebSocket v1; pure, without I/O. */
export class KrakenFuturesReader implements ExchangeReader {
  readonly #sink: ReaderSink
  readonly #updater: BookUpdater<null>
  readonly #frame = new DepthFrame()

  constructor(sink: ReaderSink) {
    this.#sink = sink
    this.#updater = new BookUpdater(sink, () => null, parseFuturesBookName)
  }

  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    if (isTooLarge(endpoint, bytes)) {
      this.#refuse(endpoint, 'too-large', broken(bytes))
      return
    }
    if (!this.#updater.applyUsual(USUAL_FUTURES, bytes, now)) this.#readMessage(endpoint, bytes, now)
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
    const feed = textAt(message, 'feed')
    const event = textAt(message, 'event')
    if (event !== null) this.#event(endpoint, message, event)
    else if (feed === 'book' || feed === 'book_snapshot') {
      if (readFuturesBook(message, this.#frame)) this.#book(endpoint, now)
      else this.#refuse(endpoint, 'malformed-book', broken(bytes))
    } else if (feed === 'ticker') this.#ticker(endpoint, message)
    else if (feed === 'heartbeat') this.#sink.control(endpoint, { kind: 'heartbeat' })
    else if (feed === null) this.#refuse(endpoint, 'unknown-message', broken(bytes))
  }

  #book(endpoint: Endpoint, now: number): void {
    const frame = this.#frame
    const updater = this.#updater
    const slot = updater.find('perp', frame.symbol, frame.channel)?.slot
    if (slot === undefined) return
    slot.arrived()
    if (!frame.snapshot) {
      if (!slot.acceptsDeltas) return
      const verdict = judgeFutures(slot.seq, frame.last)
      if (verdict === 'gap') updater.lose(slot, 'gap')
      if (verdict !== 'apply') return
    }
    updater.apply(endpoint, slot, frame, now, frame.last)
  }

  #ticker(endpoint: Endpoint, message: JsonObject): void {
    const facts = readTicker(message)
    if (facts === null) this.#sink.refused(endpoint, BAD_MARK)
    else for (const fact of facts) this.#sink.fact('kraken', fact)
  }

  #event(endpoint: Endpoint, message: JsonObject, event: string): void {
    const feed = textAt(message, 'feed')
    const products = (arrayAt(message, 'product_ids') ?? []).filter((product) => typeof product === 'string')
    switch (event) {
      case 'subscribed':
        if (feed !== 'book' && feed !== 'ticker') return
        for (const symbol of products) this.#sink.control(endpoint, { kind: 'subscribed', symbol, requestId: null })
        return
      case 'unsubscribed':
        if (feed !== 'book' && feed !== 'ticker') return
        for (const symbol of products) this.#unsubscribed(endpoint, symbol, feed)
        return
      case 'error':
      case 'alert':
      case 'subscribed_failed': {
        if (NO_REFUSAL.test(textAt(message, 'message') ?? '')) return
        const why = textAt(message, 'message') ?? event
        this.#sink.control(endpoint, { kind: 'refused', symbol: products[0] ?? null, requestId: null, why })
        return
      }
    }
  }

  #unsubscribed(endpoint: Endpoint, symbol: string, feed: string): void {
    const slot = this.#updater.bookOf('perp', symbol, feed)
    if (slot !== null) this.#updater.unsubscribed(slot)
    this.#sink.control(endpoint, { kind: 'unsubscribed', symbol, requestId: null })
  }

  #refuse(endpoint: Endpoint, why: string, text: string): void {
    const feed = BROKEN_FEED.exec(text)?.[1] ?? null
    const channel = feed === 'book_snapshot' ? 'book' : feed
    this.#updater.refuse(endpoint, why, this.#updater.bookOf('perp', BROKEN_SYMBOL.exec(text)?.[1] ?? null, channel))
  }
}
