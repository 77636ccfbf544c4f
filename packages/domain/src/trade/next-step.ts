import { decimalText, parseExact, trimmed } from '../money/decimal.ts'
import { add, compare, divide, multiply, ONE, type Ratio, ratio, ratioOfText, subtract, ZERO } from '../money/ratio.ts'
import { quantityFor, type TradePlan } from './plan-trade.ts'
import { coinsOf, isOrderable, mostUnits, priceOnStep, smaller, type TradeLeg, wholeLots } from './trade-leg.ts'

/** An order of a trade, on the instrument of one of its legs. */
export type TradeOrder = {
  /** The leg's place in the plan. */
  readonly leg: number
  /** `unwind`: gives back what another leg did not take up. */
  readonly purpose: 'open' | 'unwind'
  readonly side: 'buy' | 'sell'
  /** Quantity in units of the exchange. */
  readonly quantity: string
  /** Limit price. Null: a market order, as the unwind orders of older trades are. */
  readonly limit: string | null
}

/** Result of an order; exact texts. `refused`: it is certain that nothing was filled. */
export type OrderResult =
  | {
      readonly kind: 'done'
      /** Filled quantity, in units of the exchange. */
      readonly filled: string
      /** Value of the fills, in the quote of the pair. */
      readonly value: string
      /** Fees taken in the base, in coins. */
      readonly feeBase: string
      /** Fees taken in the quote of the pair. */
      readonly feeQuote: string
    }
  | { readonly kind: 'refused' }

/** An order that was sent; `result` is null while it is not known. */
export type SentOrder = TradeOrder & { readonly result: OrderResult | null }

/**
 * How a trade ended. `complete`: all was filled. `partial`: less was filled, and the excess of one leg was given back.
 * `missed`: nothing was filled. `unwound`: what was filled was given back again. `open`: something could not be given
 * back, which is left to the trade's owner.
 */
export type TradeOutcome = 'complete' | 'partial' | 'missed' | 'unwound' | 'open'

export type TradeStep =
  | { readonly kind: 'order'; readonly orders: readonly TradeOrder[] }
  /** Orders were sent whose results are not known. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'end'; readonly outcome: TradeOutcome }

/**
 * How much worse than the price of its leg an unwind order may be filled, by the number of earlier tries that fell
 * short. After the last bound, the market does not take the rest a moment later either. Exchanges refuse limit orders
 * that are further from their own price: Binance's perpetuals from 5 % on.
 */
const BOUNDS = [ratio(1n, 100n), ratio(3n, 100n), ratio(5n, 100n)] as const
/**
 * Most unwind orders of a leg in all. A purchase that fills below its bound leaves the difference, and the next order
 * spends it.
 */
const MOST_UNWINDS = 10

/**
 * The next step of a trade: a function of its plan and of the results of its orders, so that it can go on after any
 * restart.
 */
export function nextStep(plan: TradePlan, orders: readonly SentOrder[]): TradeStep {
  if (orders.some(({ result }) => result === null)) return { kind: 'wait' }
  return plan.kind === 'pair' ? nextOfPair(plan.legs, orders) : nextOfCycle(plan.legs, orders)
}

const open = ({ side, quantity, limit }: TradeLeg, leg: number): TradeOrder => ({
  leg,
  purpose: 'open',
  side,
  quantity,
  limit,
})

/** The result of an order that the exchange carried out, wholly, partly or not at all. */
type DoneResult = Extract<OrderResult, { kind: 'done' }>

function resultsOf(orders: readonly SentOrder[], leg: number, purpose?: TradeOrder['purpose']) {
  return orders.flatMap((order) =>
    order.leg === leg && order.result?.kind === 'done' && (purpose ?? order.purpose) === order.purpose
      ? [{ side: order.side, ...order.result }]
      : [],
  )
}

