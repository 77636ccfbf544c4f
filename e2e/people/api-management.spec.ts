import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { enter, putAway } from '../keyboard.ts'
import { callsOf, connectPatiently, logIn, signUp } from '../people.ts'
import { THEMES, WIDTHS } from '../tier.ts'

const RIGHTS = { read: true, spot_trade: true, futures_trade: false, withdraw: false, transfer: false }
const UNREAD = { read: null, spot_trade: null, futures_trade: null, withdraw: null, transfer: null }
const NAMES: Readonly<Record<string, string>> = { binance: 'Binance', okx: 'OKX', bybit: 'Bybit', kraken: 'Kraken' }
const record = (change: { readonly exchange_name: string; readonly [field: string]: unknown }) => ({
  id: `kayit-${change.exchange_name}`,
  name: NAMES[change.exchange_name],
  api_key_masked: '5f3c••••••••91be',
  is_valid: true,
  testnet: false,
  is_demo: false,
  status: 'connected',
  last_checked: '2026-11-22T11:04:37.000Z',
  permissions: RIGHTS,
  balance: { USDT: '1200.5', BTC: '0.25' },
  ...change,
})
const OKX = { key: '5f3c8a1e-7b20-4d6f-a9c4-2e0d91be0042', secret: 'GizliAnahtar0123456789' }

/** Opens the page of connections of a new user, with `keys` in the list, or what the server has where null. */
async function openPage(page: Page, baseURL: string | undefined, keys: readonly object[] | null = null) {
  const someone = await signUp(baseURL ?? '')
  await logIn(page, someone)
  await connectPatiently(page)
  if (keys !== null) {
    await page.route('**/api/api-keys', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ json: keys }) : route.fallback(),
    )
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

async function type(dialog: Locator, key: string, secret: string): Promise<void> {
  await dialog.getByLabel('API anahtarı', { exact: true }).fill(key)
  await dialog.getByLabel(/^(Gizli anahtar \(Secret Key\)|Private Key)$/).fill(secret)
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Doğrula ve kaydet' })

test('[APIM-01] [APIM-02] [ENT-05] a welcome with the username, and each connection with what is known of it', async ({
  page,
  baseURL,
}) => {
  await openPage(page, baseURL, [
    record({ exchange_name: 'okx' }),
    record({
      exchange_name: 'bybit',
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

test('[STATE-29] a connection is connected, in error or pending, and what was not read is unknown', async ({
  page,
  baseURL,
}) => {
  await openPage(page, baseURL, [
    record({ exchange_name: 'okx' }),
    record({ exchange_name: 'kraken', status: 'error', is_valid: false, permissions: UNREAD, balance: null }),
    record({ exchange_name: 'bybit', status: 'pending', is_valid: false, permissions: UNREAD, last_checked: null }),
  ])
  const card = (name: string) => page.getByRole('article', { name })
  await expect(card('OKX').getByText('Bağlı', { exact: true })).toBeVisible()
  await expect(card('Kraken').getByText('Hata', { exact: true })).toBeVisible()
  await expect(card('Kraken')).toContainText('Borsa bu anahtarı kabul etmedi.')
  await expect(card('Kraken').getByText('bilinmiyor')).toHaveCount(5)
  await expect(card('Bybit').getByText('Doğrulanıyor', { exact: true })).toBeVisible()
})

test('[APIM-03] [ENT-06] [VALID-19] the dialog asks for exchange, key, secret, passphrase and test mode, and saves nothing that is not there', async ({
  page,
  baseURL,
}) => {
  await openPage(page, baseURL)
  const dialog = await openDialog(page, 'Borsa seçin')
  await expect(save(dialog)).toBeDisabled()
  await type(dialog, OKX.key, OKX.secret)
  await expect(save(dialog)).toBeDisabled()
  await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: 'OKX' })
  await expect(save(dialog)).toBeEnabled()
  await expect(dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('switch', { name: 'Test ağı' })).toBeVisible()
  await dialog.getByLabel('API anahtarı', { exact: true }).fill('')
  await expect(save(dialog)).toBeDisabled()
  await type(dialog, OKX.key, '')
  await expect(save(dialog)).toBeDisabled()
  for (const other of ['Binance', 'Bybit', 'Kraken']) {
    await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: other })
    await expect(dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true })).toHaveCount(0)
  }
})

/** Expects the dialog to refuse a key before the exchange is asked. */
async function expectRefused(dialog: Locator, key: string, secret: string, sentence: string): Promise<void> {
  await type(dialog, key, secret)
  await save(dialog).click()
  await expect(dialog.getByText(sentence, { exact: true })).toBeVisible()
}

test('[VALID-12] [VALID-13] [VALID-14] short keys and secrets, and a Binance key of another form, are refused on the spot', async ({
  page,
  baseURL,
}) => {
  const calls: string[] = []
  page.on('request', (sent) => sent.url().includes('/validate-exchange') && calls.push(sent.url()))
  await openPage(page, baseURL)
  const dialog = await openDialog(page, 'Binance')
  await expectRefused(dialog, 'BINANCE-1', OKX.secret, 'API Key çok kısa veya geçersiz format')
  await expectRefused(dialog, 'BINANCE-12345', 'kisa-9-kr', 'Secret Key çok kısa veya geçersiz format')
  await expectRefused(dialog, 'baska-bir-anahtar', OKX.secret, 'Binance API anahtarı geçersiz format')
  expect(calls).toEqual([])
})

test('[VALID-15] [VALID-16] [VALID-17] so are keys of Bybit, OKX and Kraken that cannot be theirs', async ({
  page,
  baseURL,
}) => {
  await openPage(page, baseURL)
  const dialog = await openDialog(page, 'Bybit')
  await expectRefused(dialog, 'a'.repeat(21), OKX.secret, 'Bybit API anahtarı 20 veya 32 karakter olmalı')
  await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: 'OKX' })
  await expectRefused(dialog, OKX.key, OKX.secret, 'OKX için passphrase zorunlu')
  await dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true }).fill('parola-ifadesi')
  await expectRefused(dialog, 'a'.repeat(30), OKX.secret, 'OKX API anahtarı geçersiz format')
  await expectRefused(dialog, 'kisa-anahtar-19-har', OKX.secret, 'OKX API anahtarı geçersiz format')
  await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: 'Kraken' })
  await expectRefused(dialog, 'a'.repeat(49), OKX.secret, 'Kraken API anahtarı geçersiz format')
})

