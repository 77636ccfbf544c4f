import dns from 'node:dns'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer, type Server } from 'node:net'
import { EXCHANGES } from '@makas/domain'
import { afterEach, expect, test, vi } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { FastClock } from './testing/fast-clock.ts'
import { FeedRig } from './testing/feed-rig.ts'
import { selfSigned } from './testing/self-signed.ts'

const SYMBOL = { binance: 'BTCUSDT', okx: 'BTC-USDT', bybit: 'BTCUSDT', kraken: 'BTC/USD' } as const
const ALARM_WITHIN_MS = 30_000

/** A server in an exchange's place that counts the requests which reach it. */
type Impostor = { readonly origin: string | null; readonly heard: () => number; readonly stop: () => void }

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A TLS server with a self-signed certificate. */
async function selfSignedServer(): Promise<Impostor> {
  let requests = 0
  const server = createTlsServer(selfSigned('localhost'), () => requests++)
  server.on('upgrade', () => requests++)
  return { origin: await listening(server), heard: () => requests, stop: () => server.close() }
}

/** A server without TLS, which would answer in plain text. */
async function plainServer(): Promise<Impostor> {
  let requests = 0
  const server = createPlainServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      if (bytes.includes('HTTP/1.1')) requests++
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
  })
  return { origin: await listening(server), heard: () => requests, stop: () => server.close() }
}

/** The exchanges' own hosts, with every DNS lookup failing. */
async function namelessNet(): Promise<Impostor> {
  const lookup = vi.spyOn(dns, 'lookup') as unknown as {
    mockImplementation(told: (name: string, options: unknown, done: (error: Error) => void) => void): void
  }
  lookup.mockImplementation((name, _options, done) => {
    setImmediate(() => done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' })))
  })
  return { origin: null, heard: () => 0, stop: () => undefined }
}
afterEach(() => vi.restoreAllMocks())

const WAYS = [
  ['a certificate that nobody vouches for', 'tls', selfSignedServer],
  ['a server without TLS', 'tls', plainServer],
  ['a name that leads nowhere', 'dns', namelessNet],
] as const

test.for(WAYS.flatMap((way) => EXCHANGES.map((exchange) => [...way, exchange] as const)))(
  '[F23] %s: nobody is spoken to, and the reason is told within 30 s',
  async ([name, reason, start, exchange], context) => {
    const impostor = await start()
    const clock = new FastClock(1)
    const rig = new FeedRig({ exchange, origin: impostor.origin, clock })
    const begun = rig.now
    rig.feed.start()
    rig.want([SYMBOL[exchange]])
    const hasTold = (event: string) =>
      rig.logs.some(
        (log) => log.event === event && log.level === 'error' && log.data.alarm === true && log.data.reason === reason,
      )
    // Kraken lists what it trades on its socket.
    const alarms = exchange === 'kraken' ? ['feed.connect-failed'] : ['feed.connect-failed', 'feed.list-failed']
    await rig.until('the alarms', () => alarms.every(hasTold))
    const ms = rig.now - begun
    expect(ms).toBeLessThanOrEqual(ALARM_WITHIN_MS)
    await rig.until('its reason', () => rig.status().state === 'down' && rig.status().reason === reason)
    expect(rig.status().sockets).toBe(0)
    expect(impostor.heard()).toBe(0)
    recordFigure(context, {
      row: 'F23',
      wanted: 'never connects unverified; alarm <= 30 s',
      measured: `${exchange}, ${name}: ${impostor.heard()} requests heard, alarm after ${ms} ms`,
      seed: 0,
    })
    await rig.stop()
    clock.stop()
    impostor.stop()
  },
)
