import { expect, type Page, test } from '@playwright/test'
import { carryRow, listedRow, openWith, row, serve, triRow } from '../market.ts'

const pairs = (page: Page) => page.locator(`${row} td:first-child`)

/** Opens the filter panel of a mode on a list of the test's own. */
async function openFilters(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arbitraj fırsatları')
  await page.getByTestId('filter-toggle').click()
  return page.getByTestId('filter-panel')
}

const SPOT = [
  listedRow(1, { net_roi: 0.9, net_pnl: 9 }),
  listedRow(2, { net_roi: 0.5, net_pnl: 1, sell_exchange: 'kraken' }),
  listedRow(3, { net_roi: 0.49 }),
  listedRow(4, { net_roi: 0.8, quote: 'EUR', symbol: 'C4/EUR', net_pnl: 9 }),
]
const CARRY = [
  carryRow(1, { net_apy: 9, daily_pnl: 6, liquidation_distance: 40 }),
  carryRow(1, { id: 'carry.C1-USDT.okx.1x', leverage: 1, net_apy: 8.5, daily_pnl: 5.5, liquidation_distance: 90 }),
  carryRow(2, { net_apy: 7, daily_pnl: 3, side: 'reverse', funding_rate: -0.02 }),
  carryRow(3, { net_apy: 4.5, daily_pnl: 0.5, liquidation_distance: 22 }),
  carryRow(4, { net_apy: 12, daily_pnl: 1, liquidation_distance: 24 }),
]

test('[OPP-10] [OPP-12] [OPP-13] thresholds act while typed, and stay out of the history', async ({ page }) => {
  await serve(page, { rows: SPOT, carry: CARRY })
  const panel = await openFilters(page, '/opportunities')
  // CONST-08: the default is 0,5.
  await expect(pairs(page)).toContainText(['C1', 'C4', 'C2'])
  const steps = await page.evaluate(() => history.length)
  await panel.getByLabel('En az net getiri').fill('0,8')
  await expect(pairs(page)).toContainText(['C1', 'C4'])
  await expect(page).toHaveURL(/\?minROI=0\.8$/)
  await panel.getByLabel('En az net getiri').fill('0')
  await panel.getByLabel('En az azami K/Z').fill('8,5')
  await expect(pairs(page)).toContainText(['C1', 'C4'])
  await expect(page).toHaveURL(/\?minROI=0&minPnL=8\.5$/)
  await panel.getByLabel('En az azami K/Z').fill('çok')
  await expect(panel.getByText('Bir sayı yazın, örneğin 0,50.')).toBeVisible()
  await expect(page).toHaveURL(/minPnL=8\.5$/)
  await page.goto('/opportunities?mode=carry&minApy=8')
  await expect(pairs(page)).toContainText(['C1'])
  expect(await page.evaluate(() => history.length)).toBe(steps + 1)
})

test('an emptied threshold stays empty, and the next text stands alone', { tag: '@full' }, async ({ page }) => {
  await serve(page, { rows: SPOT })
  const panel = await openFilters(page, '/opportunities')
  const net = panel.getByLabel('En az net getiri')
  await net.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await expect(page).toHaveURL(/\?minROI=0$/)
  await expect(net).toHaveValue('')
  await page.keyboard.press('1')
  await expect(net).toHaveValue('1')
  await expect(page).toHaveURL(/\?minROI=1$/)
})

test('[OPP-14] [OPP-22] [OPP-24] exchanges and stable coins, with a comma list in the address', async ({ page }) => {
  await serve(page, { rows: SPOT })
  const panel = await openFilters(page, '/opportunities')
  for (const name of ['Binance', 'OKX', 'Bybit', 'Kraken']) {
    await expect(panel.getByRole('checkbox', { name })).toBeChecked()
  }
  await panel.getByRole('checkbox', { name: 'Kraken' }).uncheck()
  await expect(pairs(page)).toContainText(['C1', 'C4'])
  await expect(page).toHaveURL(/\?exchanges=binance,okx,bybit$/)
  await panel.getByRole('checkbox', { name: 'Sabit coin ile işlem gören' }).check()
  await expect(page.locator(row)).toHaveCount(1)
  await expect(page).toHaveURL(/exchanges=binance,okx,bybit&stableOnly=true$/)
  for (const name of ['Binance', 'OKX']) await panel.getByRole('checkbox', { name }).uncheck()
  await expect(panel.getByRole('checkbox', { name: 'Bybit' })).toBeDisabled()
})

