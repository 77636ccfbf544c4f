import { expect, type Locator, type Page, test } from '@playwright/test'
import { atEveryWidth, axe } from '../../axe.ts'
import { answerCall, OWN_SENTENCE } from '../../failing.ts'
import { INVALID, KEY, PASSPHRASE, RIGHTS, record, SECRET, typeKey, typeOkx } from '../../keys.ts'
import {
  callsOf,
  connectDemo,
  connectPatiently,
  goWithin,
  logIn,
  register,
  type Someone,
  signUp,
} from '../../people.ts'
import { THEMES } from '../../tier.ts'

const wizard = (page: Page) => page.getByTestId('api-wizard')

/** Opens the page of connections with the wizard at its first step. */
async function openWizard(page: Page, someone: Someone | null): Promise<Locator> {
  if (someone !== null) await logIn(page, someone)
  await connectPatiently(page)
  await page.goto('/settings/api')
  await expect(wizard(page).getByRole('heading', { name: 'Bir borsa seçin' })).toBeVisible()
  return wizard(page)
}

/** Answers the call that adds a key. */
const answerAdd = (page: Page, reply: Parameters<typeof answerCall>[3]) =>
  answerCall(page, 'POST', '**/api/api-keys', reply)
const check = (dialog: Locator) => dialog.getByRole('button', { name: 'Anahtarı doğrula' }).click()
const LABELS = ['API anahtarı', 'Gizli anahtar (Secret Key)', 'Parola ifadesi (passphrase)']

test('a registration from the wizard leads to the tour and closes the wizard', { tag: '@full' }, async ({ page }) => {
  const dialog = await openWizard(page, null)
  await dialog.getByRole('button', { name: 'Giriş yap' }).click()
  await register(page.getByTestId('auth-modal'))
  await expect(page.getByTestId('tour-modal')).toBeVisible()
  await expect(wizard(page)).toHaveCount(0)
})

