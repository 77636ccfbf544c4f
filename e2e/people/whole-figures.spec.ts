import { expect, type Page, test } from '@playwright/test'
import { carryRow, listedRow, serve, triRow } from '../market.ts'
import { logIn, makePremium, signUp } from '../people.ts'
import { LIVE, ownKey } from '../trades.ts'

/** Figures and actions of the table or cards that are cut off on the screen; a long name may end in an ellipsis. */
const clipped = (page: Page) =>
  page.evaluate(() => {
    const names = ['Çift', 'Döngü']
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
    return [...document.querySelectorAll('[data-testid=opportunity-row]')].flatMap((line) =>
      [...line.children].flatMap((cell, at) => {
        const cut = seenTexts(cell).filter((text) => isCut(text, cell))
        if (names.includes(heads[at] ?? '')) return []
        const told = cut.map((text) => `${heads[at] ?? 'card'}: ${text.textContent}`)
        return heads.length > 0 ? told : told.filter((one) => /\d/.test(one))
      }),
    )
  })

for (const width of [1440, 1024, 390]) {
  test(`figures and actions of premium are whole in every mode, also long ones of the demo market, at ${width}`, {
    tag: '@full',
  }, async ({ page, baseURL }) => {
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
    // Rows that are stale, with the word for that beside an age of seconds and of minutes.
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
      ],
      carry: [
        ...stale.map((old, at) => carryRow(3 + at, { ...carry, ...old, net_apy: 9 })),
        carryRow(1, { ...carry, base: 'SAND', symbol: 'SAND/USDT', exchange: 'binance' }),
        carryRow(2, { ...carry, ...unknown, quote: 'USD', base: 'AVAX', symbol: 'AVAX/USD' }),
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
      ],
    })
    const keys = ['binance', 'okx', 'bybit', 'kraken'].map((exchange) => ownKey(exchange, LIVE))
    await page.route('**/api/api-keys', (route) => route.fulfill({ json: keys }))
    await logIn(page, await makePremium(baseURL ?? '', await signUp(baseURL ?? '')))
    for (const mode of ['spot', 'carry', 'tri']) {
      await page.goto(`/opportunities?mode=${mode}`)
      const rows = page.getByTestId('opportunity-row')
      await expect(rows).toHaveCount(4)
      await expect(
        rows
          .filter({ hasNotText: /bayat$/ })
          .getByTestId('row-action')
          .first(),
      ).toBeVisible()
      for (const age of [/\d\d sn/, /2 dk/])
        await expect(rows.filter({ hasText: age }).getByText('bayat')).toBeVisible()
      expect([mode, await clipped(page)]).toEqual([mode, []])
    }
  })
}
