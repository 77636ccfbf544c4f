import { MODES } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import {
  CarryEvidence,
  CarryRow,
  ERROR_CODES,
  ERROR_STATUS,
  ErrorBody,
  EvidenceLeg,
  ExactText,
  LISTS,
  Lifetimes,
  MarketStats,
  OpportunityRow,
  PATHS,
  SpotRow,
  TriEvidence,
  TriRow,
} from './index.ts'

const common = {
  source: 'demo',
  state: 'LIVE',
  age_ms: 400,
  expires_in_ms: 1600,
  updated_at: '2026-11-20T11:03:21.000Z',
  detected_at: '2026-11-20T11:03:20.100Z',
  latency_ms: 42,
  confidence: 93,
  confidence_basis: 'prior',
  depth_limited: false,
} as const

const spot: SpotRow = {
  ...common,
  id: 'spot.SOL-USDT.okx.binance',
  mode: 'spot',
  ttl_ms: 1500,
  size: 20,
  size_currency: 'SOL',
  symbol: 'SOL/USDT',
  base: 'SOL',
  quote: 'USDT',
  buy_exchange: 'okx',
  sell_exchange: 'binance',
  spread: 0.8,
  slippage: 0.19339429,
  net_profit: 0.40559351,
  net_roi: 0.40559351,
  fees: 0.20040618,
  buy_price: 100.065,
  sell_price: 100.672,
  volume: 2001.3,
  net_pnl: 8.12526,
}

/** Golden G2 and G2b, as far as they name the figure (formulas.md § 7). */
const carry: CarryRow = {
  ...common,
  id: 'carry.BTC-USDT.okx.2',
  mode: 'carry',
  ttl_ms: 28_800_000,
  size: 0.2,
  size_currency: 'BTC',
  exchange: 'okx',
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  side: 'long-spot',
  leverage: 2,
  hold_days: 30,
  funding_rate: 0.01,
  last_funding_rate: -0.002,
  funding_interval_h: 8,
  next_funding_at: '2026-11-20T16:00:00.000Z',
  basis: 0.1,
  spot_fees: 0.2,
  perp_fees: 0.1,
  total_slippage: 0.08,
  net_apr: 4.61958003,
  net_apy: 4.71878371,
  daily_pnl: 1.89909037,
  net_pnl: 56.97271096,
  margin_required: 5005,
  break_even_days: 13.2615207,
  mark_price: 50050,
  mark_age_ms: 120,
  liquidation_price: 74775.8964143,
  liquidation_distance: 49.40239044,
  liquidation_unknown: null,
}

/** Golden G3. */
const tri: TriRow = {
  ...common,
  id: 'tri.okx.USDT-BTC-ETH',
  mode: 'tri',
  ttl_ms: 900,
  size: 999.52495,
  size_currency: 'USDT',
  exchange: 'okx',
  base_asset: 'USDT',
  cycle: 'USDT→BTC→ETH→USDT',
  gross_roi: 0.6,
  net_roi: 0.3385862,
  total_fees_bp: 22.48312922,
  total_slippage_bp: 2.00697346,
  start_amount: 1000,
  executable_amount: 999.52495,
  net_pnl: 3.38425354,
  leg1_pair: 'BTC/USDT',
  leg1_side: 'buy',
  leg1_price: 50001.24812406,
  leg2_pair: 'ETH/BTC',
  leg2_side: 'buy',
  leg2_price: 0.0500049924887,
  leg3_pair: 'ETH/USDT',
  leg3_side: 'sell',
  leg3_price: 2514.81319218,
}

const rows = [
  ['spot', spot, SpotRow],
  ['carry', carry, CarryRow],
  ['tri', tri, TriRow],
] as const

describe.each(rows)('[ENT-07] [ENT-08] [ENT-09] a %s row', (mode, row, schema) => {
  test('is accepted whole, alone, in its own list and in no other', () => {
    expect(schema.parse(row)).toEqual(row)
    expect(OpportunityRow.parse(row)).toEqual(row)
    for (const other of MODES) expect([other, LISTS[other].safeParse([row]).success]).toEqual([other, other === mode])
  })
  test.each(Object.keys(row))('is refused without %s', (field) => {
    const { [field]: _left, ...rest } = row as Record<string, unknown>
    expect(schema.safeParse(rest).success).toBe(false)
  })
})

test.each([
  ['a figure that is no number', spot, { net_roi: Number.NaN }],
  ['a figure without an end', spot, { net_pnl: Number.POSITIVE_INFINITY }],
  ['a figure as text', spot, { net_pnl: '8.12' }],
  ['an exchange that is not supported', spot, { buy_exchange: 'ftx' }],
  ['a confidence above 100', spot, { confidence: 101 }],
  ['a price of zero', spot, { buy_price: 0 }],
  ['a mode that is not ours', spot, { mode: 'futures' }],
  ['a leverage above 2', carry, { leverage: 3 }],
  ['a direction that is none', carry, { side: 'short' }],
  ['no interval of the funding', carry, { funding_interval_h: null }],
  ['a mark of zero', carry, { mark_price: 0 }],
  ['a reason in free words', carry, { liquidation_unknown: 'who knows' }],
  ['a negative age of the mark', carry, { mark_age_ms: -1 }],
  ['a leg that neither buys nor sells', tri, { leg2_side: 'hold' }],
  ['a leg without a price', tri, { leg3_price: null }],
])('a row is refused with %s', (_why, row, change) => {
  expect(OpportunityRow.safeParse({ ...row, ...change }).success).toBe(false)
})

