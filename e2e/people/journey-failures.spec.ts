import { expect, type Locator, type Page, test } from '@playwright/test'
import { failing, OWN_SENTENCE, tryAgain } from '../failing.ts'
import { TRY_MS } from '../market.ts'
import { callsOf, connectDemo, fillIn, logIn, registration, signUp } from '../people.ts'

const UNREACHABLE = 'Sunucuya ulaşılamadı. Yazdıklarınız duruyor; internet bağlantınızı denetleyip yeniden gönderin.'

async function expectTyped(dialog: Locator, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(typed))
    await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(text)
}

/** The texts of a password change, by their labels. */
const passwords = (current: string, next: string) => ({
  'Şimdiki şifre': current,
  'Yeni şifre': next,
  'Yeni şifre, yeniden': next,
})

/** Sends the form that deletes the account, and confirms it. */
async function erase(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kalıcı olarak sil' }).click()
}

test('a failed registration keeps its text; a lost answer makes one account', { tag: '@full' }, async ({ page }) => {
  const server = await failing(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const auth = page.getByTestId('auth-modal')
  const alert = auth.getByRole('alert')
  await auth.getByRole('button', { name: 'Kayıt', exact: true }).click()
  const again = registration({ Ad: 'Aksak', Soyad: 'Akın' })
  const { 'E-posta': email = '', Şifre: password = '' } = again
  await fillIn(auth, again)
  const send = auth.getByRole('button', { name: 'Hesap oluştur', exact: true })
  server.next('POST /api/auth/register', 'broken', 'said', 'cut-off', 'lost')
  for (const says of ['Kayıt başarısız', OWN_SENTENCE, `Kayıt başarısız. ${UNREACHABLE}`]) {
    await send.click()
    await expect(alert).toHaveText(says)
    await expectTyped(auth, again)
  }
  await send.click()
  await expect.poll(() => server.left('POST /api/auth/register')).toBe(0)
  await expect(send).toBeVisible()
  await expect(alert).toHaveText(`Kayıt başarısız. ${UNREACHABLE}`)
  await expectTyped(auth, again)
  // The account exists already: the repeated form logs in, and no error says that the email is taken. From here on
  // the list fails, so the tour shows samples.
  server.every(['GET /api/arbitrage-opportunities'], 'broken')
  await send.click()
  await expect(auth.getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()

  const tour = page.getByTestId('tour-modal')
  const offers = tour.getByTestId('tour-opportunity')
  await expect(offers).toHaveCount(3)
  for (const text of await offers.allTextContents()) expect(text).toContain('örnek')
  await offers.first().click()
  await tour.getByRole('button', { name: 'Deneme işlemi yap' }).click()
  await expect(tour.getByText('İşlem tamamlandı')).toBeVisible()
  await expect(tour).toHaveCount(0)

  // A logout works without the server.
  server.next('POST /api/auth/logout', 'cut-off')
  await page.getByRole('banner').getByRole('button', { name: 'Çıkış' }).click()
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const login = auth.getByRole('button', { name: 'Giriş yap', exact: true })
  await fillIn(auth, { 'E-posta': email, Şifre: password })
  server.next('POST /api/auth/login', 'broken', 'said', 'cut-off')
  for (const says of ['Giriş başarısız', OWN_SENTENCE, `Giriş başarısız. ${UNREACHABLE}`]) {
    await login.click()
    await expect(alert).toHaveText(says)
    await expectTyped(auth, { 'E-posta': email, Şifre: password })
  }
  await login.click()
  await expect(auth.getByText('Giriş başarılı!')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Aksak Akın')).toBeVisible()
})

test('the wizard retries its list and call; a lost answer connects one account', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await logIn(page, someone)
  const server = await failing(page)
  server.every(['GET /api/api-keys'], 'broken')
  await page.goto('/settings/api')
  const wizard = page.getByTestId('api-wizard')
  const connected = wizard.getByRole('region', { name: 'Bağlı borsalar' })
  await expect(connected.getByRole('alert')).toContainText('Bağlantılar yüklenemedi.')
  await tryAgain(connected, server, 'GET /api/api-keys')
  await expect(connected).toContainText('Henüz bağlı borsanız yok')

  await wizard.getByRole('button', { name: 'Kraken bağla' }).click()
  const use = wizard.getByRole('button', { name: 'Demo hesabı kullan' })
  const alert = wizard.getByRole('alert')
  server.next('POST /api/demo-keys', 'broken', 'said', 'cut-off', 'lost')
  for (const says of ['API anahtarı eklenemedi', OWN_SENTENCE, 'API anahtarı eklenemedi']) {
    await use.click()
    await expect(alert).toHaveText(says)
  }
  await use.click()
  await expect.poll(() => server.left('POST /api/demo-keys')).toBe(0)
  await expect(use).toHaveAttribute('aria-disabled', 'false')
  await expect(alert).toHaveText('API anahtarı eklenemedi')
  await use.click()
  await expect(wizard.getByRole('heading', { name: 'Kraken bağlandı' })).toBeVisible()
  const calls = await callsOf(someone)
  expect(await (await calls.get('/api/api-keys')).json()).toHaveLength(1)
})

test('each part of the dashboard says its own failure, and is mended alone', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await connectDemo(someone, 'okx')
  await logIn(page, someone)
  const server = await failing(page)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const parts = [
    {
      call: 'GET /api/arbitrage-opportunities',
      region: part('En yüksek net getiriler'),
      says: 'Fırsatlar şu anda okunamıyor.',
      mended: page.getByRole('table', { name: 'En yüksek net getirili on fırsat' }),
    },
    {
      call: 'GET /api/portfolio/balances',
      region: part('Bakiyeler'),
      says: 'Bakiyeler şu anda okunamıyor.',
      mended: page.getByText(/^Toplam bakiye: [\d.]+,\d{2}USDT$/),
    },
    {
      call: 'GET /api/personalized-arbitrage',
      region: part('Bakiyenize göre'),
      says: 'Kişisel fırsatlar şu anda okunamıyor.',
      mended: part('Bakiyenize göre').getByText(/sınır:|bağlı değil|bakiyenize uyan bir fırsat yok/),
    },
    {
      call: 'GET /api/status',
      region: part('Bağlantı durumu'),
      says: 'Bağlantı durumu şu anda okunamıyor.',
      mended: page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' }),
    },
    {
      call: 'GET /api/paper-trades',
      region: part('Kâğıt üzerinde işlemler'),
      says: 'Deneme işlemleri şu anda okunamıyor.',
      mended: page.getByText('Henüz deneme işlemi yok.'),
    },
  ]
  server.every([...parts.map(({ call }) => call), 'GET /api/market-stats', 'GET /api/api-keys'], 'broken')
  await page.goto('/dashboard')
  const summary = page.getByRole('list', { name: 'Özet' })
  await expect(summary.getByRole('alert')).toHaveText('Bağlantı sorunu')
  for (const { region, says } of parts) await expect(region.getByRole('alert')).toContainText(says)
  for (const [at, { call, region, mended }] of parts.entries()) {
    await tryAgain(region, server, call)
    await expect(mended.first()).toBeVisible()
    for (const other of parts.slice(at + 1)) await expect(other.mended).toHaveCount(0)
  }
  const health = page.getByRole('table', { name: 'Borsa akışları ve anahtarlarınız' })
  await expect(health.getByText('okunamadı')).toHaveCount(4)
  server.restore('GET /api/api-keys')
  server.restore('GET /api/market-stats')
  await page.getByRole('button', { name: 'Yenile', exact: true }).click()
  await expect(health.getByRole('row', { name: /OKX/ }).getByText('bağlı', { exact: true })).toBeVisible()
  await expect(summary.getByText(/4 borsa/)).toBeVisible()
  await expect(summary.getByRole('alert')).toHaveCount(0)
})

test('a failed paper trade keeps its amount; a lost answer makes one trade', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await logIn(page, someone)
  const server = await failing(page)
  await page.goto('/portfolio')
  const paper = page.getByTestId('paper-dialog')
  const alert = paper.getByRole('alert')
  const result = paper.getByRole('table', { name: 'Sonuç' })
  const order = paper.getByRole('button', { name: 'Emri ver' })
  const begin = page.getByRole('button', { name: 'İlk deneme işleminizi yapın' })
  await begin.click()
  await paper.getByLabel('Tutar (USD)').fill('250,50')
  server.next('POST /api/paper-trades', 'broken', 'said', 'cut-off')
  for (const says of ['Deneme işlemi yapılamadı', OWN_SENTENCE, 'Deneme işlemi yapılamadı']) {
    await order.click()
    await expect(alert).toHaveText(says)
    await expect(paper.getByLabel('Tutar (USD)')).toHaveValue('250,50')
  }
  const calls = await callsOf(someone)
  const stored = async () => ((await (await calls.get('/api/paper-trades')).json()) as { trades: unknown[] }).trades
  // Retried until an order is taken: a row may close between the look and the press.
  await expect(async () => {
    if ((await stored()).length === 0) {
      if (!(await paper.isVisible())) await begin.click({ timeout: TRY_MS })
      await paper.getByLabel('Tutar (USD)').fill('250,50')
      if (server.left('POST /api/paper-trades') === 0) server.next('POST /api/paper-trades', 'lost')
      await order.click({ timeout: TRY_MS })
      await expect(order).toHaveText('Emri ver', { timeout: TRY_MS })
      await expect(alert).toBeVisible()
      if ((await stored()).length === 0) await page.keyboard.press('Escape')
    }
    expect(await stored()).toHaveLength(1)
  }).toPass()
  await expect(alert).toHaveText('Deneme işlemi yapılamadı')
  await expect(paper.getByLabel('Tutar (USD)')).toHaveValue('250,50')
  // Only the answer to the order was lost: the repeated order gets the first result.
  await order.click()
  await expect(result).toBeVisible()
  expect(await stored()).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 işlem', { exact: true })).toBeVisible()
})