/** Coins that a leg's orders bought and sold. */
function coinsTraded(orders: readonly SentOrder[], leg: number, terms: TradeLeg) {
  const sumOf = (side: TradeOrder['side']) =>
    resultsOf(orders, leg)
      .filter((one) => one.side === side)
      .reduce((sum, { filled }) => add(sum, coinsOf(filled, terms)), ZERO)
  return { bought: sumOf('buy'), sold: sumOf('sell') }
}

const isWhollyFilled = ({ result, quantity }: SentOrder): boolean =>
  result?.kind === 'done' && compare(ratioOfText(result.filled), ratioOfText(quantity)) >= 0

/** The rules of an order that closes a part of a position: Binance asks no least value of a reduce-only order. */
const unwindTerms = (terms: TradeLeg): TradeLeg =>
  terms.exchange === 'binance' && terms.market === 'perp' ? { ...terms, min_notional: null } : terms

/**
 * The price of a leg, per unit of the exchange: the average fill of its opening order, else its limit in the plan.
 * Later fills do not move it, so the last bound holds for the whole trade.
 */
function knownPrice(orders: readonly SentOrder[], leg: number, { limit }: TradeLeg): Ratio {
  const sumOf = (name: 'value' | 'filled') =>
    resultsOf(orders, leg, 'open').reduce((sum, one) => add(sum, ratioOfText(one[name])), ZERO)
  const [value, filled] = [sumOf('value'), sumOf('filled')]
  return compare(value, ZERO) > 0 && compare(filled, ZERO) > 0 ? divide(value, filled) : ratioOfText(limit)
}

/** The limit of an unwind order that is worse than the known price by the bound, on the exchange's steps. */
function boundedPrice(known: Ratio, bound: Ratio, side: TradeOrder['side'], { tick, limit }: TradeLeg): string {
  const price = multiply(known, side === 'buy' ? add(ONE, bound) : subtract(ONE, bound))
  return priceOnStep(price, side, tick ?? stepOf(limit))
}

/** A step for four digits of a price, for a leg whose exchange's step is not known. */
function stepOf(price: string): string {
  const { mantissa, decimals } = trimmed(parseExact(price))
  return decimalText({ mantissa: 1n, decimals: Math.max(0, decimals + 4 - String(mantissa).length) })
}

/**
 * An order that gives back coins of a leg, within a bound of its price; null where the quantity is below the exchange's
 * minimum, `exhausted` where further orders are pointless.
 */
function unwind(
  legs: readonly TradeLeg[],
  orders: readonly SentOrder[],
  leg: number,
  side: TradeOrder['side'],
  /** The quantity to give back where it may cost as much as the given price. */
  quantityAt: (price: string) => string,
): TradeOrder | 'exhausted' | null {
  const terms = unwindTerms(legs[leg] as TradeLeg)
  const before = orders.filter((order) => order.leg === leg && order.purpose === 'unwind')
  const known = knownPrice(orders, leg, terms)
  const orderAt = (bound: Ratio): TradeOrder | null => {
    const limit = boundedPrice(known, bound, side, terms)
    // A part that the exchange does not take at once is left for the next order.
    const units = mostUnits(ratioOfText(quantityAt(limit)), limit, terms)
    const quantity = wholeLots(multiply(units, ratioOfText(terms.multiplier)), terms)
    return isOrderable(quantity, limit, terms) ? { leg, purpose: 'unwind', side, quantity, limit } : null
  }
  if (orderAt(BOUNDS[0]) === null) return null
  const bound = BOUNDS[before.filter((order) => !isWhollyFilled(order)).length]
  if (bound === undefined || before.length >= MOST_UNWINDS) return 'exhausted'
  return orderAt(bound) ?? 'exhausted'
}

/**
 * The opening order of the coin of a position, for what its perpetual filled; null where it was sent, or the exchange
 * takes no such order. The perpetual goes first: accounts refuse it for more reasons, and a coin that was bought for
 * nothing is sold again at a loss.
 */
