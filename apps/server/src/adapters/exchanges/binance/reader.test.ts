import { beforeEach, describe, expect, test } from 'vitest'
import { KnownDepth } from '../_shared/feed/known-depth.ts'
import { CAPTURES, levelsOf, PlainBook, ReaderRig, recorded } from '../testing/recorded.ts'
import { binance } from './map.ts'

const SPOT = 'wss://stream.binance.com:9443/stream'
const REST = 'https://api.binance.com/api/v3/depth?symbol=BTCUSDT&limit=1000'
type Levels = [string, string][]
const diff = (first: number, last: number, b: Levels = [], a: Levels = []) => ({
  stream: 'btcusdt@depth@100ms',
  data: { e: 'depthUpdate', E: 1_000 + last, s: 'BTCUSDT', U: first, u: last, b, a },
})
const book = (lastUpdateId: number, bids: Levels = [['10', '1']], asks: Levels = [['11', '1']]) => ({
  lastUpdateId,
  bids,
  asks,
})

let rig: ReaderRig
let slot: ReturnType<ReaderRig['open']>
beforeEach(() => {
  rig = new ReaderRig(binance)
  slot = rig.open('spot', 'BTCUSDT', ['depth', 'rest'])
})

test.each([
  'https://api.binance.com/api/v3/depth?symbol=BTCUSDT',
  'https://api.binance.com/api/v4/depth?symbol=BTCUSDT',
  'http://127.0.0.1:9000/binance/depth?limit=5&symbol=BTCUSDT',
])('%s is a snapshot of a book', (url) => {
  rig.read(url, book(10))
  expect([slot.validity, levelsOf(slot).bids]).toEqual(['LIVE', [['10', '1']]])
})

test.each([
  'https://api.binance.com/api/v3/depths?symbol=BTCUSDT',
  'https://api.binance.com/api/v3/depth/5?symbol=BTCUSDT',
  'https://api.binance.com/api/v3/marketdepth?symbol=BTCUSDT',
])('%s is none', (url) => {
  rig.read(url, book(10))
  expect(slot.validity).not.toBe('LIVE')
})

