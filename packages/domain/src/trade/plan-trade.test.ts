import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText } from '../money/decimal.ts'
import { rounded } from '../money/rounding.ts'
import { type Offer, offeredCycle, offeredPair } from '../testing/offers.ts'
import { type Fraction, less, minus, ONE, of, over, plus, same, times, ZERO } from '../testing/plain-spot.ts'
import { planTrade, type TradePlan } from './plan-trade.ts'
import type { OfferedLeg } from './trade-leg.ts'

/** The books of G1. */
const BUY: OfferedLeg = {
  exchange: 'okx',
  market: 'spot',
  symbol: 'SOL-USDT',
  side: 'buy',
  base: 'SOL',
  quote: 'USDT',
  levels: [
    ['100.00', '4'],
    ['100.05', '6'],
    ['100.10', '15'],
  ],
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.1',
  min_qty: null,
  min_notional: null,
}
const SELL: OfferedLeg = {
  ...BUY,
  exchange: 'binance',
  symbol: 'SOLUSDT',
  side: 'sell',
  levels: [
    ['100.80', '3'],
    ['100.72', '7'],
    ['100.60', '20'],
  ],
}
const pair = (amount: string, most: string, buy: Partial<OfferedLeg> = {}, sell: Partial<OfferedLeg> = {}) =>
  planTrade({
    kind: 'pair',
    legs: [
      { ...BUY, ...buy },
      { ...SELL, ...sell },
    ],
    amount,
    most,
  })
const ordersOf = (plan: TradePlan | null) => plan?.legs.map(({ quantity, limit }) => [quantity, limit]) ?? null

describe('a plan has orders that the exchanges take at once', () => {
  test.each([
    [
      'a largest quantity',
      { max_qty: '7.35' },
      {},
      [
        ['7.3', '100.05'],
        ['7.3', '100.72'],
      ],
    ],
    [
      'a largest value',
      { max_notional: '1000.5' },
      {},
      [
        ['10', '100.05'],
        ['10', '100.72'],
      ],
    ],
    [
      'a largest value of the sale',
      {},
      { max_notional: '453.48' },
      [
        ['4.5', '100.05'],
        ['4.5', '100.72'],
      ],
    ],
    [
      'steps of prices, which a limit is never worse than',
      { tick: '0.1' },
      { tick: '0.5' },
      [
        ['25', '100.1'],
        ['25', '101'],
      ],
    ],
    ['a largest quantity below the smallest', { max_qty: '2', min_qty: '3' }, {}, null],
  ] as const)('%s', (_, buy, sell, orders) => {
    expect(ordersOf(pair('10000', '25', buy, sell))).toEqual(orders)
  })
})

/** USDT → BTC → ETH → USDT of G3. */
const CYCLE: readonly OfferedLeg[] = [
  {
    ...BUY,
    base: 'BTC',
    fee: '0.00075',
    lot_step: '0.00001',
    levels: [
      ['50000.00', '0.015'],
      ['50005.00', '0.5'],
    ],
  },
  {
    ...BUY,
    base: 'ETH',
    quote: 'BTC',
    fee: '0.00075',
    lot_step: '0.0001',
    levels: [
      ['0.05000', '0.2'],
      ['0.05001', '5'],
    ],
  },
  {
    ...SELL,
    exchange: 'okx',
    base: 'ETH',
    fee: '0.00075',
    lot_step: '0.0001',
    levels: [
      ['2515.00', '0.25'],
      ['2514.50', '3'],
    ],
  },
]
const cycle = (amount: string, most = '1000') => planTrade({ kind: 'cycle', legs: CYCLE, amount, most })