function openSpot(legs: readonly TradeLeg[], orders: readonly SentOrder[], perp: number): TradeOrder | null {
  const spot = 1 - perp
  if (perp < 0 || orders.some(({ leg }) => leg === spot)) return null
  const [terms, ofPerp] = [legs[spot] as TradeLeg, coinsTraded(orders, perp, legs[perp] as TradeLeg)]
  const filled = wholeLots(add(ofPerp.bought, ofPerp.sold), terms)
  const quantity = compare(ratioOfText(filled), ratioOfText(terms.quantity)) < 0 ? filled : terms.quantity
  const isOpen = orders.every(({ purpose }) => purpose === 'open')
  return isOpen && isOrderable(quantity, terms.limit, terms) ? { ...open(terms, spot), quantity } : null
}

function nextOfPair(legs: readonly TradeLeg[], orders: readonly SentOrder[]): TradeStep {
  const first = legs.findIndex(({ market }) => market === 'perp')
  if (orders.length === 0)
    return { kind: 'order', orders: first < 0 ? legs.map(open) : [open(legs[first] as TradeLeg, first)] }
  const next = openSpot(legs, orders, first)
  if (next !== null) return { kind: 'order', orders: [next] }
  const { leg, excess, back: given, long, short, isAny } = pairSoFar(legs, orders)
  const side = compare(excess, ZERO) > 0 ? 'sell' : 'buy'
  const back = unwind(legs, orders, leg, side, () => wholeLots(given, legs[leg] as TradeLeg))
  if (back !== null && back !== 'exhausted') return { kind: 'order', orders: [back] }
  if (back === 'exhausted') return { kind: 'end', outcome: 'open' }
  if (!isAny) return { kind: 'end', outcome: 'missed' }
  const isWhole = legs.every((_, leg) => isOpenFilled(orders, leg))
  if (isWhole && compare(excess, ZERO) === 0) return { kind: 'end', outcome: 'complete' }
  return { kind: 'end', outcome: compare(smaller(long, short), ZERO) > 0 ? 'partial' : 'unwound' }
}

/**
 * The coins that a pair's orders moved. `excess`: bought on one leg beyond the other's sale; negative: sold beyond the
 * purchase. `back`: the part of the excess that can be given back, on `leg`; it does not include fees taken in the
 * coin.
 */
export function pairSoFar(legs: readonly TradeLeg[], orders: readonly SentOrder[]) {
  const buyAt = legs.findIndex(({ side }) => side === 'buy')
  const sellAt = legs.findIndex(({ side }) => side === 'sell')
  const ofBuy = coinsTraded(orders, buyAt, legs[buyAt] as TradeLeg)
  const ofSell = coinsTraded(orders, sellAt, legs[sellAt] as TradeLeg)
  const long = subtract(ofBuy.bought, ofBuy.sold)
  const short = subtract(ofSell.sold, ofSell.bought)
  const excess = subtract(long, short)
  const isLong = compare(excess, ZERO) > 0
  return {
    leg: isLong ? buyAt : sellAt,
    excess,
    back: isLong ? smaller(excess, heldAfterFees(orders, buyAt, long)) : subtract(ZERO, excess),
    long,
    short,
    isAny: compare(ofBuy.bought, ZERO) > 0 || compare(ofSell.sold, ZERO) > 0,
  }
}

/** Coins of a leg minus the fees that were taken in the coin. */
function heldAfterFees(orders: readonly SentOrder[], leg: number, coins: Ratio): Ratio {
  return resultsOf(orders, leg).reduce((sum, { feeBase }) => subtract(sum, ratioOfText(feeBase)), coins)
}

const isOpenFilled = (orders: readonly SentOrder[], leg: number): boolean =>
  orders.some((order) => order.leg === leg && order.purpose === 'open' && isWhollyFilled(order))

/** Whether anything of a leg's opening order was filled; exchanges also write zero as 0.000. */
const isTaken = (orders: readonly SentOrder[], leg: number): boolean =>
  resultsOf(orders, leg, 'open').some(({ filled }) => compare(ratioOfText(filled), ZERO) > 0)

