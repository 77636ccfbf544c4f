import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, type APIResponse, expect, type Page, request } from '@playwright/test'

/** The admin that the second server is started with, and the file that names them to it. */
export const ADMIN = {
  email: 'yonetici@ornek.com',
  password: 'mavi-kayikla-lodosa-karsi-42',
  firstName: 'Defne',
  lastName: 'Aydın',
} as const

/** Writes the file that the server makes the admin from at its start; outside the folders that a run clears. */
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
  /** The user as the login answered it. */
  readonly user: Record<string, unknown>
}

/** Retries until the database is up: before that the answer is 503, or 401 for an admin who is not there yet. */
async function onceUp(send: () => Promise<APIResponse>): Promise<APIResponse> {
  const answers: APIResponse[] = []
  await expect(async () => {
    const answer = await send()
    answers.push(answer)
    expect([503, 401]).not.toContain(answer.status())
  }).toPass({ timeout: 60_000, intervals: [500, 1_000, 2_000, 4_000] })
  const last = answers.at(-1)
  if (last === undefined) throw new Error('nothing was answered')
  return last
}

let people = 0

/** Makes a new account by the API; its email is unique in all runs. */
export async function signUp(baseURL: string, names: { firstName?: string; lastName?: string } = {}): Promise<Someone> {
  const call = await request.newContext({ baseURL })
  people += 1
  const email = `kisi-${process.pid}-${Date.now().toString(36)}-${people}@ornek.com`
  const password = 'kumsal-7-martı-lodos'
  const answer = await onceUp(() =>
    call.post('/api/auth/register', {
      data: {
        email,
        password,
        firstName: names.firstName ?? 'Deniz',
        lastName: names.lastName ?? 'Yılmaz',
        phoneNumber: '+905551112233',
      },
      // Hashing waits its turn behind the market of two servers and two browsers.
      timeout: 30_000,
    }),
  )
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
      // Once per tab: later changes by the page itself must stand.
      if (sessionStorage.getItem('e2e.loggedIn') !== null) return
      sessionStorage.setItem('e2e.loggedIn', '1')
      localStorage.setItem('makas.token', token ?? '')
      localStorage.setItem('makas.user', user ?? '')
    },
    [someone.token, JSON.stringify(stored)],
  )
}

type AdminNames = { readonly email: string; readonly password: string }

/** Logs the admin, or another one, in by the API; returns the token. */
export async function adminLogin(
  baseURL: string,
  { email, password }: AdminNames = ADMIN,
): Promise<{ token: string; user: Record<string, unknown> }> {
  const call = await request.newContext({ baseURL })
  const answer = await onceUp(() => call.post('/api/admin/auth/login', { data: { email, password }, timeout: 30_000 }))
  expect(answer.status(), await answer.text()).toBe(200)
  const body = (await answer.json()) as { access_token: string; user: Record<string, unknown> }
  await call.dispose()
  return { token: body.access_token, user: body.user }
}

/** Puts the admin, or another one, into a page's storage; call it before the first `goto`. */
export async function logInAdmin(page: Page, baseURL: string, who: AdminNames = ADMIN): Promise<{ token: string }> {
  const { token, user } = await adminLogin(baseURL, who)
  await page.addInitScript(
    ([kept, person]) => {
      if (sessionStorage.getItem('e2e.adminLoggedIn') !== null) return
      sessionStorage.setItem('e2e.adminLoggedIn', '1')
      localStorage.setItem('makas.adminToken', kept ?? '')
      localStorage.setItem('makas.adminUser', person ?? '')
    },
    [token, JSON.stringify(user)],
  )
  page.context().once('close', () => void endAdminSession(baseURL, token))
  return { token }
}

/**
 * Ends a session of the admin, whom all journeys share: an eleventh session would end the oldest, in the midst of
 * another journey.
 */
async function endAdminSession(baseURL: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  // A journey's own server may be gone before its pages are, and its sessions with it.
  await fetch(new URL('/api/admin/auth/logout', baseURL), { method: 'POST', headers }).catch(() => undefined)
}

/** One login shared by all calls of a worker. */
let keptLogin: { readonly at: number; readonly login: ReturnType<typeof adminLogin> } | null = null
/**
 * How long that login is reused, ms: tokens of admins are good for ten minutes, and a journey may need one for half of
 * that. Its session is not ended, since other calls may still use it.
 */
const KEPT_MS = 5 * 60_000

/** API calls of the admin; all of a worker share one session. */
export async function callsOfAdmin(baseURL: string): Promise<APIRequestContext> {
  const now = performance.now()
  if (keptLogin === null || now - keptLogin.at > KEPT_MS) keptLogin = { at: now, login: adminLogin(baseURL) }
  const call = await callsOf(baseURL, await keptLogin.login)
  if ((await call.get('/api/admin/auth/me')).status() !== 401) return call
  // The session was ended, as journeys of sessions do.
  keptLogin = { at: now, login: adminLogin(baseURL) }
  return callsOf(baseURL, await keptLogin.login)
}

/** Makes a user premium as an admin would; the returned user is the one that their next login would store. */
export async function makePremium(baseURL: string, someone: Someone): Promise<Someone> {
  const call = await callsOfAdmin(baseURL)
  const answer = await call.patch(`/api/admin/users/${someone.id}`, {
    data: { is_premium: true, selectedPlan: 'monthly', is_active: true },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { ...someone, user: { ...someone.user, is_premium: true, selectedPlan: 'monthly' } }
}

/** API calls of a logged-in person. */
export async function callsOf(baseURL: string, { token }: { readonly token: string }): Promise<APIRequestContext> {
  return request.newContext({ baseURL, extraHTTPHeaders: { authorization: `Bearer ${token}` } })
}

type ConnectedKey = { readonly id: string; readonly api_key_masked: string }

/** Connects a demo account of an exchange by the API. */
export async function connectDemo(calls: APIRequestContext, exchange: string): Promise<ConnectedKey> {
  const answer = await calls.post('/api/demo-keys', { data: { exchange_name: exchange }, timeout: 30_000 })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as ConnectedKey
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
