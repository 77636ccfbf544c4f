import { expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../../../shared/opportunity/testing/rows.ts'
import { firstAmount, mostOf } from './first-amount.ts'

test.each([
  ['a hundred dollars', spotRow({ id: 'a', volume: 2001.3 }), '100'],
  ['what the row carries where that is less, cut', spotRow({ id: 'a', volume: 57.4399 }), '57,43'],
  ['a small amount of another currency', spotRow({ id: 'a', quote: 'BTC', volume: 0.023_456_78 }), '0,02345'],
  ['and a large one', spotRow({ id: 'a', quote: 'TRY', volume: 12_345.67 }), '12.345'],
  ['of a cycle its start asset', triRow({ id: 't', base_asset: 'ETH', executable_amount: 1.25 }), '1,25'],
  ['of carry its coins at the mark', carryRow({ id: 'c', size: 0.5, mark_price: 100 }), '50'],
] as const)('at first: %s', (_, row, text) => {
  expect(firstAmount(row)).toBe(text)
})

test('a carry row carries its coins at the mark', () => {
  expect(mostOf(carryRow({ id: 'c', size: 10, mark_price: 100 }))).toBe(1000)
})
