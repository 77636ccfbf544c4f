import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { decimalText } from '../../money/decimal.ts'
import { divide, exactText, multiply, type Ratio, ratio } from '../../money/ratio.ts'
import { rounded } from '../../money/rounding.ts'
import { decimal } from '../../testing/legs.ts'
import { type Fraction, type PlainLevel, same } from '../../testing/plain-spot.ts'
import { type PlainOrder, type PlainTriangularLeg, plainTriangular } from '../../testing/plain-triangular.ts'
import { legsOf, MAXIMA, type PlainTriangle, triangle } from '../../testing/triangles.ts'
import type { TriangularLegAccount } from './tri-account.ts'
import { detectTriangular, type TriangularLimits } from './triangular.ts'

/**
 * Books that nothing refers to are returned to the core only between tasks, and the core holds the books of some
 * hundred thousand cycles: so the tests yield after this many.
 */
const BOOKS_RETURN_EVERY = 10_000

const NO_RULES = { fee: '0.00075', lot: '0.0001', minQty: null, minNotional: null, multiplier: 1n }
const leg = (
  side: 'buy' | 'sell',
  levels: readonly PlainLevel[],
  rules: Partial<PlainTriangularLeg> = {},
): PlainTriangularLeg => ({ ...NO_RULES, ...rules, side, levels })
const unlimited: TriangularLimits = { cap: null, confirmed: false }
const capped = (cap: string): TriangularLimits => ({ cap: decimal(cap), confirmed: false })

/** USDT → BTC → ETH → USDT of formulas.md § 7. */
const GOLDEN: PlainTriangle = [
  leg(
    'buy',
    [
      ['50000.00', '0.015'],
      ['50005.00', '0.5'],
    ],
    { lot: '0.00001' },
  ),
  leg('buy', [
    ['0.05000', '0.2'],
    ['0.05001', '5'],
  ]),
  leg('sell', [
    ['2515.00', '0.25'],
    ['2514.50', '3'],
  ]),
]

/** Eight decimals, padded, as the golden tables print them. */
function eight(value: Ratio): string {
  const [whole, fraction = ''] = decimalText(rounded(value, 8)).split('.')
  return `${whole}.${fraction.padEnd(8, '0')}`
}
const percent = (value: Ratio) => eight(multiply(value, ratio(100n)))
const basisPoints = (value: Ratio) => eight(multiply(value, ratio(10_000n)))

function accountOf(legs: PlainTriangle, limits: TriangularLimits) {
  const finding = detectTriangular(legsOf(legs), limits)
  if (finding.kind === 'none') throw new Error(`no opportunity: ${finding.why}`)
  return finding.account
}

function why(legs: PlainTriangle, limits = unlimited): string {
  const finding = detectTriangular(legsOf(legs), limits)
  return finding.kind === 'none' ? finding.why : finding.kind
}

describe('golden numbers of formulas.md § 7', () => {
  test('[WHAT-05] [ENT-09] G3: a thousand dollars through three books, to all digits', () => {
    const account = accountOf(GOLDEN, capped('1000'))
    const [first, second, third] = account.legs
    expect(exactText(account.startAmount)).toBe('1000')
    expect([first.ordered, first.spent, first.received, first.dust].map(exactText)).toEqual([
      '0.01999',
      '999.52495',
      '0.0199750075',
      '0',
    ])
    expect([second.ordered, second.spent].map(exactText)).toEqual(['0.3994', '0.019971994'])
    expect(eight(second.received)).toBe('0.39910045')
    expect(eight(second.dust)).toBe('0.00000301')
    expect(exactText(third.ordered)).toBe('0.3991')
    expect(eight(multiply(third.ordered, third.price))).toBe('1003.66195000')
    expect(eight(third.received)).toBe('1002.90920354')
    expect(eight(third.dust)).toBe('0.00000045')
    expect(eight(account.net)).toBe('3.38425354')
    expect(percent(divide(account.net, account.spent))).toBe('0.33858620')
    expect(percent(account.grossTop)).toBe('0.60000000')
    expect(percent(account.grossDepth)).toBe('0.57993027')
    expect(basisPoints(account.slippage)).toBe('2.00697346')
    expect(basisPoints(account.fees)).toBe('22.48312922')
    const left = ratio(99_925n, 100_000n)
    const top = multiply(multiply(ratio(1006n, 1000n), left), multiply(left, left))
    expect(percent({ n: top.n - top.d, d: top.d })).toBe('0.37381972')
  })

  test('the account has average prices and levels of each leg, from which the evidence is recomputed', () => {
    const { legs, depthLimited } = accountOf(GOLDEN, capped('1000'))
    expect(legs.map(({ levels }) => levels)).toEqual([2, 2, 2])
    expect(exactText(multiply(legs[0].price, legs[0].ordered))).toBe('999.52495')
    expect(depthLimited).toBe(true)
  })
})

