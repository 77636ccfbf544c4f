import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  request,
  test,
} from '@playwright/test'

/** The admin with whom the second server starts. */
export const ADMIN = {
  email: 'yonetici@ornek.com',
  password: 'mavi-kayikla-lodosa-karsi-42',
  firstName: 'Defne',
  lastName: 'Aydın',
} as const

/** Writes the file from which the server makes the admin at its start, outside the folders that a run clears. */
export function adminFile(): string {
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'e2e')
  const file = join(folder, 'admin.json')
  const text = JSON.stringify(ADMIN)
  mkdirSync(folder, { recursive: true })
  try {
    if (readFileSync(file, 'utf8') === text) return file
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

export type Someone = {
  readonly email: string
  readonly password: string
  readonly id: string
  readonly token: string
  /** The user in the answer to the login. */
  readonly user: Record<string, unknown>
}

/** Bound of a call, ms: hashing waits for the market, the browsers and everything else on the machine. */
const CALL_MS = 120_000

/** Retries until the server is up: before, it answers 503, or 401 to an admin whom it has not made yet. */
async function onceUp(send: () => Promise<APIResponse>): Promise<APIResponse> {
  const answers: APIResponse[] = []
  await expect(async () => {
    const answer = await send()
    answers.push(answer)
    expect([503, 401]).not.toContain(answer.status())
  }).toPass({ intervals: [500, 1_000, 2_000, 4_000] })
  const last = answers.at(-1)
  if (last === undefined) throw new Error('nothing was answered')
  return last
}

/** Address of the server that the test's project uses. */
export const serverAddress = (): string => test.info().project.use.baseURL ?? ''

let made = 0
/** A text with these words that no other test uses, in any run. */
export const own = (words: string): string => `${words}${process.pid}x${Date.now().toString(36)}x${++made}`

/** Makes a new account by the API. */
export async function signUp(
  names: { readonly firstName?: string; readonly lastName?: string } = {},
  baseURL = serverAddress(),
): Promise<Someone> {
  const call = await request.newContext({ baseURL, timeout: CALL_MS })
  const email = `${own(`kisi-${process.pid}-`)}@ornek.com`
  const password = 'kumsal-7-martı-lodos'
  const data = { email, password, firstName: 'Deniz', lastName: 'Yılmaz', phoneNumber: '+905551112233', ...names }
  const answer = await onceUp(() => call.post('/api/auth/register', { data }))
  expect(answer.status(), await answer.text()).toBe(201)
  const body = (await answer.json()) as { access_token: string; user: Record<string, unknown> & { id: string } }
  await call.dispose()
  return { email, password, id: body.user.id, token: body.access_token, user: body.user }
}

/** Puts an account into a page's storage, as a login would; call it before the first `goto`. */
export async function logIn(page: Page, someone: Someone): Promise<void> {
  const { email: _email, ...stored } = someone.user
  await page.addInitScript(
    ([token, user]) => {
      // Once per tab: later changes by the page must stay.
      if (sessionStorage.getItem('e2e.loggedIn') !== null) return
      sessionStorage.setItem('e2e.loggedIn', '1')
      localStorage.setItem('makas.token', token ?? '')
      localStorage.setItem('makas.user', user ?? '')
    },
    [someone.token, JSON.stringify(stored)],
  )
}

/** Opens a page of the site for a logged-in user. */
export async function openAs(page: Page, someone: Someone, path: string): Promise<void> {
  await logIn(page, someone)
  await page.goto(path)
}

/** Token and user that the page has stored, each null without a login. */
export const storedLogin = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(() => [localStorage.getItem('makas.token'), localStorage.getItem('makas.user')])

/** Goes to another page of the site without loading the site again. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Fills fields by their labels. */
export async function fillIn(form: Locator, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text)
}

/** The texts of a registration, by their labels; the email is new. */
export const registration = (change: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  Ad: 'Deniz',
  Soyad: 'Yılmaz',
  'E-posta': `${own('yeni-')}@ornek.com`,
  Telefon: '555 111 22 33',
  Şifre: 'kumsal-7-martı',
  'Şifre, yeniden': 'kumsal-7-martı',
  ...change,
})

/** Registers with the texts in the dialog of login and registration. */
export async function register(dialog: Locator, texts = registration()): Promise<void> {
  await dialog.getByRole('button', { name: 'Kayıt', exact: true }).click()
  await fillIn(dialog, texts)
  await dialog.getByRole('button', { name: 'Hesap oluştur', exact: true }).click()
}

type Names = { readonly email: string; readonly password: string }

/** Sends the login form of the site or of the panel. */
export async function sendLogin(form: Locator, { email, password }: Names): Promise<void> {
  await fillIn(form, { 'E-posta': email, Şifre: password })
  await form.getByRole('button', { name: 'Giriş yap', exact: true }).click()
}

/** Logs the admin, or `who`, in by the API; returns the token. */
export async function adminLogin(
  { email, password }: Names = ADMIN,
  baseURL = serverAddress(),
): Promise<{ token: string; user: Record<string, unknown> }> {
  const call = await request.newContext({ baseURL, timeout: CALL_MS })
  const answer = await onceUp(() => call.post('/api/admin/auth/login', { data: { email, password } }))
  expect(answer.status(), await answer.text()).toBe(200)
  const body = (await answer.json()) as { access_token: string; user: Record<string, unknown> }
  await call.dispose()
  return { token: body.access_token, user: body.user }
}

/**
 * Puts the admin, or `who`, into a page's storage; call it before the first `goto`. All pages and calls of a worker
 * share one session of the admin; another admin's session ends with the page.
 */
