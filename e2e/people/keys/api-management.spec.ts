import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { atEveryWidth, looksRight } from '../../axe.ts'
import { answerCall, OWN_SENTENCE } from '../../failing.ts'
import { enter, putAway } from '../../keyboard.ts'
import { KEY, RIGHTS, record, SECRET } from '../../keys.ts'
import { callsOf, connectPatiently, logIn, signUp } from '../../people.ts'
import { THEMES } from '../../tier.ts'

const UNREAD = { read: null, spot_trade: null, futures_trade: null, withdraw: null, transfer: null }

/** Opens a new user's page of connections with `keys`; null: with the server's list. */
async function openPage(page: Page, keys: readonly object[] | null = null) {
  const someone = await signUp()
  await logIn(page, someone)
  await connectPatiently(page)
  if (keys !== null) {
    await answerCall(page, 'GET', '**/api/api-keys', { json: keys })
    await page.route('**/api/portfolio/balances', (route) => route.fulfill({ status: 503, body: '' }))
  }
  await page.goto('/api-management')
  await expect(page.getByText('Hoş geldiniz,')).toBeVisible()
  return someone
}

async function openDialog(page: Page, exchange: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Borsa ekle' }).click()
  const dialog = page.getByTestId('credential-dialog')
  await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: exchange })
  return dialog
}

/** Types key and secret, which Kraken calls a private key. */
async function type(dialog: Locator, key: string, secret: string): Promise<void> {
  await dialog.getByLabel('API anahtarı', { exact: true }).fill(key)
  await dialog.getByLabel(/^(Gizli anahtar \(Secret Key\)|Private Key)$/).fill(secret)
}

const exchangeOf = (dialog: Locator) => dialog.getByLabel('Borsa', { exact: true })
const keyOf = (dialog: Locator) => dialog.getByLabel('API anahtarı', { exact: true })
const passphraseOf = (dialog: Locator) => dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true })
const networkOf = (dialog: Locator) => dialog.getByRole('switch', { name: 'Test ağı' })
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Doğrula ve kaydet' })