test('[OPP-16] [OPP-23] [OPP-20] carry has direction, leverage and distance; one row a pair', async ({ page }) => {
  await serve(page, { carry: CARRY })
  const panel = await openFilters(page, '/opportunities?mode=carry')
  await expect(panel.getByLabel('En az net APY')).toHaveValue('6,00')
  await expect(pairs(page)).toContainText(['C1', 'C2'])
  await expect(page.locator(row).first()).toContainText('2x')
  await panel.getByText('1x, yalnız spot').click()
  await expect(page.locator(row)).toHaveCount(1)
  await expect(page.locator(row)).toContainText('1x')
  await expect(page).toHaveURL(/\?mode=carry&maxLev=1$/)
  await panel.getByText('2x, tümü').click()
  await panel.getByText('Eksi', { exact: true }).click()
  await expect(pairs(page)).toContainText(['C2'])
  await expect(page).toHaveURL(/\?mode=carry&fundingDir=negative$/)
  await panel.getByText('Artı', { exact: true }).click()
  await expect(pairs(page)).toContainText(['C1'])
  await panel.getByText('Tümü', { exact: true }).click()
  await panel.getByLabel('En az likidasyon uzaklığı').fill('24')
  await expect(pairs(page)).toContainText(['C4', 'C1', 'C2'])
  await expect(page).toHaveURL(/\?mode=carry&minLiq=24$/)
})

test.describe('[STATE-30] [CONST-11] [OPP-27] the presets of carry', () => {
  test('[CONST-12] [CONST-13] [CONST-14] each sets five fields; a changed field clears its mark', async ({ page }) => {
    await serve(page, { carry: CARRY })
    const panel = await openFilters(page, '/opportunities?mode=carry')
    const fields = async (apy: string, daily: string, distance: string) => {
      await expect(panel.getByLabel('En az net APY')).toHaveValue(apy)
      await expect(panel.getByLabel('En az günlük K/Z')).toHaveValue(daily)
      await expect(panel.getByLabel('En az likidasyon uzaklığı')).toHaveValue(distance)
    }
    await panel.getByTestId('preset-conservative').click()
    await fields('8,00', '5,00', '30')
    await expect(page).toHaveURL(/minApy=8&minPnL=5&fundingDir=positive&maxLev=1&minLiq=30$/)
    await panel.getByTestId('preset-aggressive').click()
    await fields('4,00', '0,00', '20')
    await expect(page).toHaveURL(/\?mode=carry&minApy=4&minLiq=20$/)
    await panel.getByTestId('preset-balanced').click()
    await fields('6,00', '2,00', '25')
    await expect(page).toHaveURL(/\?mode=carry&minPnL=2$/)
    const chosen = panel.getByTestId('preset-balanced').getByRole('radio')
    await expect(chosen).toBeChecked()
    await panel.getByLabel('En az günlük K/Z').fill('3')
    await expect(chosen).not.toBeChecked()
  })
})

test('[OPP-17] [CONST-10] [CONST-08] cycles have slippage, confidence, lifetime and start asset', async ({ page }) => {
  const tri = [
    triRow(1, { net_roi: 0.5 }),
    triRow(2, { net_roi: 0.04 }),
    triRow(3, { total_slippage_bp: 11 }),
    triRow(4, { confidence: 59 }),
    triRow(5, { ttl_ms: 199 }),
    triRow(6, { base_asset: 'TRY', cycle: 'TRY→BTC→C6→TRY' }),
  ]
  await serve(page, { tri })
  const panel = await openFilters(page, '/opportunities?mode=tri')
  await expect(page.locator(row)).toHaveCount(2)
  for (const [label, value] of [
    ['En az net getiri', '0,05'],
    ['En çok kayma', '0,10'],
    ['En az güven', '60'],
    ['En az kalan ömür', '200'],
  ] as const) {
    await expect(panel.getByLabel(label)).toHaveValue(value)
  }
  await panel.getByLabel('Başlangıç varlığı').selectOption('TRY')
  await expect(page.locator(row)).toHaveCount(1)
  await expect(page).toHaveURL(/\?mode=tri&baseAsset=TRY$/)
  const read = 'mode=tri&minROI=0&maxSlippage=0.5&minConfidence=10&minTTL=100'
  await page.goto(`/opportunities?${read}`)
  await expect(page.locator(row)).toHaveCount(6)
  await expect(page).toHaveURL(new RegExp(`\\?${read}$`))
})

