import { expect, test } from 'vitest'
import { typedDecimal, typedNumber, typedText, UNREADABLE } from './typed-number.ts'

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['12,5', 12.5],
  ['12.5', 12.5],
  ['1.500', 1500],
  ['0.500', 0.5],
  ['1.234.567,25', 1_234_567.25],
  ['10 000', 10_000],
  ['−3,5', -3.5],
  ['–3,5', -3.5],
  ['\u200b12\u202f500\u00a0', 12_500],
  ['１２,５', 12.5],
  ['1,2,3', UNREADABLE],
  ['1.2.3', UNREADABLE],
  ['on', UNREADABLE],
  ['1e5', UNREADABLE],
])('%j is read as %s', (text, value) => {
  expect(typedNumber(text)).toBe(value)
})

test('a field shows a number as a person would type it', () => {
  expect([0, 12.5, -0.02].map(typedText)).toEqual(['0', '12,5', '-0,02'])
})

test.each([
  ['1.234.567,00000001', '1234567.00000001'],
  ['0,000000010', '0.000000010'],
  ['', null],
  ['1e5', null],
])('%j is the decimal text %s, digit for digit', (text, value) => {
  expect(typedDecimal(text)).toBe(value)
})
