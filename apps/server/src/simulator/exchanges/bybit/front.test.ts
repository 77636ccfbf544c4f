import { expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { startSimulator } from '../../index.ts'
import { connect, PlainBook, pause, topOf, until } from '../../testing/wire-client.ts'

const get = async (path: string) =>
  (await fetch(`${simulator.origin}/bybit${path}`)).json() as Promise<Record<string, never>>
const SPOT = '/bybit/v5/public/spot'

const simulator = await startSimulator({ seed: 2, symbols: 12, port: 0, speed: 10 })
afterFile(() => simulator.stop())

test.each([50, 200])(
  'depth %d kept from snapshot and deltas equals the true book after hundreds of changes',
  async (depth) => {
    const client = await connect(simulator.origin, SPOT)
    client.send({ op: 'subscribe', args: [`orderbook.${depth}.BTCUSDT`] })
    await until(() => client.frames.length > 150, 'deltas')
    simulator.pause()
    await pause(400)
    const book = new PlainBook()
    let last = 0
    for (const text of client.frames) {
      if (text.includes('"op"')) continue
      const { type, data, cts, ts } = JSON.parse(text)
      expect(cts).toBeLessThanOrEqual(ts)
      if (type === 'snapshot') book.replace(data.b, data.a)
      else {
        expect(data.u).toBe(last + 1)
        book.apply(data.b, data.a)
      }
      last = data.u
    }
    const truth = simulator.bookOf('bybit', 'BTC/USDT')
    simulator.resume()
    // The client need not truncate: levels that leave the window are removed by the exchange.
    expect(book.bids.size).toBe(Math.min(depth, truth.bids.length))
    expect(book.top(depth)).toEqual(topOf(truth, depth))
    client.close()
  },
)

test('level 1 comes as snapshots only, repeated with the same u while nothing changes', async () => {
  const client = await connect(simulator.origin, SPOT)
  client.send({ op: 'subscribe', args: ['orderbook.1.ETHUSDT'] })
  await client.frame((text) => text.includes('"topic"'))
  simulator.pause()
  await pause(300)
  const from = client.frames.length
  const before = JSON.parse(client.frames.at(-1) ?? '')
  const repeat = JSON.parse(await client.frame((text) => text.includes('"topic"'), from))
  simulator.resume()
  expect(repeat.type).toBe('snapshot')
  // Deeper levels may have moved before the pause: they raise `seq`, not the `u` of this depth.
  expect(repeat.data).toEqual({ ...before.data, seq: expect.any(Number) })
  expect(repeat.data.seq).toBeGreaterThanOrEqual(before.data.seq)
  client.close()
})

test('one ack a request, whether before or after the first snapshot; ten topics at most; bad topics fail the request', async () => {
  const clients = [await connect(simulator.origin, SPOT), await connect(simulator.origin, SPOT)]
  const firsts = await Promise.all(
    clients.map(async (client) => {
      client.send({ req_id: 'r1', op: 'subscribe', args: ['orderbook.50.SOLUSDT', 'orderbook.50.XRPUSDT'] })
      const ack = await client.frame((text) => text.includes('"op":"subscribe"'))
      expect(JSON.parse(ack)).toMatchObject({ success: true, ret_msg: 'subscribe', req_id: 'r1' })
      expect(client.frames.filter((text) => text.includes('"op":"subscribe"'))).toHaveLength(1)
      return client.frames[0]?.includes('"topic"')
    }),
  )
  expect(new Set(firsts)).toEqual(new Set([true, false]))
  const [client] = clients
  client?.send({ op: 'subscribe', args: Array.from({ length: 11 }, (_, i) => `orderbook.50.X${i}`) })
  expect(await client?.frame((text) => text.includes('args size'))).toContain('"success":false')
  client?.send({ op: 'subscribe', args: ['orderbook.50.ETHUSDT', 'orderbook.51.ETHUSDT'] })
  expect(await client?.frame((text) => text.includes('Invalid symbol'))).toContain('"success":false')
  expect(client?.frames.some((text) => text.includes('50.ETHUSDT","ts'))).toBe(false)
  for (const one of clients) one.close()
})

test('the pong of spot carries no req_id', async () => {
  const client = await connect(simulator.origin, SPOT)
  client.send({ req_id: 'x', op: 'ping' })
  const pong = JSON.parse(await client.frame(() => true))
  expect(pong).toMatchObject({ success: true, ret_msg: 'pong', op: 'ping' })
  expect(pong.req_id).toBeUndefined()
  client.close()
})

test('REST answers in its envelope; inverse contracts and options are not simulated', async () => {
  const spot = await get('/v5/market/instruments-info?category=spot&status=Trading&limit=1000')
  expect(spot).toMatchObject({ retCode: 0, result: { category: 'spot', nextPageCursor: '' } })
  expect(await get('/v5/market/instruments-info?category=inverse')).toMatchObject({ retCode: 0, result: { list: [] } })
  expect(await get('/v5/market/orderbook?category=spot&symbol=NOPE')).toMatchObject({ retCode: 10001 })
  expect(await get('/v5/market/tickers?category=spot&symbol=BTCUSDT')).toMatchObject({
    result: { list: [{ symbol: 'BTCUSDT' }] },
  })
})
