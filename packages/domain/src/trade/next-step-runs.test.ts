import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactText, ratio } from '../money/ratio.ts'
import { type Offer, offeredCycle, offeredPair } from '../testing/offers.ts'
import { paysOnTop, type Treatment, WHOLLY } from '../testing/plain-exchange.ts'
import { type Fraction, less, minus, ONE, of, over, plus, same, times, ZERO } from '../testing/plain-spot.ts'
import {
  type AnsweredOrder,
  BOUNDS,
  boundOf,
  cases,
  coinsOf,
  hasAny,
  isOrder,
  isWhole,
  leftOf,
  legOf,
  opened,
  RUNS,
  type Run,
  run,
  shortOf,
  sum,
  unwindsOf,
} from '../testing/trade-runs.ts'
import { planTrade, type TradePlan } from './plan-trade.ts'
import { tradeLeft } from './trade-left.ts'
import type { TradeLeg } from './trade-leg.ts'
import { tradeSums } from './trade-sums.ts'

const tally = () => ({ complete: 0, partial: 0, missed: 0, unwound: 0, open: 0 })

/**
 * The open exposure of a pair, as the order that would undo it: coins bought more than sold and still held, or sold
 * more than bought.
 */
function exposureOf({ plan, orders }: Run): { readonly leg: number; readonly units: Fraction } {
  const net = (side: 'buy' | 'sell') => {
    const leg = plan.legs.findIndex((one) => one.side === side)
    const own = orders.filter((one) => one.leg === leg)
    const coins = (way: 'buy' | 'sell') => sum(own.filter((one) => one.side === way).map((one) => coinsOf(plan, one)))
    const fees = sum(own.map(({ result }) => (result.kind === 'done' ? of(result.feeBase) : ZERO)))
    const more = minus(coins(side), coins(side === 'buy' ? 'sell' : 'buy'))
    return { leg, more, held: minus(more, fees) }
  }
  const [bought, sold] = [net('buy'), net('sell')]
  const excess = minus(bought.more, sold.more)
  if (less(excess, ZERO)) return { leg: sold.leg, units: leftOf(plan.legs[sold.leg] as TradeLeg, minus(ZERO, excess)) }
  const back = less(bought.held, excess) ? bought.held : excess
  return { leg: bought.leg, units: leftOf(plan.legs[bought.leg] as TradeLeg, back) }
}

describe('a pair', () => {
  test('ends as its outcome says: nothing that an exchange would take is left, or the outcome is open', () => {
    const ends = tally()
    fc.assert(
      fc.property(cases(offeredPair), ({ plan, treatments }) => {
        const made = run(plan, (_, at) => treatments[at] as Treatment)
        const { orders, outcome } = made
        ends[outcome]++
        expect(orders.length).toBeLessThanOrEqual(5)
        expect(outcome === 'missed').toBe(!hasAny(orders))
        const { leg, units } = exposureOf(made)
        const terms = plan.legs[leg] as TradeLeg
        const bound = boundOf(orders, leg, terms, terms.side === 'buy' ? 'sell' : 'buy')
        const isLeft = isOrder(terms, units, bound, true)
        expect(outcome === 'open').toBe(isLeft)
        // Given up after three tries, or where at the next one's bound it is worth less than the exchange takes.
        const short = shortOf(made, leg)
        if (isLeft && short < BOUNDS.length) {
          const next = boundOf(orders, leg, terms, terms.side === 'buy' ? 'sell' : 'buy', short)
          expect(isOrder(terms, units, next, true)).toBe(false)
        }
        const opens = [0, 1].flatMap((at) => opened(made, at) ?? [])
        expect(outcome === 'complete').toBe(opens.length === 2 && opens.every(isWhole))
        if (outcome === 'complete') expect(orders).toHaveLength(2)
        // Both legs keep a part, or the fill of the only filled one was given back.
        if (outcome === 'partial') expect(opens.map((one) => hasAny([one]))).toEqual([true, true])
        // The coin of a position is bought when its perpetual was sold, and no more of it.
        if (plan.legs.some(({ market }) => market === 'perp')) {
          expect(orders[0]?.leg).toBe(plan.legs.findIndex(({ market }) => market === 'perp'))
          if (!hasAny(orders.slice(0, 1))) expect(orders).toHaveLength(1)
        }
        if (opens.filter((one) => hasAny([one])).length === 1) expect(['unwound', 'open']).toContain(outcome)
      }),
      RUNS,
    )
    expect(Math.min(...Object.values(ends))).toBeGreaterThan(5)
  })
})

