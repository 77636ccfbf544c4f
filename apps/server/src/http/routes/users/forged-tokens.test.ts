import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { row } from '../../testing/rows.ts'
import { send, signUp, startUserServer } from '../../testing/user-server.ts'

const server = await startUserServer({ rateLimitScale: 1_000 })
afterFile(() => server.stop())
server.scripted.publish({ rows: [row('spot.SOL-USDT.okx.binance')] })
const elif = await signUp(server)

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (text: string | undefined) => JSON.parse(Buffer.from(text ?? '', 'base64url').toString()) as object

/** Signs with the right key, so that only the changed part can be the reason of a refusal. */
function signed(header: object, claims: object, key: 'user-tokens' | 'admin-tokens' = 'user-tokens'): string {
  const [head, body] = elif.token.split('.')
  const text = `${part({ ...read(head), ...header })}.${part({ ...read(body), ...claims })}`
  return `${text}.${createHmac('sha256', server.keys.current(key, 0).key).update(text).digest('base64url')}`
}

const seconds = () => Math.floor(server.clock.now() / 1_000)
const stripped = (name: string) => {
  const [head, body] = elif.token.split('.')
  const claims = { ...read(body), [name]: undefined }
  const text = `${head}.${part(claims)}`
  return `${text}.${createHmac('sha256', server.keys.current('user-tokens', 0).key).update(text).digest('base64url')}`
}

const FORGED: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['no signature', () => `${elif.token.split('.').slice(0, 2).join('.')}.`],
  ['algorithm none', () => `${part({ alg: 'none', typ: 'JWT', kid: 'u1' })}.${elif.token.split('.')[1]}.`],
  ['algorithm None', () => `${part({ alg: 'None', typ: 'JWT', kid: 'u1' })}.${elif.token.split('.')[1]}.`],
  ['HS384', () => signed({ alg: 'HS384' }, {})],
  ['HS512', () => signed({ alg: 'HS512' }, {})],
  [
    'RS256 with a key of its own',
    () =>
      new SignJWT(read(elif.token.split('.')[1]) as Record<string, unknown>)
        .setProtectedHeader({ alg: 'RS256', kid: 'u1' })
        .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  ],
  ['an embedded key', () => signed({ jwk: { kty: 'oct', k: 'AAAA' } }, {})],
  ['a key elsewhere (jku)', () => signed({ jku: 'https://evil.example/keys' }, {})],
  ['a certificate elsewhere (x5u)', () => signed({ x5u: 'https://evil.example/cert' }, {})],
  ['a critical extension', () => signed({ crit: ['exp'] }, {})],
  ['an unknown kid', () => signed({ kid: 'u2' }, {})],
  ['a kid that is a path', () => signed({ kid: '../../../dev/null' }, {})],
  ['no kid', () => signed({ kid: undefined }, {})],
  ['another issuer', () => signed({}, { iss: 'evil' })],
  ['the audience of admins', () => signed({}, { aud: 'makas-admin' })],
  ['the key of admins', () => signed({}, {}, 'admin-tokens')],
  ['both of admins', () => signed({ kid: 'a1' }, { aud: 'makas-admin' }, 'admin-tokens')],
  ['expired', () => signed({}, { exp: seconds() - 1 })],
  ['not valid yet', () => signed({}, { nbf: seconds() + 60 })],
  ['another account', () => signed({}, { sub: 'AAAAAAAAAAAAAAAAAAAAAA' })],
  ['another session', () => signed({}, { sid: 'AAAAAAAAAAAAAAAAAAAAAA' })],
  ['a session that is no text', () => signed({}, { sid: { $ne: '' } })],
  ['claims of another', () => `${signed({}, {}).split('.')[0]}.${part({ sub: 'x' })}.${elif.token.split('.')[2]}`],
  ['a changed byte', () => `${elif.token.slice(0, -4)}${elif.token.slice(-4) === 'AAAA' ? 'BBBB' : 'AAAA'}`],
  ['two tokens', () => `${elif.token}, ${elif.token}`],
  ['100 KiB of dots', () => '.'.repeat(4_000)],
  ...['sub', 'sid', 'jti', 'iat', 'nbf', 'exp', 'iss', 'aud'].map(
    (name) => [`no ${name}`, () => stripped(name)] as const,
  ),
]

test('the original of the forged tokens is valid, and so is its copy with a new signature', async () => {
  for (const token of [elif.token, signed({}, {})])
    expect((await send(server, '/api/auth/me', undefined, { token })).status).toBe(200)
})

test.each(FORGED)('[SEC-26] [SEC-27] %s: 401, and the list of a visitor', async (_name, forge) => {
  const token = await forge()
  expect((await send(server, '/api/auth/me', undefined, { token })).status).toBe(401)
  const list = await send(server, '/api/arbitrage-opportunities', undefined, { token })
  expect([list.status, list.headers.get('x-makas-source')]).toEqual([200, 'cache'])
})

test('[SEC-31] a valid token outside the Authorization header is ignored', async () => {
  const { token } = elif
  expect((await send(server, `/api/auth/me?access_token=${token}&authorization=Bearer%20${token}`)).status).toBe(401)
  const headers = { cookie: `makas-user=${token}; access_token=${token}`, 'x-authorization': `Bearer ${token}` }
  expect((await send(server, '/api/auth/me', undefined, { headers })).status).toBe(401)
  const basic = { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }
  expect((await send(server, '/api/auth/me', undefined, { headers: basic })).status).toBe(401)
})

test('[SEC-26] a token holds no personal data', () => {
  const claims = read(elif.token.split('.')[1])
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'nbf', 'sid', 'sub'])
})