test('[OPP-19] [OPP-26] [OPP-28] the badge counts filters; chips and the reset change them', async ({ page }) => {
  await serve(page, { rows: SPOT })
  const panel = await openFilters(page, '/opportunities?stableOnly=true&exchanges=okx,binance&minPnL=2')
  await expect(page.getByTestId('filter-badge')).toContainText('4')
  await page.getByRole('button', { name: 'Borsalar filtresini kaldır' }).click()
  await expect(page.getByTestId('filter-badge')).toContainText('3')
  await expect(page).toHaveURL(/\?stableOnly=true&minPnL=2$/)
  await page.getByTestId('filter-toggle').click()
  await expect(panel).toBeHidden()
  await page.getByRole('button', { name: 'En az net getiri filtresini kaldır' }).click()
  await expect(page).toHaveURL(/minROI=0/)
  await page.getByTestId('filter-toggle').click()
  await panel.getByTestId('filter-reset').click()
  await expect(page).toHaveURL(/\/opportunities$/)
  await expect(page.getByTestId('filter-badge')).toContainText('1')
  await expect(panel).toContainText('3 / 4 fırsat uyuyor')
})

test('[CONST-07] [CONST-09] [OPP-21] each mode has its defaults and its own name for the gain', async ({ page }) => {
  await serve(page, { rows: SPOT, carry: CARRY, tri: [triRow(1)] })
  for (const [address, net, gain, name, hint] of [
    ['/opportunities', '0,50', '0,00', 'En az azami K/Z', /^Gösterilen miktarın tamamı işlenirse, giderlerden sonra /],
    ['/opportunities?mode=carry', '6,00', '0,00', 'En az günlük K/Z', ''],
    ['/opportunities?mode=tri', '0,05', '0,00', 'En az net K/Z', /^Gösterilen miktarla bir turdan, giderlerden sonra /],
  ] as const) {
    const panel = await openFilters(page, address)
    await expect(panel.getByLabel(/^En az net (getiri|APY)/)).toHaveValue(net)
    await expect(panel.getByLabel(name)).toHaveValue(gain)
    await expect(panel.getByLabel(name)).toHaveAccessibleDescription(hint)
    if (address.endsWith('carry')) {
      await expect(panel.getByLabel('En az likidasyon uzaklığı')).toHaveValue('25')
      await expect(panel.getByRole('radio', { name: '2x, tümü' })).toBeChecked()
    }
  }
})

test('[CONST-15] USDT, USDC, BUSD and DAI are the stable coins', async ({ page }) => {
  const quotes = ['USDT', 'USDC', 'BUSD', 'DAI', 'EUR', 'USD', 'FDUSD']
  const rows = quotes.map((quote, at) => listedRow(at, { net_roi: 2 - at / 10, quote, symbol: `C${at}/${quote}` }))
  await openWith(page, { rows }, '/opportunities')
  await expect(page.locator(row)).toHaveCount(7)
  await page.goto('/opportunities?stableOnly=true')
  await expect(pairs(page)).toContainText(['USDT', 'USDC', 'BUSD', 'DAI'])
})

test('[OPP-36] no match: the page names the filter that refuses most rows, and drops it', async ({ page }) => {
  await openWith(page, { rows: SPOT }, '/opportunities?minROI=5&minPnL=2')
  await expect(page.getByRole('heading', { name: 'Filtrelere uyan fırsat yok' })).toBeVisible()
  await expect(page.getByText('Filtreleri gevşetin.')).toBeVisible()
  await expect(page.getByText('En çok eleyen “En az net getiri”: 4 fırsat.')).toBeVisible()
  await page.getByRole('button', { name: '“En az net getiri” filtresini kaldır' }).click()
  await expect(page.locator(row).first()).toBeVisible()
  await expect(page).toHaveURL(/\?minROI=0&minPnL=2$/)
})

