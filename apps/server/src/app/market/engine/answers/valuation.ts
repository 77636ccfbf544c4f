import { add, divide, EXCHANGES, type ExchangeId, multiply, ONE, type Ratio, rowNumber } from '@makas/domain'
import type { Valuation } from '../../../engine-protocol/state.ts'
import type { HeldCoins } from '../../../ports/trading/wallets.ts'
import type { MarketEngine } from '../market-engine.ts'
import { mid, pricedLegs } from '../prices.ts'

/**
 * The value of coins in USDT by our own `LIVE` books (product-decisions.md 24): the mid price on the exchange that
 * holds them, through its USDT/USD book where it trades them for USD, else on the first other exchange that has a
 * price. With `isExact` the unrounded values are added.
 */
export function valuationOf(
  engine: MarketEngine,
  held: readonly HeldCoins[],
  now: number,
  isExact = false,
): Extract<Valuation, { kind: 'valued' }> {
  const prices = usdtPrices(engine, now)
  const priceOf = ({ exchange, asset }: HeldCoins) =>
    [exchange, ...EXCHANGES].map((one) => prices.get(one)?.get(asset)).find((price) => price !== undefined)
  const exact = held.map((one) => {
    const price = priceOf(one)
    return price === undefined ? null : multiply(one.coins, price)
  })
  const known = exact.filter((value) => value !== null)
  return {
    kind: 'valued',
    values: exact.map((value) => (value === null ? null : rowNumber(value))),
    total: known.length === 0 ? null : rowNumber(known.reduce(add)),
    ...(isExact ? { exact } : {}),
  }
}

/** USDT per coin, by exchange and asset. */
function usdtPrices(engine: MarketEngine, now: number): ReadonlyMap<ExchangeId, ReadonlyMap<string, Ratio>> {
  const legs = pricedLegs(engine, now)
  const prices = new Map<ExchangeId, Map<string, Ratio>>(
    EXCHANGES.map((exchange) => [exchange, new Map([['USDT', ONE]])]),
  )
  const learn = (exchange: ExchangeId, asset: string, price: Ratio) => {
    const known = prices.get(exchange)
    if (known?.has(asset) === false) known.set(asset, price)
  }
  // Order of preference: the coin's price in USDT, the price of USDT in the coin, a conversion through USD.
  for (const leg of legs) if (leg.identity.quote === 'USDT') learn(leg.slot.exchange, leg.identity.base, mid(leg))
  for (const leg of legs)
    if (leg.identity.base === 'USDT') learn(leg.slot.exchange, leg.identity.quote, divide(ONE, mid(leg)))
  for (const leg of legs) {
    const dollar = leg.identity.quote === 'USD' ? prices.get(leg.slot.exchange)?.get('USD') : undefined
    if (dollar !== undefined) learn(leg.slot.exchange, leg.identity.base, multiply(mid(leg), dollar))
  }
  return prices
}
