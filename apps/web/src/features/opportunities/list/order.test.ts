import { describe, expect, test } from 'vitest'
import { spotRow } from '../testing/rows.ts'
import { DEFAULT_SORT, movedCount, orderedIds, type SortColumn, sortAfterClick, withNewAtEnd } from './order.ts'

const rows = [
  { row: spotRow({ id: 'b', net_roi: 0.4, symbol: 'BTC/USDT', latency_ms: 90, size: 2 }), ageMs: 300 },
  { row: spotRow({ id: 'a', net_roi: 0.4, symbol: 'SOL/USDT', latency_ms: 10, size: 1 }), ageMs: 100 },
  { row: spotRow({ id: 'c', net_roi: 1.2, symbol: 'ADA/USDT', latency_ms: 50, size: 3 }), ageMs: 200 },
]

test('[OPP-29] the default order is net ROI descending; equal rows keep one order', () => {
  expect(DEFAULT_SORT.spot).toEqual({ column: 'netROI', descending: true })
  expect(orderedIds(rows, DEFAULT_SORT.spot)).toEqual(['c', 'a', 'b'])
})

test.each<[SortColumn, string[]]>([
  ['pair', ['c', 'b', 'a']],
  ['latency', ['a', 'c', 'b']],
  ['size', ['a', 'b', 'c']],
  ['age', ['a', 'c', 'b']],
])('[OPP-29] ascending by %s', (column, ids) => {
  expect(orderedIds(rows, { column, descending: false })).toEqual(ids)
})

describe('[OPP-29] a click on a heading', () => {
  test('turns the direction of the column that is sorted', () => {
    expect(sortAfterClick(DEFAULT_SORT.spot, 'netROI')).toEqual({ column: 'netROI', descending: false })
  })
  test('begins with the largest figure, the first name, the smallest delay', () => {
    expect(sortAfterClick(DEFAULT_SORT.spot, 'netPNL').descending).toBe(true)
    expect(sortAfterClick(DEFAULT_SORT.spot, 'pair').descending).toBe(false)
    expect(sortAfterClick(DEFAULT_SORT.spot, 'latency').descending).toBe(false)
  })
})

describe('while the order is held', () => {
  test('new rows join at the end and nothing else moves', () => {
    expect(withNewAtEnd(['a', 'b'], ['c', 'b', 'a'])).toEqual(['a', 'b', 'c'])
    const shown = ['a', 'b']
    expect(withNewAtEnd(shown, ['b'])).toBe(shown)
  })
  test('the count says how many rows would stand elsewhere', () => {
    expect(movedCount(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe(0)
    expect(movedCount(['a', 'b', 'c'], ['b', 'a', 'c'])).toBe(2)
    expect(movedCount(['a', 'b', 'c'], ['a', 'b'])).toBe(1)
    expect(movedCount(['a'], ['a', 'd'])).toBe(1)
  })
})
