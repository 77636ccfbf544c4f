import { add, compare, divide, exactText, multiply, type Ratio, ratioOfText, subtract, ZERO } from '../money/ratio.ts'
import { flowOf, pairSoFar, type SentOrder } from './next-step.ts'
import type { TradePlan, TradeSums } from './plan-trade.ts'
import { coinsOf, type TradeLeg } from './trade-leg.ts'

/** An order with the result `done`, which has its fills and fees. */
type DoneOrder = SentOrder & { readonly result: { readonly kind: 'done' } }

const isDone = (order: SentOrder): order is DoneOrder => order.result?.kind === 'done'

/**
 * Actual sums; `net` = received − spent − fees + left. `left`: the value of the coins of a pair that were bought and
 * not sold (negative: sold and not bought), at the last price at which its leg filled. Fees in coins are not deducted.
 * Coins that a cycle leaves on its way have no value, and so count as lost.
 */
export type GotSums = TradeSums & { readonly left: string }

/** The sums of a trade so far, in its asset; unwind orders are included. */
export function tradeSums(plan: TradePlan, orders: readonly SentOrder[]): GotSums {
  const done = orders.filter(isDone)
  return plan.kind === 'pair' ? sumsOfPair(plan.legs, done) : sumsOfCycle(plan.legs, done)
}

const texts = (spent: Ratio, received: Ratio, fees: Ratio, left: Ratio): GotSums => ({
  spent: exactText(spent),
  received: exactText(received),
  fees: exactText(fees),
  left: exactText(left),
  net: exactText(add(subtract(subtract(received, spent), fees), left)),
})

function sumsOfPair(legs: readonly TradeLeg[], orders: readonly DoneOrder[]): GotSums {
  const valueOfSide = (side: SentOrder['side']) =>
    orders.filter((one) => one.side === side).reduce((sum, { result }) => add(sum, ratioOfText(result.value)), ZERO)
  const fees = orders.reduce((sum, order) => add(sum, feeOf(legs[order.leg] as TradeLeg, order)), ZERO)
  return texts(valueOfSide('buy'), valueOfSide('sell'), fees, valueLeft(legs, orders))
}

function valueLeft(legs: readonly TradeLeg[], orders: readonly DoneOrder[]): Ratio {
  const { leg, excess } = pairSoFar(legs, orders)
  const last = orders.findLast((order) => order.leg === leg && compare(ratioOfText(order.result.filled), ZERO) > 0)
  if (last === undefined) return ZERO
  const coins = coinsOf(last.result.filled, legs[leg] as TradeLeg)
  return divide(multiply(excess, ratioOfText(last.result.value)), coins)
}

/** The fee of an order in the quote of the pair; a fee taken in the coin counts at the order's own average price. */
function feeOf(terms: TradeLeg, { result }: DoneOrder): Ratio {
  const coins = coinsOf(result.filled, terms)
  const inBase = ratioOfText(result.feeBase)
  const inQuote = ratioOfText(result.feeQuote)
  if (compare(inBase, ZERO) === 0 || compare(coins, ZERO) === 0) return inQuote
  return add(inQuote, divide(multiply(inBase, ratioOfText(result.value)), coins))
}

/** The sums of a cycle: what each leg delivers is net of fees, so only the start asset is counted. */
function sumsOfCycle(legs: readonly TradeLeg[], orders: readonly DoneOrder[]): GotSums {
  const last = legs.length - 1
  let [spent, received] = [ZERO, ZERO]
  for (const { leg, side, result } of orders) {
    const terms = legs[leg] as TradeLeg
    const { given, got } = flowOf(side, terms, result)
    if (leg === 0 && side === terms.side) spent = add(spent, given)
    else if (leg === 0 || leg === last) received = add(received, got)
  }
  return texts(spent, received, ZERO, ZERO)
}
