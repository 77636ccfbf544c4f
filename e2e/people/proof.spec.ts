import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, type Route, test } from '@playwright/test'
import { callsOf, codeOf, connectDemo, logIn, signUp } from '../people.ts'
import { wantProof } from '../proof.ts'

const RECORD = {
  id: 'kayit-0000000000000001',
  exchange_name: 'okx',
  name: 'OKX',
  api_key_masked: '5f3c••••••••91be',
  is_valid: true,
  testnet: false,
  is_demo: false,
  status: 'connected',
  last_checked: '2026-11-22T11:04:37.000Z',
  permissions: { read: true, spot_trade: true, futures_trade: false, withdraw: false, transfer: false },
  balance: { USDT: '1200.5', BTC: '0.25' },
}
const KEY = '5f3c8a1e-7b20-4d6f-a9c4-2e0d91be0042'
const SECRET = 'DikilmisGizliAnahtar0123456789ABCDEF'
const PASSPHRASE = 'DikilmisParolaIfadesi42'

/** Answers the call that adds a key; every other call reaches the server. */
async function answerAdd(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/api/api-keys', (route) =>
    route.request().method() === 'POST' ? answer(route) : route.fallback(),
  )
}

async function typeOkx(dialog: Locator): Promise<void> {
  await dialog.getByLabel('API anahtarı', { exact: true }).fill(KEY)
  await dialog.getByLabel('Gizli anahtar (Secret Key)', { exact: true }).fill(SECRET)
  await dialog.getByLabel('Parola ifadesi (passphrase)', { exact: true }).fill(PASSPHRASE)
}

test('with a second factor a proof is asked for above the wizard, and what was typed is sent without being typed again', async ({
  page,
  baseURL,
}) => {
  const someone = await signUp(baseURL ?? '')
  const calls = await callsOf(baseURL ?? '', someone)
  const { secret } = (await (await calls.post('/api/auth/totp')).json()) as { secret: string }
  const confirmed = await calls.post('/api/auth/totp/confirm', { data: { code: codeOf(secret) } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
  const { recovery_codes: codes } = (await confirmed.json()) as { recovery_codes: string[] }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logIn(page, { ...someone, user: { ...someone.user, totp_enabled: true } })
  await page.goto('/settings/api')
  const dialog = page.getByTestId('api-wizard')
  const asked: unknown[] = []
  const answers = [
    { status: 200, json: { id: null, is_valid: false, permissions: {} } },
    { status: 201, json: RECORD },
  ]
  await answerAdd(page, async (route) => {
    asked.push(route.request().postDataJSON())
    await route.fulfill(answers[asked.length - 1] ?? {})
  })
  await wantProof(page, '**/api/api-keys', ['POST'])
  const typed = async (values: readonly string[]) => {
    for (const [at, label] of ['API anahtarı', 'Gizli anahtar (Secret Key)', 'Parola ifadesi (passphrase)'].entries())
      await expect(dialog.getByLabel(label, { exact: true })).toHaveValue(values[at] ?? '')
  }
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  await typeOkx(dialog)
  await dialog.getByRole('button', { name: 'Anahtarı doğrula' }).click()
  const proof = page.getByTestId('proof-dialog')
  await expect(proof.getByLabel('Şifre (yeniden)', { exact: true })).toBeFocused()
  const { violations } = await new AxeBuilder({ page }).include('[data-testid=proof-dialog]').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  // Once dismissed, nothing is sent and nothing is lost.
  await page.keyboard.press('Escape')
  await expect(proof).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toHaveText('Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.')
  await typed([KEY, SECRET, PASSPHRASE])
  expect(asked).toEqual([])

  await dialog.getByRole('button', { name: 'Anahtarı doğrula' }).click()
  await proof.getByRole('button', { name: 'Bunun yerine doğrulama kodu kullan' }).click()
  await proof.getByLabel('Doğrulama kodu', { exact: true }).fill('000000')
  await proof.getByRole('button', { name: 'Devam et' }).click()
  await expect(proof.getByText('Kod yanlış ya da süresi geçmiş.')).toBeVisible()
  await proof.getByLabel('Doğrulama kodu', { exact: true }).fill(codes[0] ?? '')
  await proof.getByRole('button', { name: 'Devam et' }).click()
  await expect(dialog.getByRole('alert')).toContainText('API anahtarları doğrulanamadı')
  await expect(proof).toHaveCount(0)
  expect(asked).toEqual([
    expect.objectContaining({ api_key: KEY, api_secret: SECRET, passphrase: PASSPHRASE, exchange_name: 'okx' }),
  ])
  await typed([KEY, SECRET, PASSPHRASE])
  await dialog.getByRole('button', { name: 'Anahtarı doğrula' }).click()
  await expect(dialog.getByRole('heading', { name: 'OKX bağlandı' })).toBeVisible()
})

test('deleting a key asks for the password where the server wants a proof, and then goes on', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  const someone = await signUp(baseURL ?? '')
  const calls = await callsOf(baseURL ?? '', someone)
  await connectDemo(calls, 'bybit')
  await wantProof(page, /\/api\/api-keys\/[^/]+$/, ['DELETE'])
  await logIn(page, someone)
  await page.goto('/api-management')
  const card = page.getByRole('article', { name: 'Bybit' })
  await card.getByRole('button', { name: /: sil$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  const proof = page.getByTestId('proof-dialog')
  await proof.getByLabel('Şifre (yeniden)', { exact: true }).fill(someone.password)
  // Nothing is deleted yet; what lies under the dialog has no role to be found by.
  expect(await (await calls.get('/api/api-keys')).json()).toHaveLength(1)
  await proof.getByRole('button', { name: 'Devam et' }).click()
  await expect(proof).toHaveCount(0)
  await expect(card).toHaveCount(0)
  expect(await (await calls.get('/api/api-keys')).json()).toEqual([])
})

test('a proof that is wanted while a key is replaced loses nothing that was typed', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  const stored: unknown[] = []
  const someone = await signUp(baseURL ?? '')
  await page.route('**/api/api-keys', (route) => {
    if (route.request().method() !== 'POST') return route.fulfill({ json: [RECORD] })
    stored.push(route.request().postDataJSON())
    return route.fulfill({ status: 201, json: RECORD })
  })
  await page.route('**/api/validate-exchange-credentials', (route) =>
    route.fulfill({ json: { success: true, message: 'Bağlantı başarılı' } }),
  )
  await wantProof(page, '**/api/api-keys', ['POST'])
  await logIn(page, someone)
  await page.goto('/api-management')
  await page.getByRole('button', { name: 'OKX: güncelle' }).click()
  const dialog = page.getByTestId('credential-dialog')
  const save = dialog.getByRole('button', { name: 'Doğrula ve kaydet' })
  await typeOkx(dialog)
  await save.click()
  const proof = page.getByTestId('proof-dialog')
  await proof.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Bu işlem için şifrenizi ya da doğrulama kodunuzu yeniden girin.')
  await expect(dialog.getByLabel('API anahtarı', { exact: true })).toHaveValue(KEY)
  await save.click()
  await proof.getByLabel('Şifre (yeniden)', { exact: true }).fill(someone.password)
  await proof.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('API anahtarları başarıyla doğrulandı ve kaydedildi')
  expect(stored).toEqual([expect.objectContaining({ api_key: KEY, api_secret: SECRET, exchange_name: 'okx' })])
})
