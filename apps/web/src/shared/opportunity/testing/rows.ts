import type { CarryRow, SpotRow, TriRow } from '@makas/contract'

const COMMON = {
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

/** A valid spot row; `change` overrides what a test is about. */
export function spotRow(change: Partial<SpotRow> & { readonly id: string }): SpotRow {
  return {
    ...COMMON,
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
    net_profit: change.net_roi ?? 0.40559351,
    net_roi: 0.40559351,
    fees: 0.20040618,
    buy_price: 100.065,
    sell_price: 100.672,
    volume: 2001.3,
    net_pnl: 8.12526,
    ...change,
  }
}

/** A valid carry row; its figures are from G2 and G2b where these name the figure. */
export function carryRow(change: Partial<CarryRow> & { readonly id: string }): CarryRow {
  return {
    ...COMMON,
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
    funding_interval_h: 4,
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
    ...change,
  }
}

/** A valid triangular row with the figures of G3. */
export function triRow(change: Partial<TriRow> & { readonly id: string }): TriRow {
  return {
    ...COMMON,
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
    leg1_price: 50001.2481241,
    leg2_pair: 'ETH/BTC',
    leg2_side: 'buy',
    leg2_price: 0.0500049924887,
    leg3_pair: 'ETH/USDT',
    leg3_side: 'sell',
    leg3_price: 2514.81319218,
    ...change,
  }
}
