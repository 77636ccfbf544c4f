import fc from 'fast-check'
import { expect } from 'vitest'
import { nextStep, type SentOrder, type TradeOrder, type TradeOutcome } from '../trade/next-step.ts'
import { planTrade, type TradePlan } from '../trade/plan-trade.ts'
import type { OfferedLeg, TradeLeg } from '../trade/trade-leg.ts'
import type { offeredPair } from './offers.ts'
import { fill, Ledger, lotsOf, paysOnTop, type Treatment, treatment } from './plain-exchange.ts'
import { type Fraction, less, ONE, of, over, plus, same, times, ZERO } from './plain-spot.ts'

export type AnsweredOrder = SentOrder & { readonly result: NonNullable<SentOrder['result']> }
export type Run = {
  readonly plan: TradePlan
  readonly orders: readonly AnsweredOrder[]
  readonly outcome: TradeOutcome
  readonly ledger: Ledger
}

/** Limit of steps, above what any trade takes. */
const MOST_STEPS = 20
export const legOf = (plan: TradePlan, { leg }: { readonly leg: number }) => plan.legs[leg] as TradeLeg
export const filledOf = ({ result }: AnsweredOrder) => (result.kind === 'done' ? of(result.filled) : ZERO)
export const isWhole = (order: AnsweredOrder) => same(filledOf(order), of(order.quantity))
export const coinsOf = (plan: TradePlan, order: AnsweredOrder) =>
  times(filledOf(order), of(legOf(plan, order).multiplier))
export const sum = (parts: readonly Fraction[]) => parts.reduce(plus, ZERO)

/**
 * Whether an exchange takes a quantity as one order, by its minimums and the order's limit; Binance has no least value
 * for an order that closes a position.
 */
export function isOrder(leg: TradeLeg, units: Fraction, limit: Fraction, isClosing: boolean): boolean {
  if (!less(ZERO, units) || less(units, of(leg.min_qty ?? '0'))) return false
  if (isClosing && leg.exchange === 'binance' && leg.market === 'perp') return true
  return !less(times(units, limit), of(leg.min_notional ?? '0'))
}

/** The most of the asset given that an order may take, at its limit. */
function worstCost(leg: TradeLeg, { side, quantity, limit }: TradeOrder): Fraction {
  if (side === 'sell') return times(of(quantity), of(leg.multiplier))
  const value = times(of(quantity), of(limit as string))
  return paysOnTop(leg) ? times(value, plus(ONE, of(leg.fee))) : value
}

/**
 * Runs a plan to its end at exchanges that treat each order as `treated` says, from the books if there are some; checks
 * each order on its way.
 */
export function run(
  plan: TradePlan,
  treated: (order: TradeOrder, at: number) => Treatment,
  books: readonly OfferedLeg[] = [],
): Run {
  const ledger = new Ledger()
  const orders: AnsweredOrder[] = []
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const step = nextStep(plan, orders)
    // A plan and orders stored and read again, as after a restart, give the same step.
    expect(nextStep(JSON.parse(JSON.stringify(plan)), JSON.parse(JSON.stringify(orders)))).toEqual(step)
    if (step.kind === 'end') return { plan, orders, outcome: step.outcome, ledger }
    if (step.kind === 'wait') throw new Error('nothing is out')
    const given: SentOrder[] = step.orders.map((order) => ({ ...order, result: null }))
    expect(nextStep(plan, [...orders, ...given])).toEqual({ kind: 'wait' })
    expect(nextStep(plan, [...orders, ...given.slice(0, 1)])).toEqual({ kind: 'wait' })
    for (const order of step.orders) checkOrder(plan, order, ledger, orders)
    for (const order of step.orders) {
      const leg = legOf(plan, order)
      const result = fill(order, leg, treated(order, orders.length), books[order.leg]?.levels)
      ledger.book(order, leg, result)
      orders.push({ ...order, result })
    }
  }
  throw new Error('it does not end')
}

/** Percents that an unwind order may fill worse than the price of its leg, by the tries before it that fell short. */
export const BOUNDS = [1n, 3n, 5n] as const

/**
 * The limit of an unwind order after a number of tries that fell short, on the steps of its leg and within the bound.
 */
export function boundOf(
  orders: readonly AnsweredOrder[],
  at: number,
  leg: TradeLeg,
  side: 'buy' | 'sell',
  short = 0,
): Fraction {
  const fills = orders.filter((one) => one.leg === at && one.purpose === 'open' && hasAny([one]))
  const value = sum(fills.map(({ result }) => (result.kind === 'done' ? of(result.value) : ZERO)))
  const known = less(ZERO, value) ? over(value, sum(fills.map(filledOf))) : of(leg.limit)
  const percent = BOUNDS[short] as bigint
  const [n, d] = over(times(known, [side === 'buy' ? 100n + percent : 100n - percent, 100n]), of(leg.tick as string))
  const steps = side === 'buy' ? n / d : (n + d - 1n) / d
  return times([steps, 1n], of(leg.tick as string))
}

function checkOrder(plan: TradePlan, order: TradeOrder, ledger: Ledger, before: readonly AnsweredOrder[]): void {
  const leg = legOf(plan, order)
  const limit = of(order.limit as string)
  expect(lotsOf(order.quantity, leg) > 0n).toBe(true)
  expect(isOrder(leg, of(order.quantity), limit, order.purpose === 'unwind')).toBe(true)
  if (order.purpose === 'open') {
    expect([order.side, order.limit]).toEqual([leg.side, leg.limit])
    expect(less(of(leg.quantity), of(order.quantity))).toBe(false)
  } else {
    const tries = before.filter((one) => one.leg === order.leg && one.purpose === 'unwind' && !isWhole(one))
    expect(same(limit, boundOf(before, order.leg, leg, order.side, tries.length))).toBe(true)
  }
  if (plan.kind === 'cycle' && !(order.leg === 0 && order.purpose === 'open')) {
    const asset = order.side === 'buy' ? leg.quote : leg.base
    expect([asset, less(ledger.of(asset), worstCost(leg, order))]).toEqual([asset, false])
  }
}

export const opened = ({ orders }: Run, leg: number) => orders.find((one) => one.leg === leg && one.purpose === 'open')
export const unwindsOf = ({ orders }: Run, leg: number) =>
  orders.filter((one) => one.leg === leg && one.purpose === 'unwind')
/** Number of unwind orders of a leg that were not wholly filled. */
export const shortOf = (made: Run, leg: number) => unwindsOf(made, leg).filter((one) => !isWhole(one)).length
export const hasAny = (orders: readonly AnsweredOrder[]) => orders.some((order) => less(ZERO, filledOf(order)))

/** Plans of random offers of one kind that can be ordered, with treatments of their orders. */
export const cases = (offer: typeof offeredPair) =>
  fc
    .tuple(
      offer.map(planTrade).filter((plan) => plan !== null),
      fc.array(treatment, { minLength: MOST_STEPS * 2, maxLength: MOST_STEPS * 2 }),
    )
    .map(([plan, treatments]) => ({ plan, treatments }))
export const RUNS = { numRuns: 600, seed: 881 }
/** Coins of a leg that could be given back, in units of its exchange: whole lots. */
export function leftOf(leg: TradeLeg, coins: Fraction): Fraction {
  const lot = of(leg.lot_step as string)
  const [n, d] = over(over(coins, of(leg.multiplier)), lot)
  return n <= 0n ? ZERO : times([n / d, 1n], lot)
}
