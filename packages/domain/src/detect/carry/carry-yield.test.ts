import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLongRun, seedFor } from '../../../../../scripts/run-length.ts'
import { type Decimal, decimalText } from '../../money/decimal.ts'
import { ofDecimal, type Ratio, ratio } from '../../money/ratio.ts'
import { decimal } from '../../testing/legs.ts'
import { netApyPercent } from './carry-yield.ts'

const text = (value: Decimal | null) => (value === null ? null : decimalText(value))
const exact = (written: string): Ratio => ofDecimal(decimal(written))

describe('a yearly yield', () => {
  test.each([
    ['nothing earned', '0', 90, '0'],
    ['a whole year is itself', '0.0619', 365, '6.19'],
    ['a fifth of a year: the fifth power', '0.1', 73, '61.051'],
    ['two years: the square root', '0.21', 730, '10'],
    ['a day at 1 %: 1.01^365', '0.01', 1, '3678.34343329'],
    ['half of it lost in a fifth of a year', '-0.5', 73, '-96.875'],
    ['everything lost', '-1', 90, '-100'],
    ['next to everything lost', '-0.999999', 30, '-100'],
    ['a tie goes to the even digit below', '0.00000000005', 365, '0'],
    ['a tie goes to the even digit above', '0.00000000015', 365, '0.00000002'],
    ['a negative tie', '-0.00000000015', 365, '-0.00000002'],
    ['a tie under a root', '0.00000000010000000000250000000000', 730, '0'],
  ])('%s', (_, netReturn, days, expected) => {
    expect(text(netApyPercent(exact(netReturn), days))).toBe(expected)
  })

  test.each([
    ['more than everything lost', exact('-1.0000001'), 90],
    ['beyond any JSON number', exact('100'), 1],
    ['beyond any double', ratio(10n ** 400n), 365],
  ])('[D3] %s has none', (_, netReturn, days) => {
    expect(netApyPercent(netReturn, days)).toBeNull()
  })

  test.each([0, -30, 0.5, Number.NaN])('[D3] a hold of %d days is an error', (days) => {
    expect(() => netApyPercent(exact('0.01'), days)).toThrow(RangeError)
  })
})

/** ⌊value^(1/root)⌋ by bisection. */
function integerRoot(value: bigint, root: bigint): bigint {
  let below = 0n
  let above = 1n
  while (above ** root <= value) above *= 2n
  while (above - below > 1n) {
    const middle = (below + above) / 2n
    if (middle ** root <= value) below = middle
    else above = middle
  }
  return below
}

/** 100·((1 + r)^(365/days) − 1) with twenty decimals of the power, cut off, as plainly as it can be written. */
function plainPercentUnits(netReturn: Ratio, days: bigint): { readonly units: bigint; readonly rest: bigint } {
  const DIGITS = 10n ** 10n
  const n = netReturn.n + netReturn.d
  const power = integerRoot((10n ** (20n * days) * n ** 365n) / netReturn.d ** 365n, days)
  return { units: power / DIGITS, rest: power % DIGITS }
}

test('[F19] every digit equals the digit of an exact root, for any return and hold', () => {
  const anyReturn = fc.tuple(fc.bigInt(-9_000_000n, 30_000_000n), fc.constantFrom(10n ** 7n, 10n ** 8n, 123_456_789n))
  fc.assert(
    fc.property(anyReturn, fc.integer({ min: 1, max: 400 }), ([n, d], days) => {
      // A day that compounds to more than a page of digits proves no more and takes longer.
      const netReturn = ratio(n, days < 7 ? d * 100n : d)
      const { units, rest } = plainPercentUnits(netReturn, BigInt(days))
      const expected = units + (rest >= 5n * 10n ** 9n ? 1n : 0n) - 10n ** 10n
      return netApyPercent(netReturn, days)?.mantissa === expected
    }),
    { numRuns: isLongRun ? 20_000 : 200, seed: seedFor('yearly yield', 20_261_202) },
  )
}, 3_600_000)
