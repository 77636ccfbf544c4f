import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, multiply, type Ratio, ratio, ratioOfText, subtract, ZERO } from '../money/ratio.ts'
import { offeredCycle, offeredPair } from '../testing/offers.ts'
import { fill, treatment } from '../testing/plain-exchange.ts'
import { type AccountMove, accountMoves, isAccountedFor, joined, leftToOwner } from './account-moves.ts'
import { flowOf, nextStep, type SentOrder } from './next-step.ts'
import { planTrade, type TradePlan } from './plan-trade.ts'
import type { TradeLeg } from './trade-leg.ts'

const MOST_STEPS = 40

/** An account that holds what its orders leave there, spot and positions, to the last digit. */
class Account {
  readonly things = new Map<string, Ratio>()

  book(leg: TradeLeg, { side, result }: SentOrder): void {
    if (result?.kind !== 'done') return
    if (leg.market === 'perp') {
      const units = ratioOfText(result.filled)
      this.move(`position ${leg.symbol}`, side === 'buy' ? units : subtract(ZERO, units))
      return
    }
    const { given, got } = flowOf(side, leg, result)
    this.move(`balance ${leg.base}`, side === 'buy' ? got : subtract(ZERO, given))
    this.move(`balance ${leg.quote}`, side === 'buy' ? subtract(ZERO, given) : got)
  }

  move(name: string, by: Ratio): void {
    this.things.set(name, add(this.of(name), by))
  }

  of(name: string): Ratio {
    return this.things.get(name) ?? ZERO
  }
}

/**
 * Runs a plan to its end and looks at each account after each answer, also while other orders are still out: what the
 * looks found, and whether a hand's trade of one lot or more was noticed each time.
 */
function watched(plan: TradePlan, treatments: readonly Parameters<typeof fill>[2][], lots: number) {
  const exchanges = [...new Set(plan.legs.map(({ exchange }) => exchange))]
  const accounts = new Map(exchanges.map((exchange) => [exchange, new Account()]))
  const told = { false: 0, missed: 0, looks: 0 }
  const look = (orders: readonly SentOrder[]) => {
    for (const exchange of exchanges) {
      const account = accounts.get(exchange) as Account
      for (const move of accountMoves(plan, orders, (leg) => plan.legs[leg]?.exchange === exchange)) {
        const now = account.of(`${move.kind} ${move.name}`)
        told.looks++
        if (!isAccountedFor(move, now)) told.false++
        for (const way of [lots, -lots]) {
          const byHand = add(way > 0 ? move.most : move.least, multiply(move.lot, ratio(BigInt(way))))
          if (isAccountedFor(move, byHand)) told.missed++
        }
      }
    }
  }
  const orders: SentOrder[] = []
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const step = nextStep(plan, orders)
    if (step.kind !== 'order') return told
    const from = orders.length
    orders.push(...step.orders.map((order) => ({ ...order, result: null })))
    for (const [at, order] of step.orders.entries()) {
      const leg = plan.legs[order.leg] as TradeLeg
      const result = fill(order, leg, treatments[from + at] as Parameters<typeof fill>[2])
      // The exchange has filled it, and its answer is not there yet.
      accounts.get(leg.exchange)?.book(leg, { ...order, result })
      look(orders)
      orders[from + at] = { ...order, result }
      look(orders)
    }
  }
  throw new Error('it does not end')
}

test.each([
  ['a pair', offeredPair],
  ['a cycle', offeredCycle],
])(
  'of %s each account holds what its fills account for, in 1,000 runs, and a lot more or less is noticed',
  (_, offer) => {
    let looks = 0
    fc.assert(
      fc.property(
        offer.map(planTrade).filter((plan) => plan !== null),
        fc.array(treatment, { minLength: MOST_STEPS, maxLength: MOST_STEPS }),
        fc.integer({ min: 1, max: 50 }),
        (plan, treatments, lots) => {
          const told = watched(plan, treatments, lots)
          expect([told.false, told.missed]).toEqual([0, 0])
          looks += told.looks
        },
      ),
      { numRuns: 1_000, seed: 3_811 },
    )
    expect(looks).toBeGreaterThan(4_000)
  },
)

const LEG: TradeLeg = {
  exchange: 'bybit',
  market: 'spot',
  symbol: 'SOLUSDT',
  side: 'buy',
  base: 'SOL',
  quote: 'USDT',
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.1',
  min_qty: null,
  min_notional: null,
  quantity: '2',
  limit: '100',
}
const PLAN: TradePlan = {
  kind: 'pair',
  asset: 'USDT',
  legs: [LEG, { ...LEG, market: 'perp', side: 'sell' }],
  expected: { spent: '0', received: '0', fees: '0', net: '0' },
}
const sold = (result: SentOrder['result']): SentOrder => ({
  leg: 1,
  purpose: 'open',
  side: 'sell',
  quantity: '2',
  limit: '100',
  result,
})
const done = (filled: string) => ({ kind: 'done', filled, value: '0', feeBase: '0', feeQuote: '0' }) as const
const moves = (order: SentOrder) => accountMoves(PLAN, [order], () => true)
const position = (order: SentOrder) => moves(order).find(({ kind }) => kind === 'position') as AccountMove
const fits = (move: AccountMove, ...units: readonly string[]) =>
  units.map((text) =>
    isAccountedFor(move, text.startsWith('-') ? subtract(ZERO, ratioOfText(text.slice(1))) : ratioOfText(text)),
  )

describe('a position', () => {
  test('is exactly what was filled, and between nothing and its quantity while the result is unknown', () => {
    expect(fits(position(sold(done('1.5'))), '-1.5', '-1.4', '-1.6', '0', '1.5')).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(fits(position(sold(null)), '-2', '-1.3', '0', '-2.1', '0.1')).toEqual([true, true, true, false, false])
    expect(fits(position(sold({ kind: 'refused' })), '0', '-0.1')).toEqual([true, false])
  })

  test('that a trade has left to its owner may be closed, wholly or in part, and no more', () => {
    const left = leftToOwner(position(sold(done('1.5'))))
    expect(fits(left, '-1.5', '-0.7', '0', '-1.6', '0.1')).toEqual([true, true, true, false, false])
  })

  test('of two trades in one perpetual is the sum of both', () => {
    const both = joined([leftToOwner(position(sold(done('1.5')))), position(sold(done('2')))])
    expect(both).toHaveLength(1)
    expect(fits(both[0] as AccountMove, '-2', '-3.5', '-1.9', '-3.6')).toEqual([true, true, false, false])
  })
})

test('the money of an account with a perpetual is unknown: margin and funding are taken from it', () => {
  expect(moves(sold(done('1.5'))).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'balance SOL',
    'position SOLUSDT',
  ])
})
