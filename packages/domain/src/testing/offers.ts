import fc from 'fast-check'
import type { ExchangeId } from '../market/exchange.ts'
import { decimalText } from '../money/decimal.ts'
import type { OfferedLeg } from '../trade/trade-leg.ts'
import { triangle } from './triangles.ts'

export type Offer = {
  readonly kind: 'pair' | 'cycle'
  readonly legs: readonly OfferedLeg[]
  readonly most: string
  readonly amount: string
}

const text = (units: number, decimals: number): string => decimalText({ mantissa: BigInt(units), decimals })

/** One side of a pair: prices in hundredths of the quote, quantities in hundredths of a coin. */
const side = fc.record({
  levels: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 400 })), {
    minLength: 1,
    maxLength: 6,
  }),
  /** 3: the ticker counts thousands of coins. */
  digits: fc.constantFrom(0, 0, 3),
  lot: fc.constantFrom(1, 1, 4, 25, 100),
  fee: fc.constantFrom('0', '0.0005', '0.001', '0.008'),
  minLots: fc.constantFrom(null, null, 1, 20),
  minNotional: fc.constantFrom(null, null, '5', '400'),
})
type Side = typeof side extends fc.Arbitrary<infer T> ? T : never

function offeredSide(
  way: 'buy' | 'sell',
  best: number,
  shape: Side,
): Omit<OfferedLeg, 'exchange' | 'market' | 'symbol'> {
  const { levels, digits, lot, fee, minLots, minNotional } = shape
  let price = best
  const texts = levels.map(([step, size]) => {
    const level = [
      decimalText({ mantissa: BigInt(price) * 10n ** BigInt(digits), decimals: 2 }),
      text(size, 2 + digits),
    ]
    price += way === 'buy' ? step : -step
    return level as [string, string]
  })
  return {
    side: way,
    base: 'PEPE',
    quote: 'USDT',
    levels: texts,
    multiplier: (10n ** BigInt(digits)).toString(),
    fee,
    lot_step: text(lot, 2 + digits),
    min_qty: minLots === null ? null : text(lot * minLots, 2 + digits),
    min_notional: minNotional,
    tick: decimalText({ mantissa: 10n ** BigInt(digits), decimals: 2 }),
  }
}

/** Two spot markets, or a coin and its perpetual, in either order of the legs. */
export const offeredPair: fc.Arbitrary<Offer> = fc
  .record({
    buy: side,
    sell: side,
    gap: fc.integer({ min: -40, max: 200 }),
    exchanges: fc.constantFrom<[ExchangeId, ExchangeId]>(['okx', 'kraken'], ['kraken', 'bybit'], ['okx', 'binance']),
    market: fc.constantFrom('spot' as const, 'perp' as const),
    isSwapped: fc.boolean(),
    most: fc.integer({ min: 1, max: 2_500 }),
    amount: fc.integer({ min: 100, max: 300_000 }),
  })
  .map(({ buy, sell, gap, exchanges, market, isSwapped, most, amount }) => {
    const legs: OfferedLeg[] = [
      { ...offeredSide('buy', 10_000, buy), exchange: exchanges[0], market: 'spot', symbol: 'A' },
      { ...offeredSide('sell', 10_000 + gap, sell), exchange: exchanges[1], market, symbol: 'B' },
    ]
    return { kind: 'pair', legs: isSwapped ? legs.reverse() : legs, most: text(most, 2), amount: text(amount, 2) }
  })

/** All combinations of sides; the start asset is `S`, the two between are `X` and `Y`. */
export const offeredCycle: fc.Arbitrary<Offer> = fc
  .record({
    legs: triangle({ min: -5_000, max: 20_000 }),
    exchange: fc.constantFrom<ExchangeId>('okx', 'kraken'),
    most: fc.constantFrom('1000000', '30000/7'),
    amount: fc.integer({ min: 1, max: 9_000 }),
  })
  .map(({ legs, exchange, most, amount }) => ({
    kind: 'cycle',
    legs: legs.map(({ side: way, levels, fee, lot, minQty, minNotional, multiplier }, at) => {
      const [from, to] = [ASSETS[at] as string, ASSETS[at + 1] as string]
      return {
        exchange,
        market: 'spot',
        symbol: `${at}`,
        side: way,
        base: way === 'buy' ? to : from,
        quote: way === 'buy' ? from : to,
        levels,
        multiplier: multiplier.toString(),
        fee,
        lot_step: lot,
        min_qty: minQty,
        min_notional: minNotional,
        tick: '0.000000000000001',
      }
    }),
    most,
    amount: `${amount}`,
  }))
const ASSETS = ['S', 'X', 'Y', 'S']