/** The amounts that one of a leg's orders took and delivered, the fees that the exchange reported included. */
export function flowOf(side: TradeOrder['side'], terms: TradeLeg, { filled, value, feeBase, feeQuote }: DoneResult) {
  const coins = coinsOf(filled, terms)
  const [inBase, inQuote] = [ratioOfText(feeBase), ratioOfText(feeQuote)]
  return side === 'buy'
    ? { given: add(ratioOfText(value), inQuote), got: subtract(coins, inBase) }
    : { given: add(coins, inBase), got: subtract(ratioOfText(value), inQuote) }
}

function nextOfCycle(legs: readonly TradeLeg[], orders: readonly SentOrder[]): TradeStep {
  const last = legs.length - 1
  const isOpened = (leg: number) => orders.some((order) => order.leg === leg && order.purpose === 'open')
  const first = legs[0] as TradeLeg
  if (!isOpened(0)) return { kind: 'order', orders: [open(first, 0)] }
  for (let leg = 1; leg <= last; leg++) {
    if (isOpened(leg)) continue
    const order = openNext(legs, orders, leg)
    if (order !== null) return { kind: 'order', orders: [order] }
  }
  // The asset after the first leg goes back on that leg; the asset before the last leg is sold on the last leg.
  const backs = [unwindInto(legs, orders, 0), unwindInto(legs, orders, last)]
  const given = backs.filter((one) => one !== null && one !== 'exhausted')
  if (given.length > 0) return { kind: 'order', orders: given }
  if (backs.includes('exhausted')) return { kind: 'end', outcome: 'open' }
  if (!isTaken(orders, 0)) return { kind: 'end', outcome: 'missed' }
  if (legs.every((_, leg) => isOpenFilled(orders, leg))) return { kind: 'end', outcome: 'complete' }
  return { kind: 'end', outcome: isTaken(orders, last) ? 'partial' : 'unwound' }
}

/** The balance of the asset between a leg and the next, over all orders of both. */
export function heldAfter(legs: readonly TradeLeg[], orders: readonly SentOrder[], leg: number): Ratio {
  const [from, to] = [legs[leg] as TradeLeg, legs[leg + 1] as TradeLeg]
  const delivered = resultsOf(orders, leg).map((one) => {
    const { given, got } = flowOf(one.side, from, one)
    // An unwind order of this leg trades the opposite side.
    return one.side === from.side ? got : subtract(ZERO, given)
  })
  const taken = resultsOf(orders, leg + 1).map((one) => {
    const { given, got } = flowOf(one.side, to, one)
    return one.side === to.side ? subtract(ZERO, given) : got
  })
  return [...delivered, ...taken].reduce(add, ZERO)
}

/**
 * The opening order of a leg, from the amount that the leg before delivered, at most the planned quantity: the book had
 * nothing more at the limit.
 */
function openNext(legs: readonly TradeLeg[], orders: readonly SentOrder[], leg: number): TradeOrder | null {
  const terms = legs[leg] as TradeLeg
  const payable = quantityFor(heldAfter(legs, orders, leg - 1), terms, terms.limit)
  const quantity = compare(ratioOfText(payable), ratioOfText(terms.quantity)) < 0 ? payable : terms.quantity
  return isOrderable(quantity, terms.limit, terms) ? { ...open(terms, leg), quantity } : null
}

/** The order that brings the asset after the first leg, or before the last, back to the start asset. */
function unwindInto(legs: readonly TradeLeg[], orders: readonly SentOrder[], leg: number) {
  const terms = legs[leg] as TradeLeg
  const isFirst = leg === 0
  const held = heldAfter(legs, orders, isFirst ? 0 : leg - 1)
  if (compare(held, ZERO) <= 0) return null
  const side = isFirst ? (terms.side === 'buy' ? 'sell' : 'buy') : terms.side
  return unwind(legs, orders, leg, side, (price) => quantityFor(held, { ...terms, side }, price))
}