/** Whether an exchange takes the order that would bring an asset between two legs of a cycle back, by the ledger. */
function isTakenBack({ plan, orders, ledger }: Run, at: 0 | 2, short: number): boolean {
  const leg = plan.legs[at] as TradeLeg
  const side = backOf(leg, at)
  const bound = boundOf(orders, at, leg, side, short)
  if (side === 'sell') return isOrder(leg, leftOf(leg, ledger.of(leg.base)), bound, true)
  const price = paysOnTop(leg) ? times(bound, plus(ONE, of(leg.fee))) : bound
  return isOrder(leg, leftOf(leg, times(over(ledger.of(leg.quote), price), of(leg.multiplier))), bound, true)
}
const backOf = ({ side }: TradeLeg, at: 0 | 2) => (at === 2 ? side : side === 'buy' ? 'sell' : 'buy')

describe('a cycle', () => {
  test('ends as its outcome says: no asset on the way is overdrawn, and nothing that an exchange would take is left', () => {
    const ends = tally()
    fc.assert(
      fc.property(cases(offeredCycle), ({ plan, treatments }) => {
        const made = run(plan, (_, at) => treatments[at] as Treatment)
        const { orders, outcome, ledger } = made
        ends[outcome]++
        expect(orders.length).toBeLessThanOrEqual(16)
        for (const asset of ['X', 'Y']) expect([asset, less(ledger.of(asset), ZERO)]).toEqual([asset, false])
        expect(outcome === 'missed').toBe(!hasAny(orders))
        const left = ([0, 2] as const).filter((at) => isTakenBack(made, at, 0))
        expect(outcome === 'open').toBe(left.length > 0)
        for (const at of left) {
          const short = shortOf(made, at)
          if (short < BOUNDS.length) expect(isTakenBack(made, at, short)).toBe(false)
        }
        const wholes = [0, 1, 2].map((at) => opened(made, at)).filter((one) => one !== undefined && isWhole(one))
        if (outcome !== 'open') expect(outcome === 'complete').toBe(wholes.length === 3)
        const last = opened(made, 2)
        if (outcome === 'partial') expect(last !== undefined && hasAny([last])).toBe(true)
        if (outcome === 'unwound') expect(last === undefined || !hasAny([last])).toBe(true)
      }),
      RUNS,
    )
    expect(Math.min(...Object.values(ends))).toBeGreaterThan(5)
  })

  test('that fills wholly, at its limits or better, is complete, or ends where a leg brought less than the next takes', () => {
    fc.assert(
      fc.property(cases(offeredCycle), fc.integer({ min: 0, max: 10 }), ({ plan }, off) => {
        const { outcome, orders } = run(plan, ({ purpose }) => ({ ...WHOLLY, off: purpose === 'unwind' ? 0 : off }))
        const opens = orders.filter(({ purpose }) => purpose === 'open')
        expect(outcome).toBe(opens.length === 3 ? 'complete' : 'unwound')
      }),
      RUNS,
    )
  })
})

describe('on unchanged books', () => {
  const unchanged = (offer: Offer) => {
    const plan = planTrade(offer)
    return plan && run(plan, () => WHOLLY, offer.legs)
  }

  test('a pair comes to exactly what was expected', () => {
    fc.assert(
      fc.property(offeredPair, (offer) => {
        const made = unchanged(offer)
        if (made === null) return
        expect([made.outcome, tradeSums(made.plan, made.orders)]).toEqual([
          'complete',
          { ...made.plan.expected, left: '0' },
        ])
      }),
      RUNS,
    )
  })

  test('a cycle comes to what was expected, plus the part that one leg did not need and gave back', () => {
    fc.assert(
      fc.property(offeredCycle, (offer) => {
        const made = unchanged(offer)
        if (made === null) return
        const { plan, orders, outcome } = made
        const opens = orders.filter(({ purpose }) => purpose === 'open')
        const planned = plan.legs.map(({ quantity }) => quantity)
        expect([outcome, opens.map(({ quantity }) => quantity)]).toEqual(['complete', planned])
        expect(tradeSums(plan, opens)).toEqual({ ...plan.expected, left: '0' })
        expect(less(of(tradeSums(plan, orders).net), of(plan.expected.net))).toBe(false)
      }),
      RUNS,
    )
  })
})

