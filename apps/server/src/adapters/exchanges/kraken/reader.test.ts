import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { CAPTURES, levelsOf, PlainBook, ReaderRig, recorded, withoutZeros } from '../testing/recorded.ts'
import { kraken } from './map.ts'
import { judgeFutures } from './sequence.ts'

const WS = 'wss://ws.kraken.com/v2'
const FUTURES = 'wss://futures.kraken.com/ws/v1'
type Levels = readonly (readonly [price: string, qty: string])[]

/** The documented example of 20 levels, whose checksum is 3310070434. */
const ASKS: Levels = [
  ['45285.2', '0.00100000'],
  ['45286.4', '1.54571953'],
  ['45286.6', '1.54571109'],
  ['45289.6', '1.54560911'],
  ['45290.2', '0.15890660'],
  ['45291.8', '1.54553491'],
  ['45294.7', '0.04454749'],
  ['45296.1', '0.35380000'],
  ['45297.5', '0.09945542'],
  ['45299.5', '0.18772827'],
]
const BIDS: Levels = [
  ['45283.5', '0.10000000'],
  ['45283.4', '1.54582015'],
  ['45282.1', '0.10000000'],
  ['45281.0', '0.10000000'],
  ['45280.3', '1.54592586'],
  ['45279.0', '0.07990000'],
  ['45277.6', '0.03310103'],
  ['45277.5', '0.30000000'],
  ['45277.3', '1.54602737'],
  ['45276.6', '0.15445238'],
]

const texts = (levels: Levels) => levels.map(([price, qty]) => `{"price":${price},"qty":${qty}}`).join()
const digits = (text: string) => text.replace('.', '').replace(/^0+/, '')
const checksumOf = (bids: Levels, asks: Levels) =>
  crc32([...asks.slice(0, 10), ...bids.slice(0, 10)].map(([price, qty]) => digits(price) + digits(qty)).join(''))
const message = (type: string, bids: Levels, asks: Levels, checksum: number) =>
  `{"channel":"book","type":"${type}","data":[{"symbol":"BTC/USD","bids":[${texts(bids)}],"asks":[${texts(asks)}],"checksum":${checksum},"timestamp":"2026-08-01T02:53:53.184216Z"}]}`

let rig: ReaderRig
let slot: ReturnType<ReaderRig['open']>
beforeEach(() => {
  rig = new ReaderRig(kraken)
  slot = rig.open('spot', 'BTC/USD', ['book.10'])
})

describe('[F7] the checksum of every frame', () => {
  test('the documented example gives 3310070434', () => {
    rig.read(WS, message('snapshot', BIDS, ASKS, 3_310_070_434))
    expect([slot.validity, slot.checksumMatches, slot.checksumMismatches]).toEqual(['LIVE', 1, 0])
    expect(slot.eventTime).toBe(Date.UTC(2026, 7, 1, 2, 53, 53, 184))
  })

  test('a wrong one loses that book alone', () => {
    const other = rig.open('spot', 'ETH/USD', ['book.10'])
    rig.read(WS, message('snapshot', BIDS, ASKS, 3_310_070_434).replace('BTC/USD', 'ETH/USD'))
    rig.read(WS, message('snapshot', BIDS, ASKS, 3_310_070_434))
    rig.heard()
    rig.read(WS, message('update', [['45283.5', '0.20000000']], [], 1))
    expect([slot.validity, slot.checksumMismatches, slot.sequenceGaps, slot.book.bids.count]).toEqual([
      'RESYNC',
      1,
      0,
      0,
    ])
    expect(rig.heard()).toEqual([{ kind: 'lost', symbol: 'BTC/USD', reason: 'checksum' }])
    expect(other.validity).toBe('LIVE')
  })

  test('each digit of the ten best levels counts: 100 of 100 flips are caught', () => {
    let caught = 0
    for (let flip = 0; flip < 100; flip++) {
      const trial = new ReaderRig(kraken)
      const book = trial.open('spot', 'BTC/USD', ['book.10'])
      const side = flip % 2 === 0 ? BIDS : ASKS
      const level = Math.floor(flip / 2) % 10
      const damagedSide = side.map(([price, qty], at): [string, string] => {
        if (at !== level) return [price, qty]
        const last = (Number(qty.at(-1)) + 1 + (flip % 7)) % 10
        return flip < 50
          ? [price, qty.slice(0, -1) + last]
          : [price.slice(0, -1) + ((Number(price.at(-1)) + 1) % 10), qty]
      })
      trial.read(
        WS,
        message('snapshot', side === BIDS ? damagedSide : BIDS, side === ASKS ? damagedSide : ASKS, 3_310_070_434),
      )
      if (book.validity !== 'LIVE' && book.checksumMismatches === 1) caught++
    }
    expect(caught).toBe(100)
  })

  test('numbers with fewer decimals than the book’s scale keep the text that was sent', () => {
    const bids: Levels = [['45283.50', '0.1'], ...BIDS.slice(1)]
    rig.read(WS, message('snapshot', bids, ASKS, checksumOf(bids, ASKS)))
    expect([slot.validity, slot.checksumMatches]).toEqual(['LIVE', 1])
  })
})

