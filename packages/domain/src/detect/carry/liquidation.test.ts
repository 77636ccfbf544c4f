import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import type { TierTable } from '../../market/perp.ts'
import { decimalText } from '../../money/decimal.ts'
import { exactText, multiply, ofDecimal, type Ratio, ratio } from '../../money/ratio.ts'
import { rounded } from '../../money/rounding.ts'
import { decimal } from '../../testing/legs.ts'
import { type Fraction, less, minus, ONE, of, over, plus, same, times, ZERO } from '../../testing/plain-spot.ts'
import { type IsolatedPosition, liquidation, liquidationDistance, maintenanceTiers } from './liquidation.ts'

const exact = (text: string): Ratio => ofDecimal(decimal(text))
const eight = (value: Ratio) => {
  const [whole, fraction = ''] = decimalText(rounded(value, 8)).split('.')
  return `${whole}.${fraction.padEnd(8, '0')}`
}
const percent = (value: Ratio) => eight(multiply(value, ratio(100n)))

type PlainTier = readonly [floor: string, mmr: string]
const table = (tiers: readonly PlainTier[], by: TierTable['by'] = 'notional'): TierTable => ({
  by,
  tiers: tiers.map(([floor, mmr]) => ({ floor: decimal(floor), mmr: decimal(mmr) })),
})
const GOLDEN = table([
  ['0', '0.004'],
  ['50000', '0.005'],
  ['500000', '0.01'],
])
const MARK = decimal('50050')
const short = (size: string, leverage: 1 | 2): IsolatedPosition => ({
  side: 'short',
  entry: exact('50050'),
  size: exact(size),
  leverage,
})

function priceOf(position: IsolatedPosition, of: TierTable = GOLDEN, feeRate: string | null = null): Ratio {
  const tiers = maintenanceTiers(of, MARK)
  if (tiers === null) throw new Error('no table')
  const found = liquidation(position, tiers, feeRate === null ? null : decimal(feeRate))
  if (found.kind === 'never') throw new Error('never')
  return found.price
}

describe('golden numbers of formulas.md § 7', () => {
  test('[G2b] the sums that make one line of all tiers', () => {
    const tiers = maintenanceTiers(GOLDEN, MARK)
    expect(tiers?.map(({ cum }) => decimalText(cum))).toEqual(['0', '50', '2550'])
  })

  test.each<[string, IsolatedPosition, string | null, string, string]>([
    ['at 2×', short('0.2', 2), null, '74775.89641434', '49.40239044'],
    ['at 1×', short('0.2', 1), null, '99701.19521912', '99.20318725'],
    ['with the taker fee counted in', short('0.2', 2), '0.0005', '74738.67595819', '49.32802389'],
    [
      '0.8 BTC: the tier at the liquidation price, not at the entry',
      short('0.8', 2),
      null,
      '74763.68159204',
      '49.37798520',
    ],
  ])('[G2b] %s', (_, position, feeRate, expected, away) => {
    const price = priceOf(position, GOLDEN, feeRate)
    expect(eight(price)).toBe(expected)
    expect(percent(liquidationDistance('short', price, exact('50050')))).toBe(away)
  })
})

describe('a bought perpetual', () => {
  const long: IsolatedPosition = { ...short('0.2', 2), side: 'long' }

  test('is liquidated below its entry: (E − M/q) / (1 − mmr)', () => {
    const price = priceOf(long)
    expect(eight(price)).toBe('25125.50200803')
    expect(percent(liquidationDistance('long', price, exact('50050')))).toBe('49.79919679')
  })

  test('paid for in full is never liquidated', () => {
    const tiers = maintenanceTiers(GOLDEN, MARK)
    expect(tiers && liquidation({ ...long, leverage: 1 }, tiers, null)).toEqual({ kind: 'never' })
  })
})

test('the distance is measured from the current mark and negative once it has moved past', () => {
  expect(exactText(liquidationDistance('short', exact('150'), exact('100')))).toBe('0.5')
  expect(exactText(liquidationDistance('short', exact('150'), exact('160')))).toBe('-0.0625')
  expect(exactText(liquidationDistance('long', exact('50'), exact('100')))).toBe('0.5')
  expect(exactText(liquidationDistance('long', exact('50'), exact('40')))).toBe('-0.25')
})

