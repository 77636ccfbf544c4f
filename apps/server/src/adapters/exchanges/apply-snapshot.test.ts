import { crc32 } from 'node:zlib'
import type { BookSlot } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedFor } from '../../../../../scripts/run-length.ts'
import type { ExchangeProtocol } from '../../app/ports/market/exchange-reader.ts'
import { binance } from './binance/map.ts'
import { bybit } from './bybit/map.ts'
import { kraken } from './kraken/map.ts'
import { okx } from './okx/map.ts'
import { damaged, levelText } from './testing/damaged.ts'
import { CAPTURES, recorded } from './testing/recorded.ts'
import { Twins, tops } from './testing/twins.ts'

const NOW = 1_800_000_000_000
const RUNS = 1_500

type Case = {
  readonly protocol: ExchangeProtocol
  readonly open: readonly ['spot' | 'perp', string, string]
  /** Address of the snapshot; `changeUrl` where changes come by another one. */
  readonly url: string
  readonly changeUrl?: string
  /** How its exchange writes a number. */
  readonly written?: (number: string) => string
  /** A snapshot of one level a side: an ask of 120.67 and a size of 60.475897, a bid of 120.66 and 3.50. */
  readonly snapshot: string
  /** The change after the snapshot; `startsUnsynchronised`: it synchronises the book, so the general parser reads it. */
  readonly change: string
  readonly startsUnsynchronised?: boolean
  /** The change after `change`. */
  readonly next?: string
  /** A later snapshot, where a snapshot with the first one's id is a repeat or too old. */
  readonly other?: string
  /** The snapshot with another book's checksum. */
  readonly checksumMismatch?: string
}

const okxFrame = (action: string, rest: string, levels: string) =>
  `{"arg":{"channel":"books","instId":"SOL-USDT"},"action":"${action}","data":[{${levels},"ts":"1790394877300"${rest}}]}`
const OKX_LEVELS = '"asks":[["120.67","60.475897","0","5"]],"bids":[["120.66","3.50","0","1"]]'
const OKX_CHANGE = '"asks":[["120.67","60.475897","0","5"]],"bids":[["120.66","0","0","0"]]'
const OKX = { protocol: okx, open: ['spot', 'SOL-USDT', 'books'], url: 'wss://ws.okx.com:8443/ws/v5/public' } as const

const bybitFrame = (head: string, last: number, levels: string) =>
  `{"topic":"orderbook.50.SOLUSDT",${head},"data":{"s":"SOLUSDT",${levels},"u":${last},"seq":112488545865},"cts":1786310816585}`
const bybitHead = (type: string) => `"ts":1786310816618,"type":"${type}"`
const bybitPerpHead = (type: string) => `"type":"${type}","ts":1786310816618`
const BYBIT_LEVELS = '"b":[["120.66","3.50"]],"a":[["120.67","60.475897"]]'
const BYBIT_CHANGE = '"b":[["120.66","0"]],"a":[["120.67","60.4758970"]]'
const BYBIT_SPOT = {
  protocol: bybit,
  open: ['spot', 'SOLUSDT', 'orderbook.50'],
  url: 'wss://stream.bybit.com/v5/public/spot',
} as const
const BYBIT_PERP = {
  protocol: bybit,
  open: ['perp', 'SOLUSDT', 'orderbook.50'],
  url: 'wss://stream.bybit.com/v5/public/linear',
} as const
const krakenFrame = (type: string, levels: string, digits: string, wrong = 0) =>
  `{"channel":"book","type":"${type}","data":[{"symbol":"SOL/USD",${levels},"checksum":${crc32(digits) - wrong},"timestamp":"2026-08-01T02:54:11.677289Z"}]}`
const KRAKEN_LEVELS = '"bids":[{"price":120.66,"qty":3.50}],"asks":[{"price":120.67,"qty":60.475897}]'
const KRAKEN_DIGITS = '120676047589712066350'
/** Sets a checksum that fits the levels: with Kraken that of their digits, with OKX zero, which means none. */
function proven(text: string): string {
  if (!text.includes('"channel":"book",')) return text.replace(/"checksum":-?\d+/, '"checksum":0')
  const [bid = '', ask = ''] = [...text.matchAll(/"price":([^,]*),"qty":([^}]*)\}/g)].map(([, price = '', size = '']) =>
    [price, size].map((number) => number.replace('.', '').replace(/^0+/, '')).join(''),
  )
  return text.replace(/"checksum":\d+/, `"checksum":${crc32(ask + bid)}`)
}

const futuresFrame = (levels: string) =>
  `{"feed":"book_snapshot","product_id":"PF_SOLUSD","timestamp":1786310816618,"seq":157,"tickSize":null,${levels}}`