test('[F10] sides are truncated to the depth that the last ack names', () => {
  rig.read(WS, {
    method: 'subscribe',
    result: { channel: 'book', depth: 10, snapshot: true, symbol: 'BTC/USD' },
    success: true,
  })
  rig.read(WS, message('snapshot', BIDS, ASKS, 3_310_070_434))
  const better: Levels = [['45284.0', '1.00000000'], ...BIDS.slice(0, 9)]
  rig.read(WS, message('update', [['45284.0', '1.00000000']], [], checksumOf(better, ASKS)))
  expect([slot.book.bids.count, slot.validity]).toEqual([10, 'LIVE'])
  rig.read(WS, message('update', [['45284.0', '0.00000000']], [], checksumOf(better.slice(1), ASKS)))
  expect([slot.book.bids.count, slot.validity]).toEqual([9, 'LIVE'])
})

test('an update before any snapshot is counted and ignored', () => {
  rig.read(WS, message('update', BIDS, [], 7))
  expect([slot.frames, slot.checksumMismatches, rig.heard()]).toEqual([1, 0, []])
})

test('an unsubscribed book is down until its next snapshot', () => {
  rig.read(WS, message('snapshot', BIDS, ASKS, 3_310_070_434))
  rig.read(WS, { method: 'unsubscribe', result: { channel: 'book', depth: 10, symbol: 'BTC/USD' }, success: true })
  expect(slot.validity).toBe('DOWN')
  rig.read(WS, message('snapshot', BIDS, ASKS, 3_310_070_434))
  expect([slot.validity, slot.resyncs]).toEqual(['LIVE', 1])
})

describe('control frames', () => {
  test.each([
    [
      '[F17] maintenance',
      { channel: 'status', type: 'update', data: [{ system: 'maintenance' }] },
      { kind: 'system', trading: false, why: 'maintenance' },
    ],
    [
      'cancel only',
      { channel: 'status', type: 'update', data: [{ system: 'cancel_only' }] },
      { kind: 'system', trading: false, why: 'cancel_only' },
    ],
    [
      'online',
      '{"channel":"status","type":"update","data":[{"system":"online","connection_id":15113583034416118705}]}',
      { kind: 'system', trading: true, why: 'online' },
    ],
    ['heartbeat', { channel: 'heartbeat' }, { kind: 'heartbeat' }],
    ['pong', { method: 'pong', req_id: 1, time_in: 'x', time_out: 'y' }, { kind: 'pong' }],
    [
      '[F4] a refused pair',
      { method: 'subscribe', error: 'Currency pair not supported XBT/USD', success: false, req_id: 3 },
      { kind: 'refused', symbol: 'XBT/USD', requestId: '3', why: 'Currency pair not supported XBT/USD' },
    ],
  ] as const)('%s', (_name, text, event) => {
    rig.read(WS, text)
    expect(rig.heard()).toEqual([{ kind: 'control', event }])
  })
})

