import { expect, type Page, test } from '@playwright/test'
import { fillIn, registration } from '../people.ts'

/** Limits of a phone at the edge of its network: latency in ms, throughput in bytes per second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 }

/** Records every waiting text that the page shows, however briefly. */
async function noteWaiting(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { e2eSaid: said })
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('[role=status], [aria-disabled=true]')) {
        const text = one.getAttribute('aria-label') ?? one.textContent ?? ''
        if (text !== '' && !said.includes(text)) said.push(text)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

const saidBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { e2eSaid: string[] }).e2eSaid)

test('a slow network: each wait is announced, each call is sent once', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', SLOW)
  await noteWaiting(page)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`)
  })
  const times = (call: string) => sent.filter((one) => one === call).length

  await page.goto('/')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const auth = page.getByTestId('auth-modal')
  await auth.getByRole('button', { name: 'Kayıt', exact: true }).click()
  await fillIn(auth, registration({ Ad: 'Yavaş', Soyad: 'Akın' }))
  // An impatient person presses twice.
  await auth.getByRole('button', { name: 'Hesap oluştur', exact: true }).dblclick()
  await expect(auth.getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()
  expect(times('POST /api/auth/register')).toBe(1)
  const tour = page.getByTestId('tour-modal')
  await tour.getByTestId('tour-opportunity').first().click()
  await tour.getByRole('button', { name: 'Deneme işlemi yap' }).click()
  await expect(tour).toHaveCount(0)

  await page.getByRole('link', { name: 'API yönetimi', exact: true }).click()
  await page.getByRole('button', { name: 'Adım adım bağla' }).first().click()
  const wizard = page.getByTestId('api-wizard')
  await wizard.getByRole('button', { name: 'Bybit bağla' }).click()
  await wizard.getByRole('button', { name: 'Demo hesabı kullan' }).dblclick()
  await expect(wizard.getByRole('heading', { name: 'Bybit bağlandı' })).toBeVisible()
  expect(times('POST /api/demo-keys')).toBe(1)
  await wizard.getByRole('button', { name: 'Bitir' }).click()
  await expect(page.getByText('1 bağlantı: 1 bağlı')).toBeVisible()

  await page.getByRole('link', { name: 'Panel', exact: true }).click()
  await expect(page.getByText(/^Toplam bakiye: [\d.]+,\d{2}USDT$/)).toBeVisible()
  await page.getByRole('link', { name: 'Portföyü aç' }).click()
  // While the next page loads the panel offers a first trade too.
  await expect(page.getByRole('heading', { name: 'Deneme portföyü', level: 1 })).toBeVisible()
  const paper = page.getByTestId('paper-dialog')
  const result = paper.getByRole('table', { name: 'Sonuç' })
  const none = page.getByRole('button', { name: 'İlk deneme işleminizi yapın' })
  const one = page.getByText('1 işlem', { exact: true })
  await expect(none).toBeVisible()
  let orders = 0
  // A row may close between the look and the press: then the next one is tried. An order that was answered late is in
  // the list.
  while (!(await one.isVisible())) {
    await none.click()
    await paper.getByRole('button', { name: 'Emri ver' }).dblclick()
    orders += 1
    await expect(result.or(paper.getByRole('alert')).first()).toBeVisible()
    const isFilled = await result.isVisible()
    await page.keyboard.press('Escape')
    await expect(paper).toHaveCount(0)
    if (isFilled) await expect(one).toBeVisible()
  }
  expect(times('POST /api/paper-trades')).toBe(orders)
  await expect(page.getByText('1 işlem', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Deneme işlemleri' }).getByRole('row')).toHaveCount(2)

  const said = await saidBy(page)
  for (const waiting of [
    'Hesap oluşturuluyor',
    'Fırsatlar yükleniyor',
    'Bağlantılar yükleniyor',
    'Demo hesabı bağlanıyor',
    'Yükleniyor',
    'Emir yolda',
  ])
    expect(said).toContain(waiting)
  await network.detach()
})
