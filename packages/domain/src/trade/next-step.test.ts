import { describe, expect, test } from 'vitest'
import { nextStep, type SentOrder, type TradeOrder } from './next-step.ts'
import type { TradePlan } from './plan-trade.ts'
import { tradeLeft } from './trade-left.ts'
import type { TradeLeg } from './trade-leg.ts'
import { tradeSums } from './trade-sums.ts'

const LEG: TradeLeg = {
  exchange: 'okx',
  market: 'spot',
  symbol: 'SOL-USDT',
  side: 'buy',
  base: 'SOL',
  quote: 'USDT',
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.1',
  min_qty: '0.5',
  min_notional: null,
  tick: '0.01',
  quantity: '20',
  limit: '100',
}
const NO_SUMS = { spent: '0', received: '0', fees: '0', net: '0' }
const PAIR: TradePlan = {
  kind: 'pair',
  asset: 'USDT',
  legs: [LEG, { ...LEG, exchange: 'binance', side: 'sell', limit: '101' }],
  expected: NO_SUMS,
}
const opens = ({ legs }: TradePlan) =>
  legs.map(({ side, quantity, limit }, leg) => ({ leg, purpose: 'open', side, quantity, limit }) as const)
const back = (leg: number, side: 'buy' | 'sell', quantity: string, limit: string) =>
  ({ leg, purpose: 'unwind', side, quantity, limit }) as const
const done = (filled: string, value: string, feeBase = '0', feeQuote = '0') =>
  ({ kind: 'done', filled, value, feeBase, feeQuote }) as const
const REFUSED = { kind: 'refused' } as const
type Results = readonly NonNullable<SentOrder['result']>[]
const pairWith = (results: Results, more: readonly SentOrder[] = []) =>
  nextStep(PAIR, [...opens(PAIR).map((order, at) => ({ ...order, result: results[at] ?? REFUSED })), ...more])

describe('a pair', () => {
  test('begins with both legs at once', () => {
    expect(nextStep(PAIR, [])).toEqual({ kind: 'order', orders: opens(PAIR) })
  })

  test.each([
    ['what was bought and not sold is sold', [done('12.5', '1250'), REFUSED], back(0, 'sell', '12.5', '99')],
    ['but not the fee, which is not there', [done('20', '2000', '0.02'), REFUSED], back(0, 'sell', '19.9', '99')],
    ['what was sold and not bought is bought', [done('3', '300'), done('20', '2020')], back(1, 'buy', '17', '102.01')],
  ] as const)('%s, where it was, within a bound of its price', (_, results, order) => {
    expect(pairWith(results)).toEqual({ kind: 'order', orders: [order] })
  })

  test.each([
    ['complete', [done('20', '2000'), done('20.0', '2020')]],
    ['partial', [done('7', '700'), done('7', '707')]],
    // The rest is less than an exchange takes.
    ['partial', [done('7.4', '740'), done('7', '707')]],
    ['unwound', [done('0.4', '40'), REFUSED]],
    ['missed', [done('0.000', '0.00'), REFUSED]],
    ['missed', [REFUSED, REFUSED]],
  ] as const)('ends as %s', (outcome, results) => {
    expect(pairWith(results)).toEqual({ kind: 'end', outcome })
  })

  test('gives back more than an exchange takes at once in several orders', () => {
    const legs = PAIR.legs.map((leg) => ({ ...leg, quantity: '20', max_qty: '8', max_notional: '500' }))
    const opened = opens(PAIR).map((order, at) => ({ ...order, result: at === 0 ? done('12', '1200') : REFUSED }))
    const sold = (quantity: string) => ({ ...back(0, 'sell', quantity, '99'), result: done(quantity, '1') })
    const step = (...more: readonly SentOrder[]) => nextStep({ ...PAIR, legs }, [...opened, ...more])
    expect(step()).toEqual({ kind: 'order', orders: [back(0, 'sell', '5', '99')] })
    expect(step(sold('5'), sold('5'))).toEqual({ kind: 'order', orders: [back(0, 'sell', '2', '99')] })
    expect(step(sold('5'), sold('5'), sold('2'))).toEqual({ kind: 'end', outcome: 'unwound' })
  })

  test('that was wholly given back is unwound, and otherwise partial', () => {
    const sold = { ...back(0, 'sell', '20', '99'), result: done('20', '1990') }
    expect(pairWith([done('20', '2000'), done('0', '0')], [sold])).toEqual({ kind: 'end', outcome: 'unwound' })
    const some = { ...back(0, 'sell', '15', '99'), result: done('15', '1490') }
    expect(pairWith([done('20', '2000'), done('5', '505')], [some])).toEqual({ kind: 'end', outcome: 'partial' })
  })
})