test('account page and connections fail part by part, and succeed on a retry', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await connectDemo(someone, 'okx')
  await logIn(page, someone)
  const server = await failing(page)
  const question = page.getByRole('alertdialog')

  server.every(['GET /api/api-keys'], 'broken')
  await page.goto('/api-management')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('Bağlantılar yüklenemedi.')
  await tryAgain(main, server, 'GET /api/api-keys')
  const card = page.getByRole('article', { name: 'OKX' })
  await expect(card).toBeVisible()
  // If the list cannot be read after a change, the old list stays and is called old.
  server.every(['GET /api/api-keys'], 'cut-off')
  await card.getByRole('button', { name: 'OKX Demo: yeniden doğrula' }).click()
  const old = main.getByRole('alert').filter({ hasText: 'Bağlantılar yüklenemedi. Gösterilen liste eski olabilir.' })
  await expect(old).toBeVisible()
  await expect(card).toBeVisible()
  await tryAgain(old, server, 'GET /api/api-keys')
  await expect(old).toHaveCount(0)

  server.every(['GET /api/auth/me'], 'broken')
  await page.goto('/account')
  const facts = page.getByRole('region', { name: 'Hesap', exact: true })
  await expect(facts.getByRole('alert')).toContainText(
    'Hesap bilgileriniz okunamadı. Gösterilenler bu tarayıcıda kayıtlı olanlardır, değişmiş olabilir.',
  )
  await expect(facts).toContainText('Deniz Yılmaz')
  await tryAgain(facts, server, 'GET /api/auth/me')
  await expect(facts.getByRole('alert')).toHaveCount(0)

  const own = page.getByRole('region', { name: 'Verileriniz' })
  const download = own.getByRole('button', { name: 'Verilerimi indir' })
  server.next('GET /api/account/export', 'broken', 'said', 'cut-off')
  for (const says of ['Veriler indirilemedi', OWN_SENTENCE, 'Veriler indirilemedi']) {
    await download.click()
    await expect(own.getByRole('alert')).toHaveText(says)
  }
  const downloading = page.waitForEvent('download')
  await download.click()
  await downloading
  await expect(own.getByRole('alert')).toHaveCount(0)

  const password = page.getByRole('form', { name: 'Şifre değiştirme formu' })
  const changed = 'yepyeni-bir-cümle-42'
  const typed = passwords(someone.password, changed)
  await fillIn(password, typed)
  server.next('POST /api/auth/password', 'broken', 'said', 'cut-off')
  for (const says of ['Şifre değiştirilemedi', OWN_SENTENCE, `Şifre değiştirilemedi. ${UNREACHABLE}`]) {
    await password.getByRole('button', { name: 'Şifreyi değiştir' }).click()
    await expect(password.getByRole('alert')).toHaveText(says)
    await expectTyped(password, typed)
  }
  await password.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(password.getByText('Şifreniz değişti.')).toBeVisible()

  const remove = page.getByRole('form', { name: 'Hesap silme formu' })
  await remove.getByLabel('Şifreniz', { exact: true }).fill(changed)
  server.next('DELETE /api/account', 'broken', 'said', 'cut-off')
  for (const says of ['Hesap silinemedi', OWN_SENTENCE, `Hesap silinemedi. ${UNREACHABLE}`]) {
    await erase(page)
    await expect(remove.getByRole('alert')).toHaveText(says)
    await expectTyped(remove, { Şifreniz: changed })
  }
  // The last attempt was cut off and did nothing: a wrong password does not read as a deleted account.
  await remove.getByLabel('Şifreniz', { exact: true }).fill('başka-bir-şifre-7')
  await erase(page)
  await expect(remove).toContainText('Şifre ya da kod yanlış.')
  await remove.getByLabel('Şifreniz', { exact: true }).fill(changed)
  await erase(page)
  await expect(question).toContainText('Hesabınız silindi.')
})

