import { afterEach, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
afterEach(() => server.stop())

const noticed = () => server.logged.filter(({ msg }) => msg === 'proxy-not-trusted')
const LIST = '/api/arbitrage-opportunities'

describe('a proxy near the server', () => {
  test.each([
    ['x-forwarded-for', '192.0.2.1'],
    ['forwarded', 'for=192.0.2.1'],
    ['x-real-ip', '192.0.2.1'],
  ])('that sends %s and is not trusted is logged once, with what to set', async (header, value) => {
    server = await startTestServer()
    await server.get(LIST)
    expect(noticed()).toEqual([])
    for (let at = 0; at < 3; at++) await server.get(LIST, { [header]: value })
    expect(noticed()).toMatchObject([{ proxy: '127.0.0.1', set: 'TRUST_PROXY=127.0.0.1' }])
  })

  test('that is trusted is none, whomever it forwards for', async () => {
    server = await startTestServer({ trustProxy: ['127.0.0.1'] })
    for (const visitor of ['192.0.2.1', '10.0.0.9', '2001:db8::1'])
      await server.get(LIST, { 'x-forwarded-for': visitor })
    expect(noticed()).toEqual([])
  })

  test('behind a trusted one is noticed too: its address is that of all visitors', async () => {
    server = await startTestServer({ trustProxy: ['127.0.0.1'] })
    await server.get(LIST, { 'x-forwarded-for': '198.51.100.7, 192.0.2.1' })
    expect(noticed()).toEqual([])
    await server.get(LIST, { 'x-forwarded-for': '192.0.2.1, fd00::5' })
    expect(noticed()).toMatchObject([{ proxy: 'fd00::5', set: 'TRUST_PROXY=127.0.0.1,fd00::5' }])
  })
})
