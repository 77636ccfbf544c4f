import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText, mantissaAt, parseDecimal, parseExact, trimmed } from './decimal.ts'
import { add, compare, divide, exactText, lowest, multiply, ofDecimal, ratio, ratioOfText, subtract } from './ratio.ts'
import { rounded, rowNumber, rowPrice, significant } from './rounding.ts'

describe('decimal text', () => {
  test.each([
    ['63000.0', '63000'],
    ['0.00005100', '0.000051'],
    ['-0', '0'],
    ['0', '0'],
    ['1e-08', '0.00000001'],
    ['5E+3', '5000'],
    ['-1.50e2', '-150'],
    ['12.', '12'],
    ['00.10', '0.1'],
  ])('%s is kept exactly as %s', (text, expected) => {
    const parsed = parseDecimal(text)
    expect(parsed === null ? null : decimalText(parsed)).toBe(expected)
  })

  test.each(['', ' 1', '1 ', '.5', '+1', 'NaN', 'Infinity', '0x10', '1e', '1e9999', '1,5', '١', '--1', 'null'])(
    '[D3] %j is refused',
    (text) => {
      expect(parseDecimal(text)).toBeNull()
    },
  )

  test('text that must be a decimal is parsed alike, and any other text is an error that quotes its start', () => {
    expect(parseExact('-1.50')).toEqual({ mantissa: -150n, decimals: 2 })
    expect(exactText(ratioOfText('0.25'))).toBe('0.25')
    for (const parse of [parseExact, ratioOfText]) {
      expect(() => parse('1,5')).toThrow(new RangeError('not a decimal: "1,5"'))
      expect(() => parse('x'.repeat(1_000))).toThrow(new RangeError(`not a decimal: "${'x'.repeat(40)}"`))
    }
  })

  test('[D3] text to number to text is the same number for any digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
        fc.integer({ min: 0, max: 30 }),
        (mantissa, decimals) => {
          const text = decimalText({ mantissa, decimals })
          const again = parseDecimal(text)
          return (
            again !== null &&
            compare(ofDecimal(again), ratio(mantissa, 10n ** BigInt(decimals))) === 0 &&
            !/\.\d*0$|e/i.test(text)
          )
        },
      ),
    )
  })

  test('a decimal moves to more decimals, and to fewer only without loss', () => {
    expect(mantissaAt({ mantissa: 15n, decimals: 1 }, 3)).toBe(1500n)
    expect(mantissaAt({ mantissa: 1500n, decimals: 3 }, 1)).toBe(15n)
    expect(() => mantissaAt({ mantissa: 1501n, decimals: 3 }, 1)).toThrow(RangeError)
    expect(trimmed({ mantissa: 1500n, decimals: 3 })).toEqual({ mantissa: 15n, decimals: 1 })
  })
})

describe('exact fractions', () => {
  test.each([
    [ratio(1n, 3n), '1/3'],
    [ratio(-2n, 6n), '-1/3'],
    [ratio(3n, 8n), '0.375'],
    [ratio(10n, 4n), '2.5'],
    [ratio(0n, 7n), '0'],
    [ratio(5n, -2n), '-2.5'],
  ])('%o is written %s', (value, text) => {
    expect(exactText(value)).toBe(text)
  })

  test('a zero denominator is an error, not infinity', () => {
    expect(() => divide(ratio(1n), ratio(0n))).toThrow(RangeError)
  })

  test('sums, products and lowest terms agree with each other', () => {
    const fraction = fc.tuple(fc.bigInt(-1000n, 1000n), fc.bigInt(1n, 1000n)).map(([n, d]) => ratio(n, d))
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        const back = subtract(add(a, b), b)
        const product = b.n === 0n ? a : divide(multiply(a, b), b)
        return compare(back, a) === 0 && compare(product, a) === 0 && compare(lowest(a), a) === 0
      }),
    )
  })
})

describe('the one rounding', () => {
  test.each([
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [501n, 1000n, 1n],
    [499n, 1000n, 0n],
  ])('%i / %i is %i, half to even', (n, d, expected) => {
    expect(rounded({ n, d }, 0).mantissa).toBe(expected)
  })

  test('a row number has eight decimals, a row price twelve significant digits', () => {
    expect(rowNumber(ratio(1n, 3n))).toBe(0.33333333)
    expect(rowNumber(ratio(5n, 10n ** 9n))).toBe(0)
    expect(rowNumber(ratio(15n, 10n ** 9n))).toBe(0.00000002)
    expect(rowPrice(ratio(1n, 3n))).toBe(0.333333333333)
    expect(rowPrice(ratio(20_000_000n, 3n))).toBe(6_666_666.66667)
    expect(rowPrice(ratio(1n, 3_000_000_000_000n))).toBe(3.33333333333e-13)
    expect(decimalText(significant(ratio(999_999_999_999_950n, 1000n), 12))).toBe('1000000000000')
    expect(decimalText(significant(ratio(0n), 12))).toBe('0')
    expect(decimalText(rounded(ratio(-1n, 3n), 2))).toBe('-0.33')
  })

  test('a row number and a row price are the numbers nearest to their texts, whatever their size', () => {
    const size = fc.oneof(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(-(10n ** 40n), 10n ** 40n))
    fc.assert(
      fc.property(size, fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(1n, 10n ** 40n)), (n, d) => {
        const value = ratio(n, d)
        expect(rowNumber(value)).toBe(Number(decimalText(rounded(value, 8))))
        expect(rowPrice(value)).toBe(Number(decimalText(significant(value, 12))))
      }),
      { numRuns: 2_000 },
    )
  })

  test('[D3] a shown value is never further from the exact value than half a unit of its last digit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 25n), fc.bigInt(1n, 10n ** 25n), (n, d) => {
        const value = ratio(n, d)
        const near = significant(value, 12)
        const error = subtract(ofDecimal(near), value)
        const size = error.n < 0n ? { n: -error.n, d: error.d } : error
        return compare(multiply(size, ratio(2n * 10n ** 11n)), value) <= 0
      }),
    )
  })
})

test('a value has one exact text, whatever power of ten stands in its denominator', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat(60), fc.nat(60), (n, places, more) => {
      const text = exactText({ n, d: 10n ** BigInt(places) })
      expect(exactText({ n: n * 10n ** BigInt(more), d: 10n ** BigInt(places + more) })).toBe(text)
      // By its lowest terms.
      expect(exactText({ n: n * 3n, d: 3n * 10n ** BigInt(places) })).toBe(text)
    }),
  )
})
