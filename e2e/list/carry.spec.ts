import { expect, test } from '@playwright/test'
import { putAway } from '../keyboard.ts'
import { carryAnswer, carryRow, headings, openMode, openWith, row, serve } from '../market.ts'

test('[OPP-31] every carry column is there, in the specified order, and sorts', async ({ page }) => {
  const near = carryRow(1, { liquidation_distance: 19, net_apy: 12 })
  const none = {
    liquidation_price: null,
    liquidation_distance: null,
    liquidation_unknown: 'no-tiers',
    funding_interval_h: 4,
  }
  await serve(page, { carry: [near, carryRow(2, { ...none, net_apy: 5 }), carryRow(3, { net_apy: 8 })] })
  await openMode(page, 'carry')
  await expect(page.locator(row)).toHaveCount(3)
  expect(await headings(page, true)).toBe(
    'Çift | Borsa | Fonlama, 8 sa | Baz | Komisyon | Kayma | Net APY, 30 gün | Günlük K/Z, USDT | Teminat, USDT | ' +
      'Kaldıraç | Likidasyon | Gecikme | Güven | Yaş | İşlem',
  )
  await expect(page.getByRole('columnheader', { name: 'Net APY' })).toHaveAttribute('aria-sort', 'descending')
  const pairs = page.locator(`${row} td:first-child`)
  await expect(pairs).toContainText(['C1', 'C3', 'C2'])
  await page.getByTestId('sort-liquidation').click()
  await expect(pairs).toContainText(['C3', 'C1', 'C2'])
  const unknown = page.locator(row).nth(2)
  await expect(unknown).toContainText('4 sa')
  await expect(unknown.getByTitle(/teminat kademeleri bilinmiyor/)).toContainText('bilinmiyor')
})

test('[CONST-20] the distance to liquidation has its thresholds', async ({ page }) => {
  const at = (id: number, distance: number) => carryRow(id, { liquidation_distance: distance, net_apy: 20 - id })
  await serve(page, { carry: [at(1, 36), at(2, 20), at(3, 19)] })
  await page.emulateMedia({ colorScheme: 'light' })
  await openMode(page, 'carry')
  for (const [index, colour] of ['rgb(10, 110, 69)', 'rgb(127, 82, 0)', 'rgb(179, 35, 26)'].entries()) {
    const distance = page.locator(row).nth(index)
    await expect(distance.getByTitle(/^Likidasyon: /)).toHaveCSS('color', colour)
  }
})

test('[OPP-41] net APY opens the breakdown; the hold recomputes it; a button opens the evidence', async ({ page }) => {
  const listed = carryRow(1)
  await serve(page, { carry: [listed] })
  let asked = 0
  await page.route('**/evidence', (route) => {
    asked++
    return route.fulfill({ json: carryAnswer(listed) })
  })
  await openMode(page, 'carry')
  await page.getByRole('button', { name: 'C1/USDT OKX: net APY %4,54, 30 gün, dökümü aç' }).click()
  const dialog = page.getByTestId('apy-dialog')
  await expect(dialog.getByRole('img', { name: /Son 3 fonlama ödemesi/ })).toBeVisible()
  await expect(page).toHaveURL(/mode=carry&.*apy=carry/)
  const figures = dialog.getByTestId('hold-figures')
  await expect(figures).toContainText('Net APY%4,54')
  await expect(figures).toContainText('Net APR%4,45')
  await expect(figures).toContainText('+5,50 USDT')
  const slider = dialog.getByRole('slider', { name: 'Taşıma süresi' })
  await expect(slider).toHaveAttribute('aria-valuetext', '30 gün')
  await slider.focus()
  await page.keyboard.press('End')
  // 365 days: 9 · 365/30 − 3,505 = 105,995 of a capital of 1.502,50.
  await expect(figures).toContainText('Net APR%7,05')
  await expect(figures).toContainText('+106,00 USDT')
  await expect(dialog.locator('[data-amount="109.5"]')).toHaveText('109,500')
  await dialog.getByRole('spinbutton', { name: 'Taşıma süresi, gün' }).fill('1')
  await expect(figures).toContainText('−3,21 USDT')
  await expect(dialog.getByRole('row', { name: /^Net −/ })).toContainText('−3,205')
  await dialog.getByRole('button', { name: 'Listedeki: 30 gün' }).click()
  await expect(figures).toContainText('Net APY%4,54')
  await expect(dialog.getByText('Likidasyon, %50,00 uzakta')).toBeVisible()
  await dialog.getByRole('button', { name: 'Kanıtı aç' }).click()
  const evidence = page.getByTestId('evidence-dialog')
  await expect(evidence.getByText('Sürekli vadeli alış emirleri')).toBeVisible()
  await expect(evidence.getByRole('row', { name: /^Net / })).toContainText('5,495')
  await expect(page).toHaveURL(/mode=carry&.*evidence=carry/)
  await putAway(evidence)
  await expect(page).toHaveURL(/mode=carry&minApy=0&minLiq=0$/)
  await expect(page.locator(row).getByRole('button', { name: / aç/ })).toBeFocused()
  // The breakdown, the evidence and every hold share one answer.
  expect(asked).toBe(1)
})

