import { expect, type Locator, test } from '@playwright/test'
import { expectNoSpill } from '../axe.ts'
import { headings, listedRow, openWith, row, serve, triRow } from '../market.ts'

test.describe('the opportunities page on the demo market', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/opportunities?minROI=0')
    await expect(page.locator(row).first()).toBeVisible()
  })

  test('[OPP-02] [OPP-03] [OPP-04] the header shows connection, speed and number of exchanges', async ({ page }) => {
    await expect(page.getByTestId('connection-state')).toContainText('Demo akışı')
    await expect(page.getByTestId('response-time')).toHaveText(/^yanıt [\d.]+ ms$/)
    await expect(page.getByTestId('exchange-count')).toHaveText('4 borsa')
  })

  test('[OPP-30] every spot column is there, in the specified order', async ({ page }) => {
    expect(await headings(page)).toBe(
      'Çift | Rota | Brüt | Komisyon | Kayma | Net getiri | Net K/Z | Miktar | Gecikme | Güven | Yaş | İşlem',
    )
    const cells = page.locator(row).first().getByRole('cell')
    await expect(cells).toHaveCount(12)
    await expect(cells.nth(1)).toHaveText(/(Binance|OKX|Bybit|Kraken) → (Binance|OKX|Bybit|Kraken)/)
    await expect(cells.nth(5)).toHaveText(/%\d+,\d\d$/)
  })

  test('[OPP-29] net ROI descending at first, and a heading turns it round', async ({ page }) => {
    const heading = page.getByRole('columnheader', { name: 'Net getiri' })
    await expect(heading).toHaveAttribute('aria-sort', 'descending')
    const ascending = page.getByTestId('sort-netROI')
    await ascending.click()
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    await page.getByTestId('sort-pair').click()
    await expect(heading).not.toHaveAttribute('aria-sort')
    await expect(page.getByRole('columnheader', { name: 'Çift' })).toHaveAttribute('aria-sort', 'ascending')
    // Moves the pointer out of the table: under a pointer new rows would stay at its end.
    await page.mouse.move(0, 0)
    await page.getByTestId('sort-pair').blur()
    await expect(async () => {
      const pairs = await page.locator(`${row} td:first-child > span > span:first-child`).allInnerTexts()
      expect(pairs.slice(0, 8)).toEqual(pairs.slice(0, 8).toSorted())
    }).toPass()
  })

  test('[OPP-06] refresh asks the list call at once, though a list call is under way', async ({ page }) => {
    const asked: string[] = []
    await page.route('**/api/arbitrage-opportunities', async (route) => {
      asked.push(route.request().url())
      // The first call of the page is never answered.
      if (asked.length > 1) await route.continue()
    })
    await page.reload()
    await expect(page.locator(row).first()).toBeVisible()
    await expect.poll(() => asked.length).toBe(1)
    const answer = page.waitForResponse('**/api/arbitrage-opportunities')
    await page.getByRole('button', { name: 'Yenile' }).click()
    expect((await answer).status()).toBe(200)
    await expect(page.getByRole('button', { name: 'Yenile' })).toBeEnabled()
    expect(asked).toHaveLength(2)
  })

  test('rows change by themselves, also where no list call is answered', { tag: '@full' }, async ({ page }) => {
    let refused = 0
    await page.route('**/api/arbitrage-opportunities', (route) => {
      refused++
      return route.abort()
    })
    await expect.poll(() => refused).toBeGreaterThan(0)
    const before = await page.getByTestId('last-update').innerText()
    await expect(page.getByTestId('last-update')).not.toHaveText(before)
    await expect(page.getByTestId('connection-state')).not.toContainText('Bağlantı sorunu')
  })
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test('[OPP-05] the last update is in Istanbul time', async ({ page }) => {
    await page.goto('/opportunities')
    const shown = page.getByTestId('last-update')
    await expect(shown).toHaveText(/^son \d\d:\d\d:\d\d İstanbul$/)
    const [hours = 0, minutes = 0, seconds = 0] = (await shown.innerText()).match(/\d\d/g)?.map(Number) ?? []
    const istanbul = new Date(Date.now() + 3 * 3_600_000)
    const apart =
      istanbul.getUTCHours() * 3600 +
      istanbul.getUTCMinutes() * 60 +
      istanbul.getUTCSeconds() -
      (hours * 3600 + minutes * 60 + seconds)
    expect(Math.abs(((apart + 43_200) % 86_400) - 43_200)).toBeLessThan(600)
  })
})

