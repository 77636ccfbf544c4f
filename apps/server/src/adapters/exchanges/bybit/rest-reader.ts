import type { Instrument } from '@makas/domain'
import type { Endpoint, PerpFact, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, integerAt, objectAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type Json, type JsonObject, parseJson } from '../_shared/parse/json-text.ts'
import { readBorrowRates, readHistory, readTicker, readTiers, TickerMemory } from './facts.ts'
import { readInstruments } from './instruments.ts'
import { isDated, isInverse } from './wire.ts'

const INSTRUMENTS = '/v5/market/instruments-info'
const TICKERS = '/v5/market/tickers'
const HISTORY = '/v5/market/funding/history'
const TIERS = '/v5/market/risk-limit'
const BORROWING = '/v5/spot-margin-trade/data'
const READ: ReadonlySet<string> = new Set([INSTRUMENTS, TICKERS, HISTORY, TIERS, BORROWING])

/** The pages of a list read so far, and the next page's cursor. */
type Pages = { readonly list: readonly Instrument[]; readonly next: string }
const FIRST: Pages = { list: [], next: '' }

export class BybitRestReader {
  readonly #sink: ReaderSink
  readonly #pages = new Map<string, Pages>()

  constructor(sink: ReaderSink) {
    this.#sink = sink
  }

  read(endpoint: Endpoint, bytes: Uint8Array): void {
    if (!READ.has(endpoint.path)) return
    const text = isTooLarge(endpoint, bytes) ? null : decodeText(bytes)
    const body = text === null ? null : objectOf(parseJson(text))
    if (body === null) this.#sink.refused(endpoint, 'not-json')
    else if (integerAt(body, 'retCode') !== 0) this.#sink.refused(endpoint, 'error-body')
    else this.#result(endpoint, objectAt(body, 'result'))
  }

  #result(endpoint: Endpoint, result: JsonObject | null): void {
    const list = arrayAt(result, 'list')
    switch (endpoint.path) {
      case INSTRUMENTS:
        this.#instruments(endpoint, result)
        return
      case BORROWING:
        this.#tellAll(endpoint, 'malformed-borrow-rates', readBorrowRates(result))
        return
    }
    // The remaining calls are read for linear perpetuals alone; of inverse perpetuals only books are read.
    const category = endpoint.query.get('category') ?? textAt(result, 'category')
    if (category !== 'linear') return
    switch (endpoint.path) {
      case TICKERS:
        this.#tellAll(endpoint, 'malformed-ticker', list?.map(tickerFacts) ?? null)
        return
      case HISTORY:
        this.#tell(endpoint, 'malformed-history', list === null ? null : readHistory(list))
        return
      case TIERS:
        this.#tellAll(endpoint, 'malformed-tiers', list === null ? null : readTiers(list))
        return
    }
  }

  /** A page's instruments count at once; the list is complete after all pages, each with its predecessor's cursor. */
  #instruments(endpoint: Endpoint, result: JsonObject | null): void {
    const { query, market } = endpoint
    const page = readInstruments(result, market)
    if (page === null) {
      this.#sink.refused(endpoint, 'malformed-list')
      return
    }
    const category = query.get('category') ?? ''
    const cursor = query.get('cursor') ?? ''
    const next = textAt(result, 'nextPageCursor') ?? ''
    const before = cursor === '' ? FIRST : this.#pages.get(category)
    this.#pages.delete(category)
    const isPart = query.has('symbol') || query.has('baseCoin')
    if (isPart || before === undefined || !isCursor(cursor, before.next)) {
      this.#sink.instruments('bybit', market, page, false)
      return
    }
    const list = [...before.list, ...page]
    if (next !== '') this.#pages.set(category, { list, next })
    this.#sink.instruments('bybit', market, list, next === '')
  }

  #tellAll(endpoint: Endpoint, malformed: string, reads: readonly (readonly PerpFact[] | null)[] | null): void {
    if (reads === null) this.#sink.refused(endpoint, malformed)
    for (const facts of reads ?? []) this.#tell(endpoint, malformed, facts)
  }

  #tell(endpoint: Endpoint, malformed: string, facts: readonly PerpFact[] | null): void {
    if (facts === null) this.#sink.refused(endpoint, malformed)
    for (const fact of facts ?? []) this.#sink.fact('bybit', fact)
  }
}

/** Whether a request's cursor is the one received, as it came (percent-encoded) or decoded once. */
function isCursor(sent: string, next: string): boolean {
  return sent === next || new URLSearchParams(`cursor=${next}`).get('cursor') === sent
}

/** An entry of the tickers call, always whole. */
function tickerFacts(item: Json): readonly PerpFact[] | null {
  const entry = objectOf(item)
  const symbol = textAt(entry, 'symbol')
  if (entry === null || symbol === null) return null
  return isDated(symbol) || isInverse(symbol) ? [] : readTicker(entry, symbol, true, new TickerMemory())
}
