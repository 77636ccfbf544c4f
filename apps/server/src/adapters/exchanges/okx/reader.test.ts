import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { CAPTURES, levelsOf, PlainBook, ReaderRig, recorded } from '../testing/recorded.ts'
import { okx } from './map.ts'
import { judge } from './sequence.ts'

const WS = 'wss://ws.okx.com:8443/ws/v5/public'
type Levels = [string, string][]
const side = (levels: Levels) => levels.map(([price, size]) => [price, size, '0', size === '0' ? '0' : '1'])
const frame = (action: string, seqId: number, prevSeqId: number, bids: Levels, asks: Levels, checksum = 0) => ({
  arg: { channel: 'books', instId: 'SOL-USDT' },
  action,
  data: [{ asks: side(asks), bids: side(bids), ts: '1790394877300', checksum, seqId, prevSeqId }],
})

test.each([
  ['links to the last', 10, { last: 25, previous: 10, isEmpty: false }, 'apply'],
  ['is an idle keep-alive', 10, { last: 10, previous: 10, isEmpty: true }, 'repeat'],
  ['[F6] links, with a smaller id after maintenance', 10, { last: 3, previous: 10, isEmpty: false }, 'apply'],
  ['comes again', 10, { last: 10, previous: 5, isEmpty: false }, 'repeat'],
  ['links to another', 10, { last: 25, previous: 20, isEmpty: false }, 'gap'],
  ['is older', 10, { last: 5, previous: 4, isEmpty: false }, 'gap'],
] as const)('[F5] a change that %s', (_case, last, change, verdict) => {
  expect(judge(last, change)).toBe(verdict)
})

let rig: ReaderRig
let slot: ReturnType<ReaderRig['open']>
beforeEach(() => {
  rig = new ReaderRig(okx)
  slot = rig.open('spot', 'SOL-USDT', ['books', 'books5'])
})

describe('a book', () => {
  test('is replaced by a snapshot and changed by what links to it', () => {
    rig.read(WS, frame('snapshot', 10, -1, [['1', '5']], [['2', '6']]), 100)
    rig.read(
      WS,
      frame(
        'update',
        17,
        10,
        [
          ['1.5', '3'],
          ['1', '0'],
        ],
        [],
      ),
      200,
    )
    expect(levelsOf(slot)).toEqual({ bids: [['1.5', '3']], asks: [['2', '6']] })
    expect([slot.seq, slot.eventTime, slot.frames, slot.receivedAt]).toEqual([17, 1_790_394_877_300, 2, 200])
  })

  test('repeats and keep-alives prove its age and nothing else', () => {
    rig.read(WS, frame('snapshot', 10, -1, [['1', '5']], [['2', '6']]), 100)
    rig.heard()
    rig.read(WS, frame('update', 10, 10, [], []), 60_000)
    expect([slot.receivedAt, slot.book.bids.count, rig.heard()]).toEqual([
      60_000,
      1,
      [{ kind: 'touched', symbol: 'SOL-USDT' }],
    ])
    rig.read(WS, frame('update', 10, 4, [['1', '9']], []), 61_000)
    expect([slot.receivedAt, levelsOf(slot).bids]).toEqual([61_000, [['1', '5']]])
  })

  test('[F5] is lost once by a gap and ignores changes until the next snapshot', () => {
    rig.read(WS, frame('snapshot', 10, -1, [['1', '5']], [['2', '6']]))
    rig.read(WS, frame('update', 30, 20, [['1.5', '3']], []))
    rig.read(WS, frame('update', 40, 35, [['1.6', '3']], []))
    expect([slot.validity, slot.sequenceGaps, slot.frames, slot.book.bids.count]).toEqual(['RESYNC', 1, 3, 0])
    rig.read(WS, frame('snapshot', 50, -1, [['1', '5']], [['2', '6']]))
    expect([slot.validity, slot.resyncs]).toEqual(['LIVE', 1])
  })

  test('[F8] a checksum of zero is no proof and no error, any other must be right', () => {
    const checksum = crc32('1:5:2.50:6:0.9:7') | 0
    const bids: Levels = [
      ['1', '5'],
      ['0.9', '7'],
    ]
    rig.read(WS, frame('snapshot', 10, -1, bids, [['2.50', '6']], checksum))
    expect([slot.validity, slot.checksumMatches, slot.checksumMismatches]).toEqual(['LIVE', 1, 0])
    rig.read(WS, frame('update', 11, 10, [['0.9', '8']], [], 0))
    expect([slot.validity, slot.checksumMatches]).toEqual(['LIVE', 1])
    rig.read(WS, frame('update', 12, 11, [['0.9', '7']], [], checksum + 1))
    expect([slot.validity, slot.checksumMismatches, slot.sequenceGaps]).toEqual(['RESYNC', 1, 0])
  })

  test('frames of a shallower channel never alter it', () => {
    rig.read(WS, frame('snapshot', 10, -1, [['1', '5']], [['2', '6']]))
    rig.read(WS, { arg: { channel: 'books5', instId: 'SOL-USDT' }, data: [{ asks: [], bids: [], ts: '1', seqId: 12 }] })
    expect([slot.frames, slot.book.bids.count]).toEqual([1, 1])
  })

  test('whole books of a channel without changes replace; an older one does not', () => {
    const whole = rig.open('perp', 'BTC-USDT-SWAP', ['books5'])
    const push = (seqId: number, ts: string, bid: string) => ({
      arg: { channel: 'books5', instId: 'BTC-USDT-SWAP' },
      data: [{ asks: [], bids: [[bid, '1', '0', '1']], instId: 'BTC-USDT-SWAP', ts, seqId }],
    })
    rig.read(WS, push(10, '1000', '5'))
    rig.read(WS, push(12, '1200', '6'))
    rig.read(WS, push(11, '1100', '4'))
    expect(levelsOf(whole).bids).toEqual([['6', '1']])
    rig.read(WS, push(3, '1300', '7'))
    expect([levelsOf(whole).bids, whole.frames]).toEqual([[['7', '1']], 4])
  })

  test('an unsubscribe ack names it: it is down', () => {
    rig.read(WS, frame('snapshot', 10, -1, [['1', '5']], [['2', '6']]))
    rig.read(WS, { event: 'unsubscribe', arg: { channel: 'books', instId: 'SOL-USDT' }, connId: 'x' })
    expect(slot.validity).toBe('DOWN')
  })
})

