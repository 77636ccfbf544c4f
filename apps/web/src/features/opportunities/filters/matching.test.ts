import { describe, expect, test } from 'vitest'
import { carryRow, spotRow, triRow } from '../../../shared/opportunity/testing/rows.ts'
import { activeFilters, DEFAULTS, OPEN, withOpen } from './filters.ts'
import { matching } from './matching.ts'
import { PRESET_FILTERS, presetOf } from './presets.ts'

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

describe('what the filters leave', () => {
  const rows = [
    spotRow({ id: 'a', net_roi: 0.9, net_pnl: 5 }),
    spotRow({ id: 'b', net_roi: 0.5, net_pnl: 1, sell_exchange: 'kraken' }),
    spotRow({ id: 'c', net_roi: 0.49, quote: 'EUR', symbol: 'SOL/EUR' }),
  ]

  test('thresholds include their own value', () => {
    expect(ids(matching(rows, DEFAULTS.spot, null).rows)).toEqual(['a', 'b'])
    expect(ids(matching(rows, { ...DEFAULTS.spot, minPnL: 5 }, null).rows)).toEqual(['a'])
  })

  test.each(['spot', 'carry', 'tri'] as const)('%s: the default of 0 is a bound as any other', (mode) => {
    const losing = {
      spot: spotRow({ id: 'losing', net_roi: 0.9, net_pnl: -0.5 }),
      carry: carryRow({ id: 'losing', daily_pnl: -0.5, net_apy: 9 }),
      tri: triRow({ id: 'losing', net_pnl: -0.5 }),
    }[mode]
    const even = { ...losing, id: 'even', symbol: 'EVEN/USDT', net_pnl: 0, daily_pnl: 0 }
    const { rows: left, costliest } = matching([losing, even], DEFAULTS[mode], null)
    expect(ids(left)).toEqual(['even'])
    expect(costliest).toEqual({ name: 'minPnL', rows: 1 })
  })

  test('every bound holds at its open end', () => {
    const past = [
      spotRow({ id: 'return', net_roi: -0.1 }),
      spotRow({ id: 'slippage', slippage: 100.1 }),
      spotRow({ id: 'confidence', confidence: -1 }),
      spotRow({ id: 'ttl', ttl_ms: -1 }),
    ]
    expect(matching(past, OPEN, null).rows).toEqual([])
    expect(matching([carryRow({ id: 'distance', liquidation_distance: -0.1 })], OPEN, null).rows).toEqual([])
    expect(activeFilters('spot', OPEN)).toEqual([])
  })

  test('both exchanges of a spot row must be chosen, and the quote of a stable row is a stable coin', () => {
    const some = { ...OPEN, exchanges: ['okx', 'binance'] as const }
    expect(ids(matching(rows, some, null).rows)).toEqual(['a', 'c'])
    expect(ids(matching(rows, { ...OPEN, stableOnly: true }, null).rows)).toEqual(['a', 'b'])
  })

  test('the costliest filter refuses the most rows, whatever the others refuse', () => {
    const { costliest, candidates } = matching(rows, { ...OPEN, minNet: 0.8, stableOnly: true }, null)
    expect(candidates).toBe(3)
    expect(costliest).toEqual({ name: 'minNet', rows: 2 })
  })

  test('each side that needs a balance must have it, and without a wallet no row is refused', () => {
    const filters = { ...OPEN, ownedOnly: true }
    const wallet = new Map([
      ['okx USDT', 100],
      ['binance SOL', 99.9],
    ])
    expect(matching(rows, filters, null).rows).toHaveLength(3)
    expect(matching(rows, filters, wallet).rows).toHaveLength(0)
    expect(ids(matching(rows, filters, new Map([...wallet, ['binance SOL', 100]])).rows)).toEqual(['a'])
  })

  test('a search folds Turkish letters and finds exchanges too', () => {
    expect(ids(matching(rows, { ...OPEN, text: ' KRAKEN' }, null).rows)).toEqual(['b'])
    expect(ids(matching(rows, { ...OPEN, text: 'sol/eur' }, null).rows)).toEqual(['c'])
  })

  test.each([
    ['İNJ', 'inj'],
    ['INJ', 'ınj'],
    ['SIL', 'sil'],
    ['ÇİĞÖŞÜ', 'cigosu'],
    ['CIGOSU', 'çığöşü'],
    ['PEÑA', 'pena'],
    ['CAFE', 'Café'],
  ])('the text finds %s by %s: no case, accent or dot of an i tells them apart', (base, text) => {
    const named = [...rows, spotRow({ id: 'named', base, symbol: `${base}/USDT` })]
    expect(ids(matching(named, { ...OPEN, text }, null).rows)).toEqual(['named'])
  })
})

test('of a carry pair the row of the largest allowed leverage is judged', () => {
  const rows = [
    carryRow({ id: '2x', leverage: 2, net_apy: 8 }),
    carryRow({ id: '1x', leverage: 1, net_apy: 7 }),
    carryRow({ id: 'only', leverage: 1, net_apy: 9, symbol: 'ETH/USDT' }),
  ]
  expect(ids(matching(rows, DEFAULTS.carry, null).rows)).toEqual(['2x', 'only'])
  expect(ids(matching(rows, { ...DEFAULTS.carry, maxLev: 1 }, null).rows)).toEqual(['1x', 'only'])
})

test('an unknown distance to liquidation hides no row, a short one does', () => {
  const rows = [
    carryRow({ id: 'near', liquidation_distance: 24.9, net_apy: 9 }),
    carryRow({ id: 'dark', liquidation_distance: null, net_apy: 9, symbol: 'ETH/USDT' }),
  ]
  expect(ids(matching(rows, DEFAULTS.carry, null).rows)).toEqual(['dark'])
})

test('a cycle is judged by slippage in percent, confidence and time to live', () => {
  const rows = [
    triRow({ id: 'good', total_slippage_bp: 10, confidence: 60, ttl_ms: 200 }),
    triRow({ id: 'slippery', total_slippage_bp: 10.1 }),
    triRow({ id: 'unsure', confidence: 59 }),
    triRow({ id: 'short', ttl_ms: 199 }),
  ]
  expect(ids(matching(rows, DEFAULTS.tri, null).rows)).toEqual(['good'])
})

test('rows that an assumed confidence refuses are counted, whatever else refuses them', () => {
  const rows = [
    triRow({ id: 'assumed', confidence: 40, confidence_basis: 'prior' }),
    triRow({ id: 'assumed, and slippery', confidence: 40, confidence_basis: 'prior', total_slippage_bp: 90 }),
    triRow({ id: 'measured', confidence: 40, confidence_basis: 'measured' }),
    triRow({ id: 'good', confidence: 60, confidence_basis: 'prior' }),
  ]
  expect(matching(rows, DEFAULTS.tri, null).unproven).toBe(2)
  expect(matching(rows, OPEN, null).unproven).toBe(0)
})

test('a preset is known by its five fields, and a filter at its open end is not active', () => {
  const balanced = { ...DEFAULTS.carry, ...PRESET_FILTERS.balanced }
  expect(presetOf(balanced)).toBe('balanced')
  expect(presetOf({ ...balanced, minLiq: 26 })).toBeNull()
  expect(activeFilters('carry', balanced)).toEqual(['minNet', 'minPnL', 'minLiq'])
  expect(activeFilters('carry', withOpen(balanced, 'minNet'))).toEqual(['minPnL', 'minLiq'])
  expect(activeFilters('spot', balanced)).not.toContain('minLiq')
})