test('[APIM-01] [APIM-02] [ENT-05] a welcome with the username, and the facts of each connection', async ({ page }) => {
  await openPage(page, [
    record('okx'),
    record('bybit', {
      name: 'Bybit Testnet',
      testnet: true,
      permissions: { ...RIGHTS, withdraw: null },
    }),
  ])
  await expect(page.getByText('Hoş geldiniz, Deniz Yılmaz')).toBeVisible()
  await expect(page.getByText('2 bağlantı: 2 bağlı')).toBeVisible()
  const okx = page.getByRole('article', { name: 'OKX' })
  for (const text of ['Bağlı', 'gerçek hesap', '5f3c••••••••91be', 'Son denetim 22.11.2026 14:04:37'])
    await expect(okx).toContainText(text)
  const right = (name: string) =>
    okx.getByRole('region', { name: 'Yetkiler' }).getByRole('listitem').filter({ hasText: name })
  await expect(right('Spot işlem')).toContainText('açık')
  await expect(right('Vadeli işlem')).toContainText('kapalı')
  await expect(right('Çekim')).toContainText('kapalı, doğrulandı')
  const held = okx.getByRole('region', { name: 'Bakiye' })
  await expect(held.getByRole('row', { name: /^USDT/ })).toContainText('1.200,5')
  await expect(held.getByRole('row', { name: /^BTC/ })).toContainText('0,25')
  const bybit = page.getByRole('article', { name: 'Bybit' })
  await expect(bybit).toContainText('test ağı')
  await expect(bybit.getByRole('listitem').filter({ hasText: 'Çekim' })).toContainText('test ağında sorulamaz')
  // On a phone too the buttons of a connection share a line.
  await page.setViewportSize({ width: 390, height: 844 })
  const tops = okx.getByRole('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(await tops).size).toBe(1)
})

test('[STATE-29] a connection is connected, in error or pending; what was not read is unknown', async ({ page }) => {
  await openPage(page, [
    record('okx'),
    record('kraken', { status: 'error', is_valid: false, permissions: UNREAD, balance: null }),
    record('bybit', { status: 'pending', is_valid: false, permissions: UNREAD, last_checked: null }),
  ])
  const card = (name: string) => page.getByRole('article', { name })
  await expect(card('OKX').getByText('Bağlı', { exact: true })).toBeVisible()
  await expect(card('Kraken').getByText('Hata', { exact: true })).toBeVisible()
  await expect(card('Kraken')).toContainText('Borsa bu anahtarı kabul etmedi.')
  await expect(card('Kraken').getByText('bilinmiyor')).toHaveCount(5)
  await expect(card('Bybit').getByText('Doğrulanıyor', { exact: true })).toBeVisible()
})

test('[APIM-03] [ENT-06] [VALID-19] the dialog asks for a key, and saves only whole keys', async ({ page }) => {
  await openPage(page)
  const dialog = await openDialog(page, 'Borsa seçin')
  await expect(save(dialog)).toBeDisabled()
  await type(dialog, KEY, SECRET)
  await expect(save(dialog)).toBeDisabled()
  await exchangeOf(dialog).selectOption({ label: 'OKX' })
  await expect(save(dialog)).toBeEnabled()
  await expect(passphraseOf(dialog)).toBeVisible()
  await expect(networkOf(dialog)).toBeVisible()
  await keyOf(dialog).fill('')
  await expect(save(dialog)).toBeDisabled()
  await type(dialog, KEY, '')
  await expect(save(dialog)).toBeDisabled()
  for (const other of ['Binance', 'Bybit', 'Kraken']) {
    await exchangeOf(dialog).selectOption({ label: other })
    await expect(passphraseOf(dialog)).toHaveCount(0)
  }
})

/** Expects the dialog to refuse a key before the exchange is asked. */
async function expectRefused(dialog: Locator, key: string, secret: string, sentence: string): Promise<void> {
  await type(dialog, key, secret)
  await save(dialog).click()
  await expect(dialog.getByText(sentence, { exact: true })).toBeVisible()
}

test('[VALID-12] [VALID-13] [VALID-14] short keys, short secrets and odd Binance keys are refused', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (sent) => sent.url().includes('/validate-exchange') && calls.push(sent.url()))
  await openPage(page)
  const dialog = await openDialog(page, 'Binance')
  await expectRefused(dialog, 'BINANCE-1', SECRET, 'API Key çok kısa veya geçersiz format')
  await expectRefused(dialog, 'BINANCE-12345', 'kisa-9-kr', 'Secret Key çok kısa veya geçersiz format')
  await expectRefused(dialog, 'baska-bir-anahtar', SECRET, 'Binance API anahtarı geçersiz format')
  expect(calls).toEqual([])
})

test('[VALID-15] [VALID-16] [VALID-17] Bybit, OKX and Kraken keys of another format are refused', async ({ page }) => {
  await openPage(page)
  const dialog = await openDialog(page, 'Bybit')
  await expectRefused(dialog, 'a'.repeat(21), SECRET, 'Bybit API anahtarı 20 veya 32 karakter olmalı')
  await exchangeOf(dialog).selectOption({ label: 'OKX' })
  await expectRefused(dialog, KEY, SECRET, 'OKX için passphrase zorunlu')
  await passphraseOf(dialog).fill('parola-ifadesi')
  await expectRefused(dialog, 'a'.repeat(30), SECRET, 'OKX API anahtarı geçersiz format')
  await expectRefused(dialog, 'kisa-anahtar-19-har', SECRET, 'OKX API anahtarı geçersiz format')
  await exchangeOf(dialog).selectOption({ label: 'Kraken' })
  await expectRefused(dialog, 'a'.repeat(49), SECRET, 'Kraken API anahtarı geçersiz format')
})

