import { describe, expect, test } from 'vitest'
import { afterFile } from '../../../adapters/storage/testing/after-file.ts'
import { startSimulator } from '../../index.ts'
import { holdDate } from '../../testing/held-date.ts'
import { connect, PlainBook, pause, topOf, until } from '../../testing/wire-client.ts'

const get = async (path: string) => {
  const response = await fetch(`${simulator.origin}/binance${path}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const simulator = await startSimulator({ seed: 2, symbols: 12, port: 0, speed: 10 })
afterFile(() => simulator.stop())

describe('streams', () => {
  test('a book kept from the REST snapshot and the diffs equals the true one after hundreds of changes', async () => {
    const client = await connect(simulator.origin, '/binance/ws/btcusdt@depth@100ms')
    await until(() => client.frames.length > 3, 'diffs')
    const snapshot = JSON.parse((await get('/api/v3/depth?symbol=BTCUSDT&limit=5000')).text)
    const book = new PlainBook()
    book.replace(snapshot.bids, snapshot.asks)
    await until(() => client.frames.length > 150, 'diffs')
    simulator.pause()
    await pause(300)
    let last = snapshot.lastUpdateId
    let changes = 0
    let synced = false
    for (const text of client.frames) {
      const diff = JSON.parse(text)
      if (diff.u <= snapshot.lastUpdateId) continue
      // Steps 5 to 7 of the documented procedure.
      if (synced) expect(diff.U).toBe(last + 1)
      else expect(diff.U).toBeLessThanOrEqual(last + 1)
      synced = true
      book.apply(diff.b, diff.a)
      changes += diff.b.length + diff.a.length
      last = diff.u
    }
    const truth = simulator.bookOf('binance', 'BTC/USDT')
    simulator.resume()
    expect(changes).toBeGreaterThan(300)
    expect(last).toBe(truth.id)
    expect(book.top(1_000)).toEqual(topOf(truth, 1_000))
    client.close()
  })

  test('combined sockets wrap, raw ones do not; control messages are answered as documented', async () => {
    const client = await connect(simulator.origin, '/binance/stream?streams=ethusdt@depth20@100ms')
    const wrapped = JSON.parse(await client.frame((text) => text.includes('lastUpdateId')))
    expect(wrapped.stream).toBe('ethusdt@depth20@100ms')
    expect(wrapped.data.bids).toHaveLength(20)
    client.send({ method: 'SUBSCRIBE', params: ['nosuchcoin@depth@100ms', 'ethusdt@bookTicker'], id: 'a' })
    expect(await client.frame((text) => text.includes('"id":"a"'))).toBe('{"result":null,"id":"a"}')
    expect(JSON.parse(await client.frame((text) => text.includes('ethusdt@bookTicker'))).data).toMatchObject({
      s: 'ETHUSDT',
    })
    client.send({ method: 'LIST_SUBSCRIPTIONS', id: 3 })
    expect(JSON.parse(await client.frame((text) => text.includes('"id":3'))).result).toHaveLength(3)
    client.send({ method: 'UNSUBSCRIBE', params: ['ethusdt@depth20@100ms', 'ethusdt@bookTicker'], id: 4 })
    await client.frame((text) => text.includes('"id":4'))
    const count = client.frames.length
    await pause(300)
    expect(client.frames).toHaveLength(count)
    client.close()
  })

  test.each([
    ['no JSON', 'nonsense', 3],
    ['a bad id', { method: 'SUBSCRIBE', params: [], id: 1.5 }, 2],
    ['an unknown method', { method: 'DANCE', id: 1 }, 2],
    ['missing params', { method: 'SUBSCRIBE', id: 1 }, 2],
    ['an unknown property', { method: 'SET_PROPERTY', params: ['x', true], id: 1 }, 0],
    ['a wrong value type', { method: 'SET_PROPERTY', params: ['combined', 1], id: 1 }, 1],
  ])('%s is an error', async (_, message, code) => {
    const client = await connect(simulator.origin, '/binance/ws')
    client.send(message)
    expect(JSON.parse(await client.frame(() => true)).code).toBe(code)
    client.close()
  })

  test('more than five messages in a second end the connection', async () => {
    holdDate()
    const client = await connect(simulator.origin, '/binance/ws')
    for (let id = 0; id < 14; id += 1) client.send({ method: 'LIST_SUBSCRIPTIONS', id })
    await until(() => client.end() !== undefined, 'the close')
    expect(client.end()?.code).toBe(1008)
  })

  test('more than 1024 streams end the connection', async () => {
    const client = await connect(simulator.origin, '/binance/ws')
    client.send({ method: 'SUBSCRIBE', params: Array.from({ length: 1_025 }, (_, i) => `s${i}@depth`), id: 1 })
    await until(() => client.end() !== undefined, 'the close')
  })
})

describe('REST', () => {
  test('exchangeInfo carries the filters of today; permission sets can be left out', async () => {
    const { symbols } = JSON.parse(
      (await get('/api/v3/exchangeInfo?showPermissionSets=false&symbolStatus=TRADING')).text,
    )
    const btc = symbols.find((one: { symbol: string }) => one.symbol === 'BTCUSDT')
    const filters = Object.fromEntries(btc.filters.map((one: { filterType: string }) => [one.filterType, one]))
    expect(filters.PRICE_FILTER.tickSize).toBe('0.01000000')
    expect(filters.LOT_SIZE.stepSize).toBe('0.00001000')
    expect(filters.NOTIONAL.minNotional).toBe('5.00000000')
    expect(btc.permissionSets).toEqual([])
  })

  test.each([
    ['/api/v3/depth', 400, -1102],
    ['/api/v3/depth?symbol=NOPE', 400, -1121],
    ['/api/v3/ticker/24hr?symbol=NOPE', 400, -1121],
  ])('%s is refused', async (path, status, code) => {
    const answer = await get(path)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.text).code).toBe(code)
  })

  test('weights are counted; past 6000 comes 429, past patience 418, both with Retry-After', async () => {
    holdDate()
    const own = await startSimulator({ seed: 1, symbols: 1, port: 0 })
    const depth = () => fetch(`${own.origin}/binance/api/v3/depth?symbol=BTCUSDT&limit=5000`)
    expect((await depth()).headers.get('x-mbx-used-weight-1m')).toBe('250')
    const statuses: number[] = []
    for (let i = 0; i < 60; i += 1) {
      const response = await depth()
      statuses.push(response.status)
      if (response.status !== 200) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await response.arrayBuffer()
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(23)
    expect(statuses.at(-1)).toBe(418)
    await own.stop()
  })
})
