import { afterEach, describe, expect, test } from 'vitest'
import { afterFile } from '../../adapters/storage/testing/after-file.ts'
import { parseFaults, startSimulator } from '../index.ts'
import { seededRandom } from '../random.ts'
import { connect, PlainBook, pause, until, type WireClient } from '../testing/wire-client.ts'
import { spoil } from './spoil.ts'

const BTC = 'BTC/USDT:USDT'
type Pairs = readonly (readonly [string, string])[]
interface BookFrame {
  readonly id: number
  readonly prior: number
  readonly time: number
  readonly bids: Pairs
  readonly asks: Pairs
}

/** Each exchange's subscription to a perpetual's book, and readers of its frames. */
const EXCHANGES = [
  {
    exchange: 'binance',
    path: '/binance-usdm/public/ws',
    ask: { method: 'SUBSCRIBE', params: ['btcusdt@depth@100ms'], id: 1 },
    read: (text: string): BookFrame => {
      const { u, pu, E, b, a } = JSON.parse(text)
      return { id: u, prior: pu, time: E, bids: b, asks: a }
    },
    whole: /^\{"e":"depthUpdate",.*"b":\[(\["[\d.]+","[\d.]+"\],?)*\],"a":\[(\["[\d.]+","[\d.]+"\],?)*\]\}$/,
  },
  {
    exchange: 'bybit',
    path: '/bybit/v5/public/linear',
    ask: { op: 'subscribe', args: ['orderbook.200.BTCUSDT'] },
    read: (text: string): BookFrame => {
      const { ts, data } = JSON.parse(text)
      return { id: data.u, prior: data.u - 1, time: ts, bids: data.b, asks: data.a }
    },
    whole:
      /^\{"topic":.*"b":\[(\["[\d.]+","[\d.]+"\],?)*\],"a":\[(\["[\d.]+","[\d.]+"\],?)*\],"u":\d+,"seq":\d+\},"cts":\d+\}$/,
  },
] as const

const open: WireClient[] = []
const simulator = await startSimulator({ seed: 4, symbols: 4, port: 0, speed: 10, limits: false })
afterFile(() => simulator.stop())
afterEach(async () => {
  simulator.clearFaults()
  for (const one of open.splice(0)) one.close()
  await pause(20)
})

