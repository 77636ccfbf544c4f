import { expect, test } from 'vitest'
import { differenceOf, shownSums } from './shown-sums.ts'

test('sums are signed and add up: received − spent − fees + left = net', () => {
  expect(shownSums({ spent: '100.2', received: '101.7', fees: '0.2', net: '1.3' })).toEqual({
    received: '101.7',
    spent: '-100.2',
    fees: '-0.2',
    left: '0',
    net: '1.3',
    isRounded: false,
  })
})

test('fractions are rounded together, and still add up to the last digit', () => {
  const shown = shownSums({ spent: '100/3', received: '304/9', fees: '0.0333333333', net: '37000000003/90000000000' })
  const hundredMillionths = (text: string) => Math.round(Number(text) * 1e8)
  const parts = [shown.received, shown.spent, shown.fees].map(hundredMillionths)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(hundredMillionths(shown.net))
  expect(shown.isRounded).toBe(true)
})

test('nothing spent is no minus zero', () => {
  const none = shownSums({ spent: '0', received: '0', fees: '0', net: '0' })
  expect([none.spent, none.fees]).toEqual(['0', '0'])
})

test('the difference is between the nets as shown', () => {
  const net = (text: string) => shownSums({ spent: '0', received: text, fees: '0', net: text })
  expect(differenceOf(net('1.1'), net('1.3'))).toBe('-0.2')
  expect(differenceOf(net('1.3'), net('1.3'))).toBe('0')
})
