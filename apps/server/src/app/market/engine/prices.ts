import {
  type BookSlot,
  divide,
  EXCHANGES,
  type ExchangeId,
  multiply,
  pow10,
  type Ratio,
  ratio,
  rowNumber,
  rowPrice,
} from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import type { MarketEngine } from './market-engine.ts'

/** Percent change of 24 h by exchange and the exchange's own symbol. */
export type DailyChanges = ReadonlyMap<string, Ratio>
export const dailyKey = (exchange: ExchangeId, symbol: string) => `${exchange} ${symbol}`

/** Exact prices per piece of work; waiting frames are read between two pieces. */
const PRICES_A_PIECE = 4

/**
 * The body of `/api/crypto-prices`, in pieces: one price per exchange and base with a `LIVE` USDT book, on Kraken its
 * USD book through its own USDT/USD, and the same price in lira (product-decisions.md 24). Own coins only, in the order
 * of `priceOrder`.
 */
export function* cryptoPrices(
  engine: MarketEngine,
  changes: DailyChanges,
  owns: (coin: string) => boolean,
  now: number,
): Generator<void, string, void> {
  const legs = pricedLegs(engine, now)
  const lira = midsOf(legs, 'USDT', 'TRY')
  const dollar = midsOf(legs, 'USDT', 'USD')
  const anyLira = lira.values().next().value
  const found = new Map<string, { leg: MarketLeg; price: Ratio }>()
  for (const [at, leg] of legs.entries()) {
    if (at % PRICES_A_PIECE === 0) yield
    // A frame read since the last piece may have emptied the book.
    if (!tellsPrice(leg.slot, now) || !owns(leg.identity.base)) continue
    const { base, quote } = leg.identity
    const { exchange } = leg.slot
    const name = `${exchange} ${base}`
    const throughDollar = exchange === 'kraken' && quote === 'USD' && base !== 'USDT' ? dollar.get(exchange) : undefined
    // Kraken trades mostly for USD: its thinner USDT book counts only where USD gives no price.
    if (throughDollar !== undefined) found.set(name, { leg, price: divide(mid(leg), throughDollar) })
    else if (quote === 'USDT' && !found.has(name)) found.set(name, { leg, price: mid(leg) })
  }
  const entries: PriceEntry[] = []
  for (const { leg, price } of found.values()) {
    if (entries.length % PRICES_A_PIECE === 0) yield
    const { exchange, symbol, receivedAt } = leg.slot
    const rate = lira.get(exchange) ?? anyLira
    const change = changes.get(dailyKey(exchange, symbol))
    const entry = {
      symbol: leg.identity.base,
      exchange,
      price_usdt: rowPrice(price),
      price_try: rate === undefined ? null : rowPrice(multiply(price, rate)),
      change_24h: change === undefined ? null : rowNumber(change),
      updated_at: new Date(receivedAt).toISOString(),
    }
    insert(entries, { symbol: entry.symbol, exchange, json: JSON.stringify(entry) })
  }
  return `[${entries.map(({ json }) => json).join()}]`
}

/** One price of the list as JSON, with the fields of its order. */
type PriceEntry = { readonly symbol: string; readonly exchange: ExchangeId; readonly json: string }

/** Compares two prices like a sort function: by coin (by code unit), then by exchange. */
export function priceOrder(
  a: { readonly symbol: string; readonly exchange: ExchangeId },
  b: { readonly symbol: string; readonly exchange: ExchangeId },
): number {
  if (a.symbol !== b.symbol) return a.symbol < b.symbol ? -1 : 1
  return EXCHANGES.indexOf(a.exchange) - EXCHANGES.indexOf(b.exchange)
}

function insert(entries: PriceEntry[], one: PriceEntry): void {
  let [from, to] = [0, entries.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (priceOrder(entries[middle] as PriceEntry, one) < 0) from = middle + 1
    else to = middle
  }
  entries.splice(from, 0, one)
}

/** Spot legs whose book gives a price at `now` (epoch ms). */
export function pricedLegs(engine: MarketEngine, now: number): readonly MarketLeg[] {
  return engine.slots.flatMap((slot) => {
    const leg = slot.market === 'spot' && tellsPrice(slot, now) ? engine.legOf(slot) : undefined
    return leg === undefined ? [] : [leg]
  })
}

/** Whether a book is proven, fresh, not crossed, and has a level on both sides. */
function tellsPrice(slot: BookSlot, now: number): boolean {
  return slot.isLive(now) && !slot.isCrossed && slot.book.bids.count > 0 && slot.book.asks.count > 0
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
