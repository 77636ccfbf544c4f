import { expect, type Request, test } from '@playwright/test'
import { putAway } from '../keyboard.ts'
import { typeKey } from '../keys.ts'
import {
  callsOf,
  connectDemo,
  logIn,
  openAs,
  register,
  registration,
  sendLogin,
  serverAddress,
  signUp,
} from '../people.ts'

const pathOf = (request: Request) => new URL(request.url()).pathname

test('[CALL-00] calls go to /api of the own host; a user’s calls carry the bearer token', async ({ page }) => {
  const someone = await signUp()
  const { id } = await connectDemo(someone, 'okx')
  const bearers = new Map<string, string | undefined>()
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!['fetch', 'xhr', 'eventsource', 'ping'].includes(request.resourceType())) return
    const { origin, pathname } = new URL(request.url())
    // Code and pictures are fetched too, but are no calls.
    if (pathname.startsWith('/assets/')) return
    if (origin !== new URL(serverAddress()).origin || !pathname.startsWith('/api/')) elsewhere.push(request.url())
    bearers.set(`${request.method()} ${pathname}`, request.headers().authorization)
  })
  const refused = { status: 400, json: { detail: 'Denenmedi.', code: 'validation' } }
  await page.route('**/api/validate-exchange-credentials', (route) => route.fulfill(refused))
  await openAs(page, someone, '/')
  await page.goto('/opportunities')
  await expect(page.getByTestId('connection-state')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText(/^Toplam bakiye: [\d.]+,\d{2}USDT$/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Bakiyenize göre' }).getByRole('status')).toHaveCount(0)
  await page.goto('/api-management')
  await page.getByRole('button', { name: 'Borsa ekle' }).click()
  const dialog = page.getByTestId('credential-dialog')
  await dialog.getByLabel('Borsa', { exact: true }).selectOption({ label: 'Binance' })
  await typeKey(dialog, 'a'.repeat(64))
  await dialog.getByRole('button', { name: 'Doğrula ve kaydet' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await putAway(dialog)
  await page.goto('/settings/api')
  const wizard = page.getByTestId('api-wizard')
  await wizard.getByRole('button', { name: 'OKX Demo: yeniden doğrula' }).click()
  const remove = wizard.getByRole('button', { name: 'OKX Demo: sil' })
  await expect.poll(() => bearers.has(`POST /api/api-keys/${id}/validate`)).toBe(true)
  await expect(remove).toHaveAttribute('aria-disabled', 'false')
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await expect(wizard.getByRole('region', { name: 'Bağlı borsalar' })).toContainText('Henüz bağlı borsanız yok')
  await wizard.getByRole('button', { name: 'Binance bağla' }).click()
  await typeKey(wizard, 'a'.repeat(64))
  await wizard.getByRole('button', { name: 'Anahtarı doğrula' }).click()
  await expect(wizard.getByRole('alert')).toBeVisible()
  expect(elsewhere).toEqual([])
  for (const call of [
    'GET /api/portfolio/balances',
    'GET /api/personalized-arbitrage',
    'GET /api/api-keys',
    'POST /api/api-keys',
    `POST /api/api-keys/${id}/validate`,
    `DELETE /api/api-keys/${id}`,
    'POST /api/validate-exchange-credentials',
  ])
    expect([call, bearers.get(call)]).toEqual([call, expect.stringMatching(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)])
})

test('[CALL-01] [CALL-02] [STATE-01] registration and login send fields, get token and user', async ({ page }) => {
  const typed = registration({ Ad: 'Çağrı', Soyad: 'Akın' })
  const { 'E-posta': email = '', Şifre: password = '' } = typed
  await page.goto('/status')
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const auth = page.getByTestId('auth-modal')
  const registered = page.waitForResponse((answer) => pathOf(answer.request()) === '/api/auth/register')
  await register(auth, typed)
  const first = await registered
  expect(first.request().method()).toBe('POST')
  expect(first.request().postDataJSON()).toMatchObject({
    email,
    password,
    firstName: 'Çağrı',
    lastName: 'Akın',
    phoneNumber: expect.stringMatching(/^\+90/),
    full_name: 'Çağrı Akın',
  })
  const answer = {
    access_token: expect.stringMatching(/.+/),
    user: expect.objectContaining({ username: 'Çağrı Akın' }),
  }
  expect(await first.json()).toMatchObject(answer)
  await expect(auth.getByText('Kayıt başarılı! Paper Trade turu başlıyor...')).toBeVisible()
  await expect(auth).toHaveCount(0)
  await expect(page.getByTestId('tour-modal')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('makas.tour'))).not.toBeNull()
  await putAway(page.getByTestId('tour-modal'))

  await page.getByRole('banner').getByRole('button', { name: 'Çıkış' }).click()
  await page.getByRole('button', { name: 'Giriş yap / Başla' }).click()
  const loggedIn = page.waitForResponse((reply) => pathOf(reply.request()) === '/api/auth/login')
  await sendLogin(auth, { email, password })
  const second = await loggedIn
  expect(second.request().method()).toBe('POST')
  expect(second.request().postDataJSON()).toEqual({ email, password })
  expect(await second.json()).toMatchObject(answer)
  await expect(auth.getByText('Giriş başarılı!')).toBeVisible()
  await expect(auth).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Çağrı Akın')).toBeVisible()
})

test('[CALL-06] [CALL-08] [CALL-09] the dashboard asks for counts and own figures', { tag: '@full' }, async ({
  page,
}) => {
  const someone = await signUp()
  await connectDemo(someone, 'okx')
  await logIn(page, someone)
  const answers = ['market-stats', 'portfolio/balances', 'personalized-arbitrage'].map((name) =>
    page.waitForResponse((answer) => pathOf(answer.request()) === `/api/${name}` && answer.ok()),
  )
  await page.goto('/dashboard')
  const [stats, balances, personal] = await Promise.all(answers)
  for (const answer of [stats, balances, personal]) expect(answer?.request().method()).toBe('GET')
  expect(await stats?.json()).toMatchObject({
    active_exchanges: expect.any(Number),
    total_opportunities: expect.any(Number),
  })
  for (const answer of [balances, personal]) expect(answer?.request().headers().authorization).toMatch(/^Bearer .+/)
  expect(await balances?.json()).toMatchObject({ exchanges: [expect.objectContaining({ exchange: 'okx' })] })
  expect(await personal?.json()).toMatchObject({ opportunities: expect.any(Array) })
})

test('[CALL-34] the list of connections is the server’s own, and deleting one is really sent', async ({ page }) => {
  const someone = await signUp()
  const calls = await callsOf(someone)
  const { id, api_key_masked: masked } = await connectDemo(someone, 'bybit')
  await logIn(page, someone)
  const listed = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && pathOf(answer.request()) === '/api/api-keys',
  )
  await page.goto('/api-management')
  expect(await (await listed).json()).toEqual([expect.objectContaining({ id, api_key_masked: masked })])
  const card = page.getByRole('article', { name: 'Bybit' })
  await expect(card).toContainText(masked)
  const deleted = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  await card.getByRole('button', { name: 'Bybit Demo: sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  expect(pathOf((await deleted).request())).toBe(`/api/api-keys/${id}`)
  expect((await deleted).status()).toBe(204)
  await expect(card).toHaveCount(0)
  expect(await (await calls.get('/api/api-keys')).json()).toEqual([])
})
