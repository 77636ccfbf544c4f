import { BookSlot, type Decimal, type ExchangeId, type Instrument, parseDecimal } from '@makas/domain'
import { carryOptions, DEFAULT_CARRY } from '../carry-settings.ts'
import { type EngineOptions, MarketEngine } from '../market-engine.ts'
import type { FindingEvent } from '../standings.ts'

export const decimal = (text: string): Decimal => {
  const parsed = parseDecimal(text)
  if (parsed === null) throw new Error(`not a decimal: ${text}`)
  return parsed
}

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

/** An engine whose books are set by hand, with everything that it told. */
export class Stage {
  readonly told: FindingEvent[] = []
  readonly engine: MarketEngine

  constructor(options: Partial<EngineOptions> = {}) {
    this.engine = new MarketEngine({
      identify: ({ baseTicker, quoteTicker }) => ({ base: baseTicker, quote: quoteTicker, multiplierDigits: 0 }),
      takerFee: () => decimal('0.001'),
      spotCap: () => decimal('50000'),
      triCap: () => decimal('50000'),
      carry: carryOptions(DEFAULT_CARRY, 30_000),
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

  slot(exchange: ExchangeId, symbol: string): BookSlot {
    const slot = this.engine.slot(exchange, 'spot', symbol)
    if (slot === null) throw new Error(`no book ${exchange} ${symbol}`)
    return slot
  }

  /** One frame that replaces a book by one bid and one ask of a size. */
  book(now: number, exchange: ExchangeId, symbol: string, bid: string, ask: string, size = '1'): void {
    this.engine.tick(now)
    this.engine.frame(now, () => {
      const slot = this.slot(exchange, symbol)
      slot.beginSnapshot()
      for (const [side, text] of [
        ['bids', bid],
        ['asks', ask],
      ] as const) {
        const price = decimal(text)
        const quantity = decimal(size)
        slot.book.set(
          slot.book[side],
          Number(price.mantissa),
          price.decimals,
          Number(quantity.mantissa),
          quantity.decimals,
        )
      }
      const sink = this.engine.sink(exchange)
      if (slot.applied('snapshot', now, now - 20, 1)) sink.touched(slot)
      else sink.lost(slot, 'crossed')
    })
  }

  lose(exchange: ExchangeId, symbol: string, reason: 'gap' | 'checksum' | 'refused' | 'down'): void {
    const slot = this.slot(exchange, symbol)
    slot.lose(reason)
    this.engine.sink(exchange).lost(slot, reason)
  }

  /** What was told, as short texts. */
  get story(): string[] {
    return this.told.map(({ event, reason, route }) => `${event} ${route.id}${reason === null ? '' : ` ${reason}`}`)
  }
}
