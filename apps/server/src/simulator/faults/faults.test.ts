import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { type Fault, parseFaults, startSimulator } from '../index.ts'
import { connect, PlainBook, pause, until, type WireClient } from '../testing/wire-client.ts'

const open: WireClient[] = []

const simulator = await startSimulator({ seed: 4, symbols: 8, port: 0, speed: 5, limits: false })
afterFile(() => simulator.stop())
afterEach(async () => {
  simulator.clearFaults()
  for (const client of open.splice(0)) client.close()
  await pause(20)
})

async function client(path: string, message: unknown): Promise<WireClient> {
  const made = await connect(simulator.origin, path)
  open.push(made)
  made.send(message)
  return made
}
const okx = () => client('/okx/ws/v5/public', { op: 'subscribe', args: [{ channel: 'books', instId: 'BTC-USDT' }] })
const bybit = () => client('/bybit/v5/public/spot', { op: 'subscribe', args: ['orderbook.50.BTCUSDT'] })
const kraken = () =>
  client('/kraken/v2', { method: 'subscribe', params: { channel: 'book', symbol: ['BTC/USDT'], depth: 10 } })
const binance = () => client('/binance/ws', { method: 'SUBSCRIBE', params: ['btcusdt@depth@100ms'], id: 1 })
const books = (one: WireClient, from = 0) =>
  one.frames.slice(from).filter((text) => /"(data|depthUpdate)"/.test(text) && !text.includes('"channel":"status"'))
const flowing = async (one: WireClient, count = 5) => {
  const from = books(one).length
  await until(() => books(one).length >= from + count, 'book frames')
}

/** prevSeqId and seqId of OKX frames, from which lost and repeated messages show. */
const chain = (one: WireClient, from: number) =>
  books(one, from).map((text) => {
    const [{ seqId, prevSeqId }] = JSON.parse(text).data
    return { seqId, prevSeqId }
  })

