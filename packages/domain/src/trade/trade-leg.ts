import type { ExchangeId, MarketKind } from '../market/exchange.ts'
import { decimalText, mantissaAt, parseExact, pow10, trimmed } from '../money/decimal.ts'
import { add, compare, divide, multiply, ONE, ofDecimal, type Ratio, ratio, ratioOfText, ZERO } from '../money/ratio.ts'

/**
 * One leg of an opportunity as its evidence states it: exact texts, prices and quantities in the exchange's own units.
 */
export type OfferedLeg = {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  /** The exchange's own name of the instrument. */
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  /** Canonical names of the pair's two assets. */
  readonly base: string
  readonly quote: string
  /** Best first, `[price, quantity]`. */
  readonly levels: readonly (readonly [string, string])[]
  /** Coins in one unit of the exchange. */
  readonly multiplier: string
  readonly fee: string
  readonly lot_step: string | null
  readonly min_qty: string | null
  readonly min_notional: string | null
  /** Largest order that the exchange takes, by quantity and by value; left out where it is unknown. */
  readonly max_qty?: string | null
  readonly max_notional?: string | null
  /** Step of prices; left out where it is unknown. */
  readonly tick?: string | null
  /** Most open orders of an account on the instrument; left out, or null, where the exchange's list states none. */
  readonly max_open_orders?: number | null
}

/** A leg as it is to be ordered: no worse than `limit`, quantity and price in the exchange's own units. */
export type TradeLeg = Omit<OfferedLeg, 'levels'> & {
  readonly quantity: string
  readonly limit: string
}

/** Exchanges that state no lot step accept no more than eight decimals. */
export const DEFAULT_LOT_STEP = '0.00000001'

/** Coins of a leg rounded down to whole lots of its exchange, in the exchange's units. */
export function wholeLots(coins: Ratio, { multiplier, lot_step }: Pick<OfferedLeg, 'multiplier' | 'lot_step'>): string {
  const units = divide(coins, ratioOfText(multiplier))
  if (compare(units, ZERO) <= 0) return '0'
  const step = trimmed(parseExact(lot_step ?? DEFAULT_LOT_STEP))
  const lots = (units.n * pow10(step.decimals)) / (units.d * step.mantissa)
  return decimalText({ mantissa: lots * step.mantissa, decimals: step.decimals })
}

/** Coins of a quantity in the exchange's units. */
export const coinsOf = (quantity: string, { multiplier }: Pick<OfferedLeg, 'multiplier'>): Ratio =>
  multiply(ratioOfText(quantity), ratioOfText(multiplier))

/** Whether an exchange takes a quantity of its units as one order at about a price. */
export function isOrderable(
  quantity: string,
  price: string,
  leg: Pick<OfferedLeg, 'min_qty' | 'min_notional' | 'max_qty' | 'max_notional'>,
): boolean {
  const { min_qty, min_notional } = leg
  const units = ratioOfText(quantity)
  if (compare(units, ZERO) <= 0 || compare(units, mostUnits(units, price, leg)) > 0) return false
  if (min_qty !== null && compare(units, ratioOfText(min_qty)) < 0) return false
  return min_notional === null || compare(multiply(units, ratioOfText(price)), ratioOfText(min_notional)) >= 0
}

/** The part of a number of units that an exchange takes as one order at about a price. */
export function mostUnits(
  units: Ratio,
  price: string,
  { max_qty, max_notional }: Pick<OfferedLeg, 'max_qty' | 'max_notional'>,
): Ratio {
  const most = max_qty == null ? units : smaller(units, ratioOfText(max_qty))
  return max_notional == null ? most : smaller(most, divide(ratioOfText(max_notional), ratioOfText(price)))
}

/** The price on the exchange's steps that is no worse than the given price for the given side. */
export const onStep = (price: string, { side, tick }: Pick<OfferedLeg, 'side' | 'tick'>): string =>
  tick == null ? price : priceOnStep(ratioOfText(price), side, tick)

/** `onStep` of an exact price; never less than one step. */
export function priceOnStep(price: Ratio, side: OfferedLeg['side'], tick: string): string {
  const step = trimmed(parseExact(tick))
  const { n, d } = divide(price, ofDecimal(step))
  const steps = side === 'buy' ? n / d : (n + d - 1n) / d
  return decimalText({ mantissa: (steps > 0n ? steps : 1n) * step.mantissa, decimals: step.decimals })
}

/** The worst price that a quantity of the exchange's units reaches; null where the levels do not hold it. */
export function worstPrice(levels: OfferedLeg['levels'], quantity: string): string | null {
  const wanted = ratioOfText(quantity)
  let held = ZERO
  for (const [price, size] of levels) {
    held = add(held, ratioOfText(size))
    if (compare(held, wanted) >= 0) return price
  }
  return null
}

/** Cost or proceeds of a quantity in the exchange's units, from the best level on; the levels must hold it. */
export function filledValue(levels: OfferedLeg['levels'], quantity: string): Ratio {
  let rest = parseExact(quantity)
  let sum = ZERO
  for (const [price, size] of levels) {
    if (rest.mantissa === 0n) break
    const level = parseExact(size)
    const decimals = Math.max(rest.decimals, level.decimals)
    const left = mantissaAt(rest, decimals)
    const there = mantissaAt(level, decimals)
    const taken = left < there ? left : there
    sum = add(sum, multiply(ratioOfText(price), ratio(taken, pow10(decimals))))
    rest = { mantissa: left - taken, decimals }
  }
  return sum
}

/** 1 + fee: the cost of one unit of the quote where the fee is paid on top. */
export const withFee = (fee: string): Ratio => add(ONE, ratioOfText(fee))

/**
 * Kraken and all perpetuals take their fee in the quote of the pair; the other exchanges take it in the asset bought.
 */
export const paysFeeInQuote = ({ exchange, market }: Pick<OfferedLeg, 'exchange' | 'market'>): boolean =>
  exchange === 'kraken' || market === 'perp'

export const smaller = (a: Ratio, b: Ratio): Ratio => (compare(a, b) < 0 ? a : b)
