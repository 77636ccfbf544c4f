import { expect, type Locator, type Page, test } from '@playwright/test'
import { atEveryWidth, axe } from '../axe.ts'
import { stopTime } from '../clock.ts'
import { logIn, openAdmin, signUp } from '../people.ts'
import { THEMES } from '../tier.ts'

const tour = (page: Page): Locator => page.getByTestId('tour-modal')
const flags = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('makas.tour'), localStorage.getItem('makas.tourProgress')])
const progress = async (page: Page): Promise<unknown> => JSON.parse((await flags(page))[1] ?? 'null')

/** Opens the landing page with the tour's flag set, as registration and the dashboard set it. */
async function openTour(page: Page, rows: 'received' | 'none' = 'none'): Promise<Locator> {
  if (rows === 'none')
    await page.route('**/api/arbitrage-opportunities', (route) =>
      route.fulfill({ json: [], headers: { 'x-makas-source': 'demo' } }),
    )
  await page.addInitScript(() => {
    if (sessionStorage.getItem('e2e.tour') !== null) return
    sessionStorage.setItem('e2e.tour', '1')
    localStorage.setItem('makas.tour', 'on')
  })
  await page.goto('/')
  await expect(tour(page).getByRole('heading', { name: 'Bir fırsat seçin' })).toBeVisible()
  return tour(page)
}

/** Picks the first opportunity and orders, while the page's clock stands. */
async function trade(page: Page): Promise<void> {
  await tour(page).getByTestId('tour-opportunity').first().click()
  await expect(tour(page).getByRole('heading', { name: 'Demo borsaları bağlayın' })).toBeVisible()
  await page.clock.runFor(1_500)
  await tour(page).getByRole('button', { name: 'Deneme işlemi yap' }).click()
  await expect(tour(page).getByRole('button', { name: 'İşlem yapılıyor' })).toBeVisible()
}

test('[TOUR-01] [STATE-08] [ENT-10] step 1 shows demo opportunities; a choice opens step 2', async ({ page }) => {
  const dialog = await openTour(page)
  await expect(dialog.getByText('Demo bakiye, sanal para')).toContainText('10.000,00 USD')
  const offers = dialog.getByTestId('tour-opportunity')
  await expect(offers).toHaveCount(3)
  for (const text of await offers.allTextContents()) expect(text).toContain('örnek')
  const first = offers.first()
  for (const figure of [
    'SOL/USDT',
    'Alış: OKX → Satış: Binance',
    'Alış 143,20 · Satış 144,56',
    '%0,75',
    '+7,50 USD',
    '1.000 USD için',
    '20 SOL · güven 93 · 42 ms',
  ])
    await expect(first).toContainText(figure)
  await first.click()
  await expect(dialog.getByRole('heading', { name: 'Demo borsaları bağlayın' })).toBeVisible()
})

test('[TOUR-02] [STATE-09] demo exchanges are connected in 1.5 s, without a key', async ({ page }) => {
  await page.clock.install()
  const dialog = await openTour(page)
  await stopTime(page)
  await dialog.getByTestId('tour-opportunity').first().click()
  await expect(dialog.getByRole('heading', { name: 'Demo borsaları bağlayın' })).toBeVisible()
  await expect(dialog.getByText('Bağlanıyor', { exact: true })).toHaveCount(2)
  await page.clock.runFor(1_400)
  await expect(dialog.getByText('Bağlandı', { exact: true })).toHaveCount(1)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'alış yapılacak' })).toContainText('çekim kapalı')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(dialog.getByRole('heading', { name: 'İlk deneme işleminiz' })).toBeVisible()
})

test('[TOUR-03] [STATE-10] [ENT-12] the trade takes 2 s and shows for 2 s; then the tour is over', async ({ page }) => {
  await page.clock.install()
  const dialog = await openTour(page)
  await stopTime(page)
  await trade(page)
  await page.clock.runFor(1_900)
  await expect(dialog.getByText('İşlem tamamlandı')).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(dialog.getByText('İşlem tamamlandı')).toBeVisible()
  for (const fact of ['SOL/USDT', '1.000,00 USD', '+7,50 USD', 'tamamlandı']) await expect(dialog).toContainText(fact)
  await expect(dialog).toContainText(/DEMO-\w+ · \d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2}/)
  expect(await progress(page)).toMatchObject({ step3_completed_demo_trade: true })
  await page.clock.runFor(1_900)
  await expect(dialog).toBeVisible()
  await page.clock.runFor(100)
  await expect(dialog).toHaveCount(0)
  expect(await flags(page)).toEqual([null, null])
})