describe('golden numbers of formulas.md § 7', () => {
  test('[G1] a pair', () => {
    const plan = pair('10000', '20')
    expect(ordersOf(plan)).toEqual([
      ['20', '100.10'],
      ['20', '100.60'],
    ])
    expect(plan).toMatchObject({ kind: 'pair', asset: 'USDT' })
    expect(plan?.expected).toEqual({ spent: '2001.3', received: '2013.44', fees: '4.01474', net: '8.12526' })
  })

  test('[G2] the entry of a carry', () => {
    const spot = { levels: [['50000', '1']], lot_step: '0.0001' } as const
    const perp = { market: 'perp', levels: [['50050', '1']], lot_step: '0.001', fee: '0.0005' } as const
    const plan = pair('10010', '0.2', spot, perp)
    expect(ordersOf(plan)).toEqual([
      ['0.2', '50000'],
      ['0.2', '50050'],
    ])
    // Half of the golden fees, which are of entry and exit: 10 + 5.005 of 30.0055.
    expect(plan?.expected).toEqual({ spent: '10000', received: '10010', fees: '15.005', net: '-5.005' })
    expect(ordersOf(pair('10009.99', '0.2', spot, perp))?.[0]).toEqual(['0.199', '50000'])
  })

  test('[G3] a cycle', () => {
    const plan = cycle('1000')
    expect(ordersOf(plan)).toEqual([
      ['0.01999', '50005.00'],
      ['0.3994', '0.05001'],
      ['0.3991', '2514.50'],
    ])
    expect(plan).toMatchObject({ kind: 'cycle', asset: 'USDT', expected: { spent: '999.52495', fees: '0' } })
    const eight = (value = '') => {
      const [n, d] = of(value)
      return decimalText(rounded({ n, d }, 8))
    }
    expect([eight(plan?.expected.received), eight(plan?.expected.net)]).toEqual(['1002.90920354', '3.38425354'])
  })
})

describe('a pair', () => {
  test.each([
    ['all that the row carries', '10000', '25', '25'],
    ['never more than the amount at the limit, which an exchange sets aside', '1001.3003', '25', '9.9'],
    ['up to the last cent of it', '1001.5005', '25', '10'],
    ['a lot', '10.01', '25', '0.1'],
    ['less than a lot', '10', '25', undefined],
    ['of a row that carries less than a lot', '10000', '0.09', undefined],
  ])('orders %s', (_, amount, most, size) => {
    const isOnTop = { market: 'perp' } as const
    expect(pair(amount, most, isOnTop)?.legs.map(({ quantity }) => quantity)).toEqual(size && [size, size])
  })

  test('below the smallest order of either exchange is no plan', () => {
    expect(pair('505', '25', { min_qty: '5' })).not.toBeNull()
    expect(pair('495', '25', { min_qty: '5' })).toBeNull()
    expect(pair('505', '25', {}, { min_notional: '503.6' })).not.toBeNull()
    // Five coins bring 503.84, and at the limit 503.6: so an exchange counts an order that has one.
    expect(pair('505', '25', {}, { min_notional: '503.61' })).toBeNull()
  })

  test('counts coins where one exchange counts thousands of them', () => {
    const thousands = {
      levels: BUY.levels.map(([price, size]) => [`${Number(price) * 1_000}`, `${Number(size) / 1_000}`] as const),
      lot_step: '0.0001',
      multiplier: '1000',
    }
    const plan = pair('10000', '20', thousands)
    expect(ordersOf(plan)).toEqual([
      ['0.02', '100100'],
      ['20', '100.60'],
    ])
    expect(plan?.expected).toEqual(pair('10000', '20')?.expected)
  })

  test('sells first where its row does', () => {
    const plan = planTrade({ kind: 'pair', legs: [SELL, BUY], amount: '10000', most: '20' })
    expect(plan?.legs.map(({ side }) => side)).toEqual(['sell', 'buy'])
    expect(plan?.expected).toEqual(pair('10000', '20')?.expected)
  })

  test('where an exchange states no lot, it is read to eight digits', () => {
    const plan = pair('100.1', '1', { lot_step: null, levels: [['3', '50']] }, { lot_step: null })
    expect(ordersOf(plan)).toEqual([
      ['1', '3'],
      ['1', '100.80'],
    ])
    expect(
      ordersOf(pair('1', '1', { lot_step: null, levels: [['3', '50']], fee: '0' }, { lot_step: null }))?.[0],
    ).toEqual(['0.33333333', '3'])
  })
})

