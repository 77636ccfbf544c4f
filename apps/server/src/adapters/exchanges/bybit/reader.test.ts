import { beforeEach, describe, expect, test } from 'vitest'
import { CAPTURES, levelsOf, PlainBook, ReaderRig, recorded } from '../testing/recorded.ts'
import { bybit } from './map.ts'
import { judge } from './sequence.ts'

const WS = 'wss://stream.bybit.com/v5/public/spot'
type Levels = [string, string][]
const frame = (type: string, u: number, b: Levels, a: Levels, depth = 50) => ({
  topic: `orderbook.${depth}.BTCUSDT`,
  ts: 2_000 + u,
  type,
  data: { s: 'BTCUSDT', b, a, u, seq: 7 },
  cts: 1_000 + u,
})

describe('the rule of `u`', () => {
  const change = { isSnapshot: false, isEmpty: false, isWhole: false }
  const snapshot = { isSnapshot: true, isEmpty: false, isWhole: false }
  test.each([
    ['a change that follows', 10, { ...change, u: 11 }, 'apply'],
    ['a change that comes again', 10, { ...change, u: 10 }, 'repeat'],
    ['an older change', 10, { ...change, u: 7 }, 'ignore'],
    ['[F5] a change that skips one', 10, { ...change, u: 12 }, 'gap'],
    ['a change without a book', Number.NaN, { ...change, u: 12 }, 'ignore'],
    ['an empty change that follows', 10, { ...change, u: 11, isEmpty: true }, 'apply'],
    ['a first snapshot', Number.NaN, { ...snapshot, u: 5 }, 'replace'],
    ['any new snapshot', 10, { ...snapshot, u: 5 }, 'replace'],
    ['the same level-1 snapshot after 3 s', 10, { ...snapshot, u: 10, isWhole: true }, 'repeat'],
    ['an older level-1 snapshot', 10, { ...snapshot, u: 9, isWhole: true }, 'ignore'],
    ['[F6] a restart', 10, { ...snapshot, u: 1 }, 'replace'],
    ['[F6] a restart of level 1', 10, { ...snapshot, u: 1, isWhole: true }, 'replace'],
    ['[F6] the end of an instrument', 10, { ...snapshot, u: 1, isEmpty: true }, 'delisted'],
  ] as const)('%s', (_case, last, update, verdict) => {
    expect(judge(last, update)).toBe(verdict)
  })
})

let rig: ReaderRig
let slot: ReturnType<ReaderRig['open']>
beforeEach(() => {
  rig = new ReaderRig(bybit)
  slot = rig.open('spot', 'BTCUSDT', ['orderbook.50', 'orderbook.1'])
})

describe('a book', () => {
  test('is replaced and changed; `cts` is its time and `u` its number', () => {
    rig.read(WS, frame('snapshot', 10, [['1', '5']], [['2', '6']]))
    rig.read(
      WS,
      frame(
        'delta',
        11,
        [
          ['1', '0'],
          ['1.5', '3'],
        ],
        [],
      ),
    )
    expect(levelsOf(slot)).toEqual({ bids: [['1.5', '3']], asks: [['2', '6']] })
    expect([slot.seq, slot.eventTime, slot.frames]).toEqual([11, 1_011, 2])
  })

  test('[F5] a gap loses it once', () => {
    rig.read(WS, frame('snapshot', 10, [['1', '5']], [['2', '6']]))
    rig.read(WS, frame('delta', 12, [], []))
    rig.read(WS, frame('delta', 14, [], []))
    expect([slot.validity, slot.sequenceGaps, slot.frames]).toEqual(['RESYNC', 1, 3])
  })

  test('[F6] a delisted instrument is gone until it is listed again', () => {
    rig.read(WS, frame('snapshot', 10, [['1', '5']], [['2', '6']]))
    rig.heard()
    rig.read(WS, frame('snapshot', 1, [], []))
    expect([slot.validity, slot.book.bids.count]).toEqual(['GONE', 0])
    expect(rig.heard()).toEqual([{ kind: 'lost', symbol: 'BTCUSDT', reason: 'down' }])
    rig.read(WS, frame('snapshot', 1, [['1', '5']], [['2', '6']]))
    expect(slot.validity).toBe('LIVE')
  })

  test('a repeat tells its age', () => {
    rig.read(WS, frame('snapshot', 10, [['1', '5']], [['2', '6']]), 100)
    rig.read(WS, frame('delta', 10, [['1', '9']], []), 3_100)
    expect([slot.receivedAt, levelsOf(slot).bids]).toEqual([3_100, [['1', '5']]])
  })

  test('frames of a shallower channel never alter it', () => {
    rig.read(WS, frame('snapshot', 10, [['1', '5']], [['2', '6']]))
    rig.read(WS, frame('snapshot', 99, [['1', '9']], [], 1))
    expect([slot.frames, levelsOf(slot).bids]).toEqual([1, [['1', '5']]])
  })

  test('the same symbol of the other category is another book', () => {
    const perp = rig.open('perp', 'BTCUSDT', ['orderbook.50'])
    rig.read('wss://stream.bybit.com/v5/public/linear', frame('snapshot', 10, [['1', '5']], [['2', '6']]))
    expect([slot.validity, perp.validity]).toEqual(['DOWN', 'LIVE'])
  })

  test.each([
    ['named by the request', 'r1', { req_id: 'r1' }],
    ['without a name, in order', '', {}],
  ])('an unsubscribe ack %s puts its books down', (_case, sentBack, named) => {
    rig.read(WS, frame('snapshot', 10, [['1', '5']], [['2', '6']]))
    rig.sent(WS, { ...named, op: 'unsubscribe', args: ['orderbook.50.BTCUSDT'] })
    rig.read(WS, { success: true, ret_msg: '', conn_id: 'x', req_id: sentBack, op: 'unsubscribe' })
    expect(slot.validity).toBe('DOWN')
  })
})

