import { expect, test } from '@playwright/test'
import { answerCall } from '../../failing.ts'
import { putAway } from '../../keyboard.ts'
import { typeOkx } from '../../keys.ts'
import { connectDemo, goWithin, openAs, signUp } from '../../people.ts'

for (const { way, giveUp } of [
  { way: 'the button that gives up', giveUp: 'button' },
  { way: 'the dialog that is closed', giveUp: 'close' },
] as const) {
  test(`a key that was stored after the wait was given up is listed: ${way}`, { tag: '@full' }, async ({ page }) => {
    const someone = await signUp()
    await openAs(page, someone, '/settings/api')
    const dialog = page.getByTestId('api-wizard')
    await dialog.getByRole('button', { name: 'OKX bağla' }).click()
    await typeOkx(dialog)
    // The server does not answer: its exchange is slow.
    await page.route('**/api/api-keys', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()))
    await dialog.getByRole('button', { name: 'Anahtarı doğrula' }).click()
    await expect(dialog.getByRole('button', { name: 'OKX yetkileri soruluyor' })).toBeVisible()
    if (giveUp === 'button') {
      await dialog.getByRole('button', { name: 'Vazgeç' }).click()
      await expect(dialog.getByRole('button', { name: 'Vazgeç' })).toHaveCount(0)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'OKX' })).toHaveCount(0)
    await connectDemo(someone, 'okx')
    await expect(page.getByRole('article', { name: 'OKX' })).toBeVisible()
  })
}

test('leaving the page closes the wizard, with what was typed in it', { tag: '@full' }, async ({ page }) => {
  await openAs(page, await signUp(), '/help')
  await goWithin(page, '/api-management')
  await page.getByRole('button', { name: 'Adım adım bağla' }).first().click()
  const dialog = page.getByTestId('api-wizard')
  await dialog.getByRole('button', { name: 'OKX bağla' }).click()
  await dialog.getByLabel('Gizli anahtar (Secret Key)', { exact: true }).fill('UydurmaGizliAnahtar0123456789ABC')
  await page.goBack()
  await expect(page).toHaveURL(/\/help$/)
  await expect(dialog).toHaveCount(0)
})

test('a reload does not reopen a closed wizard, and Back leads to the page before it', async ({ page }) => {
  await openAs(page, await signUp(), '/dashboard')
  await page.getByRole('link', { name: 'Borsa bağla' }).first().click()
  const wizard = page.getByTestId('api-wizard')
  await expect(wizard.getByRole('heading', { name: 'Bir borsa seçin' })).toBeFocused()
  await putAway(wizard)
  await expect(page).toHaveURL(/\/api-management$/)
  await expect(page.getByRole('heading', { level: 1, name: 'API yönetimi' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Henüz bağlı borsanız yok' })).toBeVisible()
  await expect(wizard).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('connections that cannot be read are unknown, not missing', async ({ page }) => {
  const someone = await signUp()
  await connectDemo(someone, 'okx')
  const failed = { status: 503, json: { detail: 'Bağlantılar okunamadı.', code: 'unavailable' } }
  await answerCall(page, 'GET', '**/api/api-keys', failed)
  await openAs(page, someone, '/settings/api')
  const dialog = page.getByTestId('api-wizard')
  const choice = (name: string) => dialog.getByRole('button', { name })
  await expect(dialog.getByRole('alert')).toContainText('Bağlantılar okunamadı.')
  for (const name of ['Binance bağla', 'OKX bağla', 'Bybit bağla', 'Kraken bağla'])
    await expect(choice(name)).toContainText('durumu bilinmiyor')
  await page.unroute('**/api/api-keys')
  await dialog.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(choice('OKX bağla')).toHaveText('OKX bağlabağlı')
  await expect(choice('Kraken bağla')).toContainText('bağlı değil')
})
