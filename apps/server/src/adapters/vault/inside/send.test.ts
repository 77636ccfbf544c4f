import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createPlain } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { destination } from './hosts.ts'
import { isPrivate, NoReply, send } from './send.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function serve(listener: RequestListener): Promise<{ url: URL; server: Server }> {
  const server = createServer(listener)
  open.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), server }
}
const get = (url: URL, resolve?: Parameters<typeof send>[1]) =>
  send({ url, method: 'GET', headers: {}, body: null }, resolve)

test('[SEC-55] a redirect is an answer, and nobody follows it', async () => {
  let hits = 0
  const canary = await serve((_, reply) => {
    hits++
    reply.end('canary')
  })
  const { url } = await serve((_, reply) => reply.writeHead(302, { location: canary.url.href }).end('moved'))
  expect(await get(url)).toEqual({ status: 302, text: 'moved' })
  expect(hits).toBe(0)
})

test('[SEC-55] a name that leads into our own network is not connected to', async () => {
  let hits = 0
  const server = createPlain(() => hits++)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const addresses of [
    [{ address: '127.0.0.1', family: 4 }],
    [{ address: '::1', family: 6 }],
    [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ],
    [],
  ]) {
    const resolve = ((_: string, __: object, done: (error: null, found: object[]) => void) =>
      done(null, addresses)) as unknown as Parameters<typeof send>[1]
    await expect(get(new URL(`https://api.binance.com:${port}/`), resolve)).rejects.toEqual(new NoReply('network'))
  }
  expect(hits).toBe(0)
})

test.each([
  ['127.0.0.1', true],
  ['10.1.2.3', true],
  ['100.64.0.1', true],
  ['169.254.169.254', true],
  ['172.31.255.255', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['0.0.0.0', true],
  ['255.255.255.255', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['::', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['2606:4700::1111', false],
])('%s: private is %s', (address, wanted) => {
  expect(isPrivate(address)).toBe(wanted)
})

test('what breaks, is cut off or never ends is no answer', async () => {
  const broken = await serve((request) => request.socket.destroy())
  await expect(get(broken.url)).rejects.toEqual(new NoReply('network'))
  const cut = await serve((request, reply) => {
    reply.writeHead(200, { 'content-length': 100 }).write('{"code":')
    setTimeout(() => request.socket.destroy(), 20)
  })
  await expect(get(cut.url)).rejects.toEqual(new NoReply('network'))
  const endless = await serve((_, reply) => {
    const piece = Buffer.alloc(1_000_000, 32)
    const more = () => reply.write(piece, () => setImmediate(more))
    reply.on('close', () => reply.destroy())
    more()
  })
  await expect(get(endless.url)).rejects.toEqual(new NoReply('unreadable'))
})

test('a body goes out as it was signed', async () => {
  const { url } = await serve((request, reply) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => reply.end(`${request.method} ${request.headers['x-key']} ${body}`))
  })
  const headers = { 'x-key': 'k', 'content-type': 'application/x-www-form-urlencoded' }
  expect(await send({ url, method: 'POST', headers, body: 'nonce=1&pair=XBT%2FUSD' })).toEqual({
    status: 200,
    text: 'POST k nonce=1&pair=XBT%2FUSD',
  })
})

const LIVE = { exchange: 'binance', isTestnet: false, isDemo: false } as const

test('[SEC-55] a call goes to a host of the table, or nowhere', () => {
  expect(destination(LIVE, 'https://api.binance.com/api/v3/account?x=1', null).href).toBe(
    'https://api.binance.com/api/v3/account?x=1',
  )
  const test = { exchange: 'binance', isTestnet: true, isDemo: false } as const
  expect(destination(test, 'https://testnet.binancefuture.com/fapi/v1/x', null).host).toBe('demo-fapi.binance.com')
  expect(destination(LIVE, 'https://fapi.binance.com/fapi/v1/x?y=2', 'http://127.0.0.1:4500').href).toBe(
    'http://127.0.0.1:4500/binance-usdm/fapi/v1/x?y=2',
  )
  for (const address of [
    'https://evil.example/api/v3/account',
    'http://api.binance.com/api/v3/account',
    'https://api.binance.com@evil.example/',
    'https://user@api.binance.com/',
    'https://api.binance.com:8443/',
    'https://api.binance.com.evil.example/',
    // A host of the other environment, and one of another exchange.
    'https://testnet.binance.vision/api/v3/account',
    'https://api.bybit.com/v5/user/query-api',
    'file:///etc/passwd',
  ])
    for (const origin of [null, 'http://127.0.0.1:4500'])
      expect(() => destination(LIVE, address, origin)).toThrow('not an exchange')
  expect(() =>
    destination({ exchange: 'kraken', isTestnet: true, isDemo: false }, 'https://api.kraken.com/0', null),
  ).toThrow()
})
