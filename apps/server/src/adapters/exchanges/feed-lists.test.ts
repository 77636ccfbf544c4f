import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ExchangeId } from '@makas/domain'
import { expect, type TestContext, test } from 'vitest'
import { type Simulator, startSimulator } from '../../simulator/index.ts'
import { FastClock } from './testing/fast-clock.ts'
import { FeedRig } from './testing/feed-rig.ts'
import { trading } from './testing/market-rig.ts'

type ListBody = {
  symbols?: unknown[]
  data?: unknown[]
  result?: { list?: unknown[] } & Record<string, unknown>
}

/** Path of each exchange's list of spot instruments, and the same list with this share of its entries. */
const LISTS: Readonly<Record<ExchangeId, readonly [path: string, kept: (body: ListBody, share: number) => ListBody]>> =
  {
    binance: ['/binance/api/v3/exchangeInfo', (body, share) => ({ ...body, symbols: part(body.symbols, share) })],
    okx: ['/okx/api/v5/public/instruments', (body, share) => ({ ...body, data: part(body.data, share) })],
    bybit: [
      '/bybit/v5/market/instruments-info',
      (body, share) => ({ ...body, result: { ...body.result, list: part(body.result?.list, share) } }),
    ],
    kraken: [
      '/kraken/0/public/AssetPairs',
      (body, share) => ({ ...body, result: Object.fromEntries(part(Object.entries(body.result ?? {}), share)) }),
    ],
  }

const part = <T>(list: readonly T[] = [], share: number) => list.slice(0, Math.floor(list.length * share))

/** The simulated exchange, whose lists have the share of their entries that `share` says. */
async function shortened({ onTestFinished }: TestContext, exchange: ExchangeId) {
  const simulator: Simulator = await startSimulator({ seed: 1, symbols: 12, port: 0, limits: false })
  const [path, kept] = LISTS[exchange]
  const lists = { share: 1, isServed: true, isReadable: true }
  const server = createServer(({ url = '' }, response) => {
    // The simulator ends before the last answer came.
    void answered(url, response).catch(() => response.destroy())
  })
  async function answered(url: string, response: ServerResponse): Promise<void> {
    const answer = await fetch(simulator.origin + url)
    const text = await answer.text()
    const isList = url.startsWith(path)
    const status = isList && !lists.isServed ? 500 : answer.status
    response.writeHead(status, { 'content-type': 'application/json' })
    if (isList && !lists.isReadable) response.end('<html>Bakımdayız</html>')
    else response.end(isList ? JSON.stringify(kept(JSON.parse(text), lists.share)) : text)
  }
  const sockets = new Set<Duplex>()
  server.on('upgrade', ({ url, rawHeaders }, socket, head) => {
    const to = connect(Number(new URL(simulator.origin).port), '127.0.0.1')
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, i) => `${rawHeaders[2 * i]}: ${rawHeaders[2 * i + 1]}`,
    )
    to.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    to.write(head)
    for (const [from, other] of [
      [socket, to],
      [to, socket],
    ] as const) {
      sockets.add(from)
      from.pipe(other)
      from.on('error', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const clock = new FastClock(20)
  const rig = new FeedRig({ exchange, origin: `http://127.0.0.1:${port}`, clock })
  onTestFinished(async () => {
    await rig.stop()
    clock.stop()
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
    await simulator.stop()
  })
  rig.feed.start()
  await rig.until('a list', () => rig.listSizes.length === 1)
  return { rig, lists, clock }
}

test.for(
  Object.keys(LISTS).flatMap((exchange) => [0, 0.4].map((share) => ({ exchange: exchange as ExchangeId, share }))),
)(
  '[F18] $exchange: a list of which $share is left is requested again within seconds, and believed if it stays so',
  async ({ exchange, share }, context) => {
    const { rig, lists } = await shortened(context, exchange)
    const [whole = 0] = rig.listSizes
    expect(whole).toBeGreaterThan(10)
    const doubts = () => rig.logs.filter(({ event, data }) => event === 'feed.list-doubted' && data.market === 'spot')
    lists.share = share
    await rig.until('a doubt', () => doubts().length === 1)
    const since = rig.now
    lists.share = 1
    await rig.until('a whole list', () => rig.listSizes.at(-1) === whole && rig.listSizes.length > 1)
    expect(rig.now - since).toBeLessThan(40_000)
    expect(new Set(rig.listSizes)).toEqual(new Set([whole]))
    lists.share = share
    await rig.until('a short list', () => (rig.listSizes.at(-1) ?? whole) < whole)
    expect(doubts()).toHaveLength(2)
  },
)

test.for([
  ...Object.keys(LISTS).map((exchange) => ({ exchange: exchange as ExchangeId, lacks: 'isServed' as const })),
  { exchange: 'okx' as const, lacks: 'isReadable' as const },
])(
  '[F18] $exchange: no book rests on a list that could not be read for an hour ($lacks), and all are back with the next one',
  async ({ exchange, lacks }, context) => {
    const { rig, lists, clock } = await shortened(context, exchange)
    rig.want(trading(3)(rig.listed.filter(({ market }) => market === 'spot')))
    await rig.until('live books', () => rig.live === 3)
    lists[lacks] = false
    const before = rig.now
    clock.skip(3_500_000)
    await rig.until('a list that says nothing', () => rig.now - before > 3_550_000)
    expect(rig.logs.filter(({ event }) => event === 'feed.list-aged')).toEqual([])
    clock.skip(101_000)
    await rig.until('an aged list', () => rig.logs.some(({ event }) => event === 'feed.list-aged'))
    expect(rig.live).toBe(0)
    expect(rig.status()).toMatchObject({ state: 'down', sockets: 0 })
    lists[lacks] = true
    await rig.until('live books again', () => rig.live === 3)
    expect(rig.status()).toMatchObject({ state: 'live', reason: null })
  },
)