describe('[F14] frames that cannot be accepted lose the book whole and are counted', () => {
  const good = message('update', [['45283.5', '0.20000000']], [['45285.2', '0']], 7)
  test.each([
    ['cut off', good.slice(0, -9)],
    ['a text for a number', good.replace('45283.5', '"45283.5"')],
    ['an exponent', good.replace('0.20000000', '2e-1')],
    ['a minus', good.replace('0.20000000', '-0.2')],
    ['a price of zero', good.replace('45283.5', '0.0')],
    ['no checksum', good.replace('"checksum":7,', '')],
    ['a checksum that is a text', good.replace('"checksum":7', '"checksum":"7"')],
    ['no time', good.replace(/,"timestamp":"[^"]*"/, '')],
    ['no asks', good.replace(/,"asks":\[.*?\]/, '')],
    ['a key twice', good.replace('"checksum":7', '"checksum":7,"checksum":7')],
    ['an unknown type', good.replace('update', 'upsert')],
    ['no data', good.replace(/"data":\[.*\]/, '"data":[],"symbol":"BTC/USD"')],
  ])('%s', (_name, text) => {
    rig.read(WS, message('snapshot', BIDS, ASKS, 3_310_070_434))
    rig.heard()
    rig.read(WS, text)
    expect([slot.validity, slot.book.bids.count]).toEqual(['RESYNC', 0])
    expect(rig.heard().map(({ kind }) => kind)).toEqual(['lost', 'refused'])
  })
})

describe('Kraken Futures', () => {
  test.each([
    ['follows', 10, 11, 'apply'],
    ['comes again', 10, 10, 'ignore'],
    ['is older', 10, 4, 'ignore'],
    ['skips one', 10, 12, 'gap'],
  ] as const)('[F5] a change that %s', (_case, last, seq, verdict) => {
    expect(judgeFutures(last, seq)).toBe(verdict)
  })

  test('one level a message; a gap loses the book', () => {
    const book = rig.open('perp', 'PF_XBTUSD', ['book'])
    const change = (seq: number, price: number, qty: number) => ({
      feed: 'book',
      product_id: 'PF_XBTUSD',
      side: 'buy',
      seq,
      price,
      qty,
      timestamp: 1_612_269_953_629,
    })
    rig.read(FUTURES, {
      feed: 'book_snapshot',
      product_id: 'PF_XBTUSD',
      timestamp: 1,
      seq: 10,
      tickSize: null,
      bids: [{ price: 34_892.5, qty: 6 }],
      asks: [],
    })
    rig.read(FUTURES, change(11, 34_893, 2))
    rig.read(FUTURES, change(12, 34_892.5, 0))
    expect(levelsOf(book)).toEqual({ bids: [['34893', '2']], asks: [] })
    rig.read(FUTURES, change(14, 34_000, 1))
    expect([book.validity, book.sequenceGaps, book.frames]).toEqual(['RESYNC', 1, 4])
  })

  test('[D3] numbers with an exponent are the numbers that they are, in snapshots and changes', () => {
    const books = [
      ['5.494e-6', '5.497E-6', '2.0812E7'],
      ['0.000005494', '0.000005497', '20812000.0'],
    ].map(([bid, ask, size], at) => {
      const product_id = ['PF_SHIBUSD', 'PF_PEPEUSD'][at] ?? ''
      const book = rig.open('perp', product_id, ['book'])
      const head = `"product_id":"${product_id}","timestamp":1788646159010`
      rig.read(
        FUTURES,
        `{"feed":"book_snapshot",${head},"seq":100,"tickSize":null,"bids":[{"price":${bid},"qty":2.00803e8}],"asks":[]}`,
      )
      rig.read(FUTURES, `{"feed":"book",${head},"side":"sell","seq":101,"price":${ask},"qty":${size}}`)
      return levelsOf(book)
    })
    expect(books[0]).toEqual({ bids: [['0.000005494', '200803000']], asks: [['0.000005497', '20812000']] })
    expect(books[1]).toEqual(books[0])
  })
})

type SentLevel = { price: string; qty: string }
/** Parses with prices and sizes as texts, since `JSON.parse` would round them. */
const parseWithTexts = (text: string) => JSON.parse(text.replace(/("(?:price|qty)":)([\d.]+)/g, '$1"$2"'))

test.skipIf(CAPTURES === null).each([
  ['v2_btcusd_d10_resync_20260801', 10, 301],
  ['v2_btcusd_d25_20260802', 25, 2_052],
  ['v2_ethusd_d25_20260802', 25, 1_129],
])('%s: every checksum is right, and the final book equals the plain reference', (file, depth, frames) => {
  const lines = recorded(`kraken/${file}.jsonl`)
  const replayed = new ReaderRig(kraken)
  replayed.replay(lines)
  const plain = new PlainBook(depth)
  for (const { msg } of lines.filter(({ msg }) => msg.startsWith('{"channel":"book"'))) {
    const { type, data } = parseWithTexts(msg)
    if (type === 'snapshot') plain.clear()
    for (const side of ['bids', 'asks'] as const) {
      for (const { price, qty } of data[0][side] as SentLevel[]) plain.set(side, price, qty)
    }
    plain.truncate()
  }
  const [book] = replayed.slots.values()
  expect(book).toMatchObject({
    validity: 'LIVE',
    frames,
    sequenceGaps: 0,
    checksumMatches: frames,
    checksumMismatches: 0,
  })
  expect(book === undefined ? null : levelsOf(book)).toEqual(plain.levels())
})

test.skipIf(CAPTURES === null)('futures_v1: no gap, and the final books equal the plain reference', () => {
  const lines = recorded('kraken/futures_v1_pi_eth_xrp_20210722.jsonl')
  const replayed = new ReaderRig(kraken)
  replayed.replay(lines)
  const books = new Map<string, PlainBook>()
  for (const { msg } of lines.filter(({ msg }) => /^\{"feed":"book/.test(msg))) {
    const frame = parseWithTexts(msg)
    if (frame.feed === 'book_snapshot') {
      const plain = new PlainBook(10_000)
      for (const side of ['bids', 'asks'] as const)
        for (const { price, qty } of frame[side] as SentLevel[]) plain.set(side, price, qty)
      books.set(frame.product_id, plain)
    } else
      books.get(frame.product_id)?.set(frame.side === 'buy' ? 'bids' : 'asks', withoutZeros(frame.price), frame.qty)
  }
  expect(books.size).toBe(2)
  for (const slot of replayed.slots.values()) {
    expect([slot.validity, slot.sequenceGaps]).toEqual(['LIVE', 0])
    expect(levelsOf(slot)).toEqual(books.get(slot.symbol)?.levels())
  }
})
