import { expect, test } from 'vitest'
import {
  amount,
  exact,
  feeRate,
  gain,
  inFull,
  milliseconds,
  percent,
  price,
  quantity,
  signedGain,
  whole,
} from './numbers.ts'

test.each([
  [0.41, '%0,41'],
  [-0.25, '−%0,25'],
  [0, '%0,00'],
  [-0.004, '%0,00'],
  [1234.5, '%1.234,50'],
  [0.405, '%0,41'],
])('percent %d is written %s', (value, text) => {
  expect(percent(value)).toBe(text)
})

test.each([
  [0.001, '%0,10'],
  [0.00055, '%0,055'],
  [0.00018, '%0,018'],
  [0.000125, '%0,0125'],
  [0, '%0,00'],
])('a fee rate of %d is written %s', (share, text) => {
  expect(feeRate(share)).toBe(text)
})

test.each([
  [0.16, '0,16'],
  [20, '20'],
  [0.0000001, '0,0000001'],
  [16540.90000001, '16.540,90000001'],
])('%d in full is written %s', (value, text) => {
  expect(inFull(value)).toBe(text)
})

test.each([
  [335.04, '335,04'],
  [-3.86, '−3,86'],
  [1234567.891, '1.234.567,89'],
  [-0.001, '0,00'],
])('money %d is written %s', (value, text) => {
  expect(amount(value)).toBe(text)
})

test.each([
  [8.125, '8,13'],
  [0.35, '0,35'],
  [0.035, '0,035'],
  [0.00217651, '0,00218'],
  [-0.0000164321, '−0,0000164'],
  [0.0000000012, '0,00'],
  [0, '0,00'],
])('a gain of %d keeps its significant digits: %s', (value, text) => {
  expect(gain(value)).toBe(text)
})

test('a gain has a plus, a loss the true minus sign, zero no sign', () => {
  expect([signedGain(8.13), signedGain(-8.13), signedGain(0)]).toEqual(['+8,13', '−8,13', '0,00'])
})

test.each([
  [13.4, '13,4'],
  [2310, '2.310'],
  [16540.9, '16.540'],
  [0.31, '0,31'],
  [0.000123456, '0,00012345'],
  [1.9999, '1,999'],
])('a quantity of %d coins is written %s: cut, never rounded up', (value, text) => {
  expect(quantity(value)).toBe(text)
})

test('whole numbers, prices and milliseconds', () => {
  expect([whole(1842), price(0.00001234), price(100), milliseconds(42)]).toEqual([
    '1.842',
    '0,00001234',
    '100,00',
    '42 ms',
  ])
})

test.each([
  ['8.12526', 0, '8,12526'],
  ['-3.86', 5, '−3,86000'],
  ['1234567', 2, '1.234.567,00'],
  ['12345678901234567890.123456789012345678', 0, '12.345.678.901.234.567.890,123456789012345678'],
  ['-7/3', 2, '−7/3'],
])('exact text %s with at least %d decimals keeps every digit: %s', (text, places, shown) => {
  expect(exact(text, places)).toBe(shown)
})

test.each([
  [0.0000042137, '0,0000042137'],
  [0.00000001234567, '0,000000012346'],
  [0.00012345678, '0,00012346'],
  [0, '0,00'],
  [43_250.5, '43.250,50'],
])('a price of %d has the digits of its step', (value, text) => {
  expect(price(value)).toBe(text)
})
