import type { Endpoint, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type Json, type JsonObject, parseJson } from '../_shared/parse/json-text.ts'
import { BAD_MARK } from '../_shared/talk/refusals.ts'
import { isLinear, MOST_PAYMENTS, readHistory, readTickerEntry } from './futures-facts.ts'
import { scanHistory } from './history-scan.ts'
import { readAssetPairs, readFuturesInstruments } from './instruments.ts'

const SPOT = new Set(['/0/public/AssetPairs', '/0/public/SystemStatus'])
/** Derivatives' calls. The history has three paths; some of them serve only some products. */
const FUTURES = /^\/derivatives\/api\/(?:v3\/(instruments|tickers)|v[34]\/historical-?funding-?rates)$/

/**
 * Reads lists, states and histories of Kraken's two REST interfaces. No stream can be synchronised with Kraken's REST
 * books.
 */
export class KrakenRestReader {
  readonly #sink: ReaderSink

  constructor(sink: ReaderSink) {
    this.#sink = sink
  }

  read(endpoint: Endpoint, bytes: Uint8Array): void {
    const futures = FUTURES.exec(endpoint.path)
    if (futures === null && !SPOT.has(endpoint.path)) return
    if (futures !== null && futures[1] === undefined && this.#longHistory(endpoint, bytes)) return
    const text = isTooLarge(endpoint, bytes) ? null : decodeText(bytes)
    const body = text === null ? undefined : parseJson(text)
    if (body === undefined) this.#sink.refused(endpoint, 'not-json')
    else if (futures !== null) this.#futures(endpoint, futures[1] ?? 'history', objectOf(body))
    else if (endpoint.path === '/0/public/SystemStatus') this.#status(endpoint, body)
    else this.#pairs(endpoint, body)
  }

  #futures(endpoint: Endpoint, call: string, body: JsonObject | null): void {
    if (body === null) this.#sink.refused(endpoint, 'malformed-body')
    else if (textAt(body, 'result') === 'error') this.#sink.refused(endpoint, 'error-body')
    else if (call === 'instruments') this.#instruments(endpoint, body)
    else if (call === 'tickers') this.#tickers(endpoint, body)
    else this.#history(endpoint, body)
  }

  #instruments(endpoint: Endpoint, body: JsonObject): void {
    const list = readFuturesInstruments(body)
    if (list === null) this.#sink.refused(endpoint, 'malformed-list')
    else this.#sink.instruments('kraken', 'perp', list, !endpoint.query.has('contractType'))
  }

  #tickers(endpoint: Endpoint, body: JsonObject): void {
    const tickers = arrayAt(body, 'tickers')
    if (tickers === null) {
      this.#sink.refused(endpoint, 'malformed-fact')
      return
    }
    const readings = tickers.map(readTickerEntry)
    for (const fact of readings.flatMap((facts) => facts ?? [])) this.#sink.fact('kraken', fact)
    if (readings.includes(null)) this.#sink.refused(endpoint, BAD_MARK)
  }

  /** Reads a history of years by the scanner. False: not read, and the general parser decides. */
  #longHistory(endpoint: Endpoint, bytes: Uint8Array): boolean {
    const symbol = symbolOf(endpoint)
    const rates = isLinear(symbol) && !isTooLarge(endpoint, bytes) ? scanHistory(bytes, MOST_PAYMENTS) : null
    if (rates === null) return false
    this.#sink.fact('kraken', { kind: 'settled', symbol, rates })
    return true
  }

  #history(endpoint: Endpoint, body: JsonObject): void {
    const symbol = symbolOf(endpoint)
    const settled = readHistory(body, symbol)
    if (settled === null || symbol === '') this.#sink.refused(endpoint, 'malformed-fact')
    else if (isLinear(symbol)) this.#sink.fact('kraken', settled)
  }

  #status(endpoint: Endpoint, body: Json): void {
    const status = textAt(objectAt(objectOf(body), 'result'), 'status')
    if (status === null) this.#sink.refused(endpoint, 'malformed-status')
    else this.#sink.control(endpoint, { kind: 'system', trading: status === 'online', why: status })
  }

  #pairs(endpoint: Endpoint, body: Json): void {
    const list = readAssetPairs(body)
    if (list === null) this.#sink.refused(endpoint, 'malformed-list')
    else this.#sink.instruments('kraken', 'spot', list, !endpoint.query.has('pair'))
  }
}

const symbolOf = ({ query }: Endpoint) => query.get('symbol')?.toUpperCase() ?? ''