test('a changed password and a deleted account outlive a lost answer', { tag: '@full' }, async ({ page, request }) => {
  const someone = await signUp()
  await logIn(page, someone)
  const server = await failing(page)
  await page.goto('/account')
  const password = page.getByRole('form', { name: 'Şifre değiştirme formu' })
  const changed = 'yepyeni-bir-cümle-42'
  const typed = passwords(someone.password, changed)
  await fillIn(password, typed)
  server.next('POST /api/auth/password', 'lost')
  await password.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(password.getByRole('alert')).toHaveText(`Şifre değiştirilemedi. ${UNREACHABLE}`)
  await expectTyped(password, typed)
  await password.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(password.getByText('Şifreniz değişti.')).toBeVisible()

  const remove = page.getByRole('form', { name: 'Hesap silme formu' })
  await remove.getByLabel('Şifreniz', { exact: true }).fill(changed)
  const question = page.getByRole('alertdialog')
  server.next('DELETE /api/account', 'lost')
  await erase(page)
  await expect(remove.getByRole('alert')).toHaveText(`Hesap silinemedi. ${UNREACHABLE}`)
  await erase(page)
  await expect(question).toContainText('Önceki denemenin yanıtı ulaşmamıştı')
  await expect(question).toContainText('hesabınız silinmiş görünüyor')
  await expect(page.getByTestId('auth-modal')).toHaveCount(0)
  await expect(page).toHaveURL('/')
  const login = await request.post('/api/auth/login', { data: { email: someone.email, password: changed } })
  expect(login.status()).toBe(401)
})
