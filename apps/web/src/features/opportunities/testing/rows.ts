import type { SpotRow } from '@makas/contract'

/** A valid spot row; `change` overrides what a test is about. */
export function spotRow(change: Partial<SpotRow> & { readonly id: string }): SpotRow {
  return {
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
