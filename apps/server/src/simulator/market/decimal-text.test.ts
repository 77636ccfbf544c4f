import { expect, test } from 'vitest'
import { fixedText, paddedText, shortText, stepText } from './decimal-text.ts'

test.each([
  [123456, 2, '1234.56', '1234.56', '1234.56000000'],
  [5, 4, '0.0005', '0.0005', '0.00050000'],
  [1200, 2, '12.00', '12', '12.00000000'],
  [0, 3, '0.000', '0', '0.00000000'],
  [70, 0, '70', '70', '70.00000000'],
  [12, -2, '1200', '1200', '1200.00000000'],
  [0, -2, '0', '0', '0.00000000'],
])('%d with %d decimals', (value, decimals, fixed, short, padded) => {
  expect(fixedText(value, decimals)).toBe(fixed)
  expect(shortText(value, decimals)).toBe(short)
  expect(paddedText(value, decimals, 8)).toBe(padded)
})

test('a step is one in the last place', () => {
  expect([stepText(0), stepText(5)]).toEqual(['1', '0.00001'])
})
