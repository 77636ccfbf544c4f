import {
  commonLot,
  type Fraction,
  inCoins,
  less,
  minus,
  notional,
  ONE,
  of,
  over,
  type PlainLeg,
  type PlainResult,
  plus,
  times,
} from './plain-spot.ts'

export type PlainPart = { readonly size: Fraction; readonly net: Fraction; readonly cost: Fraction } | null

/**
 * The largest whole number of lots of an opportunity that quote currency and coins pay for; null where it is below a
 * minimum. Found by halving an interval and computing the cost of each number of lots.
 */
export function plainAfford(
  buy: PlainLeg,
  sell: PlainLeg,
  best: NonNullable<PlainResult>,
  quote: string,
  held: string,
): PlainPart {
  const asks = inCoins(buy)
  const bids = inCoins(sell)
  const lot = commonLot(times(of(buy.lot), [buy.multiplier, 1n]), times(of(sell.lot), [sell.multiplier, 1n]))
  const costOf = (size: Fraction) => times(notional(asks, size), plus(ONE, of(buy.fee)))
  const isAffordable = (lots: bigint) => {
    const size = times([lots, 1n], lot)
    return !less(of(held), size) && !less(of(quote), costOf(size))
  }
  const all = over(best.size, lot)
  let low = 0n
  let high = all[0] / all[1]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (isAffordable(middle)) low = middle
    else high = middle - 1n
  }
  if (low === 0n) return null
  const size = times([low, 1n], lot)
  const [bought, sold] = [notional(asks, size), notional(bids, size)]
  for (const [leg, value] of [
    [buy, bought],
    [sell, sold],
  ] as const) {
    if (leg.minQty !== null && less(size, times(of(leg.minQty), [leg.multiplier, 1n]))) return null
    if (leg.minNotional !== null && less(value, of(leg.minNotional))) return null
  }
  const cost = costOf(size)
  return { size, cost, net: minus(times(sold, minus(ONE, of(sell.fee))), cost) }
}
