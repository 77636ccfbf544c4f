import { ErrorBody } from '@makas/contract'
import { describe, expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { row } from '../testing/rows.ts'
import { jsonOf, type Refusal } from '../testing/test-server.ts'
import { ADMIN, ELIF, send, signedIn, signInAdmin, signUp, startUserServer } from '../testing/user-server.ts'
import { ROUTES, type Route } from './route-table.ts'

type ExpectedAnswer = readonly [status: number, detail: string]

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
const admin = await signInAdmin(server)
let tokens = { visitor: undefined, user: (await signUp(server)).token, admin: admin.token }

const calls = ROUTES.filter(({ path }) => path !== '/*' && path !== '/api/stream')

function ask({ method, path }: Route, token: string | undefined, body?: unknown): Promise<Response> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const sent = { method, headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' } }
  const address = server.origin + path.replace(':id', 'spot.SOL-USDT.okx.binance')
  return fetch(address, body === undefined ? sent : { ...sent, body: JSON.stringify(body) })
}

describe.each(calls.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  test.each(['visitor', 'user', 'admin'] as const)('[SEC-28] [SEC-33] as %s', async (role) => {
    // Without a body: a forbidden call is refused before its body is looked at, and no call changes anything.
    const answer = await ask(route, tokens[role])
    const isLetIn = route.access === 'visitor' || route.access === role
    if (!isLetIn) {
      expect([answer.status, await jsonOf<Refusal>(answer)]).toEqual([
        401,
        { detail: 'Giriş yapmanız gerekiyor', code: 'unauthorized' },
      ])
      return
    }
    const isLeaving = /\/(logout|refresh)$/.test(route.path)
    if (!isLeaving) expect([route.path, answer.status]).not.toEqual([route.path, 401])
    expect(answer.status).toBeLessThan(500)
    if (isLeaving && role !== 'visitor') await renewTokens()
  })

  if (route.body === null) return
  test('[SEC-50] [SEC-51] [SEC-52] a body that the table does not allow is refused in Turkish', async () => {
    const token = route.access === 'visitor' ? undefined : tokens[route.access]
    for (const body of [{}, [], 'text', 7, null, { email: 7, password: {}, token: [], code: 1, current_password: 0 }]) {
      const answer = await ask(route, token, body)
      expect([body, answer.status, ErrorBody.parse(await answer.json()).code]).toEqual([body, 400, expect.any(String)])
    }
    const raw = (text: string | Buffer, type = 'application/json', more: Record<string, string> = {}) =>
      fetch(server.origin + route.path, {
        method: route.method,
        headers: {
          'content-type': type,
          ...more,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: text,
      })
    const deep = `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`k${at}`, at])))
    const UNREAD = [400, 'İstek anlaşılamadı.'] as const
    const NO_JSON = [415, 'Bu veri biçimi kabul edilmiyor.'] as const
    const LARGE = [413, 'Gönderilen veri çok büyük.'] as const
    const refused: readonly (readonly [string | Buffer, ExpectedAnswer, string?, Record<string, string>?])[] = [
      ['{', UNREAD],
      [deep, UNREAD],
      [wide, UNREAD],
      ['{"__proto__":{"isAdmin":true},"email":"a@b.co","password":"123456"}', UNREAD],
      ['{"constructor":{"prototype":{}},"email":"a@b.co","password":"123456"}', UNREAD],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), UNREAD],
      ['a=b', NO_JSON, 'application/x-www-form-urlencoded'],
      ['{}', NO_JSON, 'text/plain'],
      ['{}', NO_JSON, 'application/json', { 'content-encoding': 'gzip' }],
      [`{"email":"${'a'.repeat((route.bodyLimit ?? 32 * 1024) + 1_000)}"}`, LARGE],
    ]
    for (const [text, said, type, more] of refused) {
      const answer = await raw(text, type, more)
      const { detail } = ErrorBody.parse(await answer.json())
      expect([String(text).slice(0, 40), answer.status, detail]).toEqual([String(text).slice(0, 40), ...said])
    }
  })
})

/** Opens new sessions: logging out with a token ends its session, and the next row of the table needs another. */
async function renewTokens(): Promise<void> {
  const user = await signedIn(await send(server, '/api/auth/login', ELIF))
  const admin = await signedIn(await send(server, '/api/admin/auth/login', ADMIN))
  tokens = { visitor: undefined, user: user.token, admin: admin.token }
}

test('a route without a row in the table stops the start', async () => {
  expect(() => server.app.route({ method: 'POST', url: '/api/extra', handler: () => '' })).toThrow()
})

test('[SEC-36] fields that nobody may write have no effect', async () => {
  const planted = {
    id: 'chosen',
    role: 'admin',
    is_admin: true,
    is_premium: true,
    isPremium: true,
    selectedPlan: 'yearly',
    plan: 'yearly',
    is_active: false,
    user_id: 'x',
    apiKeys: [{}],
    created_at: '2000-01-01T00:00:00.000Z',
    password_hash: 'x',
  }
  const answer = await send(server, '/api/auth/register', { ...ELIF, email: 'mass@example.org', ...planted })
  const { id } = await signedIn(answer)
  expect(id).not.toBe('chosen')
  const [stored] = await server.db.query(`select role, is_premium, plan, is_active from users where email_key = $1`, [
    'mass@example.org',
  ])
  expect(stored).toEqual({ role: 'user', is_premium: false, plan: 'free', is_active: true })
})

test('the description of the API names the callers and the fields of each call', async () => {
  const description = await jsonOf<{
    paths: Record<string, Record<string, { security?: object[]; requestBody?: object }>>
  }>(await server.get('/api/openapi.json'))
  for (const { method, path, access, body } of ROUTES.filter(({ path }) => !/openapi|\*/.test(path))) {
    const told = description.paths[path.replace(':id', '{id}')]?.[method.toLowerCase()]
    expect([path, told?.security]).toEqual([path, access === 'visitor' ? undefined : [{ [access]: [] }]])
    expect([path, told?.requestBody !== undefined]).toEqual([path, body !== null])
  }
})