test.each([
  ['no liquidation price', { liquidation_price: null, liquidation_distance: null, liquidation_unknown: 'no-tiers' }],
  ['a hold that never breaks even', { break_even_days: null }],
  ['a payment whose time is not told', { next_funding_at: null }],
])('a carry row may have %s', (_why, change) => {
  expect(OpportunityRow.safeParse({ ...carry, ...change }).success).toBe(true)
})

test.each([
  ['8.12526', true],
  ['-0.5', true],
  ['7/3', true],
  ['1e-7', false],
  ['7/0', false],
  ['+1', false],
  ['.5', false],
])('exact text %s is accepted: %s', (text, accepted) => {
  expect(ExactText.safeParse(text).success).toBe(accepted)
})

const leg = {
  exchange: 'okx',
  market: 'spot',
  symbol: 'SOL-USDT',
  side: 'buy',
  levels: [['100.00', '4']],
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.01',
  min_qty: '0.01',
  min_notional: null,
  book_time: 1,
  book_seq: 7,
  received_at: 1,
}

test('a leg whose level is a number instead of text is refused', () => {
  expect(EvidenceLeg.safeParse(leg).success).toBe(true)
  expect(EvidenceLeg.safeParse({ ...leg, levels: [[100, 4]] }).success).toBe(false)
})

test('evidence of a carry row holds exact text only, and tells missing tiers as missing', () => {
  const money = { funding: '90.09', slippage_entry: '4', slippage_exit: '4', fees: '30', borrow: '0', net: '52.09' }
  const evidence = {
    legs: [leg, { ...leg, market: 'perp', side: 'sell' }],
    ...{ size: '0.2', qty: '0.2', s0: '50000', p0: '50050', mark: '50050' },
    ...{ rates: ['0.0001', '-0.00002', '0.0003'], intervals: ['8', '8', '8'], last_rate: '0.0003', interval_h: '8' },
    ...{ hold_days: '30', leverage: '2', borrow_rate: '0', ...money, capital: '15005' },
    tiers: [
      ['0', '0.004', '0'],
      ['50000', '0.005', '50'],
    ],
  }
  expect(CarryEvidence.parse(evidence)).toEqual(evidence)
  expect(CarryEvidence.safeParse({ ...evidence, tiers: null }).success).toBe(true)
  for (const change of [{ rates: [0.0001] }, { net: 52.09 }, { legs: [leg] }, { tiers: [['0', '0.004']] }]) {
    expect(CarryEvidence.safeParse({ ...evidence, ...change }).success).toBe(false)
  }
})

test('evidence of a cycle has three legs, each with the amounts that went through it', () => {
  const through = { ...leg, ordered: '0.01999', spent: '999.52495', received: '0.0199750075', dust: '0' }
  const evidence = { legs: [through, through, through], size: '999.52495', start_amount: '1000', net: '3.38425354' }
  expect(TriEvidence.parse(evidence)).toEqual(evidence)
  expect(TriEvidence.safeParse({ ...evidence, legs: [through, through] }).success).toBe(false)
  expect(TriEvidence.safeParse({ ...evidence, legs: [through, through, leg] }).success).toBe(false)
})

test('the counts of market stats name every mode', () => {
  const stats = { active_exchanges: 4, total_opportunities: 6, live_pairs: 9, rejected: { fees: 2 } }
  expect(MarketStats.safeParse({ ...stats, by_mode: { spot: 1, carry: 2, tri: 3 } }).success).toBe(true)
  expect(MarketStats.safeParse({ ...stats, by_mode: { spot: 1, carry: 2 } }).success).toBe(false)
})

test('lifetimes keep what is unknown apart from nought', () => {
  const one = { mode: 'tri', episodes: 3, ended: 1, censored: 2, median_ms: null, basis: 'prior', brier: null }
  const curve = { ...one, survival: [{ ms: 120, share: 0.875 }], reliability: [] }
  const answer = { source: 'demo', as_of: '2026-11-20T11:03:21.000Z', modes: [curve] }
  expect(Lifetimes.safeParse({ ...answer, routes: [{ ...curve, id: 'tri.okx.USDT-BTC-ETH' }] }).success).toBe(true)
  expect(Lifetimes.safeParse({ ...answer, routes: [curve] }).success).toBe(false)
  for (const change of [{ survival: [{ ms: 1, share: 1.1 }] }, { basis: 'guess' }, { brier: Number.NaN }]) {
    expect(Lifetimes.safeParse({ ...answer, modes: [{ ...curve, ...change }], routes: [] }).success).toBe(false)
  }
})

test('every error code has a status of the 4xx or 5xx family and an unknown code is refused', () => {
  for (const code of ERROR_CODES) expect(ERROR_STATUS[code]).toBeGreaterThanOrEqual(400)
  expect(ErrorBody.safeParse({ detail: 'Bulunamadı.', code: 'not-found' }).success).toBe(true)
  expect(ErrorBody.safeParse({ detail: 'Bulunamadı.', code: 'nope' }).success).toBe(false)
})

test('the address of evidence escapes the id', () => {
  expect(PATHS.evidence('spot.A/B')).toBe('/api/opportunities/spot.A%2FB/evidence')
})
