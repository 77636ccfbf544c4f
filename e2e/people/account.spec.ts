import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { codeOf, logIn, signUp } from '../people.ts'

test('the password is changed by whoever knows it, and what is wrong is said beside its field', async ({
  page,
  baseURL,
}) => {
  const someone = await signUp(baseURL ?? '')
  await logIn(page, someone)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Hesabım' })).toBeVisible()
  const form = page.getByRole('form', { name: 'Şifre değiştirme formu' })
  await form.getByLabel('Şimdiki şifre', { exact: true }).fill('yanlış-şifre')
  await form.getByLabel('Yeni şifre', { exact: true }).fill('yepyeni-bir-cümle-42')
  await form.getByLabel('Yeni şifre, yeniden', { exact: true }).fill('başka')
  await form.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(form.getByText('Şifreler eşleşmiyor')).toBeVisible()
  await form.getByLabel('Yeni şifre, yeniden', { exact: true }).fill('yepyeni-bir-cümle-42')
  await form.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(form.getByText('Şimdiki şifre yanlış.')).toBeVisible()
  await form.getByLabel('Şimdiki şifre', { exact: true }).fill(someone.password)
  await form.getByRole('button', { name: 'Şifreyi değiştir' }).click()
  await expect(form.getByText('Şifreniz değişti. Diğer tüm oturumlarınız kapatıldı.')).toBeVisible()
})

test('the second factor is switched on with a code, its recovery codes are shown once, and it is switched off', async ({
  page,
  baseURL,
}) => {
  const someone = await signUp(baseURL ?? '')
  await logIn(page, someone)
  await page.goto('/account')
  const panel = page.getByRole('region', { name: 'İki adımlı doğrulama' })
  await expect(panel.getByText('kapalı', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Doğrulamayı aç' }).click()
  const secret = (await panel.getByRole('definition').innerText()).trim()
  await panel.getByLabel('Uygulamadaki kod').fill('000000')
  await panel.getByRole('button', { name: 'Kodu onayla' }).click()
  await expect(panel.getByText('Kod yanlış ya da süresi geçmiş.')).toBeVisible()
  await panel.getByLabel('Uygulamadaki kod').fill(codeOf(secret))
  await panel.getByRole('button', { name: 'Kodu onayla' }).click()
  const codes = panel.getByRole('list', { name: 'Kurtarma kodları' }).getByRole('listitem')
  await expect(codes.first()).toBeVisible()
  const recovery = await codes.first().innerText()
  await panel.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(panel.getByText('açık', { exact: true })).toBeVisible()
  await panel.getByLabel('Şifre', { exact: true }).fill(someone.password)
  await panel.getByLabel('Uygulamadaki kod ya da kurtarma kodu').fill(recovery)
  await panel.getByRole('button', { name: 'Doğrulamayı kapat' }).click()
  await expect(panel.getByText('kapalı', { exact: true })).toBeVisible()
})

test('one’s data is downloaded, and the account is deleted after a question', async ({ page, baseURL }) => {
  const someone = await signUp(baseURL ?? '')
  await logIn(page, someone)
  await page.goto('/account')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Verilerimi indir' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('makas-hesap.json')
  const copy = JSON.parse(await readFile((await download.path()) ?? '', 'utf8')) as { account: { email: string } }
  expect(copy.account.email).toBe(someone.email)
  const form = page.getByRole('form', { name: 'Hesap silme formu' })
  await form.getByLabel('Şifreniz', { exact: true }).fill(someone.password)
  await form.getByRole('button', { name: 'Hesabımı kalıcı olarak sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kalıcı olarak sil' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Hesabınız silindi.')
  expect(await page.evaluate(() => localStorage.getItem('makas.token'))).toBeNull()
})

test('[SEC-72] the sign-up sends which notice it showed, and what was shown stands in the copy', async ({ page }) => {
  await page.goto('/account')
  const dialog = page.getByTestId('auth-modal')
  await dialog.getByRole('button', { name: 'Kayıt', exact: true }).click()
  const typed = {
    Ad: 'Deniz',
    Soyad: 'Yılmaz',
    'E-posta': `bildirim-${Date.now().toString(36)}@ornek.com`,
    Telefon: '555 111 22 33',
    Şifre: 'kumsal-7-martı',
    'Şifre, yeniden': 'kumsal-7-martı',
  }
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text)
  const sent = page.waitForRequest('**/api/auth/register')
  await dialog
    .locator('form')
    .getByRole('button')
    .filter({ hasText: /Kayıt|Hesap/ })
    .first()
    .click()
  expect((await sent).postDataJSON()).toMatchObject({ notice_version: '2026-11' })
})

for (const theme of ['dark', 'light'] as const) {
  test(`the account page holds at every width, ${theme}`, async ({ page, baseURL }) => {
    await logIn(page, await signUp(baseURL ?? ''))
    await page.addInitScript((kept) => localStorage.setItem('makas.theme', kept), theme)
    await page.goto('/account')
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(page.getByRole('heading', { name: 'Hesabım' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.screenshot({ path: `test-results/look/account-${theme}-${width}.png`, fullPage: true })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [width, id, nodes[0]?.html])).toEqual([])
    }
  })
}