test('[VALID-18] [VALID-20] [VALID-21] other exchanges are refused; editing keeps the exchange', async ({ page }) => {
  await openPage(page, [record('okx')])
  const dialog = await openDialog(page, 'Başka bir borsa')
  await type(dialog, KEY, SECRET)
  await save(dialog).click()
  await expect(dialog.getByText('Desteklenmeyen borsa', { exact: true })).toBeVisible()
  for (const name of ['Binance', 'OKX', 'Bybit']) {
    await exchangeOf(dialog).selectOption({ label: name })
    await expect(networkOf(dialog)).toHaveAttribute('aria-checked', 'true')
  }
  await exchangeOf(dialog).selectOption({ label: 'Kraken' })
  await expect(networkOf(dialog)).toHaveCount(0)
  await expect(dialog.getByText('Kraken test ağı sunmuyor')).toBeVisible()
  await putAway(dialog)
  await page.getByRole('button', { name: 'OKX: güncelle' }).click()
  await expect(dialog.getByRole('heading', { name: 'OKX bağlantısını güncelle' })).toBeVisible()
  await expect(exchangeOf(dialog)).toBeDisabled()
  await expect(exchangeOf(dialog)).toHaveValue('okx')
  await expect(keyOf(dialog)).toHaveValue('')
  // The network is fixed too, and looks so.
  const network = networkOf(dialog)
  await expect(network).toHaveAttribute('aria-checked', 'false')
  await expect(network).toBeDisabled()
  await expect(network).toHaveAccessibleDescription(
    'Güncellerken ağ değiştirilemez. Öbür ağdaki anahtar için yeni bir bağlantı ekleyin.',
  )
  await network.click({ force: true })
  await expect(network).toHaveAttribute('aria-checked', 'false')
})

test('[CALL-14] [ERR-10] a key is asked about, then stored, and that is said', async ({ page }) => {
  await openPage(page)
  const sent: { readonly call: string; readonly body: unknown; readonly bearer: string | undefined }[] = []
  const note = (route: Route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    sent.push({ call, body: request.postDataJSON(), bearer: request.headers().authorization })
  }
  await page.route('**/api/validate-exchange-credentials', (route) => {
    note(route)
    return route.fulfill({ json: { success: true, message: 'tamam' } })
  })
  await page.route('**/api/api-keys', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: [record('okx')] })
    note(route)
    return route.fulfill({ status: 201, json: record('okx', { testnet: true }) })
  })
  const dialog = await openDialog(page, 'OKX')
  await type(dialog, KEY, SECRET)
  await passphraseOf(dialog).fill('parola-ifadesi')
  await save(dialog).click()
  await expect(page.getByRole('alertdialog')).toHaveText(/^API anahtarları başarıyla doğrulandı ve kaydedildi/)
  expect(sent).toEqual([
    {
      call: 'POST /api/validate-exchange-credentials',
      body: { exchange: 'okx', apiKey: KEY, secretKey: SECRET, passphrase: 'parola-ifadesi', testMode: true },
      bearer: expect.stringMatching(/^Bearer .+/),
    },
    {
      call: 'POST /api/api-keys',
      body: {
        exchange_name: 'okx',
        api_key: KEY,
        api_secret: SECRET,
        passphrase: 'parola-ifadesi',
        testnet: true,
      },
      bearer: expect.stringMatching(/^Bearer .+/),
    },
  ])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tamam' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('article', { name: 'OKX' })).toBeVisible()
})

test('a dialog cancelled during the check stores nothing and says nothing', { tag: '@full' }, async ({ page }) => {
  await openPage(page)
  let isStored = false
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/api/api-keys')) isStored = true
  })
  const held: Route[] = []
  await page.route('**/api/validate-exchange-credentials', (route) => void held.push(route))
  const dialog = await openDialog(page, 'Kraken')
  await type(dialog, 'K'.repeat(56), SECRET)
  const asked = page.waitForRequest('**/api/validate-exchange-credentials')
  await save(dialog).click()
  await asked
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(dialog).toHaveCount(0)
  await openDialog(page, 'Binance')
  expect(held).toHaveLength(1)
  // The page has cancelled the call, so the answer may fail.
  for (const route of held) await route.fulfill({ json: { success: true, message: 'tamam' } }).catch(() => undefined)
  // After a later answer everything that the first answer caused is done.
  await page.evaluate(async () => (await fetch('/api/status')).text())
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(isStored).toBe(false)
})