describe('frames', () => {
  test('drop leaves as many gaps in the sequence as it counts', async () => {
    const one = await okx()
    await flowing(one)
    const from = one.frames.length - 1
    simulator.script({ kind: 'drop', exchange: 'okx', rate: 0.3, count: 3, seed: 5 })
    await until(() => (simulator.counters.faults.drop ?? 0) >= 3, 'three drops')
    await flowing(one)
    const links = chain(one, from)
    const gaps = links.filter((link, i) => i > 0 && link.prevSeqId !== links[i - 1]?.seqId)
    expect(gaps.length).toBeGreaterThan(0)
    expect(gaps.length).toBeLessThanOrEqual(3)
  })

  test('duplicate sends a frame twice, swap exchanges two frames of a market', async () => {
    const one = await okx()
    await flowing(one)
    let from = one.frames.length
    simulator.script({ kind: 'duplicate', exchange: 'okx', rate: 1, count: 2 })
    await flowing(one, 6)
    const ids = chain(one, from).map((link) => link.seqId)
    expect(ids.length - new Set(ids).size).toBe(2)
    from = one.frames.length
    simulator.script({ kind: 'swap', exchange: 'okx', rate: 1, count: 1 })
    await flowing(one, 6)
    const links = chain(one, from)
    const back = links.findIndex((link, i) => i > 0 && link.seqId < (links[i - 1]?.seqId ?? 0))
    expect(back).toBeGreaterThan(0)
    expect(links[back - 1]?.prevSeqId).toBe(links[back]?.seqId)
  })

  test('corrupt changes one digit on Kraken; nothing else moves', async () => {
    const struck = await kraken()
    await flowing(struck)
    simulator.script({ kind: 'corrupt', exchange: 'kraken', rate: 1, count: 4, seed: 9 })
    const from = struck.frames.length
    await until(() => (simulator.counters.faults.corrupt ?? 0) >= 4, 'four corruptions')
    await flowing(struck)
    expect(books(struck, from).every((text) => JSON.parse(text).channel === 'book')).toBe(true)
  })

  test.each(['json', 'types', 'missing', 'binary', 'exponent', 'negative'] as const)(
    'corrupt by %s',
    async (spoiling) => {
      const one = await bybit()
      await flowing(one)
      const from = one.frames.length
      const before = simulator.counters.faults.corrupt ?? 0
      simulator.script({ kind: 'corrupt', exchange: 'bybit', rate: 1, spoiling, count: 3 })
      await until(() => (simulator.counters.faults.corrupt ?? 0) >= before + 3, 'three corruptions')
      await flowing(one)
      const whole =
        /^\{"topic":"orderbook\.50\.BTCUSDT","ts":\d+,"type":"\w+","data":\{"s":"BTCUSDT","b":\[(\["[\d.]+","[\d.]+"\],?)*\],"a":\[(\["[\d.]+","[\d.]+"\],?)*\],"u":\d+,"seq":\d+\},"cts":\d+\}$/
      expect(one.frames.slice(from).filter((text) => !whole.test(text))).toHaveLength(3)
    },
  )

  test.each(['crossed', 'locked'] as const)('a %s book on the wire, for one message', async (kind) => {
    const one = await okx()
    await flowing(one)
    simulator.script({ kind, exchange: 'okx', symbol: 'BTC/USDT', rate: 1, count: 1 })
    await flowing(one)
    const book = new PlainBook()
    const states = books(one).map((text) => {
      const [{ bids, asks }] = JSON.parse(text).data
      book.apply(bids, asks)
      const top = book.top(400)
      const distance = Number(top.asks[0]?.[0]) - Number(top.bids[0]?.[0])
      return distance > 0 ? 'sound' : distance === 0 ? 'locked' : 'crossed'
    })
    expect(states.filter((state) => state !== 'sound')).toEqual([kind])
    expect(states.at(-1)).toBe('sound')
    const truth = simulator.bookOf('okx', 'BTC/USDT')
    expect(Number(truth.bids[0]?.[0])).toBeLessThan(Number(truth.asks[0]?.[0]))
  })

  test('huge frames and compression bombs arrive whole', async () => {
    const one = await kraken()
    await flowing(one)
    simulator.script({ kind: 'huge-frame', exchange: 'kraken', rate: 1, count: 1, bytes: 6 * 1024 * 1024 })
    simulator.script({ kind: 'compression-bomb', exchange: 'kraken', rate: 1, count: 1, bytes: 8 * 1024 * 1024 })
    await until(() => one.frames.filter((text) => text.length > 5_000_000).length === 2, 'both')
  })

  test('freeze holds event times while books move on', async () => {
    const one = await binance()
    await flowing(one)
    const from = one.frames.length
    simulator.script({ kind: 'freeze', exchange: 'binance' })
    await flowing(one, 6)
    const frames = books(one, from + 1).map((text) => JSON.parse(text))
    expect(new Set(frames.map((frame) => frame.E)).size).toBe(1)
    expect(new Set(frames.map((frame) => frame.u)).size).toBe(frames.length)
  })

  test('burst sends many messages in place of one, in sequence', async () => {
    const one = await bybit()
    await flowing(one)
    const from = one.frames.length
    simulator.script({ kind: 'burst', exchange: 'bybit', factor: 50, rate: 1, count: 2 })
    await flowing(one, 100)
    const ids = books(one, from).map((text) => JSON.parse(text).data.u as number)
    expect(ids.every((id, i) => i === 0 || id === (ids[i - 1] as number) + 1)).toBe(true)
  })
})