test('days of a hold are typed; an unfinished number changes no figure', { tag: '@full' }, async ({ page }) => {
  const listed = carryRow(1)
  await serve(page, { carry: [listed] })
  await page.route('**/api/opportunities/*/evidence', (route) => route.fulfill({ json: carryAnswer(listed) }))
  await page.goto('/opportunities?mode=carry&minApy=0&minLiq=0')
  await page.getByRole('button', { name: 'C1/USDT OKX: net APY %4,54, 30 gün, dökümü aç' }).click()
  const dialog = page.getByTestId('apy-dialog')
  const field = dialog.getByRole('spinbutton', { name: 'Taşıma süresi, gün' })
  const slider = dialog.getByRole('slider', { name: 'Taşıma süresi' })
  await field.focus()
  for (const key of ['End', 'Backspace', 'Backspace']) await page.keyboard.press(key)
  await expect(field).toHaveValue('')
  await expect(slider).toHaveAttribute('aria-valuetext', '3 gün')
  await page.keyboard.type('60')
  await expect(field).toHaveValue('60')
  await expect(slider).toHaveAttribute('aria-valuetext', '60 gün')
  await page.keyboard.type('0')
  await expect(slider).toHaveAttribute('aria-valuetext', '365 gün')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('365')
})

test('Enter on a carry row opens its evidence, with all decimals of a fee rate', { tag: '@full' }, async ({ page }) => {
  const listed = carryRow(1)
  await serve(page, { carry: [listed] })
  const answer = carryAnswer(listed)
  answer.evidence.legs = answer.evidence.legs.map((leg) => ({
    ...leg,
    fee: leg.market === 'perp' ? '0.00055' : '0.00018',
  }))
  await page.route('**/evidence', (route) => route.fulfill({ json: answer }))
  await openMode(page, 'carry')
  await page.locator(row).press('Enter')
  const dialog = page.getByTestId('evidence-dialog')
  await expect(dialog.getByText('Bağlanan sermaye', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: '%0,055' })).toContainText('%0,018')
})

test('[CALL-32] a server without the carry call: marked samples, which open nothing', async ({ page }) => {
  await page.route('**/api/cash-carry-opportunities', (route) =>
    route.fulfill({ status: 404, json: { detail: 'Bulunamadı.', code: 'not-found' } }),
  )
  await openMode(page, 'carry')
  await expect(page.getByText('Sunucu taşıma listesini sunmuyor.')).toBeVisible()
  await expect(page.locator(row)).toHaveCount(3)
  for (const text of await page.locator(row).allTextContents()) expect(text).toContain('örnek veri')
  await expect(page.locator(row).getByRole('button')).toHaveCount(0)
  await expect(page.getByTestId('row-action')).toHaveCount(0)
  await expect(page.getByTestId('connection-state')).toHaveText('Örnek veri')
  const file = page.getByRole('button', { name: 'Görünen satırları CSV olarak indir' })
  await expect(file).toBeDisabled()
  await page.locator(row).first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A failed list call does not keep the stream from coming back.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/api/cash-carry-opportunities', (route) => route.abort(), { times: 1 })
  const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/cash-carry-opportunities'))
  await page.getByRole('button', { name: 'Yenile' }).click()
  await lost
  await expect(page.locator(`${row}[data-opportunity-id^="carry."]`).first()).toBeVisible()
  await expect(page.getByText('örnek veri')).toHaveCount(0)
  await expect(page.getByTestId('connection-state')).toContainText('Demo akışı')
  await expect(file).toBeEnabled()
})

test('on a phone an age’s bar stays in its card, and the sort is as high as the buttons', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWith(
    page,
    { carry: [carryRow(1, { net_apy: 12, liquidation_distance: 49.01 })] },
    '/opportunities?mode=carry',
  )
  const card = page.getByTestId('opportunity-row')
  await expect(card).toHaveCount(1)
  const elapsed = card.locator('[aria-hidden="true"]:has(> .bg-accent)')
  await expect(elapsed).toBeAttached()
  const bar = await elapsed.boundingBox()
  const whole = await card.boundingBox()
  expect(bar?.x).toBeGreaterThan(whole?.x ?? Number.POSITIVE_INFINITY)
  const sort = await page.getByRole('main').getByRole('combobox').boundingBox()
  expect(sort?.height).toBe((await page.getByTestId('filter-toggle').boundingBox())?.height)
})
