import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { logIn, signUp } from '../people.ts'

const dialog = (page: Page) => page.getByTestId('paper-dialog')
const panel = (page: Page) => page.getByRole('region', { name: 'Kâğıt üzerinde işlemler' })

// What can be tried is the market's to say: rows come and go, and one that closed is refused.
test.setTimeout(240_000)

/** Orders the best row, or the next one where it has closed meanwhile. */
async function tryOne(page: Page, amount: string): Promise<void> {
  const rows = page.getByRole('table', { name: 'En yüksek net getirili on fırsat' })
  const buttons = rows.getByRole('button', { name: /deneme işlemi$/ })
  const result = dialog(page).getByRole('table', { name: 'Sonuç' })
  const refused = dialog(page).getByRole('alert')
  let time = 0
  await expect(async () => {
    if (await dialog(page).isVisible()) await dialog(page).getByRole('button', { name: 'Kapat' }).click()
    await expect(buttons.first()).toBeVisible()
    await buttons.nth(time++ % (await buttons.count())).click({ timeout: 5_000 })
    await dialog(page).getByLabel('Tutar (USD)').fill(amount, { timeout: 5_000 })
    await dialog(page).getByRole('button', { name: 'Emri ver' }).click({ timeout: 5_000 })
    await expect(result.or(refused)).toBeVisible()
    expect(await result.isVisible()).toBe(true)
  }).toPass({ timeout: 150_000, intervals: [500] })
}

test('a user tries a row on paper: expected beside got, the balance, and a reset', async ({ page, baseURL }) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.goto('/dashboard')
  await expect(panel(page).getByText('10.000,00 USD', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'İlk deneme işleminizi yapın' })).toBeVisible({
    timeout: 60_000,
  })
  await tryOne(page, '1000')
  await expect(dialog(page).getByRole('columnheader', { name: 'Beklenen' })).toBeVisible()
  await expect(dialog(page).getByRole('columnheader', { name: 'Olan' })).toBeVisible()
  await expect(dialog(page).getByText(/Emir [\d.]+ ms sonra dolduruldu\./)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  await expect(panel(page).getByRole('table', { name: 'Deneme işlemleri' }).getByRole('row')).toHaveCount(2)

  await panel(page).getByRole('link', { name: 'Portföyü aç' }).click()
  await expect(page.getByRole('heading', { name: 'Deneme portföyü' })).toBeVisible()
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  await tryOne(page, '250,50')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('2 işlem', { exact: true })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Portföyü sıfırla' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Tüm deneme işlemleriniz silinecek')
  await question.getByRole('button', { name: 'Sıfırla' }).click()
  await expect(panel(page).getByText('Henüz deneme işlemi yok.')).toBeVisible()
  await expect(panel(page).getByText('10.000,00 USD', { exact: true })).toBeVisible()
})

test('a visitor’s paper trades stay in the browser', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/paper-trades')) sent.push(request.url())
  })
  await page.goto('/portfolio')
  await expect(page.getByText(/yalnızca bu tarayıcıda saklanır/).first()).toBeVisible()
  await tryOne(page, '500')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  await page.reload()
  await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
  expect(sent).toEqual([])
  const kept = await page.evaluate(() => localStorage.getItem('makas.paperTrades'))
  expect(JSON.parse(kept ?? '[]')).toHaveLength(1)
})

test('an amount that the portfolio does not take is said beside its field, and nothing is sent', async ({
  page,
  baseURL,
}) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.goto('/portfolio')
  await page
    .getByRole('button', { name: /deneme işlemi$/ })
    .first()
    .click({ timeout: 60_000 })
  for (const amount of ['99', '10001', 'abc', '']) {
    await dialog(page).getByLabel('Tutar (USD)').fill(amount)
    await dialog(page).getByRole('button', { name: 'Emri ver' }).click()
    await expect(
      dialog(page).getByText('Tutar 100 ile 10.000 USD arasında, en çok iki ondalıklı olmalı.'),
    ).toBeVisible()
  }
  await page.route('**/api/paper-trades', (route) =>
    route.fulfill({
      status: 404,
      json: { detail: 'Bu fırsat kapandı. Güncel listeden başka bir fırsat seçin.', code: 'opportunity-closed' },
    }),
  )
  await dialog(page).getByLabel('Tutar (USD)').fill('100')
  await dialog(page).getByRole('button', { name: 'Emri ver' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Bu fırsat kapandı.')
})

for (const theme of ['dark', 'light'] as const) {
  test(`the portfolio holds at every width, ${theme}`, async ({ page, baseURL }) => {
    await logIn(page, await signUp(baseURL ?? ''))
    await page.addInitScript((kept) => localStorage.setItem('makas.theme', kept), theme)
    await page.goto('/portfolio')
    await tryOne(page, '1000')
    await page.screenshot({ path: `test-results/look/paper-dialog-${theme}.png` })
    await page.keyboard.press('Escape')
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(panel(page).getByText('1 işlem', { exact: true })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `test-results/look/portfolio-${theme}-${width}.png`, fullPage: true })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [width, id, nodes[0]?.html])).toEqual([])
    }
  })
}
