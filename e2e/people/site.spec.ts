import { EXCHANGES } from '@makas/domain'
import { expect, type Page, test } from '@playwright/test'
import { putAway } from '../keyboard.ts'
import { openWith, TRY_MS, triRow } from '../market.ts'
import { connectPatiently, logIn, logInAdmin, makePremium, openAs, register, sendLogin, signUp } from '../people.ts'
import { openTicket } from '../tickets.ts'
import { fullUnless } from '../tier.ts'
import { LIVE, ownKey } from '../trades.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('[ROUTE-01] every address of the product draws its page', async ({ page }) => {
  await logIn(page, await signUp())
  for (const [address, title] of [
    ['/', /Dört borsadaki makası/],
    ['/opportunities', 'Arbitraj fırsatları'],
    ['/help', /Yardım merkezi/],
    ['/support', /Destek/],
    ['/dashboard', 'Real-Time Arbitrage Opportunities'],
    ['/api-management', 'API yönetimi'],
  ] as const) {
    await page.goto(address)
    await expect(heading(page)).toHaveText(title)
  }
  await page.goto('/settings/api')
  await expect(page.getByTestId('api-wizard')).toBeVisible()
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login/)
  await logInAdmin(page)
  for (const [address, title] of [
    ['/admin/users', 'Kullanıcı yönetimi'],
    ['/admin/tickets', 'Talep yönetimi'],
    ['/admin/help', /Yardım/],
    ['/admin/settings', 'Sistem ayarları'],
  ] as const) {
    await page.goto(address)
    await expect(heading(page)).toHaveText(title)
  }
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard/)
  await expect(heading(page)).toHaveText('Gösterge paneli')
})

test('the plans lead a user on, not to another registration', { tag: '@full' }, async ({ page }) => {
  await openAs(page, await signUp(), '/')
  const plan = (name: string) =>
    page.locator('li').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
  await expect(plan('Pro').getByRole('link', { name: 'Destekten isteyin' })).toHaveAttribute('href', '/support')
  await plan('Starter').getByRole('link', { name: 'Fırsatları açın' }).click()
  await expect(heading(page)).toHaveText('Arbitraj fırsatları')
})

test('[LAND-01] the landing page leads everywhere, switches its theme, and says who is logged in', async ({ page }) => {
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Ana gezinti' })
  for (const [name, address] of [
    ['Ana sayfa', '/'],
    ['Özellikler', '/#ozellikler'],
    ['Fırsatlar', '/opportunities'],
    ['Yardım', '/help'],
    ['Destek', '/support'],
  ] as const) {
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  }
  await nav.getByRole('link', { name: 'Özellikler' }).click()
  await expect(page).toHaveURL(/\/#ozellikler$/)
  await expect(page.getByRole('heading', { name: 'Özellikler' })).toBeInViewport()
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: /temaya geç/ }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('makas.theme'))).toMatch(/^(dark|light)$/)
  await banner.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  await expect(page.getByTestId('auth-modal')).toBeVisible()
  await putAway(page.getByTestId('auth-modal'))
  await openAs(page, await signUp({ firstName: 'Ece', lastName: 'Demir' }), '/')
  await expect(banner.getByText('Ece Demir')).toBeVisible()
  await banner.getByRole('button', { name: 'Çıkış' }).click()
  await expect(banner.getByRole('button', { name: 'Giriş yap / Başla' })).toBeVisible()
})

test('[ENT-01] [ROLE-07] the user is stored without the e-mail, and own calls carry their token', async ({ page }) => {
  const someone = await signUp()
  await page.goto('/opportunities')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const dialog = page.getByTestId('auth-modal')
  await sendLogin(dialog, someone)
  await expect(page.getByRole('banner').getByText('Deniz Yılmaz')).toBeVisible()
  const stored = await page.evaluate(() => ({ ...localStorage }))
  const user = JSON.parse(stored['makas.user'] ?? '{}') as Record<string, unknown>
  expect(user).toMatchObject({ username: 'Deniz Yılmaz', is_premium: false, apiKeys: [] })
  expect(stored['makas.user']).not.toContain(someone.email)
  const asked = page.waitForRequest('**/api/api-keys')
  await page.goto('/api-management')
  expect((await asked).headers().authorization).toBe(`Bearer ${stored['makas.token']}`)
})

