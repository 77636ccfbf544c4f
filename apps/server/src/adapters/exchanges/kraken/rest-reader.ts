import type { Endpoint, ReaderSink } from '../../../app/ports/exchange-reader.ts'
import { isTooLarge } from '../_shared/frame-limits.ts'
import { objectAt, objectOf, textAt } from '../_shared/json-fields.ts'
import { decodeText, type Json, parseJson } from '../_shared/json-text.ts'
import { readAssetPairs, readFuturesInstruments } from './instruments.ts'

const READ = new Set(['/0/public/AssetPairs', '/0/public/SystemStatus', '/derivatives/api/v3/instruments'])

/** Lists and states from Kraken's two REST interfaces. Its REST books start no book: nothing joins them to a stream. */
export class KrakenRestReader {
  readonly #sink: ReaderSink

  constructor(sink: ReaderSink) {
    this.#sink = sink
  }

  read(endpoint: Endpoint, bytes: Uint8Array): void {
    if (!READ.has(endpoint.path)) return
    const text = isTooLarge(endpoint, bytes) ? null : decodeText(bytes)
    const body = text === null ? undefined : parseJson(text)
    if (body === undefined) this.#sink.refused(endpoint, 'not-json')
    else if (endpoint.path === '/0/public/SystemStatus') this.#status(endpoint, body)
    else this.#list(endpoint, body)
  }

  #status(endpoint: Endpoint, body: Json): void {
    const status = textAt(objectAt(objectOf(body), 'result'), 'status')
    if (status === null) this.#sink.refused(endpoint, 'malformed-status')
    else this.#sink.control(endpoint, { kind: 'system', trading: status === 'online', why: status })
  }

  #list(endpoint: Endpoint, body: Json): void {
    const list = endpoint.market === 'perp' ? readFuturesInstruments(body) : readAssetPairs(body)
    if (list === null) this.#sink.refused(endpoint, 'malformed-list')
    else this.#sink.instruments('kraken', endpoint.market, list, !endpoint.query.has('pair'))
  }
}
