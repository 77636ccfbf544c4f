import { expect, type Page, type Route, test } from '@playwright/test'
import { axe } from '../axe.ts'
import { putAway } from '../keyboard.ts'
import { listedRow, openAccount, plain, row, serve, units } from '../market.ts'

async function openFirst(page: Page): Promise<void> {
  await page.goto('/opportunities?minROI=0')
  await openAccount(page, page.getByTestId('evidence-dialog').getByText('Brüt makas'))
}

test('the net figure opens the sum, and the sum adds up to the last digit', async ({ page }) => {
  await openFirst(page)
  const dialog = page.getByTestId('evidence-dialog')
  const amounts = await dialog
    .locator('[data-amount]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-amount') ?? ''))
  expect(amounts.length).toBeGreaterThanOrEqual(4)
  const places = Math.max(...amounts.map((text) => text.split('.')[1]?.length ?? 0))
  const parts = amounts.slice(0, -1).reduce((sum, text) => sum + units(text, places), 0n)
  expect(parts).toBe(units(amounts.at(-1) ?? '', places))
  const shown = await dialog.locator('[data-amount]').allInnerTexts()
  const digits = shown.map(plain)
  expect(digits.slice(0, -1).reduce((sum, text) => sum + units(text, places), 0n)).toBe(
    units(digits.at(-1) ?? '', places),
  )
})

test('the dialog shows both ladders, the captured area and the facts behind', { tag: '@full' }, async ({ page }) => {
  await openFirst(page)
  const dialog = page.getByTestId('evidence-dialog')
  await expect(dialog.getByRole('img', { name: /kazanılan alan boyalı/ })).toBeVisible()
  for (const table of [/ satış emirleri$/, / alış emirleri$/, /^Hesap, /]) {
    await expect(dialog.getByRole('table', { name: table })).toHaveCount(1)
  }
  for (const fact of ['Miktarı sınırlayan', 'Komisyon oranları', 'Borsanın olay saati', 'Yaş', 'Gecikme'])
    await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
  for (const fact of ['Defter sürümü', 'Güven']) await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
  await expect(dialog.getByText('demo piyasa')).toBeVisible()
})

test('with the keyboard alone: a row opens on Enter, Escape closes, the focus returns', async ({ page }) => {
  await serve(page, { rows: [1, 2, 3].map((at) => listedRow(at)) })
  await page.route('**/evidence', (route) => route.fulfill({ json: { row: listedRow(2), evidence: EVIDENCE } }))
  await page.goto('/opportunities?minROI=0')
  await expect(page.locator(row)).toHaveCount(3)
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab')
    if (await page.locator(`${row}:focus`).count()) break
  }
  await page.keyboard.press('ArrowDown')
  const focused = page.locator(`${row}[data-index="1"]:focus`)
  await expect(focused).toBeVisible()
  const id = await focused.getAttribute('data-opportunity-id')
  await page.keyboard.press('Enter')
  const dialog = page.getByTestId('evidence-dialog')
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`evidence=${encodeURIComponent(id ?? '')}`))
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/evidence=/)
  await expect(page.locator(`${row}:focus-within`)).toHaveAttribute('data-opportunity-id', id ?? '')
})

test('a simulation in place of the evidence returns the focus to the pressed figure', async ({ page }) => {
  await serve(page, { rows: [1, 2].map((at) => listedRow(at)) })
  await page.route('**/evidence', (route) => route.fulfill({ json: { row: listedRow(2), evidence: EVIDENCE } }))
  await page.goto('/opportunities?minROI=0')
  const pressed = page.locator(row).nth(1).getByRole('button', { name: / aç/ })
  const simulation = page.getByRole('dialog').filter({ hasText: 'Simülasyonu başlat' })
  // The first time the page waits for the simulation's code; the second time the dialogs change places at once.
  for (const _time of ['first', 'second']) {
    await pressed.press('Enter')
    await page.getByTestId('evidence-dialog').getByRole('button', { name: 'Simülasyon' }).press('Enter')
    await putAway(simulation)
    await expect(simulation).toHaveCount(0)
    await expect(pressed).toBeFocused()
  }
})

test('the evidence of a row that cannot be tried on paper says why', async ({ page }) => {
  const lira = listedRow(1, { symbol: 'C1/TRY', quote: 'TRY' })
  await serve(page, { rows: [lira] })
  await page.route('**/evidence', (route) => route.fulfill({ json: { row: lira, evidence: EVIDENCE } }))
  await page.goto('/opportunities?minROI=0')
  await page.locator(row).getByRole('button', { name: / aç/ }).click()
  const dialog = page.getByTestId('evidence-dialog')
  await expect(dialog.getByText('Yalnız dolar karşılığı (USD, USDT, USDC) çiftler denenebilir.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Kâğıt üzerinde dene' })).toHaveCount(0)
})