describe('what is given back', () => {
  const opened = [done('12.5', '1250'), REFUSED] as const
  const short = (limit: string, result: SentOrder['result'] = done('0', '0')) => ({
    ...back(0, 'sell', '12.5', limit),
    result,
  })

  test('is sold 1, 3 and at last 5 % below its price, and left where nobody pays that', () => {
    for (const none of [done('0', '0'), REFUSED] as const) {
      const tries: SentOrder[] = []
      for (const limit of ['99', '97', '95']) {
        expect(pairWith(opened, tries)).toEqual({ kind: 'order', orders: [back(0, 'sell', '12.5', limit)] })
        tries.push(short(limit, none))
      }
      expect(pairWith(opened, tries)).toEqual({ kind: 'end', outcome: 'open' })
    }
  })

  test('is bounded by the price that its leg filled at, however far its tries went', () => {
    const some = { ...back(0, 'sell', '12.5', '99'), result: done('2.5', '230') }
    expect(pairWith(opened, [some])).toEqual({ kind: 'order', orders: [back(0, 'sell', '10', '97')] })
  })

  test('keeps its bound on the steps of the exchange, and on four digits where they are unknown', () => {
    const limitWith = (tick: string | null) => {
      const legs = PAIR.legs.map((leg) => ({ ...leg, tick, limit: '0.123' }))
      const orders = opens({ ...PAIR, legs }).map((order, at) => {
        const result = at === 0 ? done('20', '2.46') : REFUSED
        return { ...order, result }
      })
      const step = nextStep({ ...PAIR, legs }, orders)
      return step.kind === 'order' ? step.orders[0]?.limit : step
    }
    // 0.123 less 1 % is 0.12177.
    expect(['0.0001', '0.001', '0.05', null].map(limitWith)).toEqual(['0.1218', '0.122', '0.15', '0.1218'])
  })
})

describe('a coin and its perpetual', () => {
  const CARRY: TradePlan = { ...PAIR, legs: [LEG, { ...LEG, market: 'perp', side: 'sell', limit: '101' }] }
  const [spot, perp] = opens(CARRY) as [TradeOrder, TradeOrder]
  const after = (...sent: readonly SentOrder[]) => nextStep(CARRY, sent)

  test('begin with the perpetual, and nothing is bought where the perpetual is refused', () => {
    expect(after()).toEqual({ kind: 'order', orders: [perp] })
    expect(after({ ...perp, result: null })).toEqual({ kind: 'wait' })
    expect(after({ ...perp, result: REFUSED })).toEqual({ kind: 'end', outcome: 'missed' })
    expect(after({ ...perp, result: done('0', '0') })).toEqual({ kind: 'end', outcome: 'missed' })
  })

  test('the coin follows for what was filled', () => {
    const whole = { ...perp, result: done('20', '2020') }
    expect(after(whole)).toEqual({ kind: 'order', orders: [spot] })
    const part = { ...perp, result: done('7.5', '757.5') }
    expect(after(part)).toEqual({ kind: 'order', orders: [{ ...spot, quantity: '7.5' }] })
    expect(after(whole, { ...spot, result: done('20', '2000') })).toEqual({ kind: 'end', outcome: 'complete' })
    const bought = { ...spot, quantity: '7.5', result: done('7.5', '750') }
    expect(after(part, bought)).toEqual({ kind: 'end', outcome: 'partial' })
  })

  test('what the coin did not take up is bought back', () => {
    const whole = { ...perp, result: done('20', '2020') }
    const step = { kind: 'order', orders: [back(1, 'buy', '20', '102.01')] }
    expect(after(whole, { ...spot, result: REFUSED })).toEqual(step)
    const returned = { ...back(1, 'buy', '20', '102.01'), result: done('20', '2021') }
    expect(after(whole, { ...spot, result: REFUSED }, returned)).toEqual({ kind: 'end', outcome: 'unwound' })
  })
})

