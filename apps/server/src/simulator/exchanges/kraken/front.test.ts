import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { startSimulator } from '../../index.ts'
import { connect, PlainBook, pause, topOf, until } from '../../testing/wire-client.ts'

const get = async (path: string) => (await fetch(`${simulator.origin}${path}`)).json() as Promise<Record<string, never>>

const simulator = await startSimulator({ seed: 2, symbols: 12, port: 0, speed: 10, limits: false })
afterFile(() => simulator.stop())

/** Levels with their digits as sent: numbers are quoted before the text is parsed. */
function levels(text: string) {
  const { data } = JSON.parse(text.replace(/"(price|qty)":([\d.]+)/g, '"$1":"$2"'))
  const [{ bids, asks, checksum }] = data
  const pairs = (side: { price: string; qty: string }[]) => side.map(({ price, qty }) => [price, qty] as const)
  return { bids: pairs(bids), asks: pairs(asks), checksum: checksum as number }
}

/** The documented checksum, implemented anew with Node's own CRC-32. */
function checksum(book: {
  bids: readonly (readonly [string, string])[]
  asks: readonly (readonly [string, string])[]
}) {
  const part = (text: string) => text.replace('.', '').replace(/^0+/, '')
  const all = [...book.asks.slice(0, 10), ...book.bids.slice(0, 10)]
  return crc32(all.map(([price, size]) => part(price) + part(size)).join(''))
}

test.each([10, 25, 100])(
  'a book of depth %d, truncated after each frame, bears every checksum and equals the true one',
  async (depth) => {
    const client = await connect(simulator.origin, '/kraken/v2')
    client.send({ method: 'subscribe', params: { channel: 'book', symbol: ['BTC/USDT'], depth }, req_id: 7 })
    await until(() => client.frames.length > 150, 'updates')
    simulator.pause()
    await pause(300)
    const book = new PlainBook()
    let proven = 0
    for (const text of client.frames) {
      if (!text.startsWith('{"channel":"book"')) continue
      const frame = levels(text)
      if (text.includes('"type":"snapshot"')) book.replace(frame.bids, frame.asks)
      else book.apply(frame.bids, frame.asks)
      expect(checksum(book.top(depth))).toBe(frame.checksum)
      proven += 1
    }
    const truth = simulator.bookOf('kraken', 'BTC/USDT')
    simulator.resume()
    expect(proven).toBeGreaterThan(100)
    expect(book.top(depth)).toEqual(topOf(truth, depth))
    expect(truth.id).toBe(checksum(truth))
    client.close()
  },
)

test('the status comes first, then an ack per symbol, refusals, heartbeats and pongs', async () => {
  const client = await connect(simulator.origin, '/kraken/v2')
  expect(await client.frame(() => true)).toMatch(/"system":"online".*"connection_id":\d{19}/)
  client.send({
    method: 'subscribe',
    params: { channel: 'book', symbol: ['ETH/USDT', 'XBT/USD', 'SOL/USDT'], depth: 10 },
    req_id: 5,
  })
  const refusal = JSON.parse(await client.frame((text) => text.includes('not supported')))
  expect(refusal).toMatchObject({
    success: false,
    error: 'Currency pair not supported XBT/USD',
    req_id: 5,
    symbol: 'XBT/USD',
  })
  await client.frame((text) => text.includes('"success":true') && text.includes('SOL/USDT'))
  expect(client.frames.filter((text) => text.includes('"success":true'))).toHaveLength(2)
  client.send({ method: 'subscribe', params: { channel: 'book', symbol: ['ETH/USDT'], depth: 27 } })
  await client.frame((text) => text.includes('Subscription depth not supported'))
  client.send({ method: 'subscribe', params: { channel: 'book', symbol: ['ETH/USDT'], depth: 10 } })
  await client.frame((text) => text.includes('Already subscribed'))
  client.send({ method: 'unsubscribe', params: { channel: 'book', symbol: ['ETH/USDT'], depth: 25 } })
  await client.frame((text) => text.includes('Subscription Not Found'))
  client.send({ method: 'ping', req_id: 9 })
  expect(JSON.parse(await client.frame((text) => text.includes('"pong"')))).toMatchObject({ method: 'pong', req_id: 9 })
  await client.frame((text) => text === '{"channel":"heartbeat"}')
  client.close()
})

test('the instrument channel prints small steps in exponent form; the ticker follows the best prices', async () => {
  const client = await connect(simulator.origin, '/kraken/v2')
  client.send({ method: 'subscribe', params: { channel: 'instrument' } })
  const frame = await client.frame((text) => text.startsWith('{"channel":"instrument"'))
  expect(frame).toContain('"qty_increment":1e-08')
  const { data } = JSON.parse(frame)
  expect(data.pairs).toContainEqual(
    expect.objectContaining({ symbol: 'BTC/USD', status: 'online', price_increment: 0.1, qty_precision: 8 }),
  )
  client.send({ method: 'subscribe', params: { channel: 'ticker', symbol: ['BTC/USD'], event_trigger: 'bbo' } })
  const ticker = JSON.parse(await client.frame((text) => text.startsWith('{"channel":"ticker","type":"update"')))
  expect(ticker.data[0].bid).toBeLessThan(ticker.data[0].ask)
  client.close()
})

test('REST names are the old ones; errors come with status 200', async () => {
  const pairs = await get('/kraken/0/public/AssetPairs')
  expect(pairs).toMatchObject({
    error: [],
    result: {
      XXBTZUSD: { altname: 'XBTUSD', wsname: 'XBT/USD', base: 'XXBT', quote: 'ZUSD' },
      XDGUSD: { wsname: 'XDG/USD', base: 'XXDG' },
      XBTUSDT: { quote: 'USDT' },
      USDTZUSD: { base: 'USDT' },
    },
  })
  expect(await get('/kraken/0/public/Depth?pair=XBTUSD&count=3')).toMatchObject({ result: { XXBTZUSD: {} } })
  expect(await get('/kraken/0/public/Depth?pair=NOPE')).toEqual({ error: ['EQuery:Unknown asset pair'] })
  expect(await get('/kraken/0/public/Nothing')).toEqual({ error: ['EGeneral:Unknown method'] })
})