describe('the amount', () => {
  const deep = (side: 'buy' | 'sell', price: string) => leg(side, [[price, '1000000']], { lot: '0.01' })

  /** A leg with a second level that is never taken, so that the first is not the last known. */
  const deep2 = (side: 'buy' | 'sell', price: string): PlainTriangularLeg => {
    const one = deep(side, price)
    return { ...one, levels: [...one.levels, [side === 'buy' ? '9' : '0.1', '1']] }
  }

  test('is the best of all amounts at which some walk ends on a level, here the walk of the second leg', () => {
    const second = leg(
      'buy',
      [
        ['1', '100'],
        ['1.02', '1000'],
      ],
      { lot: '0.01' },
    )
    const account = accountOf([deep('buy', '1'), second, deep('sell', '1.01')], unlimited)
    // A hundred coins after the first leg's fee, so that the second walk takes exactly its first level.
    expect(exactText(account.startAmount)).toBe('400000/3997')
    expect(exactText(account.legs[1].ordered)).toBe('99.99')
    expect(account.legs.map(({ levels }) => levels)).toEqual([1, 2, 1])
  })

  test('is never above the cap, and the cap itself is an amount', () => {
    const legs: PlainTriangle = [deep('buy', '1'), deep('buy', '1'), deep('sell', '1.01')]
    expect(exactText(accountOf(legs, capped('777')).startAmount)).toBe('777')
    expect(exactText(accountOf(legs, capped('777')).spent)).toBe('777')
    // Without a cap the fee-less walk must fit into all three depths: the first leg's only level.
    expect(exactText(accountOf(legs, unlimited).startAmount)).toBe('1000000')
  })

  test('is the smaller amount where two pay the same', () => {
    // The first leg's lot is a hundred: half a coin more changes nothing.
    const first = leg(
      'sell',
      [
        ['1', '100'],
        ['0.999', '0.5'],
        ['0.9', '50'],
      ],
      { lot: '100', fee: '0' },
    )
    const legs: PlainTriangle = [
      first,
      leg('buy', [['1', '1000']], { lot: '1', fee: '0' }),
      leg('sell', [['1.01', '1000']], { lot: '1', fee: '0' }),
    ]
    const account = accountOf(legs, unlimited)
    expect([account.startAmount, account.spent, account.net].map(exactText)).toEqual(['100', '100', '1'])
  })

  test('may lie beyond the peak, where whole lots bring the amount spent back to the peak', () => {
    const first = leg(
      'sell',
      [
        ['1', '9.5'],
        ['0.85', '1.5'],
        ['0.1', '100'],
      ],
      { lot: '10', fee: '0' },
    )
    const legs: PlainTriangle = [
      first,
      leg('buy', [['1', '1000']], { fee: '0' }),
      leg('sell', [['1.01', '1000']], { fee: '0' }),
    ]
    // Nine and a half are no lot; eleven lose without lots, and gain with ten of them.
    const account = accountOf(legs, unlimited)
    expect([account.startAmount, account.spent, account.net].map(exactText)).toEqual(['11', '10', '0.02425'])
  })

  test('is exact where doubles see no difference: just below a level for the cap, just above it for the walk', () => {
    const first = leg(
      'buy',
      [
        ['1', '100'],
        ['1.001', '1000'],
      ],
      { lot: '0.01' },
    )
    const legs: PlainTriangle = [first, deep('buy', '1'), deep('sell', '1.01')]
    const below = accountOf(legs, capped('99.9999999999999'))
    expect([exactText(below.spent), below.legs[0].levels]).toEqual(['99.99', 1])
    const above = accountOf(legs, capped('100.0000000000001'))
    expect([exactText(above.spent), above.legs[0].levels]).toEqual(['100', 1])
  })

  test('shows in its levels the part that only the walk without lots takes', () => {
    const legs: PlainTriangle = [
      leg('buy', [['3', '1000']], { lot: '33.33', fee: '0' }),
      leg(
        'buy',
        [
          ['1', '33'],
          ['2', '1000'],
        ],
        { lot: '1', fee: '0' },
      ),
      leg('sell', [['3.06', '1000']], { lot: '1', fee: '0' }),
    ]
    // A third of a coin more than the first level holds, and less than a lot.
    const account = accountOf(legs, capped('100'))
    expect([account.startAmount, account.legs[1].ordered].map(exactText)).toEqual(['100', '33'])
    expect(account.legs.map(({ levels }) => levels)).toEqual([1, 2, 1])
  })

  test('leaves out amounts that the known depth does not hold without fees, and says when depth was the limit', () => {
    const thin: PlainTriangle = [
      leg(
        'buy',
        [
          ['1', '49'],
          ['1.001', '1000'],
        ],
        { lot: '0.01' },
      ),
      leg('buy', [['1', '50']], { lot: '0.01' }),
      deep('sell', '1.01'),
    ]
    const account = accountOf(thin, unlimited)
    // With fees a little more than fifty would fit into the second leg, without them it does not.
    expect(exactText(account.startAmount)).toBe('49')
    expect(account.depthLimited).toBe(true)
    const wide = leg(
      'sell',
      [
        ['1.01', '50'],
        ['0.5', '1000'],
      ],
      { lot: '0.01' },
    )
    const fifty = accountOf([wide, deep2('buy', '1'), deep2('sell', '1')], unlimited)
    expect([exactText(fifty.startAmount), fifty.depthLimited]).toEqual(['50', false])
  })
})

