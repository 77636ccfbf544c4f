import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
let answer: (response: Response) => void

beforeEach(() => {
  // The session reads the browser's storage once, where it is imported.
  vi.resetModules()
  stored.clear()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function sessionOf(id: string, token: string) {
  const { userSession } = await import('./session.ts')
  const renew = await import('./renew.ts')
  const logIn = (who: string, access_token: string) =>
    userSession.signIn({
      access_token,
      user: {
        id: who,
        username: 'Ayla Kaya',
        firstName: 'Ayla',
        lastName: 'Kaya',
        is_premium: false,
        selectedPlan: 'free',
        apiKeys: [],
        last_login_at: null,
        failed_logins_since: 0,
        totp_enabled: false,
        is_password_weak: false,
        notice: null,
      },
    })
  logIn(id, token)
  return { session: userSession, logIn, ...renew }
}

const renewed = (token: string) => Response.json({ access_token: token })
const expiring = () => `x.${btoa(JSON.stringify({ exp: Date.now() / 1_000 + 1 }))}.x`

test('a renewed token is stored', async () => {
  const { session, renewToken } = await sessionOf('ayla', 'of-ayla')
  const renewal = renewToken('user', 'of-ayla')
  answer(renewed('of-ayla-2'))
  expect(await renewal).toBe('renewed')
  expect([session.token(), stored.get('makas.token')]).toEqual(['of-ayla-2', 'of-ayla-2'])
})

test('a late renewal does not touch the session of the next person', async () => {
  const { session, logIn, renewToken } = await sessionOf('ayla', 'of-ayla')
  const renewal = renewToken('user', 'of-ayla')
  session.forget()
  logIn('deniz', 'of-deniz')
  answer(renewed('of-ayla-2'))
  expect(await renewal).toBe('ended')
  expect([session.token(), stored.get('makas.token')]).toEqual(['of-deniz', 'of-deniz'])
})

test('a login during the renewal keeps its own token', async () => {
  const { session, logIn, renewToken } = await sessionOf('ayla', 'of-ayla')
  const renewal = renewToken('user', 'of-ayla')
  session.forget()
  logIn('ayla', 'of-new-login')
  answer(renewed('of-ayla-2'))
  expect(await renewal).toBe('renewed')
  expect(session.token()).toBe('of-new-login')
})

test('a call that waited for the renewal is not made as the next person', async () => {
  const { session, logIn, freshToken } = await sessionOf('ayla', expiring())
  const token = freshToken('user')
  session.forget()
  logIn('deniz', 'of-deniz')
  answer(renewed('of-ayla-2'))
  expect(await token).toBeNull()
})
