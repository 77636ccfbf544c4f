import { compare, exactText, type Ratio, subtract, ZERO } from '../money/ratio.ts'
import { heldAfter, pairSoFar, type SentOrder } from './next-step.ts'
import type { TradePlan } from './plan-trade.ts'
import type { TradeLeg } from './trade-leg.ts'

/** What the orders of a trade left on one leg. */
export type TradeLeft = {
  readonly leg: number
  readonly asset: string
  /** Exact, in coins; negative: sold and not bought back. */
  readonly quantity: string
}

/** What a trade left, by leg, whatever its status; orders of unknown outcome are not counted. */
export function tradeLeft({ kind, legs }: TradePlan, orders: readonly SentOrder[]): readonly TradeLeft[] {
  return kind === 'pair' ? leftOfPair(legs, orders) : leftOfCycle(legs, orders)
}

function leftOfPair(legs: readonly TradeLeg[], orders: readonly SentOrder[]): readonly TradeLeft[] {
  const { leg, excess, back } = pairSoFar(legs, orders)
  // Fees in the coin may have taken all of it.
  if (compare(back, ZERO) <= 0) return []
  return named(leg, (legs[leg] as TradeLeg).base, compare(excess, ZERO) > 0 ? back : subtract(ZERO, back))
}

/** Each asset between two legs stands with the leg that delivers it. */
const leftOfCycle = (legs: readonly TradeLeg[], orders: readonly SentOrder[]): readonly TradeLeft[] =>
  legs
    .slice(0, -1)
    .flatMap(({ side, base, quote }, leg) => named(leg, side === 'buy' ? base : quote, heldAfter(legs, orders, leg)))

const named = (leg: number, asset: string, coins: Ratio): readonly TradeLeft[] =>
  compare(coins, ZERO) === 0 ? [] : [{ leg, asset, quantity: exactText(coins) }]