describe('control frames', () => {
  test.each([
    ['pong', 'pong', { kind: 'pong' }],
    [
      'an ack',
      { id: '4', event: 'subscribe', arg: { channel: 'books', instId: 'SOL-USDT' } },
      { kind: 'subscribed', symbol: 'SOL-USDT', requestId: '4' },
    ],
    [
      'an announced end',
      { event: 'notice', code: '64008', msg: 'soon', connId: 'x' },
      { kind: 'closing', why: 'soon' },
    ],
    [
      '[F4] an error, which has no arg',
      { id: '5', event: 'error', code: '60018', msg: "Wrong URL or channel:books,instId:FOO-USDT doesn't exist." },
      {
        kind: 'refused',
        symbol: 'FOO-USDT',
        requestId: '5',
        why: "60018 Wrong URL or channel:books,instId:FOO-USDT doesn't exist.",
      },
    ],
  ] as const)('%s', (_name, text, event) => {
    rig.read(WS, text)
    expect(rig.heard()).toEqual([{ kind: 'control', event }])
  })
})

describe('[F14] frames that cannot be accepted lose the book whole and are counted', () => {
  const good = JSON.stringify(frame('update', 11, 10, [['1', '5']], [['2', '6']]))
  test.each([
    ['cut off', good.slice(0, -7)],
    ['a number for a text', good.replace('"5"', '5')],
    ['a text for a number', good.replace('"seqId":11', '"seqId":"11"')],
    ['no seqId', good.replace('"seqId":11,', '')],
    ['no prevSeqId', good.replace(',"prevSeqId":10', '')],
    ['no ids at all, though the book has them', good.replace(',"seqId":11,"prevSeqId":10', '')],
    ['no action', good.replace('"action":"update",', '')],
    ['an unknown action', good.replace('update', 'upsert')],
    ['a level too short', good.replace('"5","0","1"', '"5","0"')],
    ['a minus', good.replace('"5"', '"-5"')],
    ['a price of zero', good.replace('["1"', '["0.00"')],
    ['no time', good.replace('"ts":"1790394877300",', '')],
    ['two books', good.replace(/"data":\[(.*)\]\}$/, '"data":[$1,$1]}')],
    ['a key twice', good.replace('"seqId":11', '"seqId":11,"seqId":11')],
  ])('%s', (_name, text) => {
    rig.read(WS, frame('snapshot', 10, -1, [['1', '5']], [['2', '6']]))
    rig.heard()
    rig.read(WS, text)
    expect([slot.validity, slot.book.bids.count]).toEqual(['RESYNC', 0])
    expect(rig.heard().map(({ kind }) => kind)).toEqual(['lost', 'refused'])
  })
})

test.skipIf(CAPTURES === null).each([
  ['l2tbt_elon-usdt_uni-usd-swap_20220227', 2_939, 2],
  ['l2tbt_xmr-usdt-swap_20210722', 427, 3],
  ['public_btc-usdt_uni-usd-swap_20220513', 191, 2],
])('%s: every old checksum is right, and the final books equal the plain reference', (file, frames, books) => {
  const lines = recorded(`okx/${file}.jsonl`)
  const replayed = new ReaderRig(okx)
  replayed.replay(lines)
  const reference = new Map<string, PlainBook>()
  for (const { msg } of lines.filter(({ msg }) => msg.includes('"action"'))) {
    const { arg, action, data } = JSON.parse(msg)
    const plain = reference.get(arg.instId) ?? new PlainBook(400)
    reference.set(arg.instId, plain)
    if (action === 'snapshot') plain.clear()
    for (const each of ['bids', 'asks'] as const)
      for (const [price, size] of data[0][each]) plain.set(each, price, size)
    plain.truncate()
  }
  const slots = [...replayed.slots.values()]
  expect(slots).toHaveLength(books)
  expect(slots.reduce((sum, { checksumMatches }) => sum + checksumMatches, 0)).toBe(frames)
  for (const one of slots) {
    expect([one.validity, one.sequenceGaps, one.checksumMismatches]).toEqual(['LIVE', 0, 0])
    expect(levelsOf(one)).toEqual(reference.get(one.symbol)?.levels())
  }
})
