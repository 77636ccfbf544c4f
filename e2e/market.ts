import type { Page } from '@playwright/test'

/** A list of our own making, for what the demo market cannot be asked to do on command. */
export function listedRow(at: number, change: Record<string, unknown> = {}) {
  const now = new Date().toISOString()
  return {
    id: `spot.C${at}-USDT.okx.binance`,
    mode: 'spot',
    source: 'live',
    state: 'LIVE',
    age_ms: 200,
    expires_in_ms: 9_000,
    updated_at: now,
    detected_at: now,
    latency_ms: 42,
    confidence: 93,
    confidence_basis: 'prior',
    ttl_ms: 1_500,
    size: 20,
    size_currency: `C${at}`,
    depth_limited: false,
    symbol: `C${at}/USDT`,
    base: `C${at}`,
    quote: 'USDT',
    buy_exchange: 'okx',
    sell_exchange: 'binance',
    spread: 0.8,
    slippage: 0.19,
    net_profit: 0.41,
    net_roi: 0.41,
    fees: 0.2,
    buy_price: 100.065,
    sell_price: 100.672,
    volume: 2001.3,
    net_pnl: 8.12526,
    ...change,
  }
}

type Served = {
  readonly rows: readonly unknown[]
  readonly source?: string
  readonly rejected?: Record<string, number>
  readonly engine?: { readonly state: string; readonly reason: string | null }
  readonly feeds?: string
}

/** Answers the page's calls with a list of ours; the stream is refused, so that the page polls. */
export async function serve(page: Page, served: Served): Promise<void> {
  const source = served.source ?? 'live'
  await page.route('**/api/stream**', (route) => route.abort())
  await page.route('**/api/arbitrage-opportunities', (route) =>
    route.fulfill({
      json: served.rows,
      headers: { 'x-makas-source': source, 'x-makas-as-of': new Date().toISOString() },
    }),
  )
  await page.route('**/api/market-stats', (route) =>
    route.fulfill({
      json: {
        active_exchanges: 3,
        total_opportunities: served.rows.length,
        by_mode: { spot: served.rows.length, carry: 0, tri: 0 },
        live_pairs: 1,
        rejected: served.rejected ?? {},
      },
    }),
  )
  await page.route('**/api/status', (route) => route.fulfill({ json: status(served) }))
}

function status(served: Served) {
  const now = new Date().toISOString()
  return {
    source: served.source === 'demo' ? 'demo' : 'live',
    as_of: now,
    started_at: now,
    engine: served.engine ?? { state: 'ready', reason: null },
    exchanges: ['binance', 'okx', 'bybit', 'kraken'].map((id) => ({
      id,
      state: served.feeds ?? 'live',
      reason: null,
      books_live: 1,
      books_total: 1,
      age_p50_ms: 100,
      age_p99_ms: 900,
      gaps: 0,
      checksum_failures: 0,
      resyncs: 0,
      reconnects: 0,
      bans: 0,
      refused_frames: 0,
      unconfirmed: 0,
      skew_ms: 3,
    })),
  }
}

/** Cuts the page off from the server, as a lost connection would; the route set last is the one that holds. */
export async function cutOff(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
}
