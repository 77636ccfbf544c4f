import { expect, type Locator, type Page, test } from '@playwright/test'
import { carryRow, listedRow, serve, triRow } from '../../market.ts'
import { logIn, makePremium, openAs, signUp } from '../../people.ts'
import { fullUnless } from '../../tier.ts'
import { LIVE, ownKey } from '../../trades.ts'

/** Texts of the lines of a table, of cards or of a panel that are cut off on the screen. */
const clipped = (page: Page, lines = '[data-testid=opportunity-row]') =>
  page.evaluate((selector) => {
    const isCut = (text: Node, cell: Element) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const { left, right } = range.getBoundingClientRect()
      for (let box = text.parentElement; box !== null; box = box === cell ? null : box.parentElement) {
        const edge = box.getBoundingClientRect()
        if (getComputedStyle(box).overflow !== 'visible' && (left < edge.left - 1 || right > edge.right + 1))
          return true
      }
      return false
    }
    const seenTexts = (cell: Element) => {
      const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      while (walk.nextNode()) {
        // Text for screen readers only stands in a box of one pixel.
        const width = walk.currentNode.parentElement?.getBoundingClientRect().width ?? 0
        if (width > 1) found.push(walk.currentNode)
      }
      return found
    }
    const heads = [...document.querySelectorAll('thead th')].map((head) => (head as HTMLElement).innerText.trim())
    return [...document.querySelectorAll(selector)].flatMap((line) =>
      [...line.children].flatMap((cell, at) =>
        seenTexts(cell)
          .filter((text) => isCut(text, cell))
          .map((text) => `${heads[at] ?? 'card'}: ${text.textContent}`),
      ),
    )
  }, lines)

const SATS = { base: '1000SATS', symbol: '1000SATS/USDT', size_currency: '1000SATS' }
const WORDS = { spot: 'İşlem yap', carry: 'Spot + short', tri: 'Tek tıkla işlem' } as const

for (const width of [1440, 1024, 768, 390]) {
  test(`long names, figures and actions are whole in every mode, at ${width}`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const long = { source: 'demo', confidence: 100, latency_ms: 1_144, age_ms: 3_400, expires_in_ms: 60_000 }
    const carry = {
      ...long,
      basis: -0.08,
      funding_rate: -0.0884,
      net_apy: 174.9,
      daily_pnl: 24.55,
      margin_required: 4_957.91,
    }
    const unknown = { liquidation_price: null, liquidation_distance: null, liquidation_unknown: 'no-tiers' }
    // Stale rows, marked beside an age in seconds and an age in minutes.
    const stale = [12_500, 140_000].map((age_ms) => ({ ...long, age_ms, expires_in_ms: 0 }))
    await serve(page, {
      rows: [
        ...stale.map((old, at) => listedRow(3 + at, { ...old, net_roi: 0.9 })),
        listedRow(1, {
          ...long,
          base: 'PENDLE',
          symbol: 'PENDLE/USDT',
          net_pnl: 12_345.67,
          size: 95_242_098_000,
          size_currency: 'SATS',
          depth_limited: true,
          net_roi: 12.34,
        }),
        listedRow(2, { ...long, net_roi: 0.9, quote: 'USDC', symbol: 'C2/USDC', buy_exchange: 'kraken' }),
        listedRow(5, { ...long, ...SATS, net_roi: 0.8 }),
      ],
      carry: [
        ...stale.map((old, at) => carryRow(3 + at, { ...carry, ...old, net_apy: 9 })),
        carryRow(1, { ...carry, base: 'SAND', symbol: 'SAND/USDT', exchange: 'binance' }),
        carryRow(2, { ...carry, ...unknown, quote: 'USD', base: 'AVAX', symbol: 'AVAX/USD' }),
        carryRow(5, { ...carry, ...SATS, exchange: 'binance', side: 'reverse' }),
      ],
      tri: [
        ...stale.map((old, at) => triRow(3 + at, old)),
        triRow(1, {
          ...long,
          base_asset: 'BTC',
          cycle: 'BTC→USDT→PENDLE→BTC',
          executable_amount: 0.00692237,
          net_pnl: 0.0000178,
        }),
        triRow(2, {
          ...long,
          cycle: 'USDT→BTC→AVAX→USDT',
          ttl_ms: 3_304,
          executable_amount: 33_746.12,
          net_pnl: 70.75,
        }),
        triRow(5, { ...long, cycle: 'USDT→BTC→1000SATS→USDT' }),
      ],
    })
    const keys = ['binance', 'okx', 'bybit', 'kraken'].map((exchange) => ownKey(exchange, LIVE))
    await page.route('**/api/api-keys', (route) => route.fulfill({ json: keys }))
    await logIn(page, await makePremium(await signUp()))
    for (const mode of ['spot', 'carry', 'tri'] as const) {
      await page.goto(`/opportunities?mode=${mode}`)
      const rows = page.getByTestId('opportunity-row')
      await expect(rows).toHaveCount(5)
      const action = rows
        .filter({ hasNotText: /bayat$/ })
        .getByTestId('row-action')
        .first()
      await expect(action).toBeVisible()
      // The visible words: an icon alone would say nothing.
      await expect(action).toHaveText(WORDS[mode], { useInnerText: true })
      for (const age of [/\d\d sn/, /2 dk/])
        await expect(rows.filter({ hasText: age }).getByText('bayat')).toBeVisible()
      expect([mode, await clipped(page)]).toEqual([mode, []])
    }
  })
}