describe('a cycle', () => {
  test('takes no more than its row, which may be a fraction', () => {
    expect(cycle('5000')?.expected).toEqual(cycle('1000')?.expected)
    expect(ordersOf(cycle('5000', '7001/7'))).toEqual(ordersOf(cycle('1000.14', '2000')))
  })

  test('less than an exchange takes of any leg is no plan', () => {
    expect(cycle('0.4')).toBeNull()
    const dear = CYCLE.map((leg, at) => (at === 2 ? { ...leg, min_notional: '1100' } : leg))
    expect(planTrade({ kind: 'cycle', legs: dear, amount: '1000', most: '1000' })).toBeNull()
    const empty = CYCLE.map((leg, at) => (at === 1 ? { ...leg, levels: [] } : leg))
    expect(planTrade({ kind: 'cycle', legs: empty, amount: '1000', most: '1000' })).toBeNull()
  })
})

test.each([
  ['a pair that buys twice', { kind: 'pair', legs: [BUY, BUY] }],
  ['a pair of three', { kind: 'pair', legs: [BUY, SELL, SELL] }],
  ['a cycle of two', { kind: 'cycle', legs: [BUY, SELL] }],
] as const)('%s is a mistake', (_, offered) => {
  expect(() => planTrade({ ...offered, amount: '1000', most: '10' })).toThrow(RangeError)
})

test.each(['x', '', '1/2'])('an amount of “%s” cannot be read', (amount) => {
  expect(() => pair(amount, '10')).toThrow(RangeError)
})

/** Reference of the fee rule; quantities in the exchange's units. */
const isOnTop = ({ exchange, market }: OfferedLeg) => exchange === 'kraken' || market === 'perp'
const isAtMost = (a: Fraction, b: Fraction) => !less(b, a)
const unitsOf = (leg: OfferedLeg, coins: Fraction) => over(coins, of(leg.multiplier))
const withFee = (leg: OfferedLeg) => plus(ONE, of(leg.fee))

/**
 * The worst price that a quantity reaches and the value of the quantity, from the best level on; null: the levels hold
 * less.
 */
function reached({ levels }: OfferedLeg, units: Fraction): { readonly worst: string; readonly worth: Fraction } | null {
  let [rest, worth] = [units, ZERO]
  for (const [price, size] of levels) {
    const part = less(rest, of(size)) ? rest : of(size)
    worth = plus(worth, times(part, of(price)))
    rest = minus(rest, part)
    if (rest[0] === 0n) return { worst: price, worth }
  }
  return null
}

/** Whether an amount of the asset given pays for a quantity, in the worst case too. */
function isPaid(leg: OfferedLeg, units: Fraction, amount: Fraction): boolean {
  if (leg.side === 'sell') return isAtMost(times(units, of(leg.multiplier)), amount)
  const at = reached(leg, units)
  if (at === null) return false
  const atLimit = times(units, of(at.worst))
  return isAtMost(isOnTop(leg) ? times(atLimit, withFee(leg)) : atLimit, amount)
}

function isOrder(leg: OfferedLeg, units: Fraction): boolean {
  const at = reached(leg, units)
  if (at === null || units[0] === 0n) return false
  if (leg.min_qty !== null && less(units, of(leg.min_qty))) return false
  const least = of(leg.min_notional ?? '0')
  return !less(times(units, of(at.worst)), least) && !less(at.worth, least)
}

/** Tries every size from the largest down, in hundredths of a coin. */
function largestPair({ legs, amount, most }: Offer): Fraction | null {
  const buy = legs.find(({ side }) => side === 'buy') as OfferedLeg
  for (let hundredths = of(most)[0] * (100n / of(most)[1]); hundredths > 0n; hundredths--) {
    const coins: Fraction = [hundredths, 100n]
    const isWhole = legs.every((leg) => {
      const lots = over(unitsOf(leg, coins), of(leg.lot_step as string))
      return lots[0] % lots[1] === 0n
    })
    const at = isWhole ? reached(buy, unitsOf(buy, coins)) : null
    if (at === null || !isPaid(buy, unitsOf(buy, coins), of(amount))) continue
    if (isAtMost(times(at.worth, withFee(buy)), of(amount))) return coins
  }
  return null
}

