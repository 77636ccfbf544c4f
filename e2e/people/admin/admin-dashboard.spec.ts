import { expect, type Page, test } from '@playwright/test'
import { looksRight, testEveryLook } from '../../axe.ts'
import { keepAnswers } from '../../market.ts'
import { logInAdmin, openAdmin, signUp } from '../../people.ts'

const STATS = '**/api/admin/dashboard/stats'
const COUNTED = {
  total_users: 1_284,
  active_users_today: 342,
  total_tickets: 486,
  open_tickets: 14,
  total_arbitrage_opportunities: 48_213,
  system_uptime: 99.98,
}
const card = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Sayılar' }).locator('dl > div').filter({ hasText: name })

test('[ADASH-01] [CALL-21] [ENT-24] the cards wait, then show the server’s counts in Turkish', async ({ page }) => {
  await logInAdmin(page)
  const door = new EventTarget()
  const gate = new Promise((resolve) => door.addEventListener('open', resolve))
  await page.route(STATS, async (route) => {
    await gate
    await route.fulfill({ json: COUNTED })
  })
  await page.goto('/admin/dashboard')
  await expect(page.getByText('Gösterge paneli yükleniyor')).toBeAttached()
  await expect(page.getByRole('region', { name: 'Sayılar' })).toHaveAttribute('aria-busy', 'true')
  door.dispatchEvent(new Event('open'))
  for (const [name, figure] of [
    ['Toplam kullanıcı', '1.284'],
    ['Bugün etkin', '342'],
    ['Toplam talep', '486'],
    ['Açık talep', '14'],
    ['Arbitraj fırsatı', '48.213'],
    ['Çalışma oranı', '%99,98'],
  ] as const)
    await expect(card(page, name)).toContainText(figure)
  await expect(page.getByText('Gösterge paneli yükleniyor')).toHaveCount(0)
  // The server's real answer.
  await page.unroute(STATS)
  await signUp()
  await keepAnswers(page, ['admin/dashboard/stats'])
  const answered = page.waitForResponse(STATS)
  await page.reload()
  const stats = (await (await answered).json()) as Record<string, number | null>
  expect(stats.total_users).toBeGreaterThan(0)
  for (const [name, key] of [
    ['Toplam kullanıcı', 'total_users'],
    ['Bugün etkin', 'active_users_today'],
    ['Toplam talep', 'total_tickets'],
    ['Açık talep', 'open_tickets'],
    ['Arbitraj fırsatı', 'total_arbitrage_opportunities'],
  ] as const)
    await expect(card(page, name).locator('dd > span').first()).toHaveText(stats[key]?.toLocaleString('tr-TR') ?? '–')
  // Nothing is measured in the demo market.
  expect(stats.system_uptime).toBeNull()
  await expect(card(page, 'Çalışma oranı')).toContainText('%99,9 · veri yok')
})

test('copies and the audit log are told as they are: taken, not yet, unreadable, broken', async ({ page }) => {
  await logInAdmin(page)
  const audit = { state: 'intact', checked_at: '2026-11-24T00:05:00.000Z', lines: 1_204, broken_at: null }
  let facts: object = {}
  await page.route('**/api/admin/system', async (route) => {
    const real = await route.fetch()
    await route.fulfill({ response: real, json: { ...((await real.json()) as object), ...facts } })
  })
  const panel = page.getByRole('region', { name: 'Yedek ve denetim kaydı' })
  for (const [told, copies, log] of [
    [
      { copies: { newest: '2026-11-24T00:00:00.000Z', kept: 7 }, audit },
      'son yedek 24.11.2026 03:00:00 · 7 yedek saklanıyor',
      'sağlam · 1.204 satır · 24.11.2026 03:05:00',
    ],
    [
      { copies: { newest: null, kept: 0 }, audit: null },
      'henüz alınmadı; her gece 03.00’te şifreli alınır',
      'henüz denetlenmedi; her gece denetlenir',
    ],
    [
      { copies: null, audit: { ...audit, state: 'broken', lines: null, broken_at: 812 } },
      'yedek klasörü okunamıyor',
      '812. satırdan sonrası güvenilir değil · 24.11.2026 03:05:00',
    ],
  ] as const) {
    facts = told
    await page.goto('/admin/dashboard')
    await expect(panel.getByText(copies)).toBeVisible()
    await expect(panel.getByText(log)).toBeVisible()
  }
})