const limited = (at: number, change: Record<string, unknown>) => ({
  ...listedRow(at, { source: 'demo', size: 95_242_098, ...change }),
  ...{ affordable_size: null, net_pnl_affordable: null, limited_by: 'sell-not-connected', fees_basis: 'public' },
})
const best = 'table[aria-label="En yüksek net getirili on fırsat"] tbody tr'

for (const width of [1440, 1024, 768, 390]) {
  test(`pairs on dashboard and portfolio are whole, at ${width}`, { tag: fullUnless(width === 390) }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const names = ['1000SATS', 'PENDLE', '1INCH', 'JTO']
    const rows = names.map((base, at) => limited(at, { base, symbol: `${base}/USDT`, size_currency: base }))
    await serve(page, { rows, source: 'demo' })
    const exchanges = ['okx', 'bybit'].map((exchange) => ({
      ...{ id: `key-${exchange}`, exchange, testnet: true, is_demo: false, status: 'connected', error: null },
      balances: [],
    }))
    const portfolio = { total_usdt: null, is_partial: false, owned: [], as_of: new Date().toISOString(), exchanges }
    await page.route('**/api/portfolio/balances', (route) => route.fulfill({ json: portfolio }))
    await page.route('**/api/personalized-arbitrage', (route) => route.fulfill({ json: { opportunities: rows } }))
    await page.route('**/api/api-keys', (route) => route.fulfill({ json: [ownKey('okx'), ownKey('bybit')] }))
    await openAs(page, await makePremium(await signUp()), '/dashboard')
    const own = page.getByRole('region', { name: 'Bakiyenize göre' }).getByRole('listitem')
    await expect(own).toHaveCount(names.length)
    await expect(page.getByTestId('row-action').first()).toHaveText('İşlem yap', { useInnerText: true })
    expect(await clipped(page, `${best}, section li`)).toEqual([])
    // In every row the mark stands at the same place: beside the pair, or beneath it.
    const places = await page
      .locator(best)
      .getByText('demo')
      .evaluateAll((marks) =>
        marks.map((mark) => {
          const pair = mark.previousElementSibling?.getBoundingClientRect()
          return mark.getBoundingClientRect().top >= (pair?.bottom ?? 0)
        }),
      )
    expect(places).toEqual(names.map(() => width < 1280))
    await page.goto('/portfolio')
    await expect(page.locator(best)).toHaveCount(names.length)
    expect(await clipped(page, best)).toEqual([])
  })
}

test('a wide dashboard has buttons by its heading, feeds in the shorter column', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await serve(page, { rows: [listedRow(1)] })
  const portfolio = { total_usdt: null, is_partial: false, owned: [], as_of: new Date().toISOString() }
  const serveAccounts = (exchanges: readonly unknown[]) =>
    page.route('**/api/portfolio/balances', (route) => route.fulfill({ json: { ...portfolio, exchanges } }))
  await serveAccounts([])
  await openAs(page, await signUp(), '/dashboard')
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const left = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN
  const feeds = page.getByRole('region', { name: 'Bağlantı durumu' })
  const rows = page.getByRole('region', { name: 'En yüksek net getiriler' })
  await expect(page.getByText('son ')).toBeVisible()
  const end = await page.getByRole('list', { name: 'Özet' }).boundingBox()
  expect(await top(page.getByRole('button', { name: 'Yenile' }))).toBeLessThan((end?.y ?? 0) + (end?.height ?? 0))
  await expect(page.getByText('Henüz deneme işlemi yok.')).toBeVisible()
  // Without a connection the right column has little else.
  expect(await left(feeds)).toBeGreaterThan(await left(rows))

  const account = { testnet: true, is_demo: false, status: 'connected', error: null, balances: [] }
  await serveAccounts([{ ...account, id: 'key-okx', exchange: 'okx' }])
  await page.reload()
  await expect.poll(() => left(feeds)).toBe(await left(rows))
})