test('[VALID-18] [VALID-20] [VALID-21] any other exchange is not supported, an edited one stays, test mode is on but for Kraken', async ({
  page,
  baseURL,
}) => {
  await openPage(page, baseURL, [record({ exchange_name: 'okx' })])
  const dialog = await openDialog(page, 'Başka bir borsa')
  await type(dialog, OKX.key, OKX.secret)
  await save(dialog).click()
  await expect(dialog.getByText('Desteklenmeyen borsa', { exact: true })).toBeVisible()
  for (const name of ['Binance', 'OKX', 'Bybit']) {
    await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: name })
    await expect(dialog.getByRole('switch', { name: 'Test ağı' })).toHaveAttribute('aria-checked', 'true')
  }
  await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: 'Kraken' })
  await expect(dialog.getByRole('switch', { name: 'Test ağı' })).toHaveCount(0)
  await expect(dialog.getByText('Kraken test ağı sunmuyor')).toBeVisible()
  await putAway(dialog)
  await page.getByRole('button', { name: 'OKX: güncelle' }).click()
  await expect(dialog.getByRole('heading', { name: 'OKX bağlantısını güncelle' })).toBeVisible()
  await expect(dialog.getByLabel('Borsa', { exact: true })).toBeDisabled()
  await expect(dialog.getByLabel('Borsa', { exact: true })).toHaveValue('okx')
  await expect(dialog.getByLabel('API anahtarı', { exact: true })).toHaveValue('')
  // The network is fixed too, and looks so.
  const network = dialog.getByRole('switch', { name: 'Test ağı' })
  await expect(network).toHaveAttribute('aria-checked', 'false')
  await expect(network).toBeDisabled()
  await expect(network).toHaveAccessibleDescription(
    'Güncellerken ağ değiştirilemez. Öbür ağdaki anahtar için yeni bir bağlantı ekleyin.',
  )
  await network.click({ force: true })
  await expect(network).toHaveAttribute('aria-checked', 'false')
})