test('[ADASH-02] [CONST-37] the real figures: uptime is unmeasured; buttons lead to each page', async ({ page }) => {
  await signUp()
  await openAdmin(page, '/admin/dashboard')
  await expect(card(page, 'Çalışma oranı')).toContainText('%99,9 · veri yok')
  await expect(card(page, 'Toplam kullanıcı')).toContainText(/[1-9]/)
  for (const title of ['Kullanıcılar', 'Destek talepleri', 'Fırsatlar, günde', 'Veri akışı', 'Yedek ve denetim kaydı'])
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Kullanıcılar' }).getByRole('row')).toHaveCount(31)
  await page.getByRole('button', { name: '7 gün' }).click()
  await expect(page.getByRole('table', { name: 'Kullanıcılar' }).getByRole('row')).toHaveCount(8)
  await expect(page.getByRole('table', { name: 'Veri akışı' })).toContainText('Kraken')
  await expect(
    page.getByRole('region', { name: 'Yedek ve denetim kaydı' }).getByText(/denetlenmedi|sağlam/),
  ).toBeVisible()
  const actions = page.getByRole('navigation', { name: 'Hızlı işlemler' })
  for (const [name, path] of [
    ['Kullanıcıları yönet', 'users'],
    ['Talepleri yanıtla', 'tickets'],
    ['Makaleleri düzenle', 'help'],
    ['Sistem ayarlarını gör', 'settings'],
  ] as const) {
    await actions.getByRole('link', { name: new RegExp(name) }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/${path}$`))
    await page.goBack()
    await expect(actions).toBeVisible()
  }
})

test('cards that cannot be loaded say so and show their defaults', { tag: '@full' }, async ({ page }) => {
  await logInAdmin(page)
  await page.route(STATS, (route) => route.fulfill({ status: 500, json: { detail: 'x', code: 'internal' } }))
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('alert')).toContainText('İstatistikler yüklenemedi')
  for (const name of ['Toplam kullanıcı', 'Bugün etkin', 'Toplam talep', 'Açık talep', 'Arbitraj fırsatı'])
    await expect(card(page, name).locator('dd > span').first()).toHaveText('0')
  await expect(card(page, 'Çalışma oranı')).toContainText('%99,9 · veri yok')
  // Only the cards have defaults: no other part states a count.
  const actions = page.getByRole('navigation', { name: 'Hızlı işlemler' })
  await expect(actions.getByRole('link', { name: 'Kullanıcıları yönet' })).toHaveText('Kullanıcıları yönet')
  await expect(actions.getByRole('link', { name: 'Talepleri yanıtla' })).toHaveText('Talepleri yanıtla')
  await expect(page.getByRole('table', { name: 'Veri akışı' })).toContainText('Binance')
  await page.unroute(STATS)
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[ADASH-01] after a failed poll the cards keep figures and time', { tag: '@full' }, async ({ page }) => {
  await logInAdmin(page)
  await page.route(STATS, (route) => route.fulfill({ json: COUNTED }))
  await page.goto('/admin/dashboard')
  await expect(card(page, 'Toplam kullanıcı')).toContainText('1.284')
  const measured = (await page.getByText(/^son ölçüm /).innerText()).replace('son ölçüm ', '')
  await page.route(STATS, (route) => route.fulfill({ status: 500, json: { detail: 'x', code: 'internal' } }))
  await page.getByRole('button', { name: 'Yenile', exact: true }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(`İstatistikler yenilenemedi; kartlarda son ölçüm duruyor: ${measured}.`)
  await expect(alert).not.toContainText('başlangıç')
  await expect(card(page, 'Toplam kullanıcı')).toContainText('1.284')
  await expect(card(page, 'Çalışma oranı')).toContainText('%99,98')
})

test('the line of each card ends at the card’s own figure', { tag: '@full' }, async ({ page }) => {
  await logInAdmin(page)
  await page.route(STATS, (route) =>
    route.fulfill({
      json: { ...COUNTED, total_users: 4, total_tickets: 10, open_tickets: 6 },
    }),
  )
  const midnight = new Date()
  midnight.setUTCHours(0, 0, 0, 0)
  const day = (ago: number, opened: number, closed: number, good: number | null) => ({
    day: new Date(midnight.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
    users: 4,
    logins: 0,
    tickets_opened: opened,
    tickets_closed: closed,
    opportunities: 0,
    good_minutes: good,
  })
  const days = [day(3, 4, 0, 1_440), day(2, 3, 1, 720), day(1, 2, 3, 1_440), day(0, 1, 0, 5)]
  await page.route('**/api/admin/dashboard/trends**', (route) => route.fulfill({ json: { source: 'live', days } }))
  await page.goto('/admin/dashboard')
  /** Height of each day's point, from 0 to 1. */
  const heights = async (name: string) => {
    const points = (await card(page, name).locator('polyline').getAttribute('points')) ?? ''
    return points.split(' ').map((point) => Math.round(((36 - Number(point.split(',')[1])) / 34) * 100) / 100)
  }
  // Counts at the ends of the days: 4, 7, 9 and now 10.
  await expect.poll(() => heights('Toplam talep')).toEqual([0, 0.5, 0.83, 1])
  // Today is not over: only whole days are drawn.
  expect(await heights('Çalışma oranı')).toEqual([1, 0, 1])
  // No line without a change, or without known days.
  await expect(card(page, 'Açık talep').locator('polyline')).toHaveCount(0)
  await expect(card(page, 'Toplam kullanıcı').locator('polyline')).toHaveCount(0)
})

testEveryLook('the admin dashboard', async (page) => {
  await openAdmin(page, '/admin/dashboard')
  await expect(page.getByRole('table', { name: 'Veri akışı' })).toContainText('Kraken')
  await expect(
    page.getByRole('region', { name: 'Yedek ve denetim kaydı' }).getByText(/denetlenmedi|sağlam/),
  ).toBeVisible()
  await looksRight(page)
})