test.each([
  ['spot pong', { success: true, ret_msg: 'pong', conn_id: 'x', op: 'ping' }, { kind: 'pong' }],
  ['private pong', { op: 'pong', args: ['1'] }, { kind: 'pong' }],
  [
    '[F4] refusal',
    { success: false, ret_msg: 'Invalid symbol :[orderbook.50.FOOUSDT]', req_id: '9', op: 'subscribe' },
    { kind: 'refused', symbol: 'FOOUSDT', requestId: '9', why: 'Invalid symbol :[orderbook.50.FOOUSDT]' },
  ],
] as const)('control frame: %s', (_name, text, event) => {
  rig.read(WS, text)
  expect(rig.heard()).toEqual([{ kind: 'control', event }])
})

describe('[F14] frames that cannot be accepted lose the book whole and are counted', () => {
  const good = JSON.stringify(frame('delta', 11, [['1', '5']], [['2', '6']]))
  test.each([
    ['cut off', good.slice(0, -30)],
    ['a number for a text', good.replace('"5"', '5')],
    ['a text for a number', good.replace('"u":11', '"u":"11"')],
    ['no u', good.replace('"u":11,', '')],
    ['another symbol', good.replace('"s":"BTCUSDT"', '"s":"ETHUSDT"')],
    ['an unknown type', good.replace('delta', 'upsert')],
    ['a minus', good.replace('"5"', '"-5"')],
    ['a price of zero', good.replace('["1"', '["0"')],
    ['an infinite size', good.replace('"5"', '"Infinity"')],
    ['a third column', good.replace('"5"]', '"5","1"]')],
    ['no bids', good.replace('"b":[["1","5"]],', '')],
    ['a key twice', good.replace('"u":11', '"u":11,"u":11')],
  ])('%s', (_name, text) => {
    rig.read(WS, frame('snapshot', 10, [['1', '5']], [['2', '6']]))
    rig.heard()
    rig.read(WS, text)
    expect([slot.validity, slot.book.bids.count]).toEqual(['RESYNC', 0])
    expect(rig.heard().map(({ kind }) => kind)).toEqual(['lost', 'refused'])
  })
})

test.skipIf(CAPTURES === null).each([
  ['linear_btc_eth_20260809', 200, 835],
  ['spot_btc_20260809', 200, 300],
  ['linear_l1_20250613', 1, 198],
])('%s: no gap, and the final books equal the plain reference', (file, depth, frames) => {
  const lines = recorded(`bybit/${file}.jsonl`)
  const replayed = new ReaderRig(bybit)
  replayed.replay(lines)
  const reference = new Map<string, PlainBook>()
  for (const { msg } of lines.filter(({ msg }) => msg.startsWith('{"topic":"orderbook'))) {
    const { type, data } = JSON.parse(msg)
    const plain = reference.get(data.s) ?? new PlainBook(depth)
    reference.set(data.s, plain)
    if (type === 'snapshot') plain.clear()
    for (const [price, size] of data.b) plain.set('bids', price, size)
    for (const [price, size] of data.a) plain.set('asks', price, size)
    plain.truncate()
  }
  const slots = [...replayed.slots.values()]
  expect(slots.reduce((sum, one) => sum + one.frames, 0)).toBe(frames)
  for (const one of slots) {
    expect([one.validity, one.sequenceGaps]).toEqual(['LIVE', 0])
    expect(levelsOf(one)).toEqual(reference.get(one.symbol)?.levels())
  }
})
