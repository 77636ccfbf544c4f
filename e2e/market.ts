import { type APIResponse, expect, type Locator, type Page } from '@playwright/test'
import { putAway } from './keyboard.ts'

/** Selector of a row of the list, in a table or as a card. */
export const row = '[data-testid=opportunity-row]'

/** What rows of every mode have. */
function common() {
  const now = new Date().toISOString()
  return {
    source: 'live',
    state: 'LIVE',
    age_ms: 200,
    expires_in_ms: 9_000,
    updated_at: now,
    detected_at: now,
    latency_ms: 42,
    confidence: 93,
    confidence_basis: 'prior',
    depth_limited: false,
  }
}

/** A spot row of the test's own, for states that the demo market does not show on command. */
export function listedRow(at: number, change: Record<string, unknown> = {}) {
  return {
    ...common(),
    id: `spot.C${at}-USDT.okx.binance`,
    mode: 'spot',
    ttl_ms: 1_500,
    size: 20,
    size_currency: `C${at}`,
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

/** A carry row of the test's own; its figures fit `carryAnswer`. */
export function carryRow(at: number, change: Record<string, unknown> = {}) {
  return {
    ...common(),
    id: `carry.C${at}-USDT.okx.2x`,
    mode: 'carry',
    ttl_ms: 28_800_000,
    size: 10,
    size_currency: `C${at}`,
    exchange: 'okx',
    symbol: `C${at}/USDT`,
    base: `C${at}`,
    quote: 'USDT',
    side: 'long-spot',
    leverage: 2,
    hold_days: 30,
    funding_rate: 0.01,
    last_funding_rate: 0,
    funding_interval_h: 8,
    next_funding_at: new Date().toISOString(),
    basis: 0.5,
    spot_fees: 0.2,
    perp_fees: 0.1005,
    total_slippage: 0.05,
    net_apr: 4.44964503,
    net_apy: 4.54107951,
    daily_pnl: 0.18316667,
    net_pnl: 5.495,
    margin_required: 502.5,
    break_even_days: 11.68333333,
    mark_price: 100,
    mark_age_ms: 100,
    liquidation_price: 150,
    liquidation_distance: 50,
    liquidation_unknown: null,
    ...change,
  }
}

/** A triangular row of the test's own. */
export function triRow(at: number, change: Record<string, unknown> = {}) {
  return {
    ...common(),
    id: `tri.okx.USDT-BTC-C${at}`,
    mode: 'tri',
    ttl_ms: 900,
    size: 999.5,
    size_currency: 'USDT',
    exchange: 'okx',
    base_asset: 'USDT',
    cycle: `USDT→BTC→C${at}→USDT`,
    gross_roi: 0.6,
    net_roi: 0.34,
    total_fees_bp: 22.5,
    total_slippage_bp: 2,
    start_amount: 1000,
    executable_amount: 999.5,
    net_pnl: 3.38,
    leg1_pair: 'BTC/USDT',
    leg1_side: 'buy',
    leg1_price: 50_000,
    leg2_pair: `C${at}/BTC`,
    leg2_side: 'buy',
    leg2_price: 0.05,
    leg3_pair: `C${at}/USDT`,
    leg3_side: 'sell',
    leg3_price: 2_515,
    ...change,
  }
}

/** Evidence of a carry row over 30 days: ten coins bought at 100, ten sold at 100.5. */
export function carryAnswer(row: ReturnType<typeof carryRow>) {
  const leg = (market: string, side: string, fee: string, price: string) => ({
    exchange: 'okx',
    market,
    symbol: 'C1',
    side,
    levels: [[price, '10']],
    multiplier: '1',
    fee,
    lot_step: '0.01',
    min_qty: null,
    min_notional: null,
    book_time: 1,
    book_seq: 7,
    received_at: 1,
  })
  const evidence = {
    legs: [leg('spot', 'buy', '0.001', '100'), leg('perp', 'sell', '0.0005', '100.5')],
    ...{ size: '10', qty: '10', s0: '100', p0: '100.5', mark: '100' },
    ...{ rates: ['0.0001', '0.0002', '0'], intervals: ['8', '8', '8'], last_rate: '0', interval_h: '8' },
    ...{ hold_days: '30', leverage: '2', borrow_rate: '0', funding: '9' },
    ...{ slippage_entry: '0.25', slippage_exit: '0.25', fees: '3.005', borrow: '0', net: '5.495' },
    capital: '1502.5',
    tiers: [['0', '0.004', '0']],
  }
  return { row, evidence }
}

type Served = {
  readonly rows?: readonly unknown[]
  readonly carry?: readonly unknown[]
  readonly tri?: readonly unknown[]
  readonly source?: string
  readonly rejected?: Record<string, number>
  readonly engine?: { readonly state: string; readonly reason: string | null }
  readonly feeds?: string
}

const pairOf = ({ symbol, exchange, side }: ReturnType<typeof carryRow>) => `${symbol} ${exchange} ${side}`

/** Answers the page's calls with a list of the test's own. Refuses the stream, so that the page polls. */
export async function serve(page: Page, served: Served): Promise<void> {
  const source = served.source ?? 'live'
  await page.route('**/api/stream**', (route) => route.abort())
  const lists = { arbitrage: served.rows ?? [], 'cash-carry': served.carry ?? [], triangular: served.tri ?? [] }
  for (const [name, rows] of Object.entries(lists)) {
    await page.route(`**/api/${name}-opportunities`, (route) =>
      route.fulfill({
        json: rows,
        headers: { 'x-makas-source': source, 'x-makas-as-of': new Date().toISOString() },
      }),
    )
  }
  await page.route('**/api/market-stats', (route) =>
    route.fulfill({
      json: {
        active_exchanges: 3,
        total_opportunities: Object.values(lists).reduce((sum, rows) => sum + rows.length, 0),
        by_mode: {
          spot: lists.arbitrage.length,
          carry: lists['cash-carry'].length,
          tri: lists.triangular.length,
        },
        carry_pairs: new Set(lists['cash-carry'].map((row) => pairOf(row as ReturnType<typeof carryRow>))).size,
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

/** Opens a page with a list of the test's own. */
export async function openWith(page: Page, served: Served, path: string): Promise<void> {
  await serve(page, served)
  await page.goto(path)
}

/** The headings of the page's table in one text, without their units unless `withUnits`. */
export async function headings(page: Page, withUnits = false): Promise<string> {
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  const texts = await page.getByRole('columnheader').allInnerTexts()
  return texts.map((text) => (withUnits ? text : text.replace(/,.*/, '')).trim()).join(' | ')
}

/** Cuts the page off from the server, as a lost connection would. The last route that is set wins. */
export async function cutOff(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => route.abort())
}

/** Decimal text in units of the last of `places` decimals; shares nothing with the page's arithmetic. */
export function units(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -value : value
}

/** A figure in Turkish notation as plain decimal text. */
export function plain(shown: string): string {
  return shown.replaceAll('.', '').replace(',', '.').replace('−', '-')
}

/** Opens a list and waits for its first row. */
export async function openMode(page: Page, mode: 'carry' | 'tri'): Promise<void> {
  // Filters that let every row of the mode through.
  const all = mode === 'carry' ? '&minApy=0&minLiq=0' : '&minROI=0&maxSlippage=100&minConfidence=0&minTTL=0'
  await page.goto(`/opportunities?mode=${mode}${all}`)
  await expect(page.getByTestId('opportunity-row').first()).toBeVisible()
}

/** Repeats the server's first good answer to each of these calls, so that two reads see the same figures. */
export async function keepAnswers(page: Page, calls: readonly string[]): Promise<void> {
  for (const call of calls) {
    let kept: APIResponse | undefined
    await page.route(`**/api/${call}`, async (route) => {
      const answer = kept ?? (await route.fetch())
      if (answer.ok()) kept = answer
      await route.fulfill({ response: answer })
    })
  }
}

/**
 * Bound of a try, ms, to press an element that may be gone by then, so that the next try can begin. A try that succeeds
 * takes a fraction of it.
 */
export const TRY_MS = 20_000

/** Presses Enter until `opened` is there: a row of the demo market may close between the look and the press. */
export async function pressUntil(pressed: Locator, opened: Locator): Promise<void> {
  await expect(async () => {
    if (await opened.isVisible()) return
    await pressed.press('Enter', { timeout: TRY_MS })
    await expect(opened).toBeVisible({ timeout: TRY_MS })
  }).toPass()
}

/** Opens the breakdown of the first listed row, or of the next row if it has closed; `account` is part of it. */
export async function openAccount(page: Page, account: Locator): Promise<void> {
  const dialog = page.getByRole('dialog')
  const closed = dialog.getByRole('heading', { name: 'Bu fırsat kapandı' })
  await expect(async () => {
    if (await dialog.isVisible()) await putAway(dialog)
    const row = page.getByTestId('opportunity-row').first()
    await row.getByRole('button', { name: / aç/ }).click({ timeout: TRY_MS })
    await expect(account.or(closed).first()).toBeVisible()
    expect(await closed.isVisible()).toBe(false)
  }).toPass()
}