/** A cycle: sold for X, Y bought with X, Y sold for S; the first leg is unwound by a purchase. */
const CYCLE: TradePlan = {
  kind: 'cycle',
  asset: 'S',
  legs: [
    { ...LEG, side: 'sell', base: 'S', quote: 'X', quantity: '10', limit: '50' },
    { ...LEG, base: 'Y', quote: 'X', quantity: '5', limit: '100' },
    { ...LEG, side: 'sell', base: 'Y', quote: 'S', quantity: '5', limit: '2.1' },
  ],
  expected: NO_SUMS,
}
const cycleWith = (results: readonly { readonly order: TradeOrder; readonly result: SentOrder['result'] }[]) =>
  nextStep(
    CYCLE,
    results.map(({ order, result }) => ({ ...order, result })),
  )

describe('a cycle', () => {
  const [first, second, third] = opens(CYCLE) as [TradeOrder, TradeOrder, TradeOrder]

  test('gives one leg after the other the amount that is there, and never more than planned', () => {
    expect(cycleWith([])).toEqual({ kind: 'order', orders: [first] })
    const less = { order: first, result: done('6', '300', '0', '0.3') }
    expect(cycleWith([less])).toEqual({ kind: 'order', orders: [{ ...second, quantity: '2.9' }] })
    const more = { order: first, result: done('10', '640') }
    expect(cycleWith([more])).toEqual({ kind: 'order', orders: [second] })
    const bought = { order: second, result: done('5', '499', '0.005') }
    expect(cycleWith([more, bought])).toEqual({ kind: 'order', orders: [{ ...third, quantity: '4.9' }] })
  })

  test('what the next leg does not take up goes back the way it came, a purchase as far as its bound can be paid', () => {
    const sold = { order: first, result: done('10', '500') }
    const step = cycleWith([sold, { order: second, result: REFUSED }])
    expect(step).toEqual({ kind: 'order', orders: [back(0, 'buy', '9.9', '50.5')] })
    const half = { order: second, result: done('2.5', '250') }
    const last = { order: { ...third, quantity: '2.5' }, result: done('1', '2.1') }
    const backs = [back(0, 'buy', '4.9', '50.5'), back(2, 'sell', '1.5', '2.08')]
    expect(cycleWith([sold, half, last])).toEqual({ kind: 'order', orders: backs })
  })

  test('an exchange that fills orders without taking anything for them does not get orders without end', () => {
    const steps = [first, second].map((order, at) => ({ order, result: at === 0 ? done('10', '500') : REFUSED }))
    for (let tries = 0; tries < 10; tries++) {
      const step = cycleWith(steps)
      expect(step).toEqual({ kind: 'order', orders: [back(0, 'buy', '9.9', '50.5')] })
      steps.push({ order: back(0, 'buy', '9.9', '50.5'), result: done('9.9', '0') })
    }
    expect(cycleWith(steps)).toEqual({ kind: 'end', outcome: 'open' })
  })
})

test('a rest of a position below the least value is closed at Binance, named elsewhere, and never a profit', () => {
  const spot = { ...LEG, multiplier: '1', lot_step: '0.001', min_qty: '0.001', quantity: '0.01', limit: '95000' }
  const planAt = (exchange: 'binance' | 'bybit'): TradePlan => {
    const perp = { ...spot, exchange, market: 'perp', side: 'sell', min_notional: '96' } as const
    return { ...PAIR, legs: [spot, perp] }
  }
  const orders = (plan: TradePlan): SentOrder[] => {
    const [buy, sell] = opens(plan) as [TradeOrder, TradeOrder]
    return [
      { ...sell, result: done('0.010', '950') },
      { ...buy, result: done('0.009', '855') },
    ]
  }
  const binance = planAt('binance')
  expect(nextStep(binance, orders(binance))).toEqual({ kind: 'order', orders: [back(1, 'buy', '0.001', '95950')] })
  const bybit = planAt('bybit')
  expect(nextStep(bybit, orders(bybit))).toEqual({ kind: 'end', outcome: 'partial' })
  expect(tradeLeft(bybit, orders(bybit))).toEqual([{ leg: 1, asset: 'SOL', quantity: '-0.001' }])
  const sums = { spent: '855', received: '950', fees: '0', left: '-95', net: '0' }
  expect(tradeSums(bybit, orders(bybit))).toEqual(sums)
})