export async function logInAdmin(
  page: Page,
  who: Names = ADMIN,
  baseURL = serverAddress(),
): Promise<{ token: string }> {
  const { token, user } = who === ADMIN ? await keptSession(baseURL) : await adminLogin(who, baseURL)
  await page.addInitScript(
    ([kept, user]) => {
      if (sessionStorage.getItem('e2e.adminLoggedIn') !== null) return
      sessionStorage.setItem('e2e.adminLoggedIn', '1')
      localStorage.setItem('makas.adminToken', kept ?? '')
      localStorage.setItem('makas.adminUser', user ?? '')
    },
    [token, JSON.stringify(user)],
  )
  if (who !== ADMIN) page.context().once('close', () => void endAdminSession(baseURL, token))
  return { token }
}

/** Opens a page of the panel for the admin. */
export async function openAdmin(page: Page, path: string): Promise<{ token: string }> {
  const admin = await logInAdmin(page)
  await page.goto(path)
  return admin
}

/** Ends a session of an admin. */
async function endAdminSession(baseURL: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  // A journey's own server may be gone before its pages are, and its sessions with it.
  await fetch(new URL('/api/admin/auth/logout', baseURL), { method: 'POST', headers }).catch(() => undefined)
}

type AdminSession = Awaited<ReturnType<typeof adminLogin>>
/** The worker's session of the admin on a server, and the test that began it. */
const keptSessions = new Map<
  string,
  { readonly time: number; readonly testId: string; readonly session: AdminSession }
>()
/**
 * How long a worker uses this session, ms: tokens of admins are valid for ten minutes, and a journey may take half of
 * that.
 */
const KEPT_MS = 5 * 60_000

/**
 * The worker's session of the admin, for all of its journeys. All workers share the admin, and an eleventh session
 * would end the oldest session in the midst of a journey.
 */
async function keptSession(baseURL: string): Promise<AdminSession> {
  const { testId } = test.info()
  const kept = keptSessions.get(baseURL)
  if (kept !== undefined) {
    const isYoung = performance.now() - kept.time <= KEPT_MS
    // A journey may have logged it out.
    if ((isYoung || kept.testId === testId) && (await isOpen(baseURL, kept.session))) return kept.session
    await endAdminSession(baseURL, kept.session.token)
  }
  const session = await adminLogin(ADMIN, baseURL)
  keptSessions.set(baseURL, { time: performance.now(), testId, session })
  return session
}

async function isOpen(baseURL: string, session: AdminSession): Promise<boolean> {
  const call = await callsOf(session, baseURL)
  const answer = await call.get('/api/admin/auth/me')
  await call.dispose()
  return answer.status() !== 401
}

/** API calls of the admin, in the worker's session. */
export async function callsOfAdmin(): Promise<APIRequestContext> {
  return callsOf(await keptSession(serverAddress()))
}

/** Makes a user premium as an admin would; returns the user as the next login would store them. */
export async function makePremium(someone: Someone): Promise<Someone> {
  const call = await callsOfAdmin()
  const answer = await call.patch(`/api/admin/users/${someone.id}`, {
    data: { is_premium: true, selectedPlan: 'monthly', is_active: true },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { ...someone, user: { ...someone.user, is_premium: true, selectedPlan: 'monthly' } }
}

/** API calls of a logged-in user or admin. */
export async function callsOf(
  { token }: { readonly token: string },
  baseURL = serverAddress(),
): Promise<APIRequestContext> {
  return request.newContext({ baseURL, timeout: CALL_MS, extraHTTPHeaders: { authorization: `Bearer ${token}` } })
}

type ConnectedKey = { readonly id: string; readonly api_key_masked: string }

/**
 * Connects a user's demo account of an exchange by the API. Repeats the call if a busy machine does not reach the demo
 * exchange in time: then the server keeps nothing.
 */
export async function connectDemo(someone: Someone, exchange: string): Promise<ConnectedKey> {
  const calls = await callsOf(someone)
  const answer = await onceUp(() => calls.post('/api/demo-keys', { data: { exchange_name: exchange } }))
  expect(answer.status(), await answer.text()).toBe(201)
  const key = (await answer.json()) as ConnectedKey
  await calls.dispose()
  return key
}

/** Repeats the page's own calls that connect a demo account, where a person would press the button again. */
export async function connectPatiently(page: Page): Promise<void> {
  await page.route('**/api/demo-keys', async (route) => {
    const ask = () => route.fetch({ timeout: CALL_MS })
    await route.fulfill({ response: await onceUp(ask) })
  })
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The six-digit code of a second factor's secret at a time (RFC 6238, SHA-1, 30 s); shares nothing with the server's
 * library.
 */
export function codeOf(secret: string, atMs: number = Date.now()): string {
  const bits = [...secret.replaceAll('=', '')]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Ends the admin's session in another tab of the browser. */
export async function endElsewhere(context: BrowserContext): Promise<void> {
  const other = await context.newPage()
  await other.goto('/status')
  await other.evaluate(() => localStorage.removeItem('makas.adminToken'))
  await other.close()
}

/** Follows a link of the panel's sidebar. */
export const goInPanel = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Yönetim gezintisi' }).getByRole('link', { name }).click()

/** Searches all users in the panel: other tests sign users up, who push a user off the first page. */
export async function findUser(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Bu sayfada ara: e-posta, ad, soyad' }).fill(text)
  await page.getByRole('button', { name: 'Tüm kullanıcılarda ara' }).first().click()
}