describe('connections', () => {
  test('silent: no data, but pongs', async () => {
    const one = await okx()
    await flowing(one)
    simulator.script({ kind: 'silent', exchange: 'okx' })
    await pause(50)
    const from = one.frames.length
    one.send('ping')
    await pause(300)
    expect(one.frames.slice(from)).toEqual(['pong'])
  })

  test('half-open: nothing at all, and no goodbye; a new connection works', async () => {
    const one = await bybit()
    await flowing(one)
    simulator.script({ kind: 'half-open', exchange: 'bybit' })
    await pause(50)
    const from = one.frames.length
    one.send({ op: 'ping' })
    await pause(300)
    expect(one.frames.length).toBe(from)
    expect(one.end()).toBeUndefined()
    await flowing(await bybit())
  })

  test.each([
    ['close', 1001],
    ['reset', 1006],
  ] as const)('disconnect by %s', async (how, code) => {
    const one = await kraken()
    await flowing(one)
    simulator.script({ kind: 'disconnect', exchange: 'kraken', how })
    await until(() => one.end() !== undefined, 'the end')
    expect(one.end()?.code).toBe(code)
  })

  test('slow drip: frames crawl', async () => {
    const one = await binance()
    await flowing(one)
    simulator.script({ kind: 'slow-drip', exchange: 'binance', bytes: 400 })
    await pause(50)
    const [from, since] = [one.frames.join('').length, performance.now()]
    await pause(600)
    expect(one.frames.join('').length - from).toBeLessThan(performance.now() - since)
  })

  test('refused and lost subscriptions', async () => {
    simulator.script({ kind: 'refuse-subscription', symbol: 'BTC/USDT', count: 2 })
    expect(await (await okx()).frame((text) => text.includes('"event"'))).toContain('60018')
    expect(await (await kraken()).frame((text) => text.includes('"method"'))).toContain('"success":false')
    simulator.script({ kind: 'lose-subscription', exchange: 'bybit', count: 1 })
    const lost = await bybit()
    expect(await lost.frame((text) => text.includes('"op"'))).toContain('"success":true')
    await pause(300)
    expect(books(lost)).toHaveLength(0)
  })

  test('down: requests and sockets are cut, and come back', async () => {
    const one = await okx()
    await flowing(one)
    const end = simulator.script({ kind: 'down' })
    await until(() => one.end() !== undefined, 'the end')
    await expect(connect(simulator.origin, '/okx/ws/v5/public')).rejects.toThrow()
    await expect(fetch(`${simulator.origin}/okx/api/v5/public/time`)).rejects.toThrow()
    end()
    await flowing(await okx())
  })

  test('maintenance: the status says so, then the socket goes, and REST agrees', async () => {
    const one = await kraken()
    await flowing(one)
    simulator.script({ kind: 'maintenance', ms: 100, forMs: 4_000 })
    await one.frame((text) => text.includes('"system":"maintenance"'))
    await until(() => one.end() !== undefined, 'the end')
    await expect(connect(simulator.origin, '/kraken/v2')).rejects.toThrow('503')
    const status = await (await fetch(`${simulator.origin}/kraken/0/public/SystemStatus`)).json()
    expect(status).toMatchObject({ result: { status: 'maintenance' } })
    let back: WireClient | null = null
    while (back === null) {
      await pause(50)
      back = await kraken().catch(() => null)
    }
    expect(await back.frame(() => true)).toContain('"system":"online"')
  })

  test('serverShutdown is announced before the close', async () => {
    const one = await binance()
    await flowing(one)
    simulator.script({ kind: 'server-shutdown', ms: 100 })
    expect(JSON.parse(await one.frame((text) => text.includes('serverShutdown')))).toMatchObject({
      e: 'serverShutdown',
    })
    await until(() => one.end() !== undefined, 'the end')
  })

  test('a connection ends with its lifetime', async () => {
    const own = await startSimulator({ seed: 1, symbols: 1, port: 0, connectionLifeMs: 500 })
    const one = await connect(own.origin, '/binance/ws')
    await until(() => one.end() !== undefined, 'the end')
    expect(one.end()?.code).toBe(1000)
    await own.stop()
  })
})