test('[ERR-07] [ERR-08] [ERR-09] what is wrong is said in the dialog, and what was typed stays', async ({ page }) => {
  await openPage(page)
  const dialog = await openDialog(page, 'Kraken')
  for (const { answer, says } of [
    { answer: { status: 500, body: 'kaput' }, says: 'API bağlantısı başarısız' },
    { answer: { status: 503, json: { detail: OWN_SENTENCE, code: 'exchange-unreachable' } }, says: OWN_SENTENCE },
    { answer: { json: { success: false, error: 'Secret Key yanlış.' } }, says: 'Secret Key yanlış.' },
    { answer: { json: { success: false, error: '' } }, says: 'API anahtarları geçersiz veya yetkisiz' },
  ]) {
    await page.unroute('**/api/validate-exchange-credentials')
    await page.route('**/api/validate-exchange-credentials', (route) => route.fulfill(answer))
    await type(dialog, 'K'.repeat(56), SECRET)
    await save(dialog).click()
    await expect(dialog.getByRole('alert')).toHaveText(says)
    await expect(keyOf(dialog)).toHaveValue('K'.repeat(56))
    await expect(dialog.getByLabel('Private Key', { exact: true })).toHaveValue(SECRET)
    await expect(keyOf(dialog)).toBeFocused()
    await expect(exchangeOf(dialog)).toHaveValue('kraken')
  }
  // In the demo market the server refuses a key that looks real, and sends it nowhere.
  await page.unroute('**/api/validate-exchange-credentials')
  await type(dialog, 'K'.repeat(56), SECRET)
  await save(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('Anahtarınız hiçbir yere gönderilmedi')
})

test('[ERR-11] deleting asks first, and then the connection is really gone', async ({ page }) => {
  const someone = await openPage(page)
  const calls = await callsOf(someone)
  const list = async () => ((await (await calls.get('/api/api-keys')).json()) as unknown[]).length
  const dialog = await openDialog(page, 'Binance')
  await dialog.getByRole('button', { name: 'Demo hesabı kullan' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('API anahtarları başarıyla doğrulandı ve kaydedildi')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Tamam' }).click()
  const card = page.getByRole('article', { name: 'Binance' })
  await expect(card.getByText('demo', { exact: true })).toBeVisible()
  await expect(card.getByRole('region', { name: 'Bakiye' })).toContainText('Toplam, USDT')
  expect(await list()).toBe(1)
  const question = page.getByRole('alertdialog')
  await card.getByRole('button', { name: 'Binance Demo: sil' }).click()
  await expect(question).toContainText('Bu borsa bağlantısını silmek istediğinizden emin misiniz?')
  await question.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(card).toBeVisible()
  expect(await list()).toBe(1)
  await card.getByRole('button', { name: 'Binance Demo: sil' }).click()
  await question.getByRole('button', { name: 'Sil' }).click()
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Henüz bağlı borsanız yok' })).toBeVisible()
  expect(await list()).toBe(0)
})

test('a deletion moves the focus to the next, else previous connection', { tag: '@full' }, async ({ page }) => {
  const keys = ['binance', 'okx', 'kraken'].map((exchange) => record(exchange))
  await openPage(page, keys)
  await page.route('**/api/api-keys/*', (route) => {
    const at = keys.findIndex(({ id }) => route.request().url().endsWith(id))
    keys.splice(at, 1)
    return route.fulfill({ status: 204 })
  })
  const card = (name: string) => page.getByRole('article', { name })
  for (const { deleted, next } of [
    { deleted: 'OKX', next: card('Kraken') },
    { deleted: 'Kraken', next: card('Binance') },
    { deleted: 'Binance', next: page.getByRole('button', { name: 'Borsa ekle' }) },
  ]) {
    await enter(card(deleted).getByRole('button', { name: `${deleted}: sil` }))
    await enter(page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }), '[role=alertdialog]')
    await expect(card(deleted)).toHaveCount(0)
    await expect(next).toBeFocused()
    expect(await next.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none')
  }
})

test('[APIM-04] the way back leads to the opportunities, and a visitor is asked to log in', async ({ page }) => {
  await page.goto('/api-management')
  await expect(page.getByText('Giriş yapmanız gerekiyor')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
  await openPage(page)
  await page.getByRole('main').getByRole('link', { name: 'Fırsatlara dön' }).click()
  await expect(page).toHaveURL(/\/opportunities/)
})

for (const theme of THEMES) {
  test(`the page in the ${theme} theme looks right at every width`, { tag: '@full' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await openPage(page, [
      record('okx'),
      record('kraken', { status: 'error', is_valid: false, permissions: UNREAD, balance: null }),
      record('bybit', { status: 'pending', permissions: UNREAD, balance: {} }),
      record('binance', { is_demo: true, name: 'Binance Demo' }),
    ])
    await expect(page.getByRole('article')).toHaveCount(4)
    const look = () => atEveryWidth(page, () => looksRight(page))
    await look()
    await expect(page.locator('h1')).toHaveCount(1)
    await openDialog(page, 'OKX')
    await look()
  })
}