describe('a book of changes and a snapshot', () => {
  test('waits for the snapshot, then applies what it does not contain', () => {
    rig.read(SPOT, diff(9, 10, [['9', '9']]))
    rig.read(SPOT, diff(11, 12, [['10.5', '2']]))
    expect([slot.validity, slot.book.bids.count]).toEqual(['DOWN', 0])
    rig.read(REST, book(10))
    expect(slot.validity).toBe('LIVE')
    expect(levelsOf(slot)).toEqual({
      bids: [
        ['10.5', '2'],
        ['10', '1'],
      ],
      asks: [['11', '1']],
    })
    expect([slot.frames, slot.seq, slot.eventTime]).toEqual([3, 12, 1_012])
    expect(rig.heard()).toEqual([{ kind: 'touched', symbol: 'BTCUSDT' }])
  })

  test('[F5] a gap empties it before anybody is told, and a later snapshot brings it back', () => {
    rig.read(REST, book(10))
    rig.read(SPOT, diff(12, 13, [['10.5', '2']]))
    expect([slot.validity, slot.sequenceGaps, slot.book.bids.count]).toEqual(['RESYNC', 1, 0])
    rig.read(SPOT, diff(14, 15, [['10.7', '3']]))
    expect(slot.sequenceGaps).toBe(1)
    rig.heard()
    rig.read(REST, book(11))
    expect(rig.heard()).toEqual([{ kind: 'touched', symbol: 'BTCUSDT' }])
    expect(levelsOf(slot).bids).toEqual([
      ['10.7', '3'],
      ['10.5', '2'],
      ['10', '1'],
    ])
    expect([slot.validity, slot.resyncs]).toEqual(['LIVE', 1])
  })

  test('a snapshot older than every waiting change is asked for again', () => {
    rig.read(SPOT, diff(20, 21))
    rig.read(REST, book(10))
    expect(slot.validity).not.toBe('LIVE')
    expect(rig.heard()).toContainEqual({ kind: 'lost', symbol: 'BTCUSDT', reason: 'gap' })
    rig.read(REST, book(20))
    expect(slot.validity).toBe('LIVE')
  })

  test('a REST book while live: an older one is ignored, a newer one replaces and is synchronised with the stream again', () => {
    rig.read(REST, book(10))
    rig.read(SPOT, diff(11, 15, [['10.5', '1']]))
    rig.read(REST, book(14, [['1', '1']]))
    expect([levelsOf(slot).bids[0], slot.snapshots]).toEqual([['10.5', '1'], 1])
    rig.read(REST, book(20, [['9', '1']]))
    expect([levelsOf(slot).bids, slot.seq]).toEqual([[['9', '1']], 20])
    rig.read(SPOT, diff(16, 22, [['9.5', '1']]))
    expect([slot.validity, slot.seq, slot.frames]).toEqual(['LIVE', 22, 5])
  })

  test('[D2] a REST book of the update that a quiet book ends with is a fresh snapshot, and the stream goes on from it', () => {
    rig.read(REST, book(10))
    rig.read(SPOT, diff(11, 15, [['10.5', '1']]))
    rig.read(REST, book(15, [['10.5', '1']]))
    expect([slot.snapshots, slot.seq, levelsOf(slot).bids]).toEqual([2, 15, [['10.5', '1']]])
    rig.read(SPOT, diff(16, 17, [['10.6', '1']]))
    expect([slot.validity, slot.seq, slot.sequenceGaps, levelsOf(slot).bids[0]]).toEqual(['LIVE', 17, 0, ['10.6', '1']])
  })

  test('so it is for a perpetual, whose next change refers to it', () => {
    const perp = rig.open('perp', 'BTCUSDT', ['depth'])
    const change = (first: number, last: number, previous: number, price: string) => ({
      stream: 'btcusdt@depth@100ms',
      data: { ...diff(first, last, [[price, '1']]).data, T: 1_000, pu: previous },
    })
    const stream = 'wss://fstream.binance.com/stream'
    const rest = 'https://fapi.binance.com/fapi/v1/depth?symbol=BTCUSDT&limit=1000'
    rig.read(rest, book(10))
    rig.read(stream, change(8, 15, 7, '10.5'))
    rig.read(rest, book(15, [['10.5', '1']]))
    expect([perp.snapshots, perp.seq]).toEqual([2, 15])
    rig.read(stream, change(20, 27, 15, '10.6'))
    expect([perp.validity, perp.seq, perp.sequenceGaps]).toEqual(['LIVE', 27, 0])
  })

  test('a shallow book is known again after a REST book of the update that it ends with', () => {
    const known = new KnownDepth(100)
    const asks = (from: number): Levels => Array.from({ length: 100 }, (_, rank) => [String(from + rank), '1'])
    rig.read(REST, book(10, [['10', '1']], asks(11)))
    expect(known.look(slot)).toBe('fine')
    rig.read(
      SPOT,
      diff(
        11,
        15,
        [],
        asks(11)
          .slice(0, 60)
          .map(([price]) => [price, '0']),
      ),
    )
    expect([known.look(slot), slot.visibleDepth]).toEqual(['refresh', 30])
    rig.read(REST, book(15, [['10', '1']], asks(71)))
    expect([known.look(slot), slot.visibleDepth]).toEqual(['fine', 90])
  })

  test('[F11] repeated and older changes are counted and ignored', () => {
    rig.read(REST, book(10))
    rig.read(SPOT, diff(11, 12, [['10', '5']]))
    rig.read(SPOT, diff(11, 12, [['10', '5']]))
    rig.read(SPOT, diff(3, 8, [['10', '7']]))
    expect([levelsOf(slot).bids, slot.frames, slot.sequenceGaps]).toEqual([[['10', '5']], 4, 0])
  })

  test('a partial book of another channel never alters it', () => {
    rig.read(REST, book(10))
    rig.read(SPOT, { stream: 'btcusdt@depth5@100ms', data: book(99, [['1', '1']]) })
    expect([levelsOf(slot).bids, slot.frames]).toEqual([[['10', '1']], 1])
  })

  test('an unsubscribe ack names only the request: its books are down', () => {
    rig.read(REST, book(10))
    rig.sent(SPOT, { method: 'UNSUBSCRIBE', params: ['btcusdt@depth@100ms'], id: 7 })
    rig.heard()
    rig.read(SPOT, { result: null, id: 7 })
    expect(slot.validity).toBe('DOWN')
    expect(rig.heard()).toEqual([
      { kind: 'lost', symbol: 'BTCUSDT', reason: 'down' },
      { kind: 'control', event: { kind: 'unsubscribed', symbol: null, requestId: '7' } },
    ])
  })

  test('a number beyond 2^53 at the book’s scale loses it', () => {
    rig.read(REST, book(10, [['0.00000001', '1']]))
    rig.read(SPOT, diff(11, 12, [['900719925.47409932', '1']]))
    expect(slot.validity).toBe('RESYNC')
    expect(rig.heard()).toContainEqual({ kind: 'refused', why: 'malformed-book' })
  })
})