const futuresChange = (seq: number, side: string, price: string, size: string) =>
  `{"feed":"book","product_id":"PF_SOLUSD","side":"${side}","seq":${seq},"price":${price},"qty":${size},"timestamp":1786310816718}`
const FUTURES = {
  protocol: kraken,
  open: ['perp', 'PF_SOLUSD', 'book'],
  url: 'wss://futures.kraken.com/ws/v1',
  snapshot: futuresFrame(KRAKEN_LEVELS),
  change: futuresChange(158, 'buy', '120.66', '0.0'),
} as const

const eight = (number: string) => {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(number) ?? []
  return whole === undefined ? number : `${whole}.${fraction.padEnd(8, '0')}`
}
const restBook = (id: number, times: string, written: (number: string) => string) =>
  `{"lastUpdateId":${id}${times},"bids":[["${written('120.66')}","${written('3.50')}"]],"asks":[["${written('120.67')}","${written('60.475897')}"]]}`
const TIMES = ',"E":1786310816618,"T":1786310816610'
const OKX_CHECKSUM = crc32('120.66:3.50:120.67:60.475897') | 0

const CASES: readonly (readonly [name: string, Case])[] = [
  [
    'OKX',
    {
      ...OKX,
      snapshot: okxFrame('snapshot', ',"checksum":0,"seqId":32032594283,"prevSeqId":-1', OKX_LEVELS),
      change: okxFrame('update', ',"checksum":0,"seqId":32032594315,"prevSeqId":32032594283', OKX_CHANGE),
    },
  ],
  [
    'OKX, from before sequence ids',
    {
      ...OKX,
      snapshot: okxFrame('snapshot', `,"checksum":${OKX_CHECKSUM}`, OKX_LEVELS),
      change: okxFrame('update', '', OKX_CHANGE),
      checksumMismatch: okxFrame('snapshot', `,"checksum":${OKX_CHECKSUM - 1}`, OKX_LEVELS),
    },
  ],
  [
    'Bybit spot',
    {
      ...BYBIT_SPOT,
      snapshot: bybitFrame(bybitHead('snapshot'), 62505425, BYBIT_LEVELS),
      change: bybitFrame(bybitHead('delta'), 62505426, BYBIT_CHANGE),
      other: bybitFrame(bybitHead('snapshot'), 62505499, BYBIT_LEVELS),
    },
  ],
  [
    'Bybit linear, without the matching time',
    {
      ...BYBIT_PERP,
      snapshot: bybitFrame(bybitPerpHead('snapshot'), 62505425, BYBIT_LEVELS).replace(/,"cts":\d+/, ''),
      change: bybitFrame(bybitPerpHead('delta'), 62505426, BYBIT_CHANGE),
      other: bybitFrame(bybitPerpHead('snapshot'), 1, BYBIT_LEVELS),
    },
  ],
  [
    'Binance spot over REST',
    {
      protocol: binance,
      open: ['spot', 'SOLUSDT', 'depth'],
      url: 'https://api.binance.com/api/v3/depth?symbol=SOLUSDT',
      changeUrl: 'wss://stream.binance.com:9443/ws',
      written: eight,
      snapshot: restBook(157, '', eight),
      change: `{"e":"depthUpdate","E":1786310816618,"s":"SOLUSDT","U":158,"u":160,"b":[["120.66000000","0.00000000"]],"a":[["120.67000000","60.47589700"]]}`,
      other: restBook(160, '', eight),
    },
  ],
  [
    'Binance USDT-M over REST',
    {
      protocol: binance,
      open: ['perp', 'SOLUSDT', 'depth'],
      url: 'https://fapi.binance.com/fapi/v1/depth?symbol=SOLUSDT',
      changeUrl: 'wss://fstream.binance.com/public/stream?streams=solusdt@depth',
      snapshot: restBook(157, TIMES, (number) => number),
      change: `{"stream":"solusdt@depth","data":{"e":"depthUpdate","E":1786310816618,"T":1786310816610,"s":"SOLUSDT","U":150,"u":160,"pu":157,"b":[["120.66","0"]],"a":[["120.67","60.475897"]]}}`,
      startsUnsynchronised: true,
      next: `{"stream":"solusdt@depth","data":{"e":"depthUpdate","E":1786310816718,"T":1786310816710,"s":"SOLUSDT","ps":"SOLUSDT","st":1,"U":161,"u":169,"pu":160,"b":[["120.650","0.1"]],"a":[]}}`,
      other: restBook(160, TIMES, (number) => number),
    },
  ],
  [
    'Kraken',
    {
      protocol: kraken,
      open: ['spot', 'SOL/USD', 'book.10'],
      url: 'wss://ws.kraken.com/v2',
      snapshot: krakenFrame('snapshot', KRAKEN_LEVELS, KRAKEN_DIGITS),
      change: krakenFrame('update', '"bids":[{"price":120.66,"qty":0.0}],"asks":[]', '1206760475897'),
      checksumMismatch: krakenFrame('snapshot', KRAKEN_LEVELS, KRAKEN_DIGITS, 1),
    },
  ],
  ['Kraken futures', FUTURES],
]