test('[CONST-17] [CONST-18] [CONST-19] thresholds colour the figures and never by colour alone', async ({ page }) => {
  const good = listedRow(1, { net_roi: 1.2, latency_ms: 79, confidence: 90 })
  const warn = listedRow(2, { net_roi: 0.3, latency_ms: 179, confidence: 70 })
  const bad = listedRow(3, { net_roi: 0.1, latency_ms: 180, confidence: 69 })
  await serve(page, { rows: [good, warn, bad] })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/opportunities?minROI=0')
  const colours = ['rgb(10, 110, 69)', 'rgb(127, 82, 0)', 'rgb(179, 35, 26)']
  for (const [at, colour] of colours.entries()) {
    const line = page.locator(row).nth(at)
    for (const figure of [
      line.getByRole('button', { name: / aç/ }),
      line.getByTitle(/^Gecikme: /),
      line.getByTitle(/^Güven: /),
    ]) {
      await expect(figure).toHaveCSS('color', colour)
    }
  }
  await expect(page.locator(row).nth(0).getByTitle('Net getiri: yüksek')).toBeVisible()
  await expect(page.locator(row).nth(2).getByTitle('Gecikme: yavaş')).toBeVisible()
})

test('500 rows are all there for the reader and few of them in the document', { tag: '@full' }, async ({ page }) => {
  await openWith(
    page,
    { rows: Array.from({ length: 500 }, (_, at) => listedRow(at, { net_roi: 5 - at / 100 })) },
    '/opportunities?minROI=0',
  )
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '501')
  expect(await page.locator(row).count()).toBeLessThan(60)
  await page.locator(row).first().focus()
  await page.keyboard.press('End')
  await expect(page.locator(row).last()).toBeFocused()
  await expect(page.locator(row).last()).toHaveAttribute('aria-rowindex', '501')
})

test('the order holds while the pointer is in the table, and a button applies it', async ({ page }) => {
  const rows = [listedRow(1, { net_roi: 0.9 }), listedRow(2, { net_roi: 0.5 })]
  await openWith(page, { rows }, '/opportunities?minROI=0')
  const first = page.locator(row).first()
  await expect(first).toContainText('C1')
  await page.locator('thead').hover()
  await page.route('**/api/arbitrage-opportunities', (route) =>
    route.fulfill({
      json: [listedRow(1, { net_roi: 0.4 }), listedRow(2, { net_roi: 0.5 })],
      headers: { 'x-makas-source': 'live' },
    }),
  )
  const apply = page.getByRole('button', { name: 'Sıralamayı güncelle (2)' })
  await expect(apply).toBeVisible()
  await expect(first).toContainText('C1')
  await apply.focus()
  await page.keyboard.press('Enter')
  await expect(first).toContainText('C2')
})

for (const mode of ['spot', 'carry', 'tri'] as const) {
  test(`a tablet shows the net figure and the action together: ${mode}`, { tag: '@full' }, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(`/opportunities?mode=${mode}&minROI=0`)
    const first = page.locator(row).first()
    await expect(first).toBeVisible()
    // Unscrolled, the net figure ends before the action begins, and the action ends within the window. Measured in one
    // call, because rows come and go.
    const sight = await page.getByTestId('opportunity-table').evaluate((table) => {
      const line = table.querySelector('[data-testid=opportunity-row]')
      const headings = Array.from(table.querySelectorAll('th'), ({ textContent }) => textContent ?? '')
      const net = line?.children[headings.findIndex((text) => /^Net (getiri|APY)/.test(text))]?.getBoundingClientRect()
      const action = line?.lastElementChild?.getBoundingClientRect()
      const inSight = [...(line?.querySelectorAll('td.text-right') ?? [])].filter(
        (cell) => cell.getBoundingClientRect().right <= (net?.right ?? 0),
      )
      const cut = inSight.filter((cell) => cell.scrollWidth > cell.clientWidth)
      return { net: net?.right, action: action?.left, end: action?.right, cut: cut.map((cell) => cell.textContent) }
    })
    expect(sight.cut).toEqual([])
    expect(sight.net).toBeLessThanOrEqual(sight.action ?? 0)
    expect(sight.end).toBeLessThanOrEqual(768)
    await expect(page.getByTestId('row-action').first()).toBeInViewport({ ratio: 1 })
    // Switch and search share a line, as do all tools of the list.
    const lineOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return box === null ? Number.NaN : Math.round((box.y + box.height / 2) / 4)
    }
    const search = page.getByRole('textbox', { name: 'Çift veya borsa ara' })
    expect(await lineOf(search)).toBe(await lineOf(page.getByRole('navigation', { name: 'Fırsat türü' })))
    const tools = ['Görünümler', 'Görünen satırları CSV olarak indir', ...(mode === 'tri' ? ['Sütunlar'] : [])]
    const wide = await lineOf(page.getByRole('switch', { name: 'Ferah satırlar' }))
    for (const name of tools) expect([name, await lineOf(page.getByRole('button', { name }))]).toEqual([name, wide])
  })
}

