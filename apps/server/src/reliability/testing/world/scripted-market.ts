import { BookSlot, type ExchangeId, type FeeOverrides } from '@makas/domain'
import { LIVE_CHANNELS } from '../../../adapters/exchanges/feeds.ts'
import { PROTOCOLS } from '../../../adapters/exchanges/protocols.ts'
import { carryOptions, DEFAULT_CARRY } from '../../../app/market/detect/carry-settings.ts'
import { MarketEngine } from '../../../app/market/engine/market-engine.ts'
import { capOf, feeOf, identify } from '../../../app/market/legs/identify.ts'
import type { FindingEvent } from '../../../app/market/lifetimes/opportunity-lifecycles.ts'
import type { Route } from '../../../app/market/route/route.ts'
import type { ExchangeProtocol, ExchangeReader } from '../../../app/ports/market/exchange-reader.ts'
import { endpointOf, type Listing, type Sides, TALKS } from './exchange-talk.ts'

const CAP = { mantissa: 50_000n, decimals: 0 }

export type ScriptedOptions = {
  readonly fees?: FeeOverrides
  readonly onQuarantined?: (route: Route, now: number) => void
}

/** The real readers and engine with hand-written exchange messages; identities and fees are the product's own. */
export class ScriptedMarket {
  readonly engine: MarketEngine
  readonly told: FindingEvent[] = []
  /** Messages that a reader refused. */
  readonly refused: string[] = []
  now: number
  readonly #protocols = new Map<ExchangeId, { protocol: ExchangeProtocol; reader: ExchangeReader }>()
  readonly #counts = new Map<string, number>()

  constructor(now: number, options: ScriptedOptions = {}) {
    this.now = now
    this.engine = new MarketEngine({
      identify,
      takerFee: feeOf(options.fees),
      spotCap: capOf(CAP),
      triCap: capOf(CAP),
      carry: carryOptions(DEFAULT_CARRY, false),
      openSlot: (exchange, market, symbol) => {
        const chosen = this.#of(exchange).protocol.choose(new Set([LIVE_CHANNELS[exchange][market]]))
        if (chosen === null) return null
        const slot = new BookSlot(exchange, market, symbol, chosen)
        slot.channel = chosen.channel
        return slot
      },
      onFinding: (event) => this.told.push(event),
      onRefused: ({ exchange }, why) => this.refused.push(`${exchange}: ${why}`),
      ...(options.onQuarantined === undefined ? {} : { onQuarantined: options.onQuarantined }),
    })
    for (const protocol of PROTOCOLS) {
      const reader = protocol.reader(this.engine.sink(protocol.exchange))
      this.#protocols.set(protocol.exchange, { protocol, reader })
    }
  }

  list(exchange: ExchangeId, ...all: Listing[]): void {
    const talk = TALKS[exchange]
    this.#tell(exchange, talk.list(all))
    for (const one of all) this.engine.slot(exchange, 'spot', talk.symbol(one))
  }

  slot(exchange: ExchangeId, listed: Pick<Listing, 'base' | 'quote'>): BookSlot {
    const symbol = TALKS[exchange].symbol(listed)
    const slot = this.engine.slot(exchange, 'spot', symbol)
    if (slot === null) throw new Error(`${exchange} has no book of ${symbol}`)
    return slot
  }

  /** Sends a snapshot of a book. */
  book(exchange: ExchangeId, listed: Pick<Listing, 'base' | 'quote'>, whole: Sides): void {
    const talk = TALKS[exchange]
    const symbol = talk.symbol(listed)
    this.#tell(exchange, talk.snapshot(symbol, this.#count(exchange, symbol), whole, this.now))
  }

  /** Sends the next change of a book; `isLost`: it is counted and does not arrive. */
  change(
    exchange: ExchangeId,
    listed: Pick<Listing, 'base' | 'quote'>,
    changed: Sides,
    top: Sides,
    isLost = false,
  ): void {
    const talk = TALKS[exchange]
    const symbol = talk.symbol(listed)
    const count = this.#count(exchange, symbol) + 1
    this.#counts.set(`${exchange} ${symbol}`, count)
    if (!isLost) this.#tell(exchange, talk.change(symbol, count, changed, top, this.now))
  }

  /** Advances the time and ticks the engine. */
  pass(ms: number): void {
    this.now += ms
    this.engine.tick(this.now)
  }

  #tell(exchange: ExchangeId, { url, text }: { readonly url: string; readonly text: string }): void {
    const { protocol, reader } = this.#of(exchange)
    this.engine.tick(this.now)
    this.engine.frame(this.now, () => reader.read(endpointOf(protocol, url), Buffer.from(text), this.now))
  }

  #count(exchange: ExchangeId, symbol: string): number {
    return this.#counts.get(`${exchange} ${symbol}`) ?? 0
  }

  #of(exchange: ExchangeId): { protocol: ExchangeProtocol; reader: ExchangeReader } {
    const found = this.#protocols.get(exchange)
    if (found === undefined) throw new Error(`no reader of ${exchange}`)
    return found
  }
}
