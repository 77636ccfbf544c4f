import { expect, type Page, test } from '@playwright/test'
import { atEveryWidth, axe, expectNoSpill } from '../axe.ts'
import { THEMES } from '../tier.ts'

const TOKEN = 'Zm9v-YmFy_0123456789abcdefghijklmnopqrstuvw'
const PASSWORD = 'uzun ve benzersiz bir cümle'
const TYPED = {
  'E-posta': 'yonetim@example.org',
  Ad: 'Deniz',
  Soyad: 'Kaya',
  Şifre: PASSWORD,
  'Şifre, yeniden': PASSWORD,
}

async function fillSetup(page: Page): Promise<void> {
  await page.goto(`/admin/setup#${TOKEN}`)
  for (const [label, text] of Object.entries(TYPED)) await page.getByLabel(label, { exact: true }).fill(text)
}
const send = (page: Page) => page.getByRole('button', { name: 'Yönetici hesabını oluştur' }).click()

async function nothingIsLost(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(TYPED))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
}

const refuse = (page: Page, status: number, body: object, headers: Record<string, string> = {}) =>
  page.route('**/api/admin/setup', (route) => route.fulfill({ status, headers, json: { detail: 'x', ...body } }))

async function looksRight(page: Page): Promise<void> {
  await axe(page)
  await expect(page.locator('h1')).toHaveCount(1)
  await atEveryWidth(page, () => expectNoSpill(page))
}

for (const theme of THEMES) {
  test(`${theme} theme: every state looks right at every width`, { tag: '@full' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto('/reset')
    await expect(page.getByRole('heading', { level: 1, name: 'Şifre yenileme adresi eksik' })).toBeVisible()
    await looksRight(page)
    await refuse(page, 429, { code: 'rate-limited' }, { 'retry-after': '60' })
    await fillSetup(page)
    await send(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('Soyad').fill('')
    await expect(page.getByText('Soyad alanı gerekli')).toBeVisible()
    await looksRight(page)
    await page.getByLabel('Soyad').fill('Kaya')
    await refuse(page, 400, { code: 'token-invalid' })
    await send(page)
    await expect(page.getByRole('heading', { level: 1, name: /artık geçerli değil$/ })).toBeFocused()
    await looksRight(page)
  })
}

test('too often: the page counts down to the next attempt and loses nothing', { tag: '@full' }, async ({ page }) => {
  await refuse(page, 429, { code: 'rate-limited' }, { 'retry-after': '3' })
  await fillSetup(page)
  await send(page)
  await expect(page.getByRole('alert')).toHaveText(/^Çok sık istek gönderildi\. [1-3] sn sonra/)
  await expect(page.getByRole('alert')).toContainText('Şimdi yeniden gönderebilirsiniz.')
  await nothingIsLost(page)
  await page.route('**/api/admin/setup', (route) => route.fulfill({ status: 204 }))
  await send(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yönetici hesabı oluşturuldu')
})

test('the server’s errors stand beside their fields; the first has the focus', { tag: '@full' }, async ({ page }) => {
  const fields = { lastName: 'Soyad alanı gerekli', email: 'Geçerli bir e-posta adresi girin' }
  await refuse(page, 400, { code: 'validation', fields })
  await fillSetup(page)
  await send(page)
  await expect(page.getByLabel('E-posta')).toBeFocused()
  await expect(page.getByLabel('E-posta')).toHaveAccessibleDescription(new RegExp(fields.email))
  await expect(page.getByLabel('Soyad')).toHaveAccessibleDescription(fields.lastName)
  await expect(page.getByLabel('Ad', { exact: true })).toHaveAttribute('aria-invalid', 'false')
  await nothingIsLost(page)
  await page.getByLabel('Soyad').fill('Kaya Demir')
  await expect(page.getByText(fields.lastName)).toBeHidden()
  await expect(page.getByText(fields.email)).toBeVisible()
})

test('a lost connection is said; a used address may mean a lost answer', { tag: '@full' }, async ({ page }) => {
  await page.route('**/api/admin/setup', (route) => route.abort())
  await fillSetup(page)
  await send(page)
  await expect(page.getByRole('alert')).toContainText('Sunucuya ulaşılamadı.')
  await nothingIsLost(page)
  await refuse(page, 400, { code: 'token-invalid' })
  await send(page)
  await expect(page.getByText('yanıtı size ulaşmamıştı')).toBeVisible()
})

test('a form is sent once, however often the button is pressed, and says that it is being sent', async ({ page }) => {
  let count = 0
  let answer: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/admin/setup', async (route) => {
    count += 1
    await held
    await route.fulfill({ status: 204 })
  })
  await fillSetup(page)
  await page.getByLabel('Şifre, yeniden', { exact: true }).press('Enter')
  const button = page.getByRole('button', { name: 'Hesap oluşturuluyor' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await page.getByLabel('Şifre, yeniden', { exact: true }).press('Enter')
  answer?.()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yönetici hesabı oluşturuldu')
  expect(count).toBe(1)
})

test('a skip link is no token, and an unknown server error is said', { tag: '@full' }, async ({ page }) => {
  await page.goto('/reset')
  await page.getByRole('link', { name: 'İçeriğe geç' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Şifre yenileme adresi eksik')
  await refuse(page, 500, { code: 'internal', detail: 'Sunucuda beklenmeyen bir hata oldu.' })
  await fillSetup(page)
  await send(page)
  await expect(page.getByRole('alert')).toContainText('Sunucuda beklenmeyen bir hata oldu.')
  await nothingIsLost(page)
})
