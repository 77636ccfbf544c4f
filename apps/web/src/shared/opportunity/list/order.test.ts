import { describe, expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../testing/rows.ts'
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

const carry = [
  carryRow({ id: 'far', net_apy: 7, liquidation_distance: 49, spot_fees: 0.2, funding_rate: 0.01 }),
  carryRow({
    id: 'unknown',
    net_apy: 12,
    liquidation_distance: null,
    liquidation_price: null,
    liquidation_unknown: 'no-tiers',
    spot_fees: 1.6,
    funding_rate: 0.02,
  }),
  carryRow({
    id: 'never',
    net_apy: 9,
    liquidation_distance: null,
    liquidation_price: null,
    liquidation_unknown: 'never',
    spot_fees: 0.1,
    funding_rate: -0.03,
  }),
  carryRow({ id: 'near', net_apy: 8, liquidation_distance: 18, spot_fees: 0.3, funding_rate: 0.015 }),
].map((row) => ({ row, ageMs: 0 }))

describe('[OPP-29] [OPP-31] carry rows', () => {
  test('are ordered by net APY at first, best first', () => {
    expect(orderedIds(carry, DEFAULT_SORT.carry)).toEqual(['unknown', 'never', 'near', 'far'])
  })
  test.each<[SortColumn, string[]]>([
    ['funding', ['never', 'far', 'near', 'unknown']],
    ['fees', ['never', 'far', 'near', 'unknown']],
    ['liquidation', ['near', 'far', 'never', 'unknown']],
  ])('ascending by %s; what is not known stands last', (column, ids) => {
    expect(orderedIds(carry, { column, descending: false })).toEqual(ids)
  })
  test('an unknown distance stands last in both directions', () => {
    expect(orderedIds(carry, { column: 'liquidation', descending: true })).toEqual(['never', 'far', 'near', 'unknown'])
  })
})

const cycles = [
  triRow({ id: 'a', net_roi: 0.2, total_fees_bp: 30, total_slippage_bp: 1, ttl_ms: 900, latency_ms: 20 }),
  triRow({ id: 'b', net_roi: 0.5, total_fees_bp: 20, total_slippage_bp: 9, ttl_ms: 400, latency_ms: 90 }),
].map((row) => ({ row, ageMs: 0 }))

test.each<[SortColumn, string]>([
  ['cost', 'b'],
  ['fees', 'b'],
  ['slippage', 'a'],
  ['ttlPing', 'b'],
  ['ttl', 'b'],
  ['ping', 'a'],
  ['netROI', 'a'],
])('[OPP-29] [OPP-34] cycles ascending by %s begin with %s', (column, first) => {
  expect(orderedIds(cycles, { column, descending: false })[0]).toBe(first)
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
