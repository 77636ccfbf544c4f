import { expect, test } from '@playwright/test'
import { axe } from '../../axe.ts'
import { answerCall } from '../../failing.ts'
import { INVALID, KEY, PASSPHRASE, record, SECRET, typeOkx } from '../../keys.ts'
import { callsOf, codeOf, connectDemo, openAs, signUp } from '../../people.ts'
import { wantProof } from '../../proof.ts'

test('the wizard asks for a proof of the second factor, then sends what was typed', async ({ page }) => {
  const someone = await signUp()
  const calls = await callsOf(someone)
  const { secret } = (await (await calls.post('/api/auth/totp')).json()) as { secret: string }
  const confirmed = await calls.post('/api/auth/totp/confirm', { data: { code: codeOf(secret) } })
  expect(confirmed.status(), await confirmed.text()).toBe(200)
  const { recovery_codes: codes } = (await confirmed.json()) as { recovery_codes: string[] }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openAs(page, { ...someone, user: { ...someone.user, totp_enabled: true } }, '/settings/api')
  const dialog = page.getByTestId('api-wizard')
  const asked: unknown[] = []
  const answers = [
    { status: 200, json: INVALID },
    { status: 201, json: record('okx') },
  ]
  await answerCall(page, 'POST', '**/api/api-keys', async (route) => {
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
  await axe(page, '[data-testid=proof-dialog]')
  // A dismissed question sends nothing and loses nothing.
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

test('deleting a key asks for the password if the server wants a proof', { tag: '@full' }, async ({ page }) => {
  const someone = await signUp()
  const calls = await callsOf(someone)
  await connectDemo(someone, 'bybit')
  await wantProof(page, /\/api\/api-keys\/[^/]+$/, ['DELETE'])
  await openAs(page, someone, '/api-management')
  const card = page.getByRole('article', { name: 'Bybit' })
  await card.getByRole('button', { name: /: sil$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  const proof = page.getByTestId('proof-dialog')
  await proof.getByLabel('Şifre (yeniden)', { exact: true }).fill(someone.password)
  // Asked by the API, because the dialog hides the list from roles.
  expect(await (await calls.get('/api/api-keys')).json()).toHaveLength(1)
  await proof.getByRole('button', { name: 'Devam et' }).click()
  await expect(proof).toHaveCount(0)
  await expect(card).toHaveCount(0)
  expect(await (await calls.get('/api/api-keys')).json()).toEqual([])
})

test('a proof that replacing a key needs keeps what was typed', { tag: '@full' }, async ({ page }) => {
  const stored: unknown[] = []
  const someone = await signUp()
  await page.route('**/api/api-keys', (route) => {
    if (route.request().method() !== 'POST') return route.fulfill({ json: [record('okx')] })
    stored.push(route.request().postDataJSON())
    return route.fulfill({ status: 201, json: record('okx') })
  })
  await page.route('**/api/validate-exchange-credentials', (route) =>
    route.fulfill({ json: { success: true, message: 'Bağlantı başarılı' } }),
  )
  await wantProof(page, '**/api/api-keys', ['POST'])
  await openAs(page, someone, '/api-management')
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
