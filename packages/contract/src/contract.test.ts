import { describe, expect, test } from 'vitest'
import {
  ERROR_CODES,
  ERROR_STATUS,
  ErrorBody,
  EvidenceLeg,
  ExactText,
  OpportunityRow,
  PATHS,
  SpotRow,
} from './index.ts'

const row: SpotRow = {
  id: 'spot.SOL-USDT.okx.binance',
  mode: 'spot',
  source: 'demo',
  state: 'LIVE',
  age_ms: 400,
  expires_in_ms: 1600,
  updated_at: '2026-11-20T11:03:21.000Z',
  detected_at: '2026-11-20T11:03:20.100Z',
  latency_ms: 42,
  confidence: 93,
  confidence_basis: 'prior',
  ttl_ms: 1500,
  size: 20,
  size_currency: 'SOL',
  depth_limited: false,
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

describe('[ENT-07] a spot row', () => {
  test('is accepted whole', () => {
    expect(OpportunityRow.parse(row)).toEqual(row)
  })
  test.each(Object.keys(row))('is refused without %s', (field) => {
    const { [field as keyof SpotRow]: _left, ...rest } = row
    expect(SpotRow.safeParse(rest).success).toBe(false)
  })
  test.each([
    ['a figure that is no number', { net_roi: Number.NaN }],
    ['a figure as text', { net_pnl: '8.12' }],
    ['an exchange that is not supported', { buy_exchange: 'ftx' }],
    ['a confidence above 100', { confidence: 101 }],
    ['a price of zero', { buy_price: 0 }],
  ])('is refused with %s', (_why, change) => {
    expect(SpotRow.safeParse({ ...row, ...change }).success).toBe(false)
  })
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

test('a leg whose level is a number instead of text is refused', () => {
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
  expect(EvidenceLeg.safeParse(leg).success).toBe(true)
  expect(EvidenceLeg.safeParse({ ...leg, levels: [[100, 4]] }).success).toBe(false)
})

test('every error code has a status of the 4xx or 5xx family and an unknown code is refused', () => {
  for (const code of ERROR_CODES) expect(ERROR_STATUS[code]).toBeGreaterThanOrEqual(400)
  expect(ErrorBody.safeParse({ detail: 'Bulunamadı.', code: 'not-found' }).success).toBe(true)
  expect(ErrorBody.safeParse({ detail: 'Bulunamadı.', code: 'nope' }).success).toBe(false)
})

test('the address of evidence escapes the id', () => {
  expect(PATHS.evidence('spot.A/B')).toBe('/api/opportunities/spot.A%2FB/evidence')
})