test('a narrow window shows cards with net figure and action in sight', { tag: '@full' }, async ({ page }) => {
  await page.goto('/opportunities?minROI=0')
  for (const width of [640, 720, 767]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.locator(row).first()).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveCount(0)
    await expect(page.getByTestId('row-action').first()).toBeInViewport({ ratio: 1 })
    await expect(page.getByTestId('row-action').first()).toHaveText('Simülasyon')
    await expect(page.getByRole('button', { name: /: net .*kanıtı aç$/ }).first()).toBeInViewport({ ratio: 1 })
    await expectNoSpill(page)
  }
})

test('the head names no currency while rows of two currencies are shown', { tag: '@full' }, async ({ page }) => {
  const usdt = triRow(1)
  const btc = triRow(2, { id: 'tri.okx.BTC-ETH-C2', base_asset: 'BTC', size_currency: 'BTC', net_pnl: 0.00218 })
  await openWith(page, { tri: [usdt, btc] }, '/opportunities?mode=tri&minROI=0')
  const gain = page.getByRole('columnheader', { name: /^Net K\/Z/ })
  await expect(page.locator(row)).toHaveCount(2)
  await expect(gain).toHaveText('Net K/Z')
  await page.locator(row).first().hover()
  await serve(page, { tri: [usdt] })
  await expect(page.locator(row).filter({ hasText: 'kapandı' })).toContainText('BTC')
  await expect(gain).toHaveText('Net K/Z')
  await page.mouse.move(0, 0)
  await expect(gain).toHaveText('Net K/Z, USDT')
})

test('a dialog that is closed by a double press leaves the list on the screen', { tag: '@full' }, async ({ page }) => {
  await openWith(page, { rows: [listedRow(1)] }, '/help')
  await page.goto('/opportunities?minROI=0')
  await page.getByTestId('row-action').click()
  await expect(page.getByTestId('sim-dialog')).toBeVisible()
  await page.getByTestId('sim-dialog').getByRole('button', { name: 'Kapat' }).first().dblclick()
  await expect(page.getByTestId('sim-dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/opportunities\?minROI=0$/)
  // A second step back would have happened before this press.
  await page.getByTestId('row-action').click()
  await expect(page.getByTestId('sim-dialog')).toBeVisible()
  await expect(page).toHaveURL(/\/opportunities\?minROI=0&/)
})

test('a pointer whose table was taken away holds nothing', { tag: '@full' }, async ({ page }) => {
  const first = page.locator(`${row} td:first-child`).first()
  await openWith(page, { rows: [listedRow(1, { net_roi: 0.9 }), listedRow(2, { net_roi: 0.8 })] }, '/opportunities')
  await page.locator(row).first().hover()
  await page.keyboard.press('/')
  await page.keyboard.type('zzz')
  await expect(page.getByRole('heading', { name: 'Filtrelere uyan fırsat yok' })).toBeVisible()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  // The table is back under the resting pointer.
  await page.mouse.move(0, 0)
  await expect(first).toContainText('C1')
  await serve(page, { rows: [listedRow(1, { net_roi: 0.9 }), listedRow(2, { net_roi: 1.8 })] })
  await expect(first).toContainText('C2')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the list keeps its order after the focused card is scrolled away', { tag: '@full' }, async ({ page }) => {
    const rows = (best: number) =>
      Array.from({ length: 60 }, (_, at) => listedRow(at, { net_roi: at === best ? 9 : 1 }))
    await openWith(page, { rows: rows(1) }, '/opportunities')
    const cards = page.locator(row)
    await expect(cards.first()).toContainText('C1')
    await cards.first().focus()
    await page.evaluate(() => scrollTo(0, 5_000))
    await expect(page.locator('[data-opportunity-id="spot.C1-USDT.okx.binance"]')).toHaveCount(0)
    await serve(page, { rows: rows(7) })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(cards.first()).toContainText('C7')
  })
})
