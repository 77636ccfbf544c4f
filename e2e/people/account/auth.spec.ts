import { expect, type Page, test } from '@playwright/test'
import { axe, testEveryLook } from '../../axe.ts'
import { stopTime } from '../../clock.ts'
import { OWN_SENTENCE } from '../../failing.ts'
import {
  callsOf,
  codeOf,
  fillIn,
  goWithin,
  logIn,
  openAs,
  registration,
  sendLogin,
  signUp,
  storedLogin,
} from '../../people.ts'

const dialog = (page: Page) => page.getByTestId('auth-modal')

/** Opens the login on a public page. */
async function openLogin(page: Page): Promise<void> {
  await page.goto('/status')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
}

async function openRegister(page: Page): Promise<void> {
  await openLogin(page)
  await dialog(page).getByRole('button', { name: 'Kayıt', exact: true }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Hesap oluşturun' })).toBeVisible()
}

/** Opens the registration and fills it. */
async function fillRegister(page: Page, change: Readonly<Record<string, string>> = {}): Promise<void> {
  await openRegister(page)
  await fillIn(dialog(page), registration(change))
}
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Hesap oluştur', exact: true }).click()

test('[AUTHUI-01] login and registration share a dialog; a change clears fields and messages', async ({ page }) => {
  await openLogin(page)
  await dialog(page).getByLabel('E-posta').fill('biri@ornek.com')
  await dialog(page).getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Şifre')
  await dialog(page).getByRole('button', { name: 'Kayıt', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  await expect(dialog(page).getByLabel('E-posta')).toHaveValue('')
  await dialog(page).getByLabel('Ad', { exact: true }).fill('Deniz')
  await dialog(page).getByRole('button', { name: 'Giriş', exact: true }).click()
  await expect(dialog(page).getByLabel('E-posta')).toHaveValue('')
  await dialog(page).getByRole('button', { name: 'Kayıt', exact: true }).click()
  await expect(dialog(page).getByLabel('Ad', { exact: true })).toHaveValue('')
})

test('[AUTHUI-03] the form of registration has all its fields and four country codes', async ({ page }) => {
  await openRegister(page)
  for (const label of ['E-posta', 'Şifre', 'Şifre, yeniden', 'Ad', 'Soyad', 'Telefon', 'Ülke kodu']) {
    await expect(dialog(page).getByLabel(label, { exact: true })).toBeVisible()
  }
  const names = await dialog(page)
    .locator('form [name]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  expect(names.sort()).toEqual(
    ['confirmPassword', 'countryCode', 'email', 'firstName', 'lastName', 'password', 'phoneNumber'].sort(),
  )
  const codes = await dialog(page)
    .getByLabel('Ülke kodu')
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  expect(codes).toEqual(['+90', '+1', '+44', '+49'])
})

test('[VALID-02] passwords must match', async ({ page }) => {
  await fillRegister(page, { 'Şifre, yeniden': 'başka-bir-şey' })
  await send(page)
  await expect(dialog(page).getByText('Şifreler eşleşmiyor')).toBeVisible()
})

test('[VALID-03] [CONST-28] a password has at least six characters', async ({ page }) => {
  await fillRegister(page, { Şifre: 'beş-5', 'Şifre, yeniden': 'beş-5' })
  await send(page)
  await expect(dialog(page).getByText('Şifre en az 6 karakter olmalı')).toBeVisible()
})

test('[VALID-04] [VALID-05] [VALID-07] names and an email are asked for, and blanks are no name', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (sent) => sent.url().includes('/auth/register') && calls.push(sent.url()))
  await fillRegister(page, { Ad: '   ', Soyad: ' ', 'E-posta': '' })
  await send(page)
  await expect(dialog(page).getByText('Ad alanı gerekli', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('Soyad alanı gerekli')).toBeVisible()
  await expect(dialog(page).getByText('Geçerli bir e-posta adresi girin')).toBeVisible()
  await expect(dialog(page).getByLabel('Ad', { exact: true })).toBeFocused()
  await dialog(page).getByLabel('E-posta').fill('bu bir adres değil')
  await expect(dialog(page).getByText('Geçerli bir e-posta adresi girin')).toBeVisible()
  await expect(dialog(page).getByLabel('E-posta')).toHaveAttribute('type', 'email')
  expect(calls).toEqual([])
})

test('[VALID-06] a phone number is asked for and sent as country code and number', async ({ page }) => {
  await fillRegister(page, { Telefon: '' })
  await send(page)
  await expect(dialog(page).getByText('Telefon numarası gerekli')).toBeVisible()
  await dialog(page).getByLabel('Ülke kodu').selectOption('+49')
  await dialog(page).getByLabel('Telefon').fill('1512345678')
  const sent = page.waitForRequest('**/api/auth/register')
  await send(page)
  expect((await sent).postDataJSON()).toMatchObject({
    phoneNumber: '+491512345678',
    firstName: 'Deniz',
    lastName: 'Yılmaz',
    full_name: 'Deniz Yılmaz',
  })
})

test('[STATE-03] [ENT-02] a registration says so, sets the tour’s flag after 2 s, and closes', async ({ page }) => {
  await page.clock.install()
  await fillRegister(page)
  await stopTime(page)
  await send(page)
  await expect(dialog(page).getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()
  await page.clock.runFor(1_900)
  await expect(dialog(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('makas.tour'))).toBeNull()
  await page.clock.runFor(100)
  await expect(dialog(page)).toHaveCount(0)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored['makas.token']).toBeTruthy()
  expect(JSON.parse(stored['makas.user'] ?? '{}')).toMatchObject({ username: 'Deniz Yılmaz' })
  expect(stored['makas.tour']).toBeTruthy()
})

test('registration and account page call a common password weak', { tag: '@full' }, async ({ page }) => {
  await openRegister(page)
  // On a phone the form is longer than the screen.
  await page.setViewportSize({ width: 390, height: 700 })
  await fillIn(dialog(page), registration({ Şifre: 'galatasaray', 'Şifre, yeniden': 'galatasaray' }))
  const rules = dialog(page).getByRole('list', { name: 'Şifre kuralları' })
  await expect(rules).toContainText('Canlı borsa anahtarı için en az 8 karakter; yaygın bir şifre yetmez')
  await expect(rules).not.toContainText('eklenebilir')
  await send(page)
  const weak = 'Şifreniz zayıf sayılıyor. Zayıf şifreli hesaba canlı borsa anahtarı eklenemez.'
  await expect(dialog(page).getByText('Kayıt başarılı!')).toBeInViewport()
  await expect(dialog(page).getByText(weak)).toBeInViewport({ ratio: 1 })
  await expect(dialog(page)).toHaveCount(0)
  await page.goto('/account')
  await expect(page.getByRole('main').getByText(weak)).toBeVisible()
})

test('[AUTHUI-02] [STATE-02] a login shows progress, says that it worked, and closes after 1.5 s', async ({ page }) => {
  const someone = await signUp()
  await page.clock.install()
  await openLogin(page)
  await dialog(page).getByLabel('E-posta').fill(someone.email)
  await dialog(page).getByLabel('Şifre', { exact: true }).fill('yanlış-şifre')
  const gate = new EventTarget()
  const held = new Promise((resolve) => gate.addEventListener('open', resolve))
  await page.route('**/api/auth/login', async (route) => {
    await held
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expect(dialog(page).getByRole('button', { name: 'Giriş yapılıyor' })).toBeVisible()
  gate.dispatchEvent(new Event('open'))
  await expect(dialog(page).getByRole('alert')).toContainText('Geçersiz email veya şifre')
  await dialog(page).getByLabel('Şifre', { exact: true }).fill(someone.password)
  await stopTime(page)
  await dialog(page).getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expect(dialog(page).getByText('Giriş başarılı!')).toBeVisible()
  await page.clock.runFor(1_400)
  await expect(dialog(page)).toBeVisible()
  await page.clock.runFor(100)
  await expect(dialog(page)).toHaveCount(0)
  await page.clock.resume()
  await expect(page.getByRole('banner').getByText('Deniz Yılmaz')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Çıkış' })).toBeVisible()
})

test('[ERR-01] the fallback stands where the server gives no sentence, the detail where it does', async ({ page }) => {
  await openLogin(page)
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: 'kaput' }))
  await sendLogin(dialog(page), { email: 'biri@ornek.com', password: 'herhangi-biri' })
  await expect(dialog(page).getByRole('alert')).toContainText('Giriş başarısız')
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 503, json: { detail: OWN_SENTENCE, code: 'internal' } }),
  )
  await dialog(page).getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(OWN_SENTENCE)
  await dialog(page).getByRole('button', { name: 'Kayıt', exact: true }).click()
  await fillIn(dialog(page), registration())
  await page.route('**/api/auth/register', (route) => route.abort())
  await send(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Kayıt başarısız')
  await expect(dialog(page).getByLabel('Ad', { exact: true })).toHaveValue('Deniz')
})