test('[ERR-14] [WHAT-13] threshold, Google and one-click live trading are coming soon', async ({ page }) => {
  const alert = page.getByRole('alertdialog')
  const ok = () => alert.getByRole('button', { name: 'Tamam' }).click()
  await page.goto('/opportunities')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  await page.getByTestId('auth-modal').getByRole('button', { name: 'Google ile devam et' }).click()
  await expect(alert).toContainText('Google ile giriş yakında sunulacak.')
  await ok()
  await expect(alert).toHaveCount(0)
  await expect(page.getByTestId('auth-modal')).toBeVisible()
  const someone = await makePremium(await signUp())
  // Real money: with a test connection the button would order.
  const live = EXCHANGES.map((exchange) => ownKey(exchange, LIVE))
  await page.route('**/api/api-keys', (route) => route.fulfill({ json: live }))
  await openAs(page, someone, '/dashboard')
  await page.getByRole('button', { name: 'Eşik belirle' }).click()
  await expect(alert).toContainText('Fırsat eşiği belirleme yakında sunulacak.')
  await ok()
  await openWith(page, { tri: [triRow(1)] }, '/opportunities?minROI=0&mode=tri')
  await page.getByTestId('opportunity-table').getByTestId('row-action').click()
  await expect(alert).toContainText('Tek tıkla canlı işlem çok yakında. Şimdilik hiçbir emir gönderilmez.')
})

test('[STATE-35] [SUP-09] a new ticket is open; it has title, state, category, priority and date', async ({ page }) => {
  const someone = await signUp()
  const more = { description: 'Hesabı anlayamadım.', category: 'billing', priority: 'high' }
  await openTicket(someone, 'Komisyon neden iki kez?', more)
  await openAs(page, someone, '/support')
  const ticket = page.getByTestId('ticket').first()
  for (const text of ['Komisyon neden iki kez?', 'Açık', 'Faturalama', 'Yüksek'])
    await expect(ticket).toContainText(text)
  await expect(ticket).toContainText(/\d{1,2} \p{L}+ \d{4}|\d{2}\.\d{2}\.\d{4}/u)
})

for (const width of [1440, 390] as const) {
  test(`from the landing page to a first paper trade, at ${width}`, { tag: fullUnless(width === 1440) }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/')
    if (width === 390) await page.getByRole('button', { name: 'Menüyü aç' }).click()
    await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
    const auth = page.getByTestId('auth-modal')
    await register(auth)
    await expect(auth.getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()
    const tour = page.getByTestId('tour-modal')
    await tour.getByTestId('tour-opportunity').first().click()
    await tour.getByRole('button', { name: 'Deneme işlemi yap' }).click()
    await expect(tour).toHaveCount(0)
    await connectPatiently(page)
    await page.goto('/settings/api')
    const wizard = page.getByTestId('api-wizard')
    await wizard.getByRole('button', { name: 'OKX bağla' }).click()
    await wizard.getByRole('button', { name: 'Demo hesabı kullan' }).click()
    await expect(wizard.getByRole('heading', { name: 'OKX bağlandı' })).toBeVisible()
    await wizard.getByRole('button', { name: 'Bitir' }).click()
    await expect(wizard).toHaveCount(0)
    await page.goto('/portfolio')
    const attempt = page.getByRole('button', { name: /deneme işlemi$/ })
    const paper = page.getByTestId('paper-dialog')
    const result = paper.getByRole('table', { name: 'Sonuç' })
    // A row may close between the look and the press: then the next one is tried.
    await expect(async () => {
      if (await paper.isVisible()) await paper.getByRole('button', { name: 'Kapat' }).click()
      await attempt.first().click({ timeout: TRY_MS })
      await paper.getByRole('button', { name: 'Emri ver' }).click({ timeout: TRY_MS })
      await expect(result.or(paper.getByRole('alert'))).toBeVisible()
      expect(await result.isVisible()).toBe(true)
    }).toPass()
  })
}
