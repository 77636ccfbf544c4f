import { expect, test } from '@playwright/test'
import { pressUntil, row } from '../market.ts'
import { connectDemo, logIn, signUp } from '../people.ts'
import { sendReply, sendTicket, ticketForm } from '../tickets.ts'

test('[ROLE-01] [ROLE-02] [ROLE-04] a visitor sees cached data; the rest needs a login', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Dört borsadaki makası/)
  await page.goto('/dashboard')
  const auth = page.getByTestId('auth-modal')
  await expect(page.getByText('Giriş yapmanız gerekiyor')).toBeVisible()
  await expect(auth.getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
  await page.goto('/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Destek' })).toBeVisible()
  await expect(ticketForm(page).getByLabel('Konu başlığı')).toBeDisabled()
  const alert = page.getByRole('alertdialog')
  await ticketForm(page).getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(alert).toContainText('Destek talebi oluşturmak için giriş yapmanız gerekiyor')
  await page.goto('/opportunities?minROI=0')
  await expect(page.getByTestId('connection-state')).toContainText(/önbellek · \d+ sn önce/)
  await expect(page.locator(row).first()).toBeVisible()
  const action = page.getByTestId('row-action').first()
  await expect(action).toHaveText('Simülasyon')
  const dialog = page.getByTestId('sim-dialog')
  await pressUntil(action, dialog)
  await dialog.getByRole('button', { name: 'Simülasyonu başlat' }).click()
  await expect(dialog.getByRole('heading', { name: 'Simülasyon sonucu' })).toBeVisible()
  await dialog.getByRole('button', { name: 'İşlem yap' }).click()
  await expect(alert).toContainText('Giriş yapmanız gerekiyor')
})

test('[ROLE-05] [ROLE-06] a user gets live data, balances, own rows, filter, keys, tickets', async ({ page }) => {
  const someone = await signUp()
  for (const exchange of ['okx', 'binance']) await connectDemo(someone, exchange)
  await logIn(page, someone)
  const stream = page.waitForRequest((request) => request.url().includes('/api/stream'))
  await page.goto('/opportunities?minROI=0')
  // ROLE-07: with the user's own token.
  expect((await stream).headers().authorization).toBe(`Bearer ${someone.token}`)
  await expect(page.getByTestId('connection-state')).toHaveText('Demo akışı')
  await page.getByTestId('filter-toggle').click()
  const owned = page.getByTestId('filter-panel').getByRole('checkbox', { name: 'Bakiyem yeterli olan' })
  await owned.check()
  await expect(page).toHaveURL(/ownedOnly=true/)
  await expect(page.getByTestId('filter-panel')).toContainText('Okunan 2 borsadaki bakiyenize göre')
  await page.goto('/dashboard')
  const balances = page.getByRole('region', { name: 'Bakiyeler' })
  await expect(balances.getByText(/^Toplam bakiye: [\d.]+,\d{2}USDT$/)).toBeVisible()
  await expect(balances.getByText('OKX')).toBeVisible()
  await expect(
    page
      .getByRole('region', { name: 'Bakiyenize göre' })
      .getByText(/sınır:|bağlı değil/)
      .first(),
  ).toBeVisible()
  await page.goto('/api-management')
  for (const name of ['OKX', 'Binance']) await expect(page.getByRole('article', { name })).toBeVisible()
  await page.goto('/support')
  await sendTicket(page, 'Kendi talebim', 'Ayrıntısı')
  const card = page.getByTestId('ticket')
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('Kendi talebim')
  await sendReply(card, 'Bir bilgi daha')
  await expect(card.locator('[data-side=mine]')).toHaveCount(2)
})

test('[CONST-38] in any browser dates are Turkish and times are Istanbul’s', { tag: '@full' }, async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'America/New_York' })
  const page = await context.newPage()
  const someone = await signUp()
  await logIn(page, someone)
  await page.route('**/api/tickets-with-messages**', (route) =>
    route.fulfill({
      json: [
        {
          id: 'AAAAAAAAAAAAAAAAAAAAAA',
          title: 'Gece yarısı',
          description: 'Metin',
          category: 'genel',
          priority: 'medium',
          status: 'open',
          created_at: '2026-03-01T22:30:00.000Z',
          updated_at: '2026-03-02T09:05:00.000Z',
          unread: 0,
          messages: [],
          status_changes: [],
          evidence: null,
        },
      ],
    }),
  )
  await page.goto('/support')
  const card = page.getByTestId('ticket').filter({ hasText: 'Gece yarısı' })
  await expect(card.getByText('açıldı 02.03.2026 01:30', { exact: true })).toBeVisible()
  await expect(card.getByText('güncellendi 02.03.2026 12:05', { exact: true })).toBeVisible()
  await page.goto('/opportunities')
  const shown = page.getByTestId('last-update')
  await expect(shown).toHaveText(/^son \d\d:\d\d:\d\d İstanbul$/)
  const [hours = 0, minutes = 0] = (await shown.innerText()).match(/\d\d/g)?.map(Number) ?? []
  const istanbul = new Date(Date.now() + 3 * 3_600_000)
  const apart = istanbul.getUTCHours() * 60 + istanbul.getUTCMinutes() - (hours * 60 + minutes)
  expect(Math.abs(((apart + 720) % 1_440) - 720)).toBeLessThan(3)
  await context.close()
})