test('a second factor makes the login ask for its code; a wrong code is said beside the field', async ({ page }) => {
  const someone = await signUp()
  const calls = await callsOf(someone)
  await calls.post('/api/auth/proof', { data: { password: someone.password } })
  const { secret } = (await (await calls.post('/api/auth/totp')).json()) as { secret: string }
  const confirmed = await calls.post('/api/auth/totp/confirm', { data: { code: codeOf(secret) } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
  const { recovery_codes: codes } = (await confirmed.json()) as { recovery_codes: string[] }
  await openLogin(page)
  await sendLogin(dialog(page), someone)
  await expect(dialog(page).getByLabel('Doğrulama kodu')).toBeFocused()
  await dialog(page).getByLabel('Doğrulama kodu').fill('000000')
  await dialog(page).getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expect(dialog(page).getByText('Doğrulama kodu geçersiz.')).toBeVisible()
  await fillIn(dialog(page), { 'Doğrulama kodu': codes[0] ?? '' })
  await dialog(page).getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expect(dialog(page).getByText('Giriş başarılı!')).toBeVisible()
})

test('[STATE-05] [OPP-08] logout removes token and user, here and in another tab', async ({ page, context }) => {
  const someone = await signUp()
  await openAs(page, someone, '/opportunities')
  await expect(page.getByRole('button', { name: 'Çıkış' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/status')
  await expect(other.getByRole('button', { name: 'Çıkış' })).toBeVisible()
  const told = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Çıkış' }).click()
  await expect(page.getByRole('button', { name: 'Giriş yap / Başla' })).toBeVisible()
  expect((await told).status()).toBe(204)
  expect(await storedLogin(page)).toEqual([null, null])
  await expect(other.getByRole('button', { name: 'Giriş yap / Başla' })).toBeVisible()
  const calls = await callsOf(someone)
  expect((await calls.get('/api/auth/me')).status()).toBe(401)
})

for (const [what, changed, left] of [
  ['puts no token back that another tab has renewed', 'of-another-tab', ['of-another-tab', 'Yenilenmiş']],
  ['puts nobody back who has logged out in another tab', null, [null, null]],
] as const) {
  test(`who somebody is, told late, ${what}`, { tag: '@full' }, async ({ page }) => {
    const someone = await signUp()
    await logIn(page, someone)
    // A tab gets no event for its own write, so this write acts as another tab's write whose event is late.
    await page.route('**/api/auth/me', async (route) => {
      await page.evaluate((token) => {
        if (token === null) localStorage.clear()
        else localStorage.setItem('makas.token', token)
      }, changed)
      await route.fulfill({ json: { ...someone.user, firstName: 'Yenilenmiş' } })
    })
    await page.goto('/support')
    await expect(page.getByText('Yenilenmiş Yılmaz').first()).toBeVisible()
    const stored = await page.evaluate(() => [
      localStorage.getItem('makas.token'),
      JSON.parse(localStorage.getItem('makas.user') ?? '{}').firstName ?? null,
    ])
    expect(stored).toEqual(left)
  })
}

testEveryLook('the login dialog, which keeps the keyboard inside,', async (page, width) => {
  await page.goto('/status')
  if (width === 390) await page.getByRole('button', { name: 'Menüyü aç' }).click()
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  await expect(dialog(page).getByLabel('E-posta')).toBeFocused()
  for (const mode of ['Kayıt', 'Giriş']) {
    await dialog(page).getByRole('button', { name: mode, exact: true }).click()
    await dialog(page)
      .getByRole('button', { name: /^(Hesap oluştur|Giriş yap)$/ })
      .click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await axe(page, '[data-testid=auth-modal]')
    const box = await dialog(page).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
  }
  for (let press = 0; press < 14; press += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog(page).evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
})

test('a user who leaves the page at the success notice is logged in there', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  await page.goto('/help')
  await goWithin(page, '/account')
  await sendLogin(dialog(page), someone)
  await expect(dialog(page).getByText('Giriş başarılı!')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Giriş yap / Başla' })).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('makas.token'))).toBeTruthy()
})

test('a registration is kept, with its tour; a dialog stays on its page', { tag: '@full' }, async ({ page }) => {
  await page.goto('/help')
  await goWithin(page, '/status')
  const open = async () => {
    await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
    await dialog(page).getByRole('button', { name: 'Kayıt', exact: true }).click()
  }
  await open()
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  await expect(dialog(page)).toHaveCount(0)
  await page.goForward()
  await open()
  await fillIn(dialog(page), registration())
  await send(page)
  await expect(dialog(page).getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect([Boolean(stored['makas.token']), Boolean(stored['makas.tour'])]).toEqual([true, true])
  await goWithin(page, '/')
  await expect(page.getByTestId('tour-modal')).toBeVisible()
})
