import { expect, type Locator, type Page, test } from '@playwright/test'
import { axe, expectNoSpill } from '../../axe.ts'
import { startServer } from '../../own-server.ts'
import { ADMIN, adminLogin, codeOf, goInPanel, own, sendLogin } from '../../people.ts'
import { makeAdmin } from '../../product-command.ts'
import { readQr } from '../../qr.ts'

const STEP_MS = 30_000
const form = (page: Page) => page.getByRole('form', { name: 'Yönetici giriş formu' })
const panel = (page: Page) => page.getByRole('region', { name: 'İki adımlı doğrulama' })
const first = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Önce iki adımlı doğrulamayı kurun', exact: true })

/** Sets the second factor up on the page's panel by its QR code; returns the secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await panel(page).getByRole('button', { name: 'Doğrulamayı aç' }).click()
  const picture = panel(page).getByRole('img', { name: 'Kurulumun kare kodu' })
  await expect(picture).toBeVisible()
  const address = new URL(await readQr(page, picture))
  const secret = address.searchParams.get('secret') ?? ''
  expect([address.protocol, secret]).toEqual([
    'otpauth:',
    (await panel(page).getByRole('definition').innerText()).trim(),
  ])
  await panel(page).getByLabel('Uygulamadaki kod').fill(codeOf(secret))
  await panel(page).getByRole('button', { name: 'Kodu onayla' }).click()
  const items = panel(page).getByRole('list', { name: 'Kurtarma kodları' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  const codes = await items.allInnerTexts()
  await panel(page).getByRole('button', { name: 'Kaydettim' }).click()
  return { secret, codes }
}

async function switchOff(box: Locator, password: string, code: string): Promise<void> {
  await box.getByLabel('Şifre', { exact: true }).fill(password)
  await box.getByLabel('Uygulamadaki kod ya da kurtarma kodu').fill(code)
  await box.getByRole('button', { name: 'Doğrulamayı kapat' }).click()
}

async function holdsEverywhere(page: Page): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((kept) => localStorage.setItem('makas.theme', kept), theme)
    await page.reload()
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(first(page)).toBeVisible()
      await expect(panel(page)).toBeVisible()
      await expectNoSpill(page)
    }
    await axe(page)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('an admin without a required second factor sees only its set-up', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const server = await startServer('admin-totp', { ADMIN_TOTP: 'required' })
  try {
    // The admin is made a moment after the database is up.
    await adminLogin(ADMIN, server.origin)
    await page.goto(`${server.origin}/admin/login`)
    await sendLogin(form(page), ADMIN)
    await expect(first(page)).toBeVisible()
    await expect(page.getByText(/yöneticiler için iki adımlı doğrulama zorunludur/)).toBeVisible()
    await holdsEverywhere(page)
    for (const path of ['users', 'tickets', 'help', 'settings', 'dashboard']) {
      await page.goto(`${server.origin}/admin/${path}`)
      await expect(first(page)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.getByRole('navigation', { name: 'Yönetim gezintisi' })).toHaveCount(0)
    }
    const { secret, codes } = await setUp(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Gösterge paneli' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Yönetim gezintisi' })).toBeVisible()

    await page.getByRole('button', { name: 'Çıkış yap' }).click()
    await sendLogin(form(page), ADMIN)
    await expect(form(page).getByLabel('Doğrulama kodu')).toBeFocused()
    await expect(form(page).getByText('Hesabınız iki adımlı doğrulamayla korunuyor.')).toBeVisible()
    await form(page).getByLabel('Doğrulama kodu').fill('000000')
    await form(page).getByRole('button', { name: 'Giriş yap' }).click()
    await expect(page.getByRole('alert')).toContainText('Geçersiz email veya şifre')
    await expect(page.getByRole('alert')).toContainText('Doğrulama kodu geçersiz.')
    expect(await page.evaluate(() => localStorage.getItem('makas.adminToken'))).toBeNull()
    // The code of the next time step: the set-up may have used the current one.
    await form(page)
      .getByLabel('Doğrulama kodu')
      .fill(codeOf(secret, Date.now() + STEP_MS))
    await form(page).getByRole('button', { name: 'Giriş yap' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Gösterge paneli' })).toBeVisible()

    // Without a second factor the admin sees only the set-up again.
    await page.goto(`${server.origin}/admin/settings`)
    await expect(panel(page).getByText('açık', { exact: true })).toBeVisible()
    await switchOff(panel(page), ADMIN.password, codes[0] ?? '')
    await expect(first(page)).toBeVisible()
  } finally {
    await server.stop()
  }
})

test('where it is optional an admin switches it on and off among the settings', { tag: '@full' }, async ({ page }) => {
  // Another admin, because other tests log the first admin in without a code.
  await adminLogin()
  const someone = {
    email: `${own('yonetici-')}@ornek.com`,
    password: 'kırmızı-yelkenle-poyraza-doğru-7',
  }
  await makeAdmin(someone)

  await page.goto('/admin/login')
  await sendLogin(form(page), someone)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await goInPanel(page, 'Sistem ayarları')
  await expect(panel(page).getByText('kapalı', { exact: true })).toBeVisible()
  const { codes } = await setUp(page)
  await expect(panel(page).getByText('açık', { exact: true })).toBeVisible()
  await switchOff(panel(page), 'yanlis-kayikla-lodosa-karsi', codes[0] ?? '')
  await expect(panel(page).getByText('Şifre ya da kod yanlış.')).toBeVisible()
  await switchOff(panel(page), someone.password, codes[1] ?? '')
  await expect(panel(page).getByText('kapalı', { exact: true })).toBeVisible()
  await expect(first(page)).toHaveCount(0)
})