test('cycles whose confidence is only assumed: the empty list says so, and one press shows all', async ({ page }) => {
  await openWith(
    page,
    { tri: [1, 2].map((at) => triRow(at, { confidence: 40, total_slippage_bp: 12 })), source: 'cache' },
    '/opportunities?mode=tri',
  )
  await expect(page.getByRole('heading', { name: 'Filtrelere uyan fırsat yok' })).toBeVisible()
  await expect(page.getByText(/^2 fırsatın güveni 60 eşiğinin altında, ama bu henüz bir ön tahmin: /)).toBeVisible()
  // A reset would change nothing: only the chips have the button.
  await expect(page.getByRole('button', { name: 'Sıfırla' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Tüm fırsatları göster' }).click()
  await expect(page.locator(row)).toHaveCount(2)
  await expect(page).toHaveURL(/minROI=0/)
})

test('rows that lose pass no bound of 0, and nothing is offered that would not show them', async ({ page }) => {
  await openWith(page, { rows: [listedRow(1, { net_roi: 0.9, net_pnl: -0.5 })] }, '/opportunities?minROI=0&minPnL=0')
  await expect(page.getByText('En çok eleyen “En az azami K/Z”: 1 fırsat.')).toBeVisible()
  await expect(page.locator(row)).toHaveCount(0)
  for (const name of ['Tüm fırsatları göster', '“En az azami K/Z” filtresini kaldır'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('a bad value leaves the address; a link opens the same view', { tag: '@full' }, async ({ page, context }) => {
  await openWith(page, { rows: SPOT }, '/opportunities?minROI=abc&exchanges=mtgox&minPnL=2&sort=nope&maxLev=9')
  await expect(pairs(page)).toContainText(['C1', 'C4'])
  await expect(page).not.toHaveURL(/abc|mtgox|maxLev/)
  await page.getByTestId('sort-netPNL').click()
  await page.getByRole('textbox', { name: 'Çift veya borsa ara' }).fill('c4')
  await expect(pairs(page)).toContainText(['C4'])
  const other = await context.newPage()
  await serve(other, { rows: SPOT })
  await other.goto(page.url())
  await expect(pairs(other)).toContainText(['C4'])
  await expect(other.getByRole('textbox', { name: 'Çift veya borsa ara' })).toHaveValue('c4')
  await expect(other.getByRole('columnheader', { name: 'Net K/Z' })).toHaveAttribute('aria-sort', 'descending')
})

test('on a phone the filters are a sheet from below that says how many it leaves', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await serve(page, { rows: SPOT })
  const panel = await openFilters(page, '/opportunities')
  await panel.getByLabel('En az net getiri').fill('0,85')
  await panel.getByRole('button', { name: '1 fırsatı göster' }).click()
  await expect(panel).toBeHidden()
  await expect(page.locator(row)).toHaveCount(1)
})

test('a chip names the threshold that acts, with all its decimals', { tag: '@full' }, async ({ page }) => {
  await openWith(page, { rows: SPOT }, '/opportunities?minROI=0.125&minPnL=0.002')
  await expect(page.getByText('≥ %0,125')).toBeVisible()
  await expect(page.getByText('≥ 0,002')).toBeVisible()
})

test('a press of the mode that is shown keeps thresholds and sort', { tag: '@full' }, async ({ page }) => {
  await openWith(page, { rows: SPOT }, '/opportunities?minROI=0.2&sort=-latency')
  await page.getByTestId('mode-spot').click()
  await expect(page).toHaveURL(/minROI=0\.2/)
  await expect(page).toHaveURL(/sort=-latency/)
  await page.getByTestId('mode-tri').click()
  await expect(page).not.toHaveURL(/minROI/)
})

test('what is not chosen has the ground of a field, not the grey of a disabled control', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await serve(page, { rows: SPOT, carry: CARRY })
  const panel = await openFilters(page, '/opportunities?mode=carry')
  const field = panel.getByRole('combobox', { name: 'Varlık' })
  const ground = await field.evaluate((select) => getComputedStyle(select).backgroundColor)
  for (const box of [
    panel.getByRole('checkbox', { name: 'Sabit coin ile işlem gören' }),
    panel.getByTestId('preset-aggressive').getByRole('radio'),
  ]) {
    await expect(box).toHaveCSS('appearance', 'none')
    await expect(box).toHaveCSS('background-color', ground)
    await box.check()
    await expect(box).toBeChecked()
    await expect(box).toHaveCSS('appearance', 'auto')
  }
})
