import { EXCHANGES } from '@makas/domain'
import { expect, test } from 'vitest'
import { filtersOf, readSearch, searchOf, searchOfMode, sortIn } from './address.ts'
import { DEFAULTS } from './filters.ts'

const kept = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test('each parameter is read, as text and as the type that the router made of it', () => {
  const search = readSearch({
    mode: 'carry',
    minApy: '8',
    minPnL: 2.5,
    exchanges: 'okx,binance',
    ownedOnly: '1',
    stableOnly: true,
    fundingDir: 'negative',
    maxLev: 1,
    minLiq: 30,
    baseAsset: 'btc',
  })
  expect(filtersOf(search)).toEqual({
    ...DEFAULTS.carry,
    minNet: 8,
    minPnL: 2.5,
    exchanges: ['binance', 'okx'],
    ownedOnly: true,
    stableOnly: true,
    fundingDir: 'negative',
    maxLev: 1,
    minLiq: 30,
    baseAsset: 'BTC',
  })
})

test('a bad value is dropped and the default holds', () => {
  const bad = {
    mode: 'futures',
    minROI: 'NaN',
    minPnL: -1,
    exchanges: 'okx,mtgox',
    maxLev: 3,
    stableOnly: 'maybe',
    minConfidence: 101,
    baseAsset: '<b>',
    sort: '-a b',
    evidence: 7,
  }
  expect(kept(readSearch(bad))).toEqual({})
  expect(filtersOf(readSearch(bad))).toEqual(DEFAULTS.spot)
})

test('written filters are read back the same, and defaults are not written', () => {
  for (const mode of ['spot', 'carry', 'tri'] as const) {
    expect(kept(searchOf(mode, DEFAULTS[mode]))).toEqual({})
    const filters = { ...DEFAULTS[mode], minNet: 0, exchanges: [EXCHANGES[1]], maxSlippage: 0.25, text: 'sol' }
    expect(filtersOf(readSearch({ mode, ...searchOf(mode, filters) }))).toEqual(filters)
  }
})

test('only one dialog is open, and parameters of another mode mean nothing', () => {
  expect(kept(readSearch({ evidence: 'a', apy: 'b' }))).toEqual({ evidence: 'a' })
  expect(kept(readSearch({ mode: 'spot', minApy: 3, minLiq: 10 }))).toEqual({ mode: 'spot' })
})

test('another mode keeps the choice of exchanges and drops thresholds, order and dialog', () => {
  const from = readSearch({ minROI: 1, exchanges: 'okx', stableOnly: true, sort: '-netPNL', evidence: 'a' })
  expect(kept(searchOfMode('tri', from))).toEqual({ mode: 'tri', exchanges: 'okx', stableOnly: true })
})

test('an order is a column with its direction', () => {
  expect(sortIn({ sort: '-netPNL' })).toEqual({ column: 'netPNL', descending: true })
  expect(sortIn({ sort: 'latency' })).toEqual({ column: 'latency', descending: false })
  expect(sortIn({})).toBeNull()
})