test('Back from /settings/api closes the wizard', { tag: '@full' }, async ({ page }) => {
  await page.goto('/help')
  await goWithin(page, '/settings/api')
  await expect(wizard(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  await expect(wizard(page)).toHaveCount(0)
})

test('[WIZ-01] [WIZ-03] [ENT-03] a demo account is connected in three steps, listed and deleted', async ({ page }) => {
  const someone = await signUp()
  const dialog = await openWizard(page, someone)
  for (const name of ['Binance', 'OKX', 'Bybit', 'Kraken'])
    await expect(dialog.getByRole('button', { name: `${name} bağla` })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Bağlı borsalar' })).toContainText('Henüz bağlı borsanız yok')
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  const connectedBy = page.waitForResponse('**/api/demo-keys')
  await dialog.getByRole('button', { name: 'Demo hesabı kullan' }).click()
  expect(await (await connectedBy).json()).toMatchObject({
    id: expect.any(String),
    exchange_name: 'okx',
    api_key_masked: expect.stringMatching(/^.{4}••••••••.{4}$/),
    is_valid: true,
    permissions: { read: true, spot_trade: true, withdraw: false },
  })
  await expect(dialog.getByRole('heading', { name: 'OKX bağlandı' })).toBeVisible()
  const rights = dialog.getByRole('region', { name: 'Yetkiler' })
  await expect(rights.getByRole('listitem').filter({ hasText: 'Çekim' })).toContainText('kapalı, doğrulandı')
  await expect(rights.getByRole('listitem').filter({ hasText: 'Spot işlem' })).toContainText('açık')
  await expect(dialog.getByText('demo', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Başka borsa ekle' }).click()
  const connected = dialog.getByRole('region', { name: 'Bağlı borsalar' }).getByRole('listitem')
  await expect(connected).toHaveCount(1)
  await expect(connected).toContainText(/OKXdemo.{4}••••••••.{4}/)
  await expect(connected).toContainText('Bağlı')
  await dialog.getByRole('button', { name: 'OKX Demo: yeniden doğrula' }).click()
  await expect(dialog.getByRole('button', { name: 'OKX Demo: yeniden doğrula' })).toHaveAttribute(
    'aria-disabled',
    'false',
  )
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'OKX Demo: sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(dialog.getByRole('region', { name: 'Bağlı borsalar' })).toContainText('Henüz bağlı borsanız yok')
  const calls = await callsOf(someone)
  expect(await (await calls.get('/api/api-keys')).json()).toEqual([])
})

test('[STATE-16] [STATE-17] [STATE-18] a choice empties the form and opens step 2; saving, step 3', async ({
  page,
}) => {
  const dialog = await openWizard(page, await signUp())
  const step = dialog.getByRole('listitem').and(page.locator('[aria-current=step]'))
  await expect(step).toContainText('Borsa')
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  await expect(step).toContainText('Anahtar')
  await expect(dialog.getByRole('heading', { name: 'OKX', exact: true })).toBeFocused()
  await typeOkx(dialog)
  await dialog.getByRole('button', { name: 'Geri' }).click()
  await expect(step).toContainText('Borsa')
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  for (const label of LABELS) await expect(dialog.getByLabel(label, { exact: true })).toHaveValue('')
  await answerAdd(page, { status: 201, json: record('okx') })
  await typeOkx(dialog)
  await check(dialog)
  await expect(step).toContainText('Sonuç')
  await expect(dialog.getByRole('heading', { name: 'OKX bağlandı' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Başka borsa ekle' }).click()
  await expect(step).toContainText('Borsa')
  await expect(dialog.getByRole('heading', { name: 'Bir borsa seçin' })).toBeFocused()
})

test('[STATE-19] finishing calls the success callback and closes', async ({ page }) => {
  const dialog = await openWizard(page, await signUp())
  await dialog.getByRole('button', { name: 'Kraken bağla' }).click()
  await dialog.getByRole('button', { name: 'Demo hesabı kullan' }).click()
  await expect(dialog.getByRole('heading', { name: 'Kraken bağlandı' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Bitir' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Borsa bağlantınız hazır.')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Kraken' })).toContainText('demo')
})

test('[WIZ-02] [ENT-04] [VALID-09] each exchange has its fields; key and secret are required', async ({ page }) => {
  const dialog = await openWizard(page, await signUp())
  for (const { name, secret, hasPassphrase, hasTestnet, ticks, empty, address } of [
    {
      ...{ name: 'Binance', secret: 'Gizli anahtar (Secret Key)', hasPassphrase: false, hasTestnet: true },
      ticks: 'Enable Reading, Enable Spot & Margin Trading',
      empty: 'Enable Withdrawals, Permits Universal Transfer',
      address: /Restrict access to trusted IPs only/,
    },
    {
      ...{ name: 'OKX', secret: 'Gizli anahtar (Secret Key)', hasPassphrase: true, hasTestnet: true },
      ticks: 'Read, Trade',
      empty: 'Withdraw',
      address: /OKX’te anahtarı oluştururken IP adresi alanını doldurun/,
    },
    {
      ...{ name: 'Bybit', secret: 'Gizli anahtar (Secret Key)', hasPassphrase: false, hasTestnet: true },
      ticks: 'Read-Write, Unified Trading: Orders, Positions',
      empty: 'Assets: Withdrawal, Assets: Account Transfer',
      address: /Bybit’te anahtarı oluştururken yalnız izin verilen IP adreslerini seçin/,
    },
    {
      ...{ name: 'Kraken', secret: 'Private Key', hasPassphrase: false, hasTestnet: false },
      ticks: 'Query Funds, Create & Modify Orders, Cancel & Close Orders',
      empty: 'Withdraw Funds, Add withdrawal address',
      address: /IP address restriction/,
    },
  ]) {
    await dialog.getByRole('button', { name: `${name} bağla` }).click()
    await expect(dialog.getByLabel('API anahtarı', { exact: true })).toBeVisible()
    await expect(dialog.getByLabel(secret, { exact: true })).toBeVisible()
    await expect(dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true })).toHaveCount(hasPassphrase ? 1 : 0)
    await expect(dialog.getByRole('switch', { name: 'Test ağı' })).toHaveCount(hasTestnet ? 1 : 0)
    const picture = `${name} yetki ekranında işaretlenecekler: ${ticks}; boş bırakılacaklar: ${empty}`
    await expect(dialog.getByRole('img', { name: picture, exact: true })).toBeVisible()
    await expect(dialog.getByText(address)).toBeVisible()
    await check(dialog)
    await expect(dialog.getByText('Bu alan gerekli.')).toHaveCount(2)
    await expect(dialog.getByLabel('API anahtarı', { exact: true })).toBeFocused()
    await dialog.getByRole('button', { name: 'Geri' }).click()
  }
})

test('[VALID-08] [VALID-10] [CALL-11] a passphrase is required by OKX and sent for OKX alone', async ({ page }) => {
  const someone = await signUp()
  const dialog = await openWizard(page, someone)
  await answerAdd(page, { status: 200, json: INVALID })
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  await typeKey(dialog)
  await check(dialog)
  await expect(dialog.getByText('OKX için passphrase zorunlu')).toBeVisible()
  await dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true }).fill(PASSPHRASE)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/api-keys'))
  await check(dialog)
  const okx = await sent
  const typed = { api_key: KEY, api_secret: SECRET, passphrase: PASSPHRASE }
  expect(okx.postDataJSON()).toEqual({ exchange_name: 'okx', testnet: false, ...typed })
  expect(okx.headers().authorization).toMatch(/^Bearer .+/)
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Geri' }).click()
  await dialog.getByRole('button', { name: 'Binance bağla' }).click()
  const key = 'a'.repeat(64)
  await typeKey(dialog, key)
  await dialog.getByRole('switch', { name: 'Test ağı' }).click()
  const other = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/api-keys'))
  await check(dialog)
  const expected = { exchange_name: 'binance', api_key: key, api_secret: SECRET, testnet: true }
  expect((await other).postDataJSON()).toEqual(expected)
})

test('[VALID-11] adding a key requires a login', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (sent) => sent.url().includes('/api/api-keys') && calls.push(sent.url()))
  const dialog = await openWizard(page, null)
  await expect(dialog.getByText('Giriş yapmanız gerekiyor')).toBeVisible()
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  await typeOkx(dialog)
  await check(dialog)
  await expect(dialog.getByRole('alert')).toContainText('Giriş yapmanız gerekiyor')
  await dialog.getByRole('alert').getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
  expect(calls).toEqual([])
})

test('[ERR-02] [ERR-05] [ERR-06] the exchange’s refusal stands by the form, which keeps its text', async ({ page }) => {
  const dialog = await openWizard(page, await signUp())
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  const alert = dialog.getByRole('alert')
  const typed = [KEY, SECRET, PASSPHRASE]
  for (const { answer, says } of [
    {
      answer: { status: 200, json: INVALID },
      says: 'API anahtarları doğrulanamadı. Lütfen anahtarlarınızı kontrol edin ve tekrar deneyin.',
    },
    { answer: { status: 500, body: 'kaput' }, says: 'API anahtarı eklenemedi' },
    { answer: { status: 503, json: { detail: OWN_SENTENCE, code: 'exchange-unreachable' } }, says: OWN_SENTENCE },
  ]) {
    await page.unroute('**/api/api-keys')
    await answerAdd(page, answer)
    await typeOkx(dialog)
    await dialog.getByRole('switch', { name: 'Test ağı' }).click()
    const isOn = (await dialog.getByRole('switch', { name: 'Test ağı' }).getAttribute('aria-checked')) ?? ''
    await check(dialog)
    await expect(alert).toHaveText(says)
    for (const [at, label] of LABELS.entries())
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(typed[at] ?? '')
    await expect(dialog.getByRole('switch', { name: 'Test ağı' })).toHaveAttribute('aria-checked', isOn)
    await expect(dialog.getByRole('heading', { name: 'OKX', exact: true })).toBeVisible()
  }
  // Without an answer a person can send the typed key again.
  await page.unroute('**/api/api-keys')
  await answerAdd(page, (route) => route.abort())
  await typeOkx(dialog)
  await check(dialog)
  await expect(alert).toHaveText('API anahtarı eklenemedi')
  await expect(dialog.getByLabel('API anahtarı', { exact: true })).toHaveValue(KEY)
})

test('[ERR-03] [ERR-04] a check or a deletion that fails is said in its row', async ({ page }) => {
  const someone = await signUp()
  await connectDemo(someone, 'bybit')
  const dialog = await openWizard(page, someone)
  const alert = dialog.getByRole('alert')
  await page.route('**/api/api-keys/*/validate', (route) => route.fulfill({ status: 500, body: 'kaput' }))
  await dialog.getByRole('button', { name: 'Bybit Demo: yeniden doğrula' }).click()
  await expect(alert).toHaveText('Doğrulama başarısız')
  await page.route('**/api/api-keys/*/validate', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Borsa bakımda.', code: 'exchange-unreachable' } }),
  )
  await dialog.getByRole('button', { name: 'Bybit Demo: yeniden doğrula' }).click()
  await expect(alert).toHaveText('Borsa bakımda.')
  await page.route('**/api/api-keys/*', (route) => route.fulfill({ status: 500, body: 'kaput' }))
  await dialog.getByRole('button', { name: 'Bybit Demo: sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(alert).toHaveText('API anahtarı silinemedi')
  await expect(dialog.getByRole('region', { name: 'Bağlı borsalar' }).getByRole('listitem')).toHaveCount(1)
})

test('[CALL-10] [CALL-12] [CALL-13] list, check and deletion send the bearer', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  const { id } = await connectDemo(someone, 'okx')
  const seen: { readonly call: string; readonly bearer: string | undefined }[] = []
  page.on('request', (sent) => {
    const { pathname } = new URL(sent.url())
    if (pathname.startsWith('/api/api-keys'))
      seen.push({ call: `${sent.method()} ${pathname}`, bearer: sent.headers().authorization })
  })
  const dialog = await openWizard(page, someone)
  await dialog.getByRole('button', { name: 'OKX Demo: yeniden doğrula' }).click()
  await expect.poll(() => seen.some(({ call }) => call === `POST /api/api-keys/${id}/validate`)).toBe(true)
  await expect(dialog.getByRole('button', { name: 'OKX Demo: sil' })).toHaveAttribute('aria-disabled', 'false')
  await dialog.getByRole('button', { name: 'OKX Demo: sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(dialog.getByRole('region', { name: 'Bağlı borsalar' })).toContainText('Henüz bağlı borsanız yok')
  const named = [`GET /api/api-keys`, `POST /api/api-keys/${id}/validate`, `DELETE /api/api-keys/${id}`]
  expect(named.filter((call) => !seen.some((one) => one.call === call))).toEqual([])
  for (const { call, bearer } of seen) expect([call, bearer]).toEqual([call, expect.stringMatching(/^Bearer .+/)])
})

test('[ROLE-12] a key must be able to trade and unable to withdraw, whatever the plan', async ({ page }) => {
  const dialog = await openWizard(page, await signUp())
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  await expect(dialog.getByRole('complementary', { name: 'Anahtar yardımı' })).toContainText(
    'Anahtarda işlem yetkisi açık, çekim yetkisi kapalı olmalı. Bu uyarı tüm planlarda geçerlidir',
  )
  const detail = 'Bu anahtarın para çekme izni açık ya da izni okunamadı.'
  await answerAdd(page, { status: 400, json: { detail, code: 'withdraw-enabled' } })
  await typeOkx(dialog)
  await check(dialog)
  await expect(dialog.getByRole('alert')).toHaveText(detail)
  await page.unroute('**/api/api-keys')
  const reader = record('okx', { permissions: { ...RIGHTS, spot_trade: false } })
  await answerAdd(page, { status: 201, json: reader })
  await typeOkx(dialog)
  await check(dialog)
  await expect(dialog.getByText('İşlem yetkisi kapalı: bu anahtarla bakiyeniz okunur, işlem yapılamaz.')).toBeVisible()
})

for (const theme of THEMES) {
  test(`the wizard in the ${theme} theme looks right and keeps the keyboard`, { tag: '@full' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const dialog = await openWizard(page, await signUp())
    const look = () =>
      atEveryWidth(page, async (width) => {
        await axe(page, '[data-testid=api-wizard]')
        const box = await dialog.boundingBox()
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true)
        expect(await dialog.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBeLessThanOrEqual(0)
      })
    await look()
    await dialog.getByRole('button', { name: 'OKX bağla' }).click()
    await check(dialog)
    await expect(dialog.getByText('Bu alan gerekli.')).toHaveCount(2)
    await look()
    for (let press = 0; press < 14; press += 1) {
      await page.keyboard.press('Tab')
      expect(await dialog.evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
    }
    await dialog.getByRole('button', { name: 'Demo hesabı kullan' }).click()
    await expect(dialog.getByRole('heading', { name: 'OKX bağlandı' })).toBeVisible()
    await look()
  })
}