test('floors in base units lie at their value at the current mark', () => {
  const inCoins = table(
    [
      ['0', '0.004'],
      ['1', '0.005'],
    ],
    'quantity',
  )
  const tiers = maintenanceTiers(inCoins, decimal('50000.5'))
  expect(tiers?.map(({ floor }) => decimalText(floor))).toEqual(['0', '50000.5'])
  expect(tiers?.map(({ cum }) => decimalText(cum))).toEqual(['0', '50.0005'])
})

test.each<[string, readonly PlainTier[]]>([
  ['no tier at all', []],
  ['a first floor above 0', [['1', '0.01']]],
  [
    'floors that do not rise',
    [
      ['0', '0.01'],
      ['100', '0.02'],
      ['100', '0.03'],
    ],
  ],
  ['a negative rate', [['0', '-0.01']]],
  ['a rate of the whole value', [['0', '1']]],
])('[D3] %s is no table', (_, tiers) => {
  expect(maintenanceTiers(table(tiers), MARK)).toBeNull()
})

/** Reference: each tier tried by itself; the one whose span holds the notional at its own price, else the highest. */
function plainPrice(tiers: readonly PlainTier[], position: PlainPosition): Fraction {
  const { side, entry, size, leverage, fee } = position
  const value = times(size, entry)
  const margin = over(value, [leverage, 1n])
  let cum = ZERO
  let last = ZERO
  for (const [at, [floor, mmr]] of tiers.entries()) {
    const before = tiers[at - 1]
    if (before !== undefined) cum = plus(cum, times(of(floor), minus(of(mmr), of(before[1]))))
    const rate = plus(of(mmr), fee)
    last =
      side === 'short'
        ? over(plus(plus(margin, cum), value), times(size, plus(ONE, rate)))
        : over(minus(minus(value, margin), cum), times(size, minus(ONE, rate)))
    const held = times(size, last)
    const next = tiers[at + 1]
    if (less(of(floor), held) && (next === undefined || !less(of(next[0]), held))) return last
  }
  return last
}
type PlainPosition = {
  readonly side: 'short' | 'long'
  readonly entry: Fraction
  readonly size: Fraction
  readonly leverage: bigint
  readonly fee: Fraction
}

test('on generated tables it is the price at which equity meets the requirement of the tier that holds there', () => {
  const tiers = fc
    .uniqueArray(fc.integer({ min: 1, max: 400_000 }), { maxLength: 9 })
    .chain((floors) =>
      fc.tuple(
        fc.constant([0, ...floors.sort((a, b) => a - b)]),
        fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: floors.length + 1, maxLength: floors.length + 1 }),
      ),
    )
    .map(([floors, rates]) => {
      const rising = rates.toSorted((a, b) => a - b)
      return floors.map((floor, i): PlainTier => [`${floor}`, `0.${`${rising[i]}`.padStart(4, '0')}`])
    })
  const any = fc.record({
    tiers,
    side: fc.constantFrom('short' as const, 'long' as const),
    entry: fc.integer({ min: 1, max: 9_999_999 }),
    size: fc.integer({ min: 1, max: 5_000_000 }),
    leverage: fc.constantFrom(1 as const, 2 as const),
    fee: fc.constantFrom(null, '0.0005'),
  })
  let beyondFirst = 0
  fc.assert(
    fc.property(any, ({ tiers: plainTiers, side, entry, size, leverage, fee }) => {
      const tiers = maintenanceTiers(table(plainTiers), MARK)
      if (tiers === null) return false
      const position = { side, entry: ratio(BigInt(entry), 100n), size: ratio(BigInt(size), 1_000n), leverage }
      const found = liquidation(position, tiers, fee === null ? null : decimal(fee))
      if (side === 'long' && leverage === 1) return found.kind === 'never'
      if (found.kind === 'never') return false
      const plain: PlainPosition = {
        side,
        entry: [BigInt(entry), 100n],
        size: [BigInt(size), 1_000n],
        leverage: BigInt(leverage),
        fee: fee === null ? ZERO : of(fee),
      }
      const second = plainTiers[1]
      if (second && less(of(second[0]), times(plain.size, [found.price.n, found.price.d]))) beyondFirst++
      return same([found.price.n, found.price.d], plainPrice(plainTiers, plain))
    }),
    { numRuns: isLongRun ? 1_000_000 : 10_000, seed: seedFor('liquidation', 20_261_204) },
  )
  expect(beyondFirst).toBeGreaterThan(100)
}, 3_600_000)
