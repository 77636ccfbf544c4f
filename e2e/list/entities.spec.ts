import { expect, type Page, test } from '@playwright/test'
import { carryRow, listedRow, openMode, openWith, row, serve, triRow } from '../market.ts'

/** Expects these fields (their names with spaces between) in every row of the server's real answer. */
async function expectFields(page: Page, call: string, fields: string): Promise<void> {
  // Retried, because the server may only just have started.
  await expect(async () => {
    const answer = await page.request.get(`/api/${call}`)
    expect(answer.status()).toBe(200)
    const rows = (await answer.json()) as Record<string, unknown>[]
    expect(Array.isArray(rows) && rows.length > 0).toBe(true)
    for (const listed of rows) expect(Object.keys(listed)).toEqual(expect.arrayContaining(fields.split(' ')))
  }).toPass()
}

test('[CALL-03] [ENT-07] a spot row has its fields, and the screen shows each derived figure', async ({ page }) => {
  const fields = 'symbol net_profit volume buy_exchange sell_exchange buy_price sell_price spread'
  await expectFields(page, 'arbitrage-opportunities', fields)
  await serve(page, { rows: [listedRow(1)] })
  const asked = page.waitForRequest('**/api/arbitrage-opportunities')
  await page.goto('/opportunities?minROI=0')
  expect((await asked).method()).toBe('GET')
  // Polled gross and net figures are displaced by up to 0.02 points at any moment.
  await expect(page.locator(row)).toHaveCount(1)
  const cells = page.locator(row).first().getByRole('cell')
  for (const [at, figure] of [
    [0, 'C1/USDT'],
    [1, 'OKX → Binance'],
    [2, /%0,(7[89]|8[012])/],
    [3, '%0,20'],
    [4, '%0,19'],
    [5, /%0,(39|4[0123])/],
    [6, '8,13'],
    [7, '20 C1'],
    [8, '42 ms'],
    [9, '93'],
  ] as const)
    await expect(cells.nth(at)).toContainText(figure)
})

test('[ENT-08] a carry row has its fields and derived figures', { tag: '@full' }, async ({ page }) => {
  const fields =
    'symbol exchange funding_rate basis spot_fees perp_fees total_slippage net_apy daily_pnl margin_required leverage'
  await expectFields(page, 'cash-carry-opportunities', `${fields} liquidation_distance`)
  await serve(page, { carry: [carryRow(1)] })
  await openMode(page, 'carry')
  const line = page.locator(row).first()
  for (const figure of ['C1/USDT', 'OKX', '%0,0100', '%0,05', '2x', '%50,00', '502,50', '0,18'])
    await expect(line).toContainText(figure)
  await expect(line).toContainText(/%0,(4[89]|5[012])/)
  await expect(line).toContainText(/%4,5[23456]/)
})

test('[ENT-09] a triangular row has its fields, three legs and figures', { tag: '@full' }, async ({ page }) => {
  const figures =
    'gross_roi net_roi net_pnl total_fees_bp total_slippage_bp executable_amount ttl_ms latency_ms confidence'
  const legs = 'leg1_pair leg1_side leg2_pair leg2_side leg3_pair leg3_side'
  await expectFields(page, 'triangular-opportunities', `base_asset exchange cycle ${figures} ${legs}`)
  await serve(page, { tri: [triRow(1)] })
  await openMode(page, 'tri')
  const line = page.locator(row).first()
  for (const figure of ['USDT', 'OKX', 'C1', '%0,23', '%0,02', '999,5', '3,38', '900 ms', '42 ms', '93'])
    await expect(line).toContainText(figure)
  await expect(line).toContainText(/%0,(5[89]|6[012])/)
  await expect(line).toContainText(/%0,3[23456]/)
})

test('[ENT-13] the market’s counts: exchanges that send and opportunities there are', async ({ page }) => {
  await openWith(page, { rows: [listedRow(1), listedRow(2)], carry: [carryRow(1)] }, '/opportunities?minROI=0')
  await expect(page.getByTestId('exchange-count')).toHaveText('3 borsa')
  await page.goto('/')
  const counts = page.getByRole('region', { name: 'Piyasanın son sayımı', exact: true })
  const figure = (name: string) => counts.locator('dl > div').filter({ hasText: name })
  await expect(figure('veri alınan borsa').locator('dd')).toHaveText('3')
  await expect(figure('listedeki fırsat').locator('dd')).toHaveText('3')
})

test('[ENT-14] every filter of a mode is read from the address into its control', async ({ page }) => {
  await serve(page, { rows: [listedRow(1)], carry: [carryRow(1)], tri: [triRow(1)] })
  const panel = page.getByTestId('filter-panel')
  const open = async (address: string) => {
    await page.goto(address)
    await page.getByTestId('filter-toggle').click()
  }
  await open('/opportunities?minROI=1.5&minPnL=2&exchanges=okx,kraken&stableOnly=true')
  await expect(panel.getByLabel('En az net getiri')).toHaveValue('1,50')
  await expect(panel.getByLabel('En az azami K/Z')).toHaveValue('2,00')
  for (const name of ['OKX', 'Kraken']) await expect(panel.getByRole('checkbox', { name })).toBeChecked()
  for (const name of ['Binance', 'Bybit']) await expect(panel.getByRole('checkbox', { name })).not.toBeChecked()
  await expect(panel.getByRole('checkbox', { name: 'Sabit coin ile işlem gören' })).toBeChecked()
  await open('/opportunities?mode=carry&minApy=7&fundingDir=negative&maxLev=1&minLiq=30')
  await expect(panel.getByLabel('En az net APY')).toHaveValue('7,00')
  await expect(panel.getByRole('radio', { name: 'Eksi' })).toBeChecked()
  await expect(panel.getByRole('radio', { name: '1x, yalnız spot' })).toBeChecked()
  await expect(panel.getByLabel('En az likidasyon uzaklığı')).toHaveValue('30')
  await open('/opportunities?mode=tri&maxSlippage=0.3&minConfidence=70&minTTL=500&baseAsset=USDT')
  await expect(panel.getByLabel('En çok kayma')).toHaveValue('0,30')
  await expect(panel.getByLabel('En az güven')).toHaveValue('70')
  await expect(panel.getByLabel('En az kalan ömür')).toHaveValue('500')
  await expect(panel.getByLabel('Başlangıç varlığı')).toHaveValue('USDT')
})
