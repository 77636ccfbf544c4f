import { expect, type Page, test } from '@playwright/test'
import { axe, looksRight, testEveryLook } from '../../axe.ts'
import { BROKEN } from '../../failing.ts'
import { ADMIN, adminLogin, endElsewhere, openAdmin, sendLogin, signUp } from '../../people.ts'

const storage = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('makas.adminToken'), localStorage.getItem('makas.adminUser')])

const form = (page: Page) => page.getByRole('form', { name: 'Yönetici giriş formu' })

test('[ASHELL-01] every page of the panel but its login wants a token and an admin in storage', async ({ page }) => {
  for (const path of ['', '/dashboard', '/users', '/tickets', '/help', '/settings']) {
    await page.goto(`/admin${path}`)
    await expect(page).toHaveURL(/\/admin\/login$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Yönetici girişi' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Yönetim gezintisi' })).toHaveCount(0)
  }
  // A token alone is not enough, nor is an admin.
  await page.evaluate(() => localStorage.setItem('makas.adminToken', 'x.y.z'))
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.evaluate(() => {
    localStorage.removeItem('makas.adminToken')
    localStorage.setItem('makas.adminUser', '{"id":"x","firstName":"A","lastName":"B","role":"admin"}')
  })
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('[VALID-28] [VALID-29] [ALOGIN-01] email and password are required; a link leads home', async ({ page }) => {
  await page.goto('/admin/login')
  await expect(form(page).getByLabel('E-posta')).toHaveAttribute('type', 'email')
  for (const label of ['E-posta', 'Şifre'])
    await expect(form(page).getByLabel(label, { exact: true })).toHaveAttribute('required', '')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/')) asked += 1
  })
  await form(page).getByRole('button', { name: 'Giriş yap' }).click()
  await expect(form(page).getByText('E-posta alanı gerekli')).toBeVisible()
  await expect(form(page).getByText('Şifre alanı gerekli')).toBeVisible()
  await expect(form(page).getByLabel('E-posta')).toBeFocused()
  expect(asked).toBe(0)
  await page.getByRole('link', { name: 'Ana sayfaya dön' }).click()
  await expect(page).not.toHaveURL(/admin/)
})

test('[ERR-15] a wrong login and a failed login have their sentences; the typed text stays', async ({ page }) => {
  await page.goto('/admin/login')
  // Nobody's email: guesses at a real account would delay other tests.
  await sendLogin(form(page), { email: 'kimse@ornek.com', password: 'yanlis-kayikla-lodosa-karsi' })
  // The first call about accounts waits until the database is up.
  await expect(page.getByRole('alert')).toHaveText('Geçersiz email veya şifre')
  await expect(form(page).getByLabel('E-posta')).toHaveValue('kimse@ornek.com')
  await page.route('**/api/admin/auth/login', (route) => route.abort())
  await form(page).getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('alert')).toHaveText('Giriş yapılırken bir hata oluştu')
  await page.unroute('**/api/admin/auth/login')
  await page.route('**/api/admin/auth/login', (route) => route.fulfill(BROKEN))
  await form(page).getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('alert')).toHaveText('Giriş yapılırken bir hata oluştu')
  await expect(form(page).getByLabel('Şifre', { exact: true })).toHaveValue('yanlis-kayikla-lodosa-karsi')
  expect(await storage(page)).toEqual([null, null])
})