test('[STATE-13] [STATE-14] [CONST-01] at most 1,000 of 10,000 USD are traded; profit is their ROI', async ({
  page,
}) => {
  const dialog = await openTour(page)
  await expect(dialog.getByText('Demo bakiye, sanal para')).toContainText('10.000,00 USD')
  await dialog.getByTestId('tour-opportunity').nth(1).click()
  const fact = (name: string) => dialog.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  await expect(fact('Tutar')).toContainText('1.000,00 USD')
  await expect(fact('Net getiri')).toContainText('%0,34')
  await expect(fact('Beklenen kazanç')).toContainText('+3,40 USD')
})

test('[STATE-12] [STATE-15] the balance increases by the profit', async ({ page }) => {
  await page.clock.install()
  const dialog = await openTour(page)
  await stopTime(page)
  await trade(page)
  await page.clock.runFor(2_000)
  await expect(dialog.getByText('Kazanç = 1.000,00 × %0,75')).toBeVisible()
  await expect(dialog.getByText('Demo bakiye, sanal para')).toContainText('10.007,50 USD')
  await expect(dialog.locator('dl')).toContainText('Demo bakiye, önce10.000,00 USD')
  await expect(dialog.locator('dl')).toContainText('Demo bakiye, şimdi10.007,50 USD')
})

test('[STATE-07] [STATE-11] [ENT-11] a reload goes on from the stored progress; closing clears it', async ({
  page,
}) => {
  await page.clock.install()
  const dialog = await openTour(page)
  expect((await flags(page))[0]).toBe('on')
  await stopTime(page)
  await dialog.getByTestId('tour-opportunity').nth(2).click()
  await expect(dialog.getByRole('heading', { name: 'Demo borsaları bağlayın' })).toBeVisible()
  const done = {
    step1_viewed_opportunities: true,
    step2_connected_demo_api: false,
    step3_completed_demo_trade: false,
  }
  expect(await progress(page)).toEqual(done)
  await page.clock.resume()
  await expect(dialog.getByRole('heading', { name: 'İlk deneme işleminiz' })).toBeVisible()
  expect(await progress(page)).toEqual({ ...done, step2_connected_demo_api: true })
  await page.reload()
  await expect(dialog.getByRole('heading', { name: 'İlk deneme işleminiz' })).toBeVisible()
  await expect(dialog).toContainText('ETH/USDT')
  await dialog.getByRole('button', { name: 'Kapat' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await flags(page)).toEqual([null, null])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('[ENT-15] storage has token, user, tour flag, progress and columns, and the admin apart', async ({ page }) => {
  const someone = await signUp()
  await logIn(page, someone)
  await openAdmin(page, '/opportunities?mode=tri')
  const chooser = page.getByTestId('column-chooser')
  await chooser.getByRole('button', { name: 'Sütunlar' }).click()
  await page.getByRole('checkbox', { name: 'Masraf' }).check()
  await openTour(page, 'received')
  await tour(page).getByTestId('tour-opportunity').first().click()
  await expect(tour(page).getByRole('heading', { name: 'Demo borsaları bağlayın' })).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const keys = ['token', 'user', 'tour', 'tourProgress', 'triColumns', 'adminToken', 'adminUser']
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(keys.map((key) => `makas.${key}`)))
  expect(JSON.parse(stored['makas.user'] ?? '{}')).toMatchObject({ username: 'Deniz Yılmaz' })
  expect(stored['makas.user']).not.toContain(someone.email)
  expect(stored['makas.adminToken']).not.toBe(stored['makas.token'])
})

test('received rows are marked, and the tour leads to the opportunities', { tag: '@full' }, async ({ page }) => {
  await page.clock.install()
  const dialog = await openTour(page, 'received')
  const offers = dialog.getByTestId('tour-opportunity')
  await expect(offers.first()).toBeVisible()
  for (const text of await offers.allTextContents()) expect(text).toMatch(/demo piyasa|örnek/)
  await stopTime(page)
  await trade(page)
  await page.clock.runFor(2_000)
  await dialog.getByRole('button', { name: 'Fırsatlara bak' }).click()
  await expect(page).toHaveURL(/\/opportunities/)
  expect(await flags(page)).toEqual([null, null])
})

for (const theme of THEMES) {
  test(`the tour in the ${theme} theme: no spill, axe is content, by keyboard`, { tag: '@full' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const dialog = await openTour(page)
    const look = () =>
      atEveryWidth(page, async () => {
        await axe(page, '[data-testid=tour-modal]')
        expect(await dialog.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBeLessThanOrEqual(0)
      })
    await expect(dialog.getByTestId('tour-opportunity')).toHaveCount(3)
    await look()
    await dialog.getByTestId('tour-opportunity').first().focus()
    await page.keyboard.press('Enter')
    const start = dialog.getByRole('button', { name: 'Deneme işlemi yap' })
    await expect(start).toBeVisible()
    await look()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
}
