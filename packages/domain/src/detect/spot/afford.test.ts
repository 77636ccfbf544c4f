import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { exactText, ofDecimal, type Ratio } from '../../money/ratio.ts'
import { decimal, legOf } from '../../testing/legs.ts'
import { plainAfford } from '../../testing/plain-afford.ts'
import { type Fraction, type PlainLeg, type PlainLevel, plainSpot, same } from '../../testing/plain-spot.ts'
import { type AffordablePart, affordSpot } from './afford.ts'
import { detectSpot } from './spot.ts'

const RULES = { fee: '0.001', lot: '0.1', minQty: null, minNotional: null, multiplier: 1n }
const ASKS: PlainLevel[] = [
  ['100.00', '4'],
  ['100.05', '6'],
  ['100.10', '15'],
]
const BIDS: PlainLevel[] = [
  ['100.80', '3'],
  ['100.72', '7'],
  ['100.60', '20'],
]

function afford(buyOn: PlainLeg, sellOn: PlainLeg, quote: string, coins: string): AffordablePart {
  const [buy, sell] = [legOf('asks', buyOn), legOf('bids', sellOn)]
  const finding = detectSpot(buy, sell, { cap: null, confirmed: true })
  if (finding.kind === 'none') throw new Error(`no opportunity: ${finding.why}`)
  return affordSpot(buy, sell, finding.account, { quote: ofDecimal(decimal(quote)), coins: ofDecimal(decimal(coins)) })
}
const told = ({ limit, account }: AffordablePart) => [limit, account === null ? null : exactText(account.size)]

describe('[ROLE-06] how much of an opportunity is paid for', () => {
  const buy = { ...RULES, levels: ASKS }
  const sell = { ...RULES, levels: BIDS }
  // All 25 coins of G1c cost 400 + 600.3 + 1501.5 = 2501.8 and a thousandth more.
  test.each([
    ['both are enough, to the last digit', '2504.3018', '25', ['market', '25']],
    ['a digit less of quote currency is a lot less', '2504.30179999', '25', ['buy-balance', '24.9']],
    ['the fee of the purchase is paid too', '2501.8', '25', ['buy-balance', '24.9']],
    ['fewer coins than the books carry', '9999', '7.25', ['sell-balance', '7.2']],
    ['the smaller one counts', '1001.3003', '7.25', ['sell-balance', '7.2']],
    ['and the other way round', '400.4', '7.25', ['buy-balance', '4']],
    ['less than a lot', '9999', '0.09', ['sell-balance', null]],
    ['nothing at all', '0', '0', ['buy-balance', null]],
    ['what is owed is nothing', '-50', '-1', ['buy-balance', null]],
  ])('%s', (_, quote, coins, expected) => {
    expect(told(afford(buy, sell, quote, coins))).toEqual(expected)
  })

  test('less than the smallest order of either exchange is nothing', () => {
    const strict = (rules: Partial<PlainLeg>) => ({ ...sell, ...rules })
    expect(told(afford(buy, strict({ minQty: '5' }), '9999', '4.9'))).toEqual(['sell-balance', null])
    expect(told(afford(buy, strict({ minQty: '5' }), '9999', '5'))).toEqual(['sell-balance', '5'])
    // Two coins bring 201.60, bought for 200.
    expect(told(afford({ ...buy, minNotional: '200.01' }, sell, '9999', '2'))).toEqual(['sell-balance', null])
    expect(told(afford(buy, strict({ minNotional: '201.60' }), '9999', '2'))).toEqual(['sell-balance', '2'])
    expect(told(afford(buy, strict({ minNotional: '201.61' }), '9999', '2'))).toEqual(['sell-balance', null])
  })
})

const digits = (decimals: number) => (value: number) => {
  const text = value.toString().padStart(decimals + 1, '0')
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
const amount = (most: number) => fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 6 }))
const textOf = ([value, decimals]: readonly [number, number]) => digits(decimals)(value)

const side = (best: 'lowest' | 'highest', low: number, high: number) =>
  fc
    .uniqueArray(fc.integer({ min: low, max: high }), { minLength: 1, maxLength: 8 })
    .map((prices) => prices.sort((a, b) => (best === 'lowest' ? a - b : b - a)))
    .chain((prices) =>
      fc
        .array(amount(3_000_000), { minLength: prices.length, maxLength: prices.length })
        .map((sizes) =>
          prices.map((price, at): PlainLevel => [digits(2)(price), textOf(sizes[at] as readonly [number, number])]),
        ),
    )
    .filter((levels) => levels.every(([, size]) => /[1-9]/.test(size)))

const plainLeg = (levels: fc.Arbitrary<PlainLevel[]>) =>
  fc.record({
    levels,
    fee: fc.constantFrom('0', '0.001', '0.00095', '0.008', '0.0006'),
    lot: fc.constantFrom('1', '0.1', '0.001', '0.00001', '0.25', '3'),
    minQty: fc.constantFrom(null, '0.5', '10', '0.0001'),
    minNotional: fc.constantFrom(null, '5', '10.5', '1000'),
    multiplier: fc.constantFrom(1n, 1000n),
  })

const isSame = (ours: Ratio, plain: Fraction) => same([ours.n, ours.d], plain)

test('[CALL-09] size and money of the affordable part equal a plain exact reference', () => {
  let parts = 0
  const numRuns = messages(300_000)
  fc.assert(
    fc.property(
      plainLeg(side('lowest', 9_700, 10_000)),
      plainLeg(side('highest', 9_900, 10_300)),
      amount(500_000_000).map(textOf),
      amount(5_000_000).map(textOf),
      (one, other, quote, coins) => {
        const multiplied = { ...other, multiplier: one.multiplier }
        const best = plainSpot(one, multiplied, null)
        if (best === null) return true
        const expected = plainAfford(one, multiplied, best, quote, coins)
        const { limit, account } = afford(one, multiplied, quote, coins)
        if (expected === null || account === null) return expected === account && limit !== 'market'
        if (limit !== 'market') parts++
        return (
          isSame(account.size, expected.size) &&
          isSame(account.net, expected.net) &&
          isSame(account.cost, expected.cost) &&
          account.net.n > 0n &&
          (limit === 'market') === same(expected.size, best.size)
        )
      },
    ),
    { numRuns, seed: seedFor('affordable part', 20_261_122) },
  )
  expect(parts).toBeGreaterThan(numRuns / 20)
}, 3_600_000)