test.each([
  ['a pair', offeredPair],
  ['a cycle', offeredCycle],
])(
  '%s whose market takes nothing back within the bounds is open after three tries, or has nothing to give back',
  (_, offer) => {
    let open = 0
    fc.assert(
      fc.property(cases(offer), fc.boolean(), ({ plan, treatments }, isRefused) => {
        const made = run(plan, ({ purpose }, at) =>
          purpose === 'open' ? (treatments[at] as Treatment) : { ...WHOLLY, isRefused, share: 0 },
        )
        const tries = plan.legs.map((_, leg) => unwindsOf(made, leg).length)
        expect(Math.max(...tries)).toBeLessThanOrEqual(BOUNDS.length)
        expect(made.outcome === 'open').toBe(Math.max(...tries) > 0)
        if (tries.includes(BOUNDS.length)) open++
      }),
      RUNS,
    )
    expect(open).toBeGreaterThan(100)
  },
)

test.each([
  ['a pair', offeredPair],
  ['a cycle', offeredCycle],
])('of %s the sums equal the ledger’s', (_, offer) => {
  fc.assert(
    fc.property(cases(offer), ({ plan, treatments }) => {
      const { orders, ledger } = run(plan, (_order, at) => treatments[at] as Treatment)
      const sums = tradeSums(plan, orders)
      const [spent, received, fees, net] = [sums.spent, sums.received, sums.fees, sums.net].map(ofExact) as [
        Fraction,
        Fraction,
        Fraction,
        Fraction,
      ]
      const left = ofExact(sums.left)
      expect(same(net, plus(minus(minus(received, spent), fees), left))).toBe(true)
      // Fees taken in coins do not reduce the ledger's quote, but the sums count them at the order's price.
      const inCoins = plan.kind === 'cycle' ? [] : orders.map(feeInCoins(plan))
      expect(same(minus(plus(net, sum(inCoins)), left), ledger.of(plan.asset))).toBe(true)
      // Orders that are still out do not change the sums.
      const out = orders.map((order) => ({ ...order, result: null }))
      expect(tradeSums(plan, [...orders, ...out])).toEqual(sums)
    }),
    RUNS,
  )
})

function ofExact(text: string): Fraction {
  const [above = '', below = '1'] = text.split('/')
  return over(of(above), of(below))
}

const feeInCoins = (plan: TradePlan) => (order: AnsweredOrder) => {
  const coins = coinsOf(plan, order)
  if (order.result.kind === 'refused' || same(coins, ZERO)) return ZERO
  return times(of(order.result.feeBase), over(of(order.result.value), coins))
}

test('a pair names exactly what is left, or its legs come to zero; at prices that do not move it gains nothing', () => {
  let named = 0
  fc.assert(
    fc.property(cases(offeredPair), ({ plan, treatments }) => {
      const { orders } = run(plan, (_, at) => treatments[at] as Treatment)
      const left = tradeLeft(plan, orders)
      const moved = (wanted: (leg: TradeLeg) => boolean) =>
        sum(
          orders
            .filter((order) => wanted(legOf(plan, order)))
            .map((order) => (order.side === 'buy' ? coinsOf(plan, order) : minus(ZERO, coinsOf(plan, order)))),
        )
      const all = moved(() => true)
      const fees = sum(orders.map(({ result }) => (result.kind === 'done' ? of(result.feeBase) : ZERO)))
      const held = minus(
        moved(({ side }) => side === 'buy'),
        fees,
      )
      const wanted = less(ZERO, all) && less(held, all) ? (less(held, ZERO) ? ZERO : held) : all
      const told = sum(left.map(({ quantity }) => ofExact(quantity)))
      expect([same(told, wanted), left.length]).toEqual([true, same(wanted, ZERO) ? 0 : 1])
      for (const { leg } of left) expect(plan.legs[leg]?.side).toBe(less(told, ZERO) ? 'sell' : 'buy')
      named += left.length
      const still = orders.map((order): AnsweredOrder => {
        if (order.result.kind === 'refused') return order
        const [n, d] = coinsOf(plan, order)
        return { ...order, result: { ...order.result, value: exactText(ratio(n * 7n, d)) } }
      })
      expect(less(ZERO, ofExact(tradeSums(plan, still).net))).toBe(false)
    }),
    RUNS,
  )
  expect(named).toBeGreaterThan(50)
})

test('a cycle names exactly what is left of each asset on its way', () => {
  fc.assert(
    fc.property(cases(offeredCycle), ({ plan, treatments }) => {
      const { orders, ledger } = run(plan, (_, at) => treatments[at] as Treatment)
      const told = new Map(tradeLeft(plan, orders).map(({ asset, quantity }) => [asset, ofExact(quantity)]))
      for (const asset of ['X', 'Y']) {
        expect(same(told.get(asset) ?? ZERO, ledger.of(asset))).toBe(true)
        expect(told.has(asset)).toBe(!same(ledger.of(asset), ZERO))
      }
    }),
    RUNS,
  )
})