describe.each(CASES)('a snapshot of %s', (name, parts) => {
  const {
    protocol,
    open,
    url,
    changeUrl = url,
    snapshot,
    change,
    startsUnsynchronised,
    next,
    other,
    checksumMismatch,
  } = parts
  const { written = (number: string) => number } = parts
  const [market, symbol, channel] = open
  const begin = () => {
    const twins = new Twins(protocol)
    twins.open(market, symbol, [channel])
    const read = (frame: string | Uint8Array, now = NOW) => {
      twins.read(frame === change ? changeUrl : url, typeof frame === 'string' ? Buffer.from(frame) : frame, now)
      twins.compare()
    }
    return { twins, read, slot: [...twins.usual.slots.values()][0] as BookSlot }
  }

  test('[F5] is read in one go when it is the first frame of its book, and a change follows on it', () => {
    const { twins, read, slot } = begin()
    read(snapshot)
    expect([twins.replaced, tops(slot)]).toEqual([1, [120.66, 120.67]])
    read(change)
    expect([twins.followed, tops(slot)]).toEqual([startsUnsynchronised === true ? 0 : 1, [null, 120.67]])
  })

  test('[F5] is read in one go when its book was lost, or still stands', () => {
    const { twins, read, slot } = begin()
    read(snapshot)
    for (const rig of [twins.usual, twins.careful]) for (const one of rig.slots.values()) one.lose('gap')
    read(snapshot, NOW + 5)
    expect([slot.resyncs, slot.snapshots, slot.validity]).toEqual([1, 2, 'LIVE'])
    read(change, NOW + 10)
    read(other ?? snapshot, NOW + 15)
    expect([twins.replaced, slot.snapshots, tops(slot)]).toEqual([3, 3, [120.66, 120.67]])
  })

  test('[F12] whose best prices overlap is watched', () => {
    const { twins, read, slot } = begin()
    read(proven(snapshot.replace(written('120.67'), written('119.5'))))
    expect([twins.replaced, slot.isCrossed, slot.acceptsDeltas]).toEqual([1, true, true])
  })

  if (checksumMismatch !== undefined)
    test('[F8] with another book’s checksum loses the book', () => {
      const { twins, read, slot } = begin()
      read(checksumMismatch)
      expect([twins.replaced, slot.acceptsDeltas, slot.checksumMismatches]).toEqual([0, false, 1])
      read(snapshot)
      expect([twins.replaced, slot.acceptsDeltas, slot.checksumMatches]).toEqual([1, true, 1])
    })

  test('[F14] that is damaged is refused, or read as the general parser reads it, whatever the book was', () => {
    let replaced = 0
    fc.assert(
      fc.property(damaged([snapshot]), fc.boolean(), (bytes, comesFirst) => {
        const { twins, read } = begin()
        if (!comesFirst) read(snapshot)
        const before = twins.replaced
        read(bytes)
        replaced += twins.replaced - before
        read(change)
        read(snapshot)
      }),
      { numRuns: RUNS, seed: seedFor(`damaged snapshots of ${name}`, 31) },
    )
    expect(replaced).toBeGreaterThan(5)
  })

  test('[F14] is followed by changes, which are refused where they are damaged, or read as the general parser reads them', () => {
    let followed = 0
    fc.assert(
      fc.property(damaged([next ?? change]), (bytes) => {
        const { twins, read } = begin()
        read(snapshot)
        if (startsUnsynchronised === true) read(change)
        const before = twins.followed
        twins.read(changeUrl, bytes, NOW)
        twins.compare()
        followed += twins.followed - before
      }),
      { numRuns: RUNS, seed: seedFor(`damaged changes of ${name}`, 41) },
    )
    expect(followed).toBeGreaterThan(5)
  })

  test('[F14] has the scale that the general parser gives it, whatever its numbers are', () => {
    let replaced = 0
    const level = fc.tuple(levelText, levelText)
    const usual = fc.stringMatching(/^(0|[1-9]\d{0,5})\.\d{1,8}0{0,3}$/)
    fc.assert(
      fc.property(fc.oneof(level, fc.tuple(usual, usual)), fc.oneof(level, fc.tuple(usual, usual)), (ask, bid) => {
        const { twins, read } = begin()
        const text = snapshot.replace(written('120.67'), written(ask[0])).replace(written('60.475897'), written(ask[1]))
        read(proven(text.replace(written('120.66'), written(bid[0])).replace(written('3.50'), written(bid[1]))))
        replaced += twins.replaced
      }),
      { numRuns: RUNS, seed: seedFor(`levels of snapshots of ${name}`, 37) },
    )
    expect(replaced).toBeGreaterThan(RUNS / 5)
  })
})

