import { describe, expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { ROUTES } from '../calls/route-table.ts'
import { startTestServer } from '../testing/test-server.ts'
import { ELIF, send, signUp, startUserServer } from '../testing/user-server.ts'

const PAGE = 'https://pano.example'

const server = await startUserServer({ corsOrigins: [`${PAGE}/`, 'http://localhost:5173'], rateLimitScale: 1_000 })
afterFile(() => server.stop())

const shapeOf = (path: string) => new RegExp(`^${path.replace(/:[a-z]+/gi, '[^/]+')}$`)
const addressOf = (path: string) => path.replace(/:[a-z]+/g, 'x1')
const preflight = (path: string, method: string, origin: string) =>
  fetch(server.origin + addressOf(path), {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
const corsOf = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe.each(ROUTES.filter(({ path }) => path.startsWith('/api/')).map(({ method, path }) => [method, path] as const))(
  '%s %s',
  (method, path) => {
    test('[SEC-59] a page on the list may ask, and is told the methods of the path', async () => {
      const answer = await preflight(path, method, PAGE)
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, PAGE])
      const methods = answer.headers.get('access-control-allow-methods')?.split(', ') ?? []
      expect(methods).toContain(method)
      // One address may match a fixed path and a path with an id: `tickets/changes`.
      const known = ROUTES.filter((route) => shapeOf(route.path).test(addressOf(path))).map((route) => route.method)
      for (const one of methods) expect([...known, 'HEAD']).toContain(one)
      const sendable = answer.headers.get('access-control-allow-headers')?.split(', ')
      expect(sendable).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']))
      expect(sendable).not.toContain('x-makas-renewal')
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    })

    test.each(['https://evil.example', 'null'])('[SEC-59] %s gets no allow header', async (origin) => {
      const asked = await preflight(path, method, origin)
      expect([asked.status, corsOf(asked)]).toEqual([405, []])
    })
  },
)

test.each([`${PAGE}.evil.example`, 'http://pano.example', 'https://PANO.example', `${PAGE}:8443`])(
  '[SEC-59] %s is another page than the page on the list',
  async (origin) => {
    const asked = await preflight('/api/status', 'GET', origin)
    expect([asked.status, corsOf(asked)]).toEqual([405, []])
  },
)

test('[SEC-59] writes and refusals carry the header for a page on the list, and for no other', async () => {
  const register = (email: string, origin: string) =>
    send(server, '/api/auth/register', { ...ELIF, email }, { headers: { origin } })
  const good = await register('cors@example.org', PAGE)
  expect([good.status, good.headers.get('access-control-allow-origin')]).toEqual([201, PAGE])
  expect(good.headers.get('vary')).toMatch(/origin/)
  const taken = await register('cors@example.org', 'http://localhost:5173')
  expect([taken.status, taken.headers.get('access-control-allow-origin')]).toEqual([400, 'http://localhost:5173'])
  const { token } = await signUp(server, 'cors-2@example.org')
  for (const [path, options] of [
    ['/api/auth/me', { token }],
    ['/api/auth/me', {}],
    ['/api/nowhere', {}],
    ['/api/api-keys/x1', { token, method: 'DELETE' }],
    ['/api/market-stats', {}],
  ] as const) {
    const ours = await send(server, path, undefined, { ...options, headers: { origin: PAGE } })
    expect([path, ours.headers.get('access-control-allow-origin')]).toEqual([path, PAGE])
    const theirs = await send(server, path, undefined, { ...options, headers: { origin: 'https://evil.example' } })
    expect([path, theirs.status, corsOf(theirs)]).toEqual([path, ours.status, []])
    expect(theirs.headers.get('vary')).toMatch(/origin/)
  }
})

test('[SEC-59] [SEC-60] the site itself and the renewal of sessions stay ours alone', async () => {
  const page = await server.get('/', { origin: PAGE })
  expect([page.status, corsOf(page)]).toEqual([200, []])
  const { cookie } = await signUp(server, 'cors-3@example.org')
  const headers = { cookie, origin: PAGE, 'x-makas-renewal': '1' }
  const renewed = await send(server, '/api/auth/refresh', undefined, { method: 'POST', headers })
  expect(renewed.status).toBe(403)
})

test('[SEC-59] without a list no other page is let in', async () => {
  const closed = await startTestServer()
  const answer = await closed.get('/api/status', { origin: PAGE })
  expect([answer.status, corsOf(answer), answer.headers.get('vary')]).toEqual([
    200,
    [],
    expect.not.stringMatching(/origin/),
  ])
  const asked = await fetch(`${closed.origin}/api/status`, {
    method: 'OPTIONS',
    headers: { origin: PAGE, 'access-control-request-method': 'GET' },
  })
  expect([asked.status, corsOf(asked)]).toEqual([405, []])
  await closed.stop()
})
