import {
  type BookSlot,
  divide,
  type ExchangeId,
  multiply,
  pow10,
  type Ratio,
  ratio,
  rowNumber,
  rowPrice,
} from '@makas/domain'
import type { MarketEngine } from './market-engine.ts'
import type { MarketLeg } from './market-leg.ts'

/** Percent change of 24 h by exchange and the exchange's own symbol. */
export type DailyChanges = ReadonlyMap<string, Ratio>
export const dailyKey = (exchange: ExchangeId, symbol: string) => `${exchange} ${symbol}`

/**
 * One price per exchange and base with a `LIVE` USDT book, on Kraken its USD book through its own USDT/USD, and the
 * same in lira (decisions.md 24).
 */
export function cryptoPrices(engine: MarketEngine, changes: DailyChanges, now: number) {
  const legs = pricedLegs(engine, now)
  const lira = midsOf(legs, 'USDT', 'TRY')
  const dollar = midsOf(legs, 'USDT', 'USD')
  const anyLira = lira.values().next().value
  const found = new Map<string, { leg: MarketLeg; price: Ratio }>()
  for (const leg of legs) {
    const { base, quote } = leg.identity
    const { exchange } = leg.slot
    const name = `${exchange} ${base}`
    const throughDollar = exchange === 'kraken' && quote === 'USD' && base !== 'USDT' ? dollar.get(exchange) : undefined
    if (quote === 'USDT') found.set(name, { leg, price: mid(leg) })
    else if (throughDollar !== undefined && !found.has(name))
      found.set(name, { leg, price: divide(mid(leg), throughDollar) })
  }
  return [...found.values()].map(({ leg, price }) => {
    const { exchange, symbol, receivedAt } = leg.slot
    const rate = lira.get(exchange) ?? anyLira
    const change = changes.get(dailyKey(exchange, symbol))
    return {
      symbol: leg.identity.base,
      exchange,
      price_usdt: rowPrice(price),
      price_try: rate === undefined ? null : rowPrice(multiply(price, rate)),
      change_24h: change === undefined ? null : rowNumber(change),
      updated_at: new Date(receivedAt).toISOString(),
    }
  })
}

/** Spot markets whose book tells a price now: proven, fresh, not crossed, with a level on both sides. */
export function pricedLegs(engine: MarketEngine, now: number): readonly MarketLeg[] {
  return engine.slots.flatMap((slot) => {
    const leg = slot.market === 'spot' && slot.isLive(now) && !slot.isCrossed ? engine.legOf(slot) : undefined
    return leg === undefined || leg.slot.book.bids.count === 0 || leg.slot.book.asks.count === 0 ? [] : [leg]
  })
}

function midsOf(legs: readonly MarketLeg[], base: string, quote: string): Map<ExchangeId, Ratio> {
  const matching = legs.filter(({ identity }) => identity.base === base && identity.quote === quote)
  return new Map(matching.map((leg) => [leg.slot.exchange, mid(leg)]))
}

/** Half way between the best bid and the best ask, quote per coin. */
export function mid({ slot, identity }: MarketLeg): Ratio {
  const { book }: BookSlot = slot
  const sum = BigInt(book.bids.priceAt(0)) + BigInt(book.asks.priceAt(0))
  return ratio(sum, 2n * pow10(book.priceDecimals + identity.multiplierDigits))
}
