import type { Decimal, MarketKind } from '@makas/domain'
import type { Endpoint, PerpFact, ReaderSink } from '../../../app/ports/market/exchange-reader.ts'
import { isTooLarge } from '../_shared/parse/frame-limits.ts'
import { arrayAt, objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { decodeText, type Json, type JsonObject, parseJson } from '../_shared/parse/json-text.ts'
import { readBorrowRates, readFunding, readHistory, readMark, readTiers, type SentTiers, tiersInBase } from './facts.ts'
import { readInstruments } from './instruments.ts'

const PUBLIC = '/api/v5/public/'

/** Reads OKX's REST bodies, and the entries that its channels of the same names push. */
export class OkxRestReader {
  readonly #sink: ReaderSink
  /** Base units of one contract, by linear swap. */
  readonly #contractSizes = new Map<string, Decimal>()
  /** Tiers, in contracts, of swaps whose contract size no list has brought yet. */
  readonly #waitingTiers = new Map<string, SentTiers>()

  constructor(sink: ReaderSink) {
    this.#sink = sink
  }

  read(endpoint: Endpoint, bytes: Uint8Array, now: number): void {
    const name = endpoint.path.startsWith(PUBLIC) ? endpoint.path.slice(PUBLIC.length) : ''
    if (!NAMES.has(name)) return
    const text = isTooLarge(endpoint, bytes) ? null : decodeText(bytes)
    const body = text === null ? null : objectOf(parseJson(text))
    const data = arrayAt(body, 'data')
    if (body === null) this.#sink.refused(endpoint, 'not-json')
    else if (textAt(body, 'code') !== '0') this.#sink.refused(endpoint, 'error-body')
    else if (name === 'instruments') this.instruments(endpoint, body, !endpoint.query.has('instId'))
    else if (data === null) this.#sink.refused(endpoint, `malformed-${name}`)
    else this.#facts(endpoint, name, data, now)
  }

  /** Reads a list of instruments, from the call or the channel. */
  instruments(endpoint: Endpoint, body: JsonObject, isComplete: boolean): void {
    const lists = readInstruments(body)
    if (lists === null) {
      this.#sink.refused(endpoint, 'malformed-list')
      return
    }
    const markets: readonly MarketKind[] = isComplete ? [endpoint.market] : ['spot', 'perp']
    for (const market of markets) {
      const list = lists[market]
      if (isComplete || list.length > 0) this.#sink.instruments('okx', market, list, isComplete)
    }
    for (const { symbol, contractSize } of lists.perp) {
      if (contractSize !== null) this.#contractSizes.set(symbol, contractSize)
      const waiting = this.#waitingTiers.get(symbol)
      if (waiting !== undefined) this.#tiers(endpoint, waiting)
    }
  }

  /** Reads entries of the `mark-price` or `funding-rate` channel, one instrument each: a malformed one is left out. */
  push(endpoint: Endpoint, channel: string, data: readonly Json[], now: number): void {
    for (const item of data) {
      const entry = objectOf(item)
      const facts = entry === null ? null : channel === 'mark-price' ? readMark(entry) : readFunding(entry, now)
      this.#tell(endpoint, `malformed-${channel}`, facts)
    }
  }

  #facts(endpoint: Endpoint, name: string, data: readonly Json[], now: number): void {
    switch (name) {
      case 'mark-price':
      case 'funding-rate':
        this.push(endpoint, name, data, now)
        return
      case 'funding-rate-history':
        this.#tell(endpoint, `malformed-${name}`, readHistory(data))
        return
      case 'interest-rate-loan-quota':
        for (const facts of readBorrowRates(data)) this.#tell(endpoint, `malformed-${name}`, facts)
        return
      case 'position-tiers': {
        // Tiers of cross margin are others, and no figure here is about a cross position.
        if (endpoint.query.get('tdMode') === 'cross') return
        const swaps = readTiers(data)
        if (swaps === null) this.#sink.refused(endpoint, `malformed-${name}`)
        for (const tiers of swaps ?? []) this.#tiers(endpoint, tiers)
      }
    }
  }

  #tiers(endpoint: Endpoint, tiers: SentTiers): void {
    const contractSize = this.#contractSizes.get(tiers.symbol)
    if (contractSize === undefined) {
      this.#waitingTiers.set(tiers.symbol, tiers)
      return
    }
    this.#waitingTiers.delete(tiers.symbol)
    const fact = tiersInBase(tiers, contractSize)
    this.#tell(endpoint, 'malformed-position-tiers', fact === null ? null : [fact])
  }

  #tell(endpoint: Endpoint, malformed: string, facts: readonly PerpFact[] | null): void {
    if (facts === null) this.#sink.refused(endpoint, malformed)
    for (const fact of facts ?? []) this.#sink.fact('okx', fact)
  }
}

/** Paths of the calls that are read, without `/api/v5/public/`. */
const NAMES: ReadonlySet<string> = new Set([
  'instruments',
  'mark-price',
  'funding-rate',
  'funding-rate-history',
  'position-tiers',
  'interest-rate-loan-quota',
])
