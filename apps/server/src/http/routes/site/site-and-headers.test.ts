import { afterEach, describe, expect, test } from 'vitest'
import { networkOf } from '../../policies/address-windows.ts'
import { row } from '../../testing/rows.ts'
import { jsonOf, type Refusal, startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
afterEach(() => server.stop())
const BROWSER = { accept: 'text/html,application/xhtml+xml' }

test.each([
  '/',
  '/opportunities',
  '/status',
  '/admin/setup',
  '/reset',
  '/opportunities?mode=spot&minROI=1',
  '/index.html',
])('[ROUTE-01] the page %s is the site', async (path) => {
  server = await startTestServer()
  const answer = await server.get(path, BROWSER)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(await answer.text()).toContain('<title>Makas</title>')
  expect((await server.get(path, { ...BROWSER, 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
})

test('while articles cannot be read a search engine is told to come again; a person gets the page, whose script asks again', async () => {
  server = await startTestServer()
  const article = await server.get('/help/taker-nedir', BROWSER)
  expect([article.status, article.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await article.text()).toContain('<title>Makas</title>')
  const map = await server.get('/sitemap.xml')
  expect([map.status, map.headers.get('retry-after')]).toEqual([503, '5'])
})

test('a hashed file may be kept for ever and goes out compressed', async () => {
  server = await startTestServer()
  const answer = await server.get('/assets/entry-abc123.js', { 'accept-encoding': 'br' })
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect([answer.headers.get('content-type'), answer.headers.get('content-encoding')]).toEqual([
    'text/javascript; charset=utf-8',
    'br',
  ])
  expect(await answer.text()).toContain('makas makas')
})

test.each([
  '/.env',
  '/.vite/manifest.json',
  '/.git/config',
  '/assets/',
  '/assets/entry-abc123.js.map',
  '/assets/absent.js',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/Index.html',
])('[SEC-62] %s is never served', async (path) => {
  server = await startTestServer()
  const answer = await server.get(path)
  expect(answer.status).toBe(404)
  expect((await jsonOf<Refusal>(answer)).code).toBe('not-found')
})

test('at an unknown address a browser gets the page and a program the refusal, both with 404', async () => {
  server = await startTestServer()
  const person = await server.get('/nerede', BROWSER)
  expect([person.status, person.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect((await server.get('/nerede', { ...BROWSER, 'if-none-match': person.headers.get('etag') ?? '' })).status).toBe(
    404,
  )
  const program = await server.get('/nerede')
  expect([program.status, (await jsonOf<Refusal>(program)).code]).toEqual([404, 'not-found'])
})

test('a site that was never built says so in Turkish', async () => {
  server = await startTestServer({ site: false })
  const answer = await server.get('/', BROWSER)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(await answer.text()).toBe('Site henüz derlenmedi. Sunucuyu “npm start” ile başlatın.')
  expect((await server.get('/api/status')).status).toBe(200)
})

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

describe('security headers', () => {
  test.each(['/', '/api/status', '/api/nothing', '/healthz', '/nerede', '/%zz'])(
    '[SEC-58] %s carries all of them',
    async (path) => {
      server = await startTestServer()
      const { headers } = await server.get(path, BROWSER)
      expect(Object.fromEntries(headers)).toMatchObject(EVERYWHERE)
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/)
      for (const name of ['x-powered-by', 'server', 'strict-transport-security', 'access-control-allow-origin']) {
        expect(headers.get(name)).toBeNull()
      }
    },
  )

  test('[SEC-58] the site may run its own scripts and no others', async () => {
    server = await startTestServer()
    const policy = (await server.get('/')).headers.get('content-security-policy') ?? ''
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "manifest-src 'self'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      'trusted-types default',
    ])
    const api = (await server.get('/api/status')).headers.get('content-security-policy')
    expect(api).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
  })

  test('[SEC-58] behind https the browser is told to stay there', async () => {
    server = await startTestServer({ publicOrigin: 'https://makas.example' })
    expect((await server.get('/api/status')).headers.get('strict-transport-security')).toBe('max-age=31536000')
  })
})

describe('limits of requests', () => {
  const LIST = '/api/arbitrage-opportunities'

  test('an address that asks too often waits until its minute is over; others and health do not', async () => {
    server = await startTestServer({ rateLimitScale: 0.001, trustProxy: ['127.0.0.1'] })
    const from = (address: string) => server.get(LIST, { 'x-forwarded-for': address })
    for (let at = 0; at < 3; at++) expect((await from('192.0.2.1')).status).toBe(200)
    const refused = await from('192.0.2.1')
    expect([refused.status, await jsonOf<Refusal>(refused)]).toEqual([
      429,
      { code: 'rate-limited', detail: 'Çok sık istek gönderildi. Lütfen biraz bekleyin.' },
    ])
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await from('192.0.2.2')).status).toBe(200)
    expect((await server.get('/healthz', { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200)
    server.clock.advance(wait * 1_000)
    expect((await from('192.0.2.1')).status).toBe(200)
  })

  test('without a trusted proxy a forwarded address changes nothing', async () => {
    server = await startTestServer({ rateLimitScale: 0.001 })
    const statuses: number[] = []
    for (let at = 0; at < 5; at++)
      statuses.push((await server.get(LIST, { 'x-forwarded-for': `192.0.2.${at}` })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })

  test('unknown addresses count too', async () => {
    server = await startTestServer({ rateLimitScale: 0.001 })
    const statuses: number[] = []
    for (let at = 0; at < 4; at++) statuses.push((await server.get(`/api/${at}`)).status)
    expect(statuses).toEqual([404, 404, 404, 429])
  })

  test('polling every two seconds never meets a limit', async () => {
    server = await startTestServer()
    server.scripted.publish({ rows: [row('spot.A-USDT.okx.kraken')] })
    for (let at = 0; at < 60; at++) {
      expect((await server.get(LIST)).status).toBe(200)
      server.clock.advance(2_000)
    }
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', async (address, network) => {
    server = await startTestServer()
    expect(networkOf(address)).toBe(network)
  })
})
