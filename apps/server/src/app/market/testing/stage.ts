import { BookSlot, type ExchangeId, type Instrument, type MarketKind, parseExact } from '@makas/domain'
import type { PerpFact } from '../../ports/market/exchange-reader.ts'
import { carryOptions, DEFAULT_CARRY } from '../detect/carry-settings.ts'
import type { EngineOptions } from '../engine/engine-options.ts'
import { MarketEngine } from '../engine/market-engine.ts'
import type { FindingEvent } from '../lifetimes/opportunity-lifecycles.ts'

type Levels = readonly (readonly [price: string, size: string])[]

export const decimal = parseExact

export const instrument = (
  exchange: ExchangeId,
  base: string,
  quote: string,
  more: Partial<Instrument> = {},
): Instrument => ({
  exchange,
  market: 'spot',
  symbol: `${base}${quote}`,
  baseTicker: base,
  quoteTicker: quote,
  status: 'trading',
  tick: decimal('0.01'),
  lotStep: decimal('0.001'),
  minQty: null,
  minNotional: null,
  contractSize: null,
  inverse: false,
  fundingIntervalHours: null,
  tiers: null,
  specialFee: false,
  ...more,
})

/** An engine whose books are set by hand, with all its findings. */
export class Stage {
  readonly told: FindingEvent[] = []
  readonly engine: MarketEngine
  /** Passes `isTopMoved` with each frame, as some readers do. */
  tellsTop = false
  /** Frames come as live ones do: with a tick for each second begun, and evaluated as soon as the reader tells of them. */
  isLive = false

  constructor(options: Partial<EngineOptions> = {}) {
    this.engine = new MarketEngine({
      identify: ({ baseTicker, quoteTicker }) => ({ base: baseTicker, quote: quoteTicker, multiplierDigits: 0 }),
      takerFee: () => decimal('0.001'),
      spotCap: () => decimal('50000'),
      triCap: () => decimal('50000'),
      carry: carryOptions(DEFAULT_CARRY, true),
      openSlot: (exchange, market, symbol) =>
        new BookSlot(exchange, market, symbol, { depth: 50, visibleDepth: 50, keepsTexts: false }),
      onFinding: (event) => this.told.push(event),
      ...options,
    })
  }

  /** Lists instruments and opens their books. */
  list(...instruments: Instrument[]): void {
    for (const one of instruments) {
      this.engine.sink(one.exchange).instruments(one.exchange, one.market, [one], false)
      this.engine.slot(one.exchange, one.market, one.symbol)
    }
  }

  slot(exchange: ExchangeId, symbol: string, market: MarketKind = 'spot'): BookSlot {
    const slot = this.engine.slot(exchange, market, symbol)
    if (slot === null) throw new Error(`no book ${exchange} ${symbol}`)
    return slot
  }

  /** One frame that replaces a book by one bid and one ask of a size. */
  book(now: number, exchange: ExchangeId, symbol: string, bid: string, ask: string, size = '1'): void {
    this.#replace(now, this.slot(exchange, symbol), [[bid, size]], [[ask, size]])
  }

  /** One frame as in `book`, of a perpetual. */
  perp(now: number, exchange: ExchangeId, symbol: string, bid: string, ask: string, size = '1'): void {
    this.#replace(now, this.slot(exchange, symbol, 'perp'), [[bid, size]], [[ask, size]])
  }

  /** One frame that replaces a spot book by these levels, best first. */
  depth(now: number, exchange: ExchangeId, symbol: string, bids: Levels, asks: Levels): void {
    this.#replace(now, this.slot(exchange, symbol), bids, asks)
  }

  /** Sends facts of an exchange's perpetuals at `now` (ms). */
  fact(now: number, exchange: ExchangeId, ...facts: PerpFact[]): void {
    this.engine.tick(now)
    this.engine.frame(now, () => {
      for (const fact of facts) this.engine.sink(exchange).fact(exchange, fact)
    })
  }

  #replace(now: number, slot: BookSlot, bids: Levels, asks: Levels): void {
    this.engine.tick(this.isLive ? now - (now % 1_000) : now)
    const before = this.#topOf(slot)
    const read = () => {
      slot.beginSnapshot()
      for (const [side, levels] of [
        ['bids', bids],
        ['asks', asks],
      ] as const) {
        for (const [priceText, sizeText] of levels) {
          const price = decimal(priceText)
          const size = decimal(sizeText)
          slot.book.set(slot.book[side], Number(price.mantissa), price.decimals, Number(size.mantissa), size.decimals)
        }
      }
      const sink = this.engine.sink(slot.exchange)
      const isTopMoved = !this.tellsTop || this.#topOf(slot) !== before
      if (slot.applied('snapshot', now, now - 20, 1)) sink.touched(slot, isTopMoved)
      else sink.lost(slot, 'crossed')
    }
    if (this.isLive) read()
    else this.engine.frame(now, read)
  }

  #topOf({ book }: BookSlot): string {
    const { bids, asks } = book
    const best = [bids, asks].map((side) => (side.count === 0 ? null : side.priceAt(0)))
    return JSON.stringify([best, book.priceDecimals])
  }

  lose(exchange: ExchangeId, symbol: string, reason: 'gap' | 'checksum' | 'refused' | 'down'): void {
    const slot = this.slot(exchange, symbol)
    slot.lose(reason)
    this.engine.sink(exchange).lost(slot, reason)
  }

  /** The findings as short texts. */
  get story(): string[] {
    return this.told.map(({ event, reason, route }) => `${event} ${route.id}${reason === null ? '' : ` ${reason}`}`)
  }
}