describe('[F14] frames that cannot be accepted lose the book whole and are counted', () => {
  const good = JSON.stringify(diff(11, 12, [['10.5', '2']], [['10.9', '1']]))
  const cut = (from: string, to: string) => good.replace(from, to)
  test.each([
    ['cut off', good.slice(0, -9)],
    ['a number for a text', cut('"10.5"', '10.5')],
    ['a text for a number', cut('"u":12', '"u":"12"')],
    ['no last id', cut('"u":12,', '')],
    ['no symbol', cut('"s":"BTCUSDT",', '')],
    ['another symbol', cut('"s":"BTCUSDT"', '"s":"ETHUSDT"')],
    ['ids the wrong way round', cut('"u":12', '"u":10')],
    ['an exponent', cut('"10.5"', '"105e-1"')],
    ['a minus', cut('"2"', '"-2"')],
    ['a price of zero', cut('"10.5"', '"0.0"')],
    ['no finite number', cut('"10.5"', '"NaN"')],
    ['an empty text', cut('"10.5"', '""')],
    ['a level too short', cut('["10.5","2"]', '["10.5"]')],
    ['a level too long', cut('["10.5","2"]', '["10.5","2","0"]')],
    ['a good level before a bad one', cut('"10.9","1"', '"10.9",null')],
    ['a key twice', cut('"u":12', '"u":12,"u":12')],
    ['no levels', cut('"b":[["10.5","2"]],', '')],
    ['nested without end', cut('[["10.5","2"]]', '['.repeat(500) + ']'.repeat(500))],
  ])('%s', (_name, text) => {
    rig.read(REST, book(10))
    rig.heard()
    rig.read(SPOT, text)
    expect([slot.validity, slot.book.bids.count, slot.book.asks.count]).toEqual(['RESYNC', 0, 0])
    expect(rig.heard().map(({ kind }) => kind)).toEqual(['lost', 'refused'])
  })

  test.each([
    ['bytes that are no text', Uint8Array.of(0xff, 0xfe, 0, 1, 2)],
    ['an empty frame', new Uint8Array(0)],
    ['[F15] 64 MiB', new Uint8Array(64 * 1024 * 1024)],
    ['a bare number', new TextEncoder().encode('1e400')],
    ['an object of nothing known', new TextEncoder().encode('{"hello":1}')],
  ])('%s: the book that it was for is not known, so none is lost', (_name, bytes) => {
    rig.read(REST, book(10))
    rig.heard()
    rig.readBytes(SPOT, bytes)
    expect(slot.validity).toBe('LIVE')
    expect(rig.heard().map(({ kind }) => kind)).toEqual(['refused'])
  })

  test('a frame of another stream that is broken loses nothing', () => {
    rig.read(REST, book(10))
    rig.read(SPOT, '{"stream":"btcusdt@trade","data":{"e":"trade","s":"BTCUSDT"')
    expect(slot.validity).toBe('LIVE')
  })

  test('an error body of the REST book says nothing about the book', () => {
    rig.read(REST, book(10))
    rig.heard()
    rig.read(REST, { code: -1121, msg: 'Invalid symbol.' })
    expect([slot.validity, rig.heard()]).toEqual(['LIVE', [{ kind: 'refused', why: 'error-body' }]])
  })
})

test.skipIf(CAPTURES === null).each([
  ['spot_4symbols_20211012', 4],
  ['spot_btcusdt_20240809', 1],
  ['usdm_4symbols_20210722', 4],
  ['usdm_btcusdt_20240809', 1],
])('%s: no gap, and every final book equals the plain reference', (file, books) => {
  const lines = recorded(`binance/${file}.jsonl`)
  const replayed = new ReaderRig(binance)
  replayed.replay(lines)
  expect(replayed.slots.size).toBe(books)
  for (const { symbol, validity, sequenceGaps, book: kept } of replayed.slots.values()) {
    expect([symbol, validity, sequenceGaps]).toEqual([symbol, 'LIVE', 0])
    expect(kept.bids.count).toBeGreaterThan(100)
  }
  expect(replayed.told.filter(({ kind }) => kind === 'lost' || kind === 'refused')).toEqual([])
  const reference = plainBooks(lines)
  for (const one of replayed.slots.values()) {
    expect(levelsOf(one)).toEqual(reference.get(one.symbol)?.levels())
  }
})

/** The documented steps in their plainest form: all changes are kept, and applied from the snapshot on. */
function plainBooks(lines: readonly { url: string; msg: string }[]): Map<string, PlainBook> {
  const books = new Map<string, PlainBook>()
  const changes = new Map<string, { u: number; b: Levels; a: Levels }[]>()
  const snapshots = new Map<string, number>()
  const apply = (to: PlainBook, b: Levels, a: Levels) => {
    for (const [price, size] of b) to.set('bids', price, size)
    for (const [price, size] of a) to.set('asks', price, size)
    to.truncate()
  }
  for (const { url, msg } of lines) {
    const symbol = new URL(url).searchParams.get('symbol')
    if (symbol !== null) {
      const { lastUpdateId, bids, asks } = JSON.parse(msg)
      const plain = new PlainBook(10_000)
      apply(plain, bids, asks)
      for (const { u, b, a } of changes.get(symbol) ?? []) if (u > lastUpdateId) apply(plain, b, a)
      books.set(symbol, plain)
      snapshots.set(symbol, lastUpdateId)
    } else if (msg.includes('"depthUpdate"')) {
      const { data } = JSON.parse(msg)
      changes.set(data.s, [...(changes.get(data.s) ?? []), data])
      const plain = books.get(data.s)
      if (plain !== undefined && data.u > (snapshots.get(data.s) ?? 0)) apply(plain, data.b, data.a)
    }
  }
  return books
}