test('[ALOGIN-02] [CALL-20] [ENT-23] a login stores token and admin and leads to the dashboard', async ({ page }) => {
  await page.goto('/admin/login')
  const answered = page.waitForResponse('**/api/admin/auth/login')
  await sendLogin(form(page), ADMIN)
  const response = await answered
  expect([response.request().method(), response.request().postDataJSON()]).toEqual([
    'POST',
    { email: ADMIN.email, password: ADMIN.password },
  ])
  const answer = (await response.json()) as { access_token: string; user: Record<string, unknown> }
  expect(answer.user).toMatchObject({ firstName: ADMIN.firstName, lastName: ADMIN.lastName, role: 'admin' })
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Gösterge paneli' })).toBeVisible()
  const [token, user] = await storage(page)
  expect(token).toBe(answer.access_token)
  expect(JSON.parse(user ?? '')).toMatchObject({ firstName: ADMIN.firstName, role: 'admin' })
  // A logged-in admin skips the login.
  await page.goto('/admin/login')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  expect(await storage(page)).toEqual([null, null])
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await sendLogin(form(page), ADMIN)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('[ASHELL-01] [ALOGIN-02] a new login leads back to the page', { tag: '@full' }, async ({ page, context }) => {
  await openAdmin(page, '/admin/users')
  await page.getByRole('link', { name: 'Sistem ayarları' }).click()
  await expect(page).toHaveURL(/\/admin\/settings$/)
  await endElsewhere(context)
  await expect(form(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Yönetici girişi' })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await sendLogin(form(page), ADMIN)
  await expect(page).toHaveURL(/\/admin\/users$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Kullanıcı yönetimi' })).toBeVisible()
})

test('[ASHELL-02] [ASHELL-03] [ASHELL-05] the sidebar leads everywhere and names the admin', async ({ page }) => {
  await openAdmin(page, '/admin')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  const side = page.getByRole('navigation', { name: 'Yönetim gezintisi' })
  for (const [name, path] of [
    ['Kullanıcı yönetimi', 'users'],
    ['Talep yönetimi', 'tickets'],
    ['Yardım merkezi', 'help'],
    ['Sistem ayarları', 'settings'],
    ['Gösterge paneli', 'dashboard'],
  ] as const) {
    await side.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/${path}$`))
    await expect(side.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.getByText('DA', { exact: true })).toBeVisible()
  await expect(page.getByText('Defne Aydın', { exact: true })).toBeVisible()
  await expect(page.getByText('Yönetici', { exact: true })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Siteyi yeni sekmede aç' }).click()
  const site = await opened
  await expect(site).not.toHaveURL(/admin/)
  await expect(site.getByTestId('source-banner')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test('[ASHELL-04] [ASHELL-06] [STATE-37] a phone’s sidebar opens behind a button and logs out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { token } = await openAdmin(page, '/admin/settings')
  const side = page.getByRole('navigation', { name: 'Yönetim gezintisi' })
  await expect(page.getByRole('heading', { level: 1, name: 'Sistem ayarları' })).toBeVisible()
  await expect(side).toHaveCount(0)
  await page.getByRole('button', { name: 'Yönetim menüsünü aç' }).click()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(side).toHaveCount(0)
  await page.getByRole('button', { name: 'Yönetim menüsünü aç' }).click()
  await side.getByRole('link', { name: 'Gösterge paneli' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(side).toHaveCount(0)
  // A link to the present page closes the sidebar too.
  await page.getByRole('button', { name: 'Yönetim menüsünü aç' }).click()
  await side.getByRole('link', { name: 'Gösterge paneli' }).click()
  await expect(side).toHaveCount(0)
  await page.getByRole('button', { name: 'Yönetim menüsünü aç' }).click()
  const told = page.waitForResponse('**/api/admin/auth/logout')
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await told
  expect(await storage(page)).toEqual([null, null])
  const me = await page.request.get('/api/admin/auth/me', { headers: { authorization: `Bearer ${token}` } })
  expect(me.status()).toBe(401)
})

test('[ROLE-13] [ROLE-14] users and admins have separate logins and separate tokens', async ({ page }) => {
  const { token } = await adminLogin()
  const bearer = { authorization: `Bearer ${token}` }
  expect((await page.request.get('/api/admin/users?skip=0&limit=20', { headers: bearer })).status()).toBe(200)
  expect((await page.request.get('/api/auth/me', { headers: bearer })).status()).toBe(401)
  const user = { authorization: `Bearer ${(await signUp()).token}` }
  expect((await page.request.get('/api/auth/me', { headers: user })).status()).toBe(200)
  expect((await page.request.get('/api/admin/users?skip=0&limit=20', { headers: user })).status()).toBe(401)
  await page.goto('/admin/login')
  await page.evaluate(() => {
    localStorage.setItem('makas.token', 'x.y.z')
    localStorage.setItem('makas.user', '{"id":"x","username":"Elif"}')
  })
  await page.goto('/admin/users')
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('[ROLE-16] the sidebar names the role, which closes no page of the panel', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  const side = page.getByRole('navigation', { name: 'Yönetim gezintisi' })
  await expect(page.getByText('Yönetici', { exact: true })).toBeVisible()
  await expect(page.getByText(/^(admin|superadmin|moderator)$/i)).toHaveCount(0)
  for (const link of await side.getByRole('link').all()) {
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/yetki|izin/i)
    await expect(page.getByText('Bu işlem için yetkiniz yok')).toHaveCount(0)
  }
})

testEveryLook('the admin login', async (page) => {
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Yönetici girişi' })).toBeVisible()
  await looksRight(page)
})