test('a pair is the largest size that the amount pays for, in whole lots of both, at no worse than its levels', () => {
  let planned = 0
  fc.assert(
    fc.property(offeredPair, (offer) => {
      const plan = planTrade(offer)
      const size = largestPair(offer)
      const isTaken = size !== null && offer.legs.every((leg) => isOrder(leg, unitsOf(leg, size)))
      expect(plan !== null).toBe(isTaken)
      if (plan === null || size === null) return
      planned++
      let [fees, spent, received] = [ZERO, ZERO, ZERO]
      for (const [at, { quantity, limit }] of plan.legs.entries()) {
        const leg = offer.legs[at] as OfferedLeg
        const units = unitsOf(leg, size)
        const there = reached(leg, units)
        expect([same(of(quantity), units), limit]).toEqual([true, there?.worst])
        const worth = there?.worth ?? ZERO
        fees = plus(fees, times(worth, of(leg.fee)))
        if (leg.side === 'buy') spent = worth
        else received = worth
      }
      const { expected } = plan
      const net = minus(minus(received, spent), fees)
      const wanted = [spent, received, fees, net]
      const told = [expected.spent, expected.received, expected.fees, expected.net].map(of)
      expect(told.map((value, at) => same(value, wanted[at] as Fraction))).toEqual([true, true, true, true])
    }),
    { numRuns: 800, seed: 771 },
  )
  expect(planned).toBeGreaterThan(100)
})

/**
 * The most whole lots that are paid for and that the levels hold, by bisection: fewer lots satisfy both more easily.
 */
function largestOf(leg: OfferedLeg, holding: Fraction): Fraction {
  const lot = of(leg.lot_step as string)
  const unitsAt = (lots: bigint) => times([lots, 1n], lot)
  const fits = (lots: bigint) => reached(leg, unitsAt(lots)) !== null && isPaid(leg, unitsAt(lots), holding)
  let [some, tooMany] = [0n, 1n]
  while (fits(tooMany)) tooMany *= 2n
  while (tooMany - some > 1n) {
    const middle = (some + tooMany) / 2n
    if (fits(middle)) some = middle
    else tooMany = middle
  }
  return unitsAt(some)
}

test('a cycle orders all that the leg before delivers, and expects what its levels give', () => {
  let planned = 0
  fc.assert(
    fc.property(offeredCycle, (offer) => {
      const plan = planTrade(offer)
      const [above = '', below = '1'] = offer.most.split('/')
      const most = over(of(above), of(below))
      let holding = less(of(offer.amount), most) ? of(offer.amount) : most
      let spent = ZERO
      const wanted: [Fraction, string | undefined][] = []
      for (const [at, leg] of offer.legs.entries()) {
        const units = largestOf(leg, holding)
        if (!isOrder(leg, units)) {
          expect(plan).toBeNull()
          return
        }
        const there = reached(leg, units)
        wanted.push([units, there?.worst])
        const worth = there?.worth ?? ZERO
        const coins = times(units, of(leg.multiplier))
        const kept = minus(ONE, of(leg.fee))
        if (at === 0) spent = leg.side === 'sell' ? coins : isOnTop(leg) ? times(worth, withFee(leg)) : worth
        holding = leg.side === 'sell' ? times(worth, kept) : isOnTop(leg) ? coins : times(coins, kept)
      }
      planned++
      const { expected, legs } = plan as TradePlan
      for (const [at, { quantity, limit }] of legs.entries())
        expect([same(of(quantity), wanted[at]?.[0] ?? ZERO), same(of(limit), of(wanted[at]?.[1] ?? '0'))]).toEqual([
          true,
          true,
        ])
      expect(same(of(expected.spent), spent) && same(of(expected.received), holding)).toBe(true)
      expect(same(of(expected.net), minus(holding, spent))).toBe(true)
    }),
    { numRuns: 600, seed: 772 },
  )
  expect(planned).toBeGreaterThan(100)
})
