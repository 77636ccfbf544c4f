import { expect, test } from 'vitest'
import { objectOf } from './json-fields.ts'
import { parseJson } from './json-text.ts'
import { optionalDecimal, optionalPositive } from './perp-fields.ts'

const field = (json: string) => {
  const object = objectOf(parseJson(`{"markPrice":${json}}`))
  if (object === null) throw new Error('no object')
  return object
}

test.each(['"1e400"', '1e101', '"-2e100"', '"1e-101"', `"${'9'.repeat(101)}"`, '"NaN"', 'true'])(
  '[D3] %s is no number that a row could show',
  (json) => {
    expect(optionalDecimal(field(json), 'markPrice')).toBe('malformed')
    expect(optionalPositive(field(json), 'markPrice')).toBe('malformed')
  },
)

test('numbers as exchanges write them are taken exactly, exponents too', () => {
  expect(optionalPositive(field('"63381.20"'), 'markPrice')).toEqual({ mantissa: 6_338_120n, decimals: 2 })
  expect(optionalPositive(field('7.4e-7'), 'markPrice')).toEqual({ mantissa: 74n, decimals: 8 })
  expect(optionalDecimal(field('"1e99"'), 'markPrice')).toEqual({ mantissa: 10n ** 99n, decimals: 0 })
  expect(optionalDecimal(field('""'), 'markPrice')).toBeNull()
})
