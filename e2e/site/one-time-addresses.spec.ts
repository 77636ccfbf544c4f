import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page, test } from '@playwright/test'
import { ServerProcess } from '../../apps/server/src/http/testing/server-process.ts'

/** Email of two accounts, an admin's and a user's. */
const EMAIL = 'elif@example.org'
const PASSWORD = 'uzun ve benzersiz bir cümle'
const COMMAND = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src', 'commands', 'admin.ts')

// One fresh server for all tests in their order: the first admin is made once.
test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let origin: string
let setupAddress: string
test.beforeAll(async () => {
  server = new ServerProcess({ MARKET: 'demo', SIM_SYMBOLS: '3', LOG_LEVEL: 'warn' })
  origin = await server.origin()
  await expect.poll(() => server.stdout).toContain('/admin/setup#')
  setupAddress = /^admin set-up, within 15 minutes: (\S+)$/m.exec(server.stdout)?.[1] ?? ''
})
test.afterAll(async () => {
  server.signal('SIGTERM')
  await server.exit
})

const post = (path: string, body: object) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const login = async (path: string, email: string, password: string) => (await post(path, { email, password })).status

/** The addresses that `npm run admin -- reset` prints for the two accounts of the email. */
async function resetAddresses(): Promise<{ readonly user: string; readonly admin: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: server.dataDir, PORT: new URL(origin).port }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'reset', '--email', EMAIL], { env })
  const of = (role: string) => new RegExp(`^${role}, within 15 minutes: (\\S+)$`, 'm').exec(stdout)?.[1] ?? ''
  return { user: of('user'), admin: of('admin') }
}

const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()

/** Expects address, history and storage to have nothing of the token. */
async function leavesNoTrace(page: Page, address: string): Promise<void> {
  const token = address.split('#')[1] ?? ''
  expect(token).toHaveLength(43)
  await expect(page).toHaveURL(address.split('#')[0] ?? '')
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, document.cookie, document.title]),
  )
  expect(kept).not.toContain(token)
}

test('[SEC-14] the printed address makes the first admin once, by keyboard', { tag: '@full' }, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(setupAddress)
  await titled(page, 'İlk yöneticiyi oluşturun')
  await leavesNoTrace(page, setupAddress)

  await page.getByLabel('E-posta').focus()
  const type = (text: string) => page.keyboard.type(text)
  const next = () => page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-posta')).toBeFocused()
  await expect(page.getByLabel('E-posta')).toHaveAccessibleDescription(/Geçerli bir e-posta adresi girin/)
  await type(EMAIL)
  await next()
  await type('Deniz')
  await next()
  await type('Kaya')
  await next()
  await type('kısa ama iyi')
  await next()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Şifre', { exact: true })).toHaveAttribute('type', 'text')
  await next()
  await type('kısa ama')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Şifre', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Şifre', { exact: true })).toHaveAccessibleDescription(
    /Yönetici şifresi en az 15 karakter olmalı/,
  )
  await page.keyboard.press('ControlOrMeta+a')
  await type(PASSWORD)
  await expect(page.getByText('Şifreler eşleşmiyor')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Şifre, yeniden', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await type(PASSWORD)
  expect(await login('/api/admin/auth/login', EMAIL, PASSWORD)).toBe(401)
  await page.keyboard.press('Enter')

  await titled(page, 'Yönetici hesabı oluşturuldu')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('main')).toContainText(EMAIL)
  await expect(page.getByText(`npm run admin -- reset --email ${EMAIL}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Yönetici girişine git' })).toHaveAttribute('href', '/admin/login')
  expect(await login('/api/admin/auth/login', EMAIL, PASSWORD)).toBe(200)
  const [, token = '-'] = setupAddress.split('#')
  expect(asked.filter((url) => url.split('#')[0]?.includes(token))).toEqual([])
  await page.goBack()
  expect(page.url()).not.toContain(token)
})

test('[SEC-14] a used set-up address is refused, with the way to another admin', { tag: '@full' }, async ({ page }) => {
  await page.goto(setupAddress)
  await page.getByLabel('E-posta').fill('ikinci@example.org')
  await page.getByLabel('Ad', { exact: true }).fill('İkinci')
  await page.getByLabel('Soyad').fill('Yönetici')
  await page.getByLabel('Şifre', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Şifre, yeniden', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Yönetici hesabını oluştur' }).click()
  await titled(page, 'Bu kurulum adresi artık geçerli değil')
  await expect(page.getByText('npm run admin -- create')).toBeVisible()
  await expect(page.getByText('yanıtı size ulaşmamıştı')).toBeHidden()
  expect(await login('/api/admin/auth/login', 'ikinci@example.org', PASSWORD)).toBe(401)
  await page.getByRole('link', { name: 'Ana sayfaya git' }).click()
  await expect(page).toHaveURL(/^https?:\/\/[^/]+\/$/)
})

test('[SEC-11] users and admins get a new password; the text stays', { tag: '@full' }, async ({ page }) => {
  const user = { email: EMAIL, password: 'mavi-kedi-2026', firstName: 'Elif', lastName: 'Yılmaz' }
  expect((await post('/api/auth/register', { ...user, phoneNumber: '+905551112233' })).status).toBe(201)
  const addresses = await resetAddresses()
  const field = page.getByLabel('Yeni şifre', { exact: true })
  const again = page.getByLabel('Yeni şifre, yeniden', { exact: true })
  const send = page.getByRole('button', { name: 'Şifreyi değiştir' })

  await page.goto(`${origin}/reset#${'x'.repeat(43)}`)
  await titled(page, 'Yeni şifrenizi belirleyin')
  await send.click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Şifre en az 6 karakter olmalı/)
  await field.fill('yeni kedi')
  await again.fill('yeni kedi')
  await send.click()
  await titled(page, 'Bu adres artık geçerli değil')
  await expect(page.getByText('npm run admin -- reset')).toBeVisible()

  await page.goto(addresses.user)
  await titled(page, 'Yeni şifrenizi belirleyin')
  await leavesNoTrace(page, addresses.user)
  await expect(field).toHaveValue('yeni kedi')
  await expect(page.getByText('9 / 15 · Kabul edilir.')).toBeVisible()
  await send.click()
  await titled(page, 'Şifreniz değişti')
  expect(await login('/api/auth/login', EMAIL, 'yeni kedi')).toBe(200)
  expect(await login('/api/auth/login', EMAIL, user.password)).toBe(401)

  await page.goto(addresses.admin)
  await titled(page, 'Yeni şifrenizi belirleyin')
  await expect(field).toHaveValue('')
  await field.fill('kısa ama iyi')
  await again.fill('kısa ama iyi')
  await send.click()
  await expect(page.getByText('en az 15 karakterlik başka bir şifre seçin')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('kısa ama iyi')
  expect(await login('/api/admin/auth/login', EMAIL, PASSWORD)).toBe(200)
  await field.fill('bambaşka uzun bir cümle')
  await again.fill('bambaşka uzun bir cümle')
  await send.click()
  await titled(page, 'Şifreniz değişti')
  expect(await login('/api/admin/auth/login', EMAIL, 'bambaşka uzun bir cümle')).toBe(200)
  expect(await login('/api/admin/auth/login', EMAIL, PASSWORD)).toBe(401)
  expect(await login('/api/auth/login', EMAIL, 'yeni kedi')).toBe(200)
})