test.each(['checksum', 'seqId', 'prevSeqId'])('[F14] OKX: a snapshot whose %s is a lone minus is no JSON', (key) => {
  const text = okxFrame('snapshot', ',"checksum":0,"seqId":32032594283,"prevSeqId":-1', OKX_LEVELS)
  const twins = new Twins(okx)
  twins.open('spot', 'SOL-USDT', ['books'])
  twins.read(OKX.url, Buffer.from(text.replace(new RegExp(`"${key}":-?\\d+`), `"${key}":-`)), NOW)
  twins.compare()
  expect(twins.replaced).toBe(0)
})

test.each([
  ['an exponent', '60.475897', '1.0E7'],
  ['an exponent of a price', '120.67', '1.2067e2'],
  ['a minus', '60.475897', '-60.475897'],
  ['more digits than a double holds', '60.475897', '9123456789012345.5'],
  ['numbers as texts', '"price":120.66,"qty":3.50', '"price":"120.66","qty":"3.50"'],
  ['size before price', '"price":120.66,"qty":3.50', '"qty":3.50,"price":120.66'],
  ['one level without a size', '"price":120.66,"qty":3.50', '"price":120.66'],
  ['asks before bids', KRAKEN_LEVELS, KRAKEN_LEVELS.replace(/("bids":.*),("asks":.*)/, '$2,$1')],
  ['no asks', KRAKEN_LEVELS, KRAKEN_LEVELS.replace(/,"asks":.*/, '')],
  ['no level at all', KRAKEN_LEVELS, '"bids":[],"asks":[]'],
  ['number before time', '"timestamp":1786310816618,"seq":157', '"seq":157,"timestamp":1786310816618'],
  ['no number', '"seq":157,', ''],
  ['a number below zero', '"seq":157', '"seq":-157'],
  ['no time', '"timestamp":1786310816618,', ''],
  ['a time in microseconds', '1786310816618', '1786310816618000'],
  ['a tick', '"tickSize":null', '"tickSize":0.01'],
  ['no tick', '"tickSize":null,', ''],
  ['another product', 'PF_SOLUSD', 'PF_ETHUSD'],
  ['a field more', ',"seq"', ',"depth":1,"seq"'],
  ['a field twice', ',"seq"', ',"seq":156,"seq"'],
])('[F14] Kraken futures: a snapshot with %s is for the general parser', (_, from, to) => {
  const text = FUTURES.snapshot.replace(from, to)
  expect(text).not.toBe(FUTURES.snapshot)
  for (const before of [[], [FUTURES.snapshot]]) {
    const twins = new Twins(kraken)
    twins.open('perp', 'PF_SOLUSD', ['book'])
    for (const frame of [...before, text, FUTURES.change]) {
      twins.read(FUTURES.url, Buffer.from(frame), NOW)
      twins.compare()
    }
    expect(twins.replaced).toBe(before.length)
  }
})

const FILES = [
  [binance, 'binance/spot_4symbols_20211012.jsonl', 4],
  [binance, 'binance/spot_btcusdt_20240809.jsonl', 1],
  [binance, 'binance/usdm_4symbols_20210722.jsonl', 4],
  [binance, 'binance/usdm_btcusdt_20240809.jsonl', 1],
  [bybit, 'bybit/spot_btc_20260809.jsonl', 1],
  [bybit, 'bybit/linear_btc_eth_20260809.jsonl', 2],
  [kraken, 'kraken/v2_btcusd_d10_resync_20260801.jsonl', 5],
  [kraken, 'kraken/v2_btcusd_d25_20260802.jsonl', 1],
  [kraken, 'kraken/futures_v1_pi_eth_xrp_20210722.jsonl', 2],
  [okx, 'okx/books_sol-usdt_20260926_excerpt.jsonl', 1],
  [okx, 'okx/l2tbt_elon-usdt_uni-usd-swap_20220227.jsonl', 4],
  [okx, 'okx/l2tbt_xmr-usdt-swap_20210722.jsonl', 3],
  [okx, 'okx/public_btc-usdt_uni-usd-swap_20220513.jsonl', 2],
] as const

test.skipIf(CAPTURES === null).each(FILES)(
  '[F5] recorded snapshots are read in one go: %o %s',
  (protocol, file, count) => {
    const lines = recorded(file).filter(({ dir, url }) => dir === 'in' && protocol.endpoint(new URL(url)) !== null)
    const twins = new Twins(protocol)
    twins.openAll(lines)
    for (const { url, msg, t } of lines) {
      const before = twins.replaced
      twins.read(url, Buffer.from(msg), t)
      if (twins.replaced > before) twins.compare()
    }
    twins.compare()
    expect(twins.replaced).toBe(count)
  },
)