describe.each(EXCHANGES)('books of perpetuals on $exchange', ({ exchange, path, ask, read, whole }) => {
  const books = (one: WireClient, from = 0) =>
    one.frames.slice(from).filter((text) => /"b":|"gone_|depthU|"topic"/.test(text))
  const flowing = async (one: WireClient, count = 5) => {
    const from = one.frames.length
    await until(() => one.frames.length >= from + count, 'book frames')
  }
  const started = async () => {
    const one = await connect(simulator.origin, path)
    open.push(one)
    one.send(ask)
    await flowing(one, 6)
    return one
  }
  const breaks = (one: WireClient, from: number) => {
    const frames = books(one, from).map(read)
    return frames.filter((frame, i) => i > 0 && frame.prior !== frames[i - 1]?.id).length
  }

  test('dropped, doubled and swapped messages break the sequence; without faults it holds', async () => {
    const one = await started()
    await flowing(one, 10)
    expect(breaks(one, 2)).toBe(0)
    for (const [kind, wanted] of [
      ['drop', 1],
      ['duplicate', 1],
      ['swap', 3],
    ] as const) {
      const from = one.frames.length - 1
      const end = simulator.script({ kind, exchange, symbol: BTC, rate: 1, count: 1 })
      await flowing(one, 6)
      end()
      expect(breaks(one, from)).toBe(wanted)
    }
    // A fault of the spot market with that name does not strike the perpetual.
    const from = one.frames.length - 1
    simulator.script({ kind: 'drop', exchange, symbol: 'BTC/USDT' })
    await flowing(one, 6)
    expect(breaks(one, from)).toBe(0)
  })

  test.each(['missing', 'negative', 'digit'] as const)('spoilt by %s', async (spoiling) => {
    const one = await started()
    const from = one.frames.length
    const before = simulator.counters.faults.corrupt ?? 0
    simulator.script({ kind: 'corrupt', exchange, symbol: BTC, rate: 1, spoiling, count: 2 })
    await until(() => (simulator.counters.faults.corrupt ?? 0) >= before + 2, 'two corruptions')
    await flowing(one, 3)
    const wrong = one.frames.slice(from).filter((text) => !whole.test(text))
    expect(wrong).toHaveLength(spoiling === 'digit' ? 0 : 2)
  })

  test.each(['crossed', 'locked'] as const)('a %s book on the wire, until the next message', async (kind) => {
    const one = await started()
    if (exchange === 'binance') simulator.pause()
    const snapshot = simulator.perpBookOf(exchange, BTC)
    const book = new PlainBook()
    if (exchange === 'binance') book.replace([...snapshot.bids], [...snapshot.asks])
    await pause(100)
    const from = exchange === 'binance' ? one.frames.length : 0
    simulator.resume()
    simulator.script({ kind, exchange, symbol: BTC, rate: 1, count: 1 })
    await flowing(one, 8)
    const states = books(one, from).map((text) => {
      const { bids, asks } = read(text)
      book.apply(bids, asks)
      const top = book.top(200)
      const distance = Number(top.asks[0]?.[0]) - Number(top.bids[0]?.[0])
      return distance > 0 ? 'sound' : distance === 0 ? 'locked' : 'crossed'
    })
    expect(states.filter((state) => state !== 'sound')).toEqual([kind])
    expect(states.at(-1)).toBe('sound')
  })

  test('bursts stay in sequence; books go on under frozen clocks, and stop under silence and at the end', async () => {
    const one = await started()
    let from = one.frames.length - 1
    simulator.script({ kind: 'burst', exchange, symbol: BTC, factor: 30, rate: 1, count: 1 })
    await flowing(one, 40)
    expect(breaks(one, from)).toBe(0)
    simulator.script({ kind: 'freeze', exchange, symbol: BTC })
    await flowing(one, 1)
    from = one.frames.length
    await flowing(one, 5)
    const frozen = books(one, from).map(read)
    expect(new Set(frozen.map(({ time }) => time)).size).toBe(1)
    expect(new Set(frozen.map(({ id }) => id)).size).toBe(frozen.length)
    simulator.script({ kind: 'silent', exchange, symbol: BTC })
    await pause(50)
    from = one.frames.length
    await pause(200)
    expect(one.frames).toHaveLength(from)
    simulator.clearFaults()
    simulator.script({ kind: 'disconnect', exchange, how: 'reset', count: 1 })
    await until(() => one.end() !== undefined, 'the end')
    await started()
  })

  test('a lost subscription is acknowledged and silent', async () => {
    simulator.script({ kind: 'lose-subscription', exchange, symbol: BTC })
    const one = await connect(simulator.origin, path)
    open.push(one)
    one.send(ask)
    await one.frame(() => true)
    await pause(250)
    expect(one.frames).toHaveLength(1)
  })
})

test.each([
  ['binance', '{"e":"markPriceUpdate","E":1,"s":"BTCUSDT","p":"91250.10000000","ap":"1.0"}'],
  ['bybit', '{"topic":"tickers.BTCUSDT","data":{"symbol":"BTCUSDT","markPrice":"91250.1"}}'],
  ['okx', '{"arg":{"channel":"mark-price"},"data":[{"instId":"BTC-USDT-SWAP","markPx":"91250.1"}]}'],
  ['kraken', '{"feed":"ticker","product_id":"PF_XBTUSD","markPrice":91250.1}'],
])('marks of %s can be spoilt too', (_, text) => {
  const spoilt = (['negative', 'types', 'missing'] as const).map((way) => String(spoil(text, way, [], seededRandom(1))))
  expect(spoilt[0]).toMatch(/-91250\.1/)
  expect(spoilt[1]).toMatch(/"(p|markPrice|markPx)":true/)
  expect(spoilt[2]).toMatch(/"gone_(p|markPrice|markPx)"/)
})

test('intervals of a script divide the day, or are not stated', () => {
  const script = [{ kind: 'funding-interval', exchange: 'okx', symbol: BTC, hours: 4 } as const]
  expect(parseFaults(JSON.stringify(script))).toEqual(script)
  expect(parseFaults('[{"kind":"funding-interval","hours":null}]')).toHaveLength(1)
  for (const hours of ['5', '0', '-4', '1.5', '"4"'])
    expect(() => parseFaults(`[{"kind":"funding-interval","hours":${hours}}]`)).toThrow('hours must divide 24')
})