describe('why a cycle is no opportunity', () => {
  const one = (side: 'buy' | 'sell', price: string, rules: Partial<PlainTriangularLeg> = {}) =>
    leg(side, [[price, '100']], { lot: '0.01', ...rules })
  const pays = one('sell', '1.01')
  const stairs = leg(
    'buy',
    [
      ['1', '0.01'],
      ['1.02', '500'],
    ],
    { lot: '0.01' },
  )
  test.each<readonly [string, PlainTriangle, string]>([
    ['an empty side', [one('buy', '1'), leg('buy', []), pays], 'no-gap'],
    ['no gain at the best prices', [one('buy', '1'), one('buy', '1'), one('sell', '1')], 'no-gap'],
    ['[D9] a leg taken the wrong way round', [one('buy', '1'), one('sell', '1'), one('buy', '1.01')], 'no-gap'],
    ['[D9] a leg whose price is told upside down', [GOLDEN[0], one('buy', '20'), GOLDEN[2]], 'quarantine'],
    ['a gain smaller than three fees', [one('buy', '1'), one('buy', '1'), one('sell', '1.002')], 'fees'],
    [
      '[D7] a fee that is not zero is never left out',
      [one('buy', '1', { fee: '0.011' }), one('buy', '1'), pays],
      'fees',
    ],
    ['[D4] less than a lot', [one('buy', '1'), one('buy', '1', { lot: '1000' }), pays], 'size'],
    ['[D4] below the minimum quantity', [one('buy', '1'), one('buy', '1'), { ...pays, minQty: '1000' }], 'size'],
    ['[D4] below the minimum notional', [one('buy', '1', { minNotional: '100.01' }), one('buy', '1'), pays], 'size'],
    [
      'a minimum notional of more digits than the book, a hair above',
      [one('buy', '1', { minNotional: '100.0000000000000001' }), one('buy', '1'), pays],
      'size',
    ],
    [
      'a minimum notional of more digits than the book, a hair below',
      [one('buy', '1', { minNotional: '99.9999999999999999' }), one('buy', '1'), pays],
      'opportunity',
    ],
    ['a price that gets worse at once', [one('buy', '1'), stairs, pays], 'slippage'],
    ['[D2] a gain above 5 %', [one('buy', '1'), one('buy', '1'), one('sell', '1.0501')], 'quarantine'],
    ['[D2] a gain of exactly 5 %', [one('buy', '1'), one('buy', '1'), one('sell', '1.05')], 'opportunity'],
    ['[D2] a loss above 5 %', [one('buy', '1'), one('buy', '1'), one('sell', '0.9499')], 'quarantine'],
    ['[D2] a loss of exactly 5 %', [one('buy', '1'), one('buy', '1'), one('sell', '0.95')], 'no-gap'],
  ])('%s', (_, legs, expected) => {
    expect(why(legs)).toBe(expected)
  })

  test('[D2] a confirmed gain above 5 % is an opportunity', () => {
    const legs: PlainTriangle = [one('buy', '1'), one('buy', '1'), one('sell', '1.1')]
    expect(why(legs, { cap: null, confirmed: true })).toBe('opportunity')
  })

  test('a gap that only the ten levels beyond the visible depth would hold is not there', () => {
    const legs = legsOf([one('buy', '1'), one('buy', '1'), pays])
    legs[1].leg.slot.limitTo(Number.POSITIVE_INFINITY, 0)
    expect(detectTriangular(legs, unlimited)).toEqual({ kind: 'none', why: 'no-gap' })
  })
})