describe('REST and listings', () => {
  test('429 and 418 come with Retry-After; earlier requests are counted', async () => {
    simulator.script({ kind: '418', exchange: 'binance', retryAfterS: 120 })
    const first = await fetch(`${simulator.origin}/binance/api/v3/time`)
    expect([first.status, Number(first.headers.get('retry-after'))]).toEqual([418, 120])
    const before = simulator.counters.requestsWhileBanned
    await fetch(`${simulator.origin}/binance/api/v3/time`)
    expect(simulator.counters.requestsWhileBanned).toBe(before + 1)
    expect((await fetch(`${simulator.origin}/okx/api/v5/public/time`)).status).toBe(200)
    simulator.script({ kind: '429', exchange: 'okx', count: 1 })
    expect((await fetch(`${simulator.origin}/okx/api/v5/public/time`)).status).toBe(429)
    expect((await fetch(`${simulator.origin}/okx/api/v5/public/time`)).status).toBe(200)
  })

  test('huge bodies, slow answers, shifted clocks', async () => {
    simulator.script({ kind: 'huge-body', exchange: 'bybit', count: 1, bytes: 5_000_000 })
    expect((await (await fetch(`${simulator.origin}/bybit/v5/market/time`)).text()).length).toBeGreaterThan(5_000_000)
    simulator.script({ kind: 'slow-rest', exchange: 'bybit', ms: 300, count: 1 })
    const started = performance.now()
    await fetch(`${simulator.origin}/bybit/v5/market/time`)
    expect(performance.now() - started).toBeGreaterThan(290)
    simulator.script({ kind: 'time-offset', exchange: 'binance', ms: -5_000 })
    const asked = Date.now()
    const { serverTime } = (await (await fetch(`${simulator.origin}/binance/api/v3/time`)).json()) as {
      serverTime: number
    }
    expect(serverTime + 5_000).toBeGreaterThanOrEqual(asked)
    expect(serverTime + 5_000).toBeLessThanOrEqual(Date.now())
  })

  test('halt, delist, relist: the list and the streams say so', async () => {
    const status = async () => {
      const list = await (
        await fetch(`${simulator.origin}/bybit/v5/market/instruments-info?category=spot&symbol=BTCUSDT`)
      ).json()
      return (list as { result: { list: { status: string }[] } }).result.list[0]?.status
    }
    const one = await bybit()
    await flowing(one)
    simulator.script({ kind: 'halt', exchange: 'bybit', symbol: 'BTC/USDT' })
    await pause(50)
    const from = one.frames.length
    expect(await status()).toBe('Closed')
    await pause(200)
    expect(one.frames.length).toBe(from)
    simulator.script({ kind: 'delist', exchange: 'bybit', symbol: 'BTC/USDT' })
    expect(JSON.parse(await one.frame((text) => text.includes('"u":1,'))).data).toMatchObject({ b: [], a: [] })
    expect(await status()).toBeUndefined()
    simulator.script({ kind: 'relist', exchange: 'bybit', symbol: 'BTC/USDT' })
    await flowing(one)
    expect(await status()).toBe('Trading')
  })

  test('a relisted Binance market counts from 1 again', async () => {
    const one = await binance()
    await flowing(one)
    simulator.script({ kind: 'delist', exchange: 'binance', symbol: 'BTC/USDT' })
    await pause(100)
    expect((await fetch(`${simulator.origin}/binance/api/v3/depth?symbol=BTCUSDT`)).status).toBe(400)
    const from = one.frames.length
    simulator.script({ kind: 'relist', exchange: 'binance', symbol: 'BTC/USDT' })
    await flowing(one)
    expect(JSON.parse(books(one, from)[0] as string).u).toBeLessThan(10_000)
  })

  test('OKX falls back to a low sequence id, Bybit restarts with u = 1; both chains hold', async () => {
    const [o, b] = [await okx(), await bybit()]
    await flowing(o)
    await flowing(b)
    const from = [o.frames.length - 1, b.frames.length] as const
    simulator.script({ kind: 'sequence-reset', exchange: 'okx', symbol: 'BTC/USDT', count: 1 })
    simulator.script({ kind: 'service-restart', exchange: 'bybit', symbol: 'BTC/USDT', count: 1 })
    await flowing(o)
    await flowing(b)
    const links = chain(o, from[0])
    expect(links.every((link, i) => i === 0 || link.prevSeqId === links[i - 1]?.seqId)).toBe(true)
    expect(links.some((link) => link.seqId < link.prevSeqId)).toBe(true)
    const restart = books(b, from[1])
      .map((text) => JSON.parse(text))
      .find((frame) => frame.data.u === 1)
    expect(restart?.type).toBe('snapshot')
    expect(restart?.data.b).toHaveLength(50)
  })
})

describe('scripts', () => {
  test('the same seed strikes the same frames', async () => {
    const strikes = async () => {
      const own = await startSimulator({ seed: 1, symbols: 1, port: 0, speed: 10 })
      own.script({ kind: 'duplicate', exchange: 'okx', rate: 0.2, seed: 77 })
      const one = await connect(own.origin, '/okx/ws/v5/public')
      one.send({ op: 'subscribe', args: [{ channel: 'books', instId: 'BTC-USDT' }] })
      await until(() => one.frames.length > 60, 'frames')
      await own.stop()
      const ids = one.frames.slice(1).map((text) => JSON.parse(text).data[0].seqId as number)
      const distinct = [...new Set(ids)]
      return distinct.slice(0, 40).map((id) => ids.filter((other) => other === id).length)
    }
    expect(await strikes()).toEqual(await strikes())
  })

  test('a script is read whole, and refused with all its mistakes', () => {
    const script: Fault[] = [{ kind: 'drop', exchange: 'okx', rate: 0.01, seed: 3 }]
    expect(parseFaults(JSON.stringify(script))).toEqual(script)
    expect(() => parseFaults('{}')).toThrow('JSON array')
    expect(() => parseFaults('[{"kind":"dance"},{"rate":"x"},{"kind":"drop","wings":2}]')).toThrow(
      /fault 0: kind must be.*\nfault 1: kind is missing\nfault 1: rate must be a number\nfault 2: wings is not known/,
    )
  })

  test('unknown paths are refused on both protocols', async () => {
    await expect(connect(simulator.origin, '/okx/ws/v4')).rejects.toThrow('404')
    await expect(connect(simulator.origin, '/nowhere')).rejects.toThrow('404')
    const status = await new Promise((resolve) =>
      request(`${simulator.origin}/nowhere`, (response) => resolve(response.statusCode)).end(),
    )
    expect(status).toBe(404)
  })
})