test('a link opens its opportunity; the dialog copies JSON and link', { tag: '@full' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openFirst(page)
  const link = page.url()
  await page.goto('/status')
  await page.goto(link)
  const dialog = page.getByTestId('evidence-dialog')
  await expect(dialog.getByText('Brüt makas')).toBeVisible()
  await dialog.getByRole('button', { name: 'JSON kopyala' }).click()
  await expect(dialog.getByText('Kopyalandı')).toBeVisible()
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toMatchObject({ row: { mode: 'spot' }, evidence: { legs: [{ side: 'buy' }, { side: 'sell' }] } })
  await dialog.getByRole('button', { name: 'Bağlantıyı kopyala' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
})

test('an opportunity that closed long ago says so', { tag: '@full' }, async ({ page }) => {
  await page.goto('/opportunities?evidence=spot.NONE-USDT.okx.binance')
  await expect(page.getByTestId('evidence-dialog').getByRole('heading', { name: 'Bu fırsat kapandı' })).toBeVisible()
})

const leg = (exchange: string, side: string, levels: string[][]) => ({
  exchange,
  market: 'spot',
  symbol: 'C1USDT',
  side,
  levels,
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.01',
  min_qty: '0.01',
  min_notional: null,
  book_time: 1,
  book_seq: 7,
  received_at: 1,
})
/** The evidence of the first listed row. */
const EVIDENCE = {
  legs: [
    leg('okx', 'buy', [
      ['100.00', '4'],
      ['100.05', '6'],
      ['100.10', '15'],
    ]),
    leg('binance', 'sell', [
      ['100.80', '3'],
      ['100.72', '7'],
      ['100.60', '20'],
    ]),
  ],
  size: '20',
  gross: '16',
  slippage: '3.86',
  fees: '4.01474',
  net: '8.12526',
  cost: '2003.3013',
}

test('evidence names a closed row, newer figures and what bounds the size', { tag: '@full' }, async ({ page }) => {
  const clicked = listedRow(1, { updated_at: '2026-11-20T11:00:00.000Z' })
  await serve(page, { rows: [clicked] })
  let state = 'LIVE'
  await page.route('**/evidence', (route) =>
    route.fulfill({
      json: {
        row: { ...clicked, state, updated_at: '2026-11-20T11:03:21.000Z' },
        evidence: { ...EVIDENCE, order_limited: true },
      },
    }),
  )
  await page.goto('/opportunities?minROI=0')
  await page.locator(row).getByRole('button', { name: / aç/ }).click()
  const dialog = page.getByTestId('evidence-dialog')
  await expect(dialog.getByText('Bu rakamlar tıkladığınız andakinden daha yeni: 14:03:21.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Net/ }).last()).toContainText('8,12526')
  await expect(dialog.getByText('borsanın tek emirde kabul ettiği en büyük miktar')).toBeVisible()
  state = 'CLOSED'
  await dialog.getByRole('button', { name: 'Güncel hesabı getir' }).click()
  await expect(dialog.getByText('Bu fırsat kapandı. Aşağıdaki hesap son geçerli ânına aittir.')).toBeVisible()
})

test('a failed renewal says why; a closed row offers no simulation', { tag: '@full' }, async ({ page }) => {
  const clicked = listedRow(1)
  await serve(page, { rows: [clicked] })
  let answer: Parameters<Route['fulfill']>[0] = { json: { row: clicked, evidence: EVIDENCE } }
  await page.route('**/evidence', (route) => route.fulfill(answer))
  await page.goto('/opportunities?minROI=0')
  await page.locator(row).getByRole('button', { name: / aç/ }).click()
  const dialog = page.getByTestId('evidence-dialog')
  const net = dialog.getByRole('row', { name: /Net/ }).last()
  const renew = dialog.getByRole('button', { name: 'Güncel hesabı getir' })
  const simulation = dialog.getByRole('button', { name: 'Simülasyon' })
  await expect(net).toContainText('8,12526')
  await expect(simulation).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  answer = { status: 503, body: '' }
  await renew.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Güncel hesap alınamadı. Sunucu yanıt vermedi. Listedeki fırsat hâlâ geçerli olabilir; yeniden deneyin.',
  )
  await expect(net).toContainText('8,12526')
  await expect(simulation).toBeVisible()
  await axe(page)
  answer = { status: 404, json: { detail: 'Bu fırsat kapandı.', code: 'opportunity-closed' } }
  await renew.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Bu fırsat kapandı. Kanıt, fırsat kapandıktan sonra 5 dakika saklanır; bu süre doldu. Aynı rota yeniden kazançlı olursa listede görünür.',
  )
  await expect(net).toContainText('8,12526')
  await expect(simulation).toHaveCount(0)
  answer = { json: { row: clicked, evidence: EVIDENCE } }
  await renew.click()
  await expect(simulation).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})
