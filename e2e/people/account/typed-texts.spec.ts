import { expect, test } from '@playwright/test'
import { answerCall } from '../../failing.ts'
import { INVALID } from '../../keys.ts'
import { fillIn, logIn, openAs, own, registration, sendLogin, signUp } from '../../people.ts'
import { sendTicket, ticketCard, ticketForm } from '../../tickets.ts'

test('a sign-up names the Turkish İ of an address, and sends one country code of a number', async ({ page }) => {
  await page.goto('/status')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const dialog = page.getByTestId('auth-modal')
  await dialog.getByRole('button', { name: 'Kayıt', exact: true }).click()
  const name = `${own('lker-')}@ornek.com`
  await fillIn(dialog, registration({ Ad: 'İlker', 'E-posta': `İ${name}`, Telefon: '+90 532 123 45 67' }))
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
  await sendLogin(dialog, { email: 'ılker@ornek.com', password: 'kumsal-7-martı' })
  await expect(dialog.getByText('Yazdığınız adreste “ı” var; klavyeniz yanlış yazdıysa')).toBeVisible()
})

test('a pasted text keeps its line breaks, and a character that cannot be stored is named', async ({ page }) => {
  await openAs(page, await signUp(), '/support')
  const form = ticketForm(page)
  await sendTicket(page, 'Yapıştırılan metin', 'Birinci satır\u0007ikinci satır')
  await expect(form.getByText('Geçerli bir değer değil: görünmeyen karakter (U+0007) kullanılamaz.')).toBeVisible()
  await form.getByLabel('Açıklama').fill('Birinci satır\u000bikinci satır')
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/tickets') && answer.status() === 201)
  await form.getByRole('button', { name: 'Talebi gönder' }).click()
  expect(await (await answered).json()).toMatchObject({ description: 'Birinci satır\nikinci satır' })
  await expect(ticketCard(page, 'Yapıştırılan metin')).toBeVisible()
})

test('what is not seen in a pasted API key is no part of it', async ({ page }) => {
  await logIn(page, await signUp())
  await answerCall(page, 'POST', '**/api/api-keys', { json: INVALID })
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