describe('a cycle is of orders that the exchange takes at once', () => {
  const bounded = (at: number, rules: Partial<PlainTriangularLeg>) =>
    GOLDEN.map((leg, index) => (index === at ? { ...leg, ...rules } : leg)) as unknown as PlainTriangle
  const orders = (at: number, rules: Partial<PlainTriangularLeg>) => {
    const { legs, orderLimited } = accountOf(bounded(at, rules), capped('1000'))
    return [legs.map(({ ordered }) => exactText(ordered)), orderLimited]
  }
  test.each([
    [0, {}, [['0.01999', '0.3994', '0.3991'], false]],
    [0, { maxQty: '0.01' }, [['0.01', '0.1998', '0.1996'], true]],
    [0, { maxNotional: '500' }, [['0.01', '0.1998', '0.1996'], true]],
    [2, { maxQty: '0.25' }, [['0.01251', '0.25', '0.2498'], true]],
  ] as const)('where leg %i is at most %j', (at, rules, expected) => {
    expect(orders(at, rules)).toEqual(expected)
  })
})

describe('against a plain exact reference', () => {
  const isSame = (ours: Ratio, plain: Fraction) => same([ours.n, ours.d], plain)
  const sameLeg = (ours: TriangularLegAccount, plain: PlainOrder) =>
    isSame(ours.ordered, plain.ordered) &&
    isSame(ours.spent, plain.spent) &&
    isSame(ours.received, plain.received) &&
    isSame(ours.dust, plain.dust) &&
    isSame(ours.price, plain.price) &&
    ours.levels === plain.levels

  test('[D4] [D9] amount, orders, net PnL and gaps are equal, and so is the reason where there is no opportunity', async (context) => {
    const seed = seedFor('triangular', 20_261_121)
    const counts = new Map<string, number>()
    let looked = 0
    await fc.assert(
      fc.asyncProperty(
        triangle({ min: -1_000, max: 52_000 }, MAXIMA),
        fc.constantFrom(null, '50000', '777'),
        fc.boolean(),
        async (legs, cap, confirmed) => {
          if (++looked % BOOKS_RETURN_EVERY === 0) await setImmediate()
          const expected = plainTriangular(legs, cap, confirmed)
          const finding = detectTriangular(legsOf(legs), { cap: cap === null ? null : decimal(cap), confirmed })
          const kind = typeof expected === 'string' ? expected : 'opportunity'
          counts.set(kind, (counts.get(kind) ?? 0) + 1)
          if (typeof expected === 'string') return finding.kind === 'none' && finding.why === expected
          if (finding.kind === 'none') return false
          const { account } = finding
          return (
            isSame(account.startAmount, expected.start) &&
            isSame(account.net, expected.net) &&
            isSame(account.grossTop, expected.grossTop) &&
            isSame(account.grossDepth, expected.grossDepth) &&
            isSame(account.fees, expected.fees) &&
            account.depthLimited === expected.depthLimited &&
            account.orderLimited === expected.orderLimited &&
            account.legs.every((one, at) => sameLeg(one, expected.orders[at] as PlainOrder))
          )
        },
      ),
      { numRuns: messages(1_000_000), seed },
    )
    for (const kind of ['no-gap', 'fees', 'slippage', 'size', 'quarantine']) {
      expect(counts.get(kind), kind).toBeGreaterThan(50)
    }
    expect(counts.get('opportunity')).toBeGreaterThan(1_000)
    const cycles = [...counts.values()].reduce((sum, count) => sum + count, 0)
    recordFigure(context, {
      row: 'D9',
      wanted: 'equal to the exact rational reference, error < 1e-12',
      measured: `exactly equal in ${cycles} cycles, of which ${counts.get('opportunity')} pay`,
      seed,
    })
  }, 1_800_000)
})
