import { expect, test } from '@playwright/test'
import { logIn, signUp } from '../people.ts'
import { ticketCard, ticketForm } from '../tickets.ts'

test('a sign-up names the Turkish İ of an address, and sends a number with its own country code once', async ({
  page,
}) => {
  await page.goto('/status')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const dialog = page.getByTestId('auth-modal')
  await dialog.getByRole('button', { name: 'Kayıt', exact: true }).click()
  const name = `lker-${Date.now().toString(36)}-${test.info().workerIndex}@ornek.com`
  for (const [label, text] of Object.entries({
    Ad: 'İlker',
    Soyad: 'Yılmaz',
    'E-posta': `İ${name}`,
    Telefon: '+90 532 123 45 67',
    Şifre: 'kumsal-7-martı',
    'Şifre, yeniden': 'kumsal-7-martı',
  }))
    await dialog.getByLabel(label, { exact: true }).fill(text)
  const send = dialog.getByRole('button', { name: 'Hesap oluştur', exact: true })
  await send.click()
  await expect(dialog.getByText('Adreste Türkçe “İ” var; yerine “i” yazın')).toBeVisible()
  await dialog.getByLabel('E-posta').fill(`i${name}`)
  const sent = page.waitForRequest('**/api/auth/register')
  await send.click()
  expect((await sent).postDataJSON()).toMatchObject({ email: `i${name}`, phoneNumber: '+90 532 123 45 67' })
  await expect(dialog.getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()
})

test('a refused login names the letter of the address that few have', async ({ page }) => {
  await page.goto('/status')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const dialog = page.getByTestId('auth-modal')
  await dialog.getByLabel('E-posta').fill('ılker@ornek.com')
  await dialog.getByLabel('Şifre', { exact: true }).fill('kumsal-7-martı')
  await dialog.getByRole('button', { name: 'Giriş yap', exact: true }).click()
  await expect(dialog.getByText('Yazdığınız adreste “ı” var; klavyeniz yanlış yazdıysa')).toBeVisible()
})

test('a text of a word processor keeps its line breaks, and a character that cannot be kept is named', async ({
  page,
  baseURL,
}) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.goto('/support')
  const form = ticketForm(page)
  await form.getByLabel('Konu başlığı').fill('Yapıştırılan metin')
  await form.getByLabel('Açıklama').fill('Birinci satır\u0007ikinci satır')
  await form.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(form.getByText('Geçerli bir değer değil: görünmeyen karakter (U+0007) kullanılamaz.')).toBeVisible()
  await form.getByLabel('Açıklama').fill('Birinci satır\u000bikinci satır')
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/tickets') && answer.status() === 201)
  await form.getByRole('button', { name: 'Talebi gönder' }).click()
  expect(await (await answered).json()).toMatchObject({ description: 'Birinci satır\nikinci satır' })
  await expect(ticketCard(page, 'Yapıştırılan metin')).toBeVisible()
})

test('what is not seen in a pasted API key is no part of it', async ({ page, baseURL }) => {
  await logIn(page, await signUp(baseURL ?? ''))
  await page.route('**/api/api-keys', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { id: null, is_valid: false, permissions: {} } })
      : route.fallback(),
  )
  await page.goto('/settings/api')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Binance bağla' }).click()
  const key = 'aB3'.repeat(21)
  await dialog.getByLabel('API anahtarı', { exact: true }).fill(`\ufeff${key}Z\u200b`)
  await dialog.getByLabel('Gizli anahtar (Secret Key)', { exact: true }).fill(`${'s'.repeat(31)}ş`)
  await dialog.getByRole('button', { name: 'Anahtarı doğrula' }).click()
  await expect(dialog.getByText('Secret Key çok kısa veya geçersiz format: “ş” kullanılamaz.')).toBeVisible()
  await dialog.getByLabel('Gizli anahtar (Secret Key)', { exact: true }).fill(`\u00a0${'s'.repeat(32)}\u2060`)
  const sent = page.waitForRequest((call) => call.method() === 'POST' && call.url().endsWith('/api/api-keys'))
  await dialog.getByRole('button', { name: 'Anahtarı doğrula' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ api_key: `${key}Z`, api_secret: 's'.repeat(32) })
})