test('[CALL-14] [ERR-10] a key is asked about, then stored, and that is said', async ({ page, baseURL }) => {
  await openPage(page, baseURL)
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
    if (route.request().method() === 'GET') return route.fulfill({ json: [record({ exchange_name: 'okx' })] })
    note(route)
    return route.fulfill({ status: 201, json: record({ exchange_name: 'okx', testnet: true }) })
  })
  const dialog = await openDialog(page, 'OKX')
  await type(dialog, OKX.key, OKX.secret)
  await dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true }).fill('parola-ifadesi')
  await save(dialog).click()
  await expect(page.getByRole('alertdialog')).toHaveText(/^API anahtarları başarıyla doğrulandı ve kaydedildi/)
  expect(sent).toEqual([
    {
      call: 'POST /api/validate-exchange-credentials',
      body: { exchange: 'okx', apiKey: OKX.key, secretKey: OKX.secret, passphrase: 'parola-ifadesi', testMode: true },
      bearer: expect.stringMatching(/^Bearer .+/),
    },
    {
      call: 'POST /api/api-keys',
      body: {
        exchange_name: 'okx',
        api_key: OKX.key,
        api_secret: OKX.secret,
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

test('a dialog that is cancelled while the key is checked stores nothing, says nothing, and leaves the next one open', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  await openPage(page, baseURL)
  let isStored = false
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/api/api-keys')) isStored = true
  })
  const held: Route[] = []
  await page.route('**/api/validate-exchange-credentials', (route) => void held.push(route))
  const dialog = await openDialog(page, 'Kraken')
  await type(dialog, 'K'.repeat(56), OKX.secret)
  const asked = page.waitForRequest('**/api/validate-exchange-credentials')
  await save(dialog).click()
  await asked
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(dialog).toHaveCount(0)
  await openDialog(page, 'Binance')
  expect(held).toHaveLength(1)
  // The page has given the call up: there may be nothing left to answer.
  for (const route of held) await route.fulfill({ json: { success: true, message: 'tamam' } }).catch(() => undefined)
  // Whatever the answer set off has been done once a later question is answered.
  await page.evaluate(async () => (await fetch('/api/status')).text())
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(isStored).toBe(false)
})

test('[ERR-07] [ERR-08] [ERR-09] what is wrong is said in the dialog, and what was typed stays', async ({
  page,
  baseURL,
}) => {
  await openPage(page, baseURL)
  const dialog = await openDialog(page, 'Kraken')
  for (const { answer, says } of [
    { answer: { status: 500, body: 'kaput' }, says: 'API bağlantısı başarısız' },
    {
      answer: { status: 503, json: { detail: 'Sunucunun kendi cümlesi.', code: 'exchange-unreachable' } },
      says: 'Sunucunun kendi cümlesi.',
    },
    { answer: { json: { success: false, error: 'Secret Key yanlış.' } }, says: 'Secret Key yanlış.' },
    { answer: { json: { success: false, error: '' } }, says: 'API anahtarları geçersiz veya yetkisiz' },
  ]) {
    await page.unroute('**/api/validate-exchange-credentials')
    await page.route('**/api/validate-exchange-credentials', (route) => route.fulfill(answer))
    await type(dialog, 'K'.repeat(56), OKX.secret)
    await save(dialog).click()
    await expect(dialog.getByRole('alert')).toHaveText(says)
    await expect(dialog.getByLabel('API anahtarı', { exact: true })).toHaveValue('K'.repeat(56))
    await expect(dialog.getByLabel('Private Key', { exact: true })).toHaveValue(OKX.secret)
    await expect(dialog.getByLabel('API anahtarı', { exact: true })).toBeFocused()
    await expect(dialog.getByLabel('Borsa', { exact: true })).toHaveValue('kraken')
  }
  // In the demo market the server itself refuses a key that looks real, and sends it nowhere.
  await page.unroute('**/api/validate-exchange-credentials')
  await type(dialog, 'K'.repeat(56), OKX.secret)
  await save(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('Anahtarınız hiçbir yere gönderilmedi')
})

test('[ERR-11] deleting asks first, and then the connection is really gone', async ({ page, baseURL }) => {
  const someone = await openPage(page, baseURL)
  const calls = await callsOf(baseURL ?? '', someone)
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

test('with the keyboard, a deletion leads to the next connection, then to the previous one, then to adding one', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  const keys = ['binance', 'okx', 'kraken'].map((exchange) => record({ exchange_name: exchange }))
  await openPage(page, baseURL, keys)
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

test('[APIM-04] the way back leads to the opportunities, and a visitor is asked to log in', async ({
  page,
  baseURL,
}) => {
  await page.goto('/api-management')
  await expect(page.getByText('Giriş yapmanız gerekiyor')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('heading', { name: 'Giriş yapın' })).toBeVisible()
  await openPage(page, baseURL)
  await page.getByRole('main').getByRole('link', { name: 'Fırsatlara dön' }).click()
  await expect(page).toHaveURL(/\/opportunities/)
})

for (const theme of THEMES) {
  test(`the page in the ${theme} theme at a width of ${WIDTHS}: axe finds nothing, nothing spills`, async ({
    page,
    baseURL,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await openPage(page, baseURL, [
      record({ exchange_name: 'okx' }),
      record({ exchange_name: 'kraken', status: 'error', is_valid: false, permissions: UNREAD, balance: null }),
      record({ exchange_name: 'bybit', status: 'pending', permissions: UNREAD, balance: {} }),
      record({ exchange_name: 'binance', is_demo: true, name: 'Binance Demo' }),
    ])
    await expect(page.getByRole('article')).toHaveCount(4)
    const look = async () => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${width} ${id}: ${nodes[0]?.html}`)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
    }
    await look()
    await expect(page.locator('h1')).toHaveCount(1)
    await openDialog(page, 'OKX')
    await look()
  })
}
