import type { BookSlot } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seedFor } from '../../../../../scripts/run-length.ts'
import { tries } from '../../../../../scripts/tiers.ts'
import type { ExchangeProtocol } from '../../app/ports/market/exchange-reader.ts'
import { binance } from './binance/map.ts'
import { bybit } from './bybit/map.ts'
import { kraken } from './kraken/map.ts'
import { okx } from './okx/map.ts'
import { damaged, levelText } from './testing/damaged.ts'
import { CAPTURES, ReaderRig, recorded } from './testing/recorded.ts'
import { Twins, tops } from './testing/twins.ts'

const FILES = [
  [binance, 'binance/spot_4symbols_20211012.jsonl', 500, 0.5],
  [binance, 'binance/spot_btcusdt_20240809.jsonl', 1_500, 0.05],
  [binance, 'binance/usdm_4symbols_20210722.jsonl', 1_600, 0.4],
  [binance, 'binance/usdm_btcusdt_20240809.jsonl', 1_500, 0.05],
  [okx, 'okx/public_btc-usdt_uni-usd-swap_20220513.jsonl', 400, 0.1],
  [okx, 'okx/l2tbt_xmr-usdt-swap_20210722.jsonl', 500, 0.5],
  [bybit, 'bybit/spot_btc_20260809.jsonl', 400, 0.5],
  [bybit, 'bybit/linear_btc_eth_20260809.jsonl', 700, 0.5],
  [kraken, 'kraken/v2_btcusd_d10_resync_20260801.jsonl', 400, 0.5],
  [kraken, 'kraken/v2_ethusd_d25_20260802.jsonl', 700, 0.8],
  [kraken, 'kraken/futures_v1_pi_eth_xrp_20210722.jsonl', 5_000, 0.98],
] as const

describe.skipIf(CAPTURES === null)('a frame that is read in one go leaves what the general parser leaves', () => {
  test.each(FILES)('[F5] [F8] on recordings: %o %s', (protocol, file, most, share) => {
    const lines = recorded(file)
      .filter(({ dir, url }) => dir === 'in' && protocol.endpoint(new URL(url)) !== null)
      .slice(0, most)
    const twins = new Twins(protocol)
    twins.openAll(lines)
    for (const [at, { url, msg, t }] of lines.entries()) {
      twins.read(url, Buffer.from(msg), t)
      if (at % 25 === 0) twins.compare()
    }
    twins.compare()
    expect(twins.followed).toBeGreaterThan(share * lines.length)
    expect(twins.still).toBeGreaterThan(0)
  })

  test.each([
    [binance, 'binance/spot_4symbols_20211012.jsonl'],
    [binance, 'binance/usdm_4symbols_20210722.jsonl'],
    [okx, 'okx/l2tbt_xmr-usdt-swap_20210722.jsonl'],
    [bybit, 'bybit/spot_btc_20260809.jsonl'],
    [kraken, 'kraken/v2_btcusd_d10_resync_20260801.jsonl'],
    [kraken, 'kraken/futures_v1_pi_eth_xrp_20210722.jsonl'],
  ] as const)('[F7] [F14] with damaged frames between them: %o %s', (protocol, file) => {
    const lines = recorded(file)
      .filter(({ dir, url }) => dir === 'in' && protocol.endpoint(new URL(url)) !== null)
      .slice(0, 60)
    const changes = lines.filter(({ url, msg }) => url.startsWith('ws') && msg.length < 3_000)
    const seed = seedFor(`damaged frames of ${file}`, 23)
    const begun = { followed: 0 }
    fc.assert(
      fc.property(
        fc
          .integer({ min: 0, max: changes.length - 1 })
          .chain((at) => fc.record({ index: fc.constant(at), bytes: damaged([changes[at]?.msg ?? '']) })),
        fc.boolean(),
        ({ index, bytes }, comesAlone) => {
          const twins = new Twins(protocol)
          twins.openAll(lines)
          for (const line of lines) {
            const isIt = line === changes[index]
            if (isIt) {
              twins.read(line.url, bytes, line.t)
              twins.compare()
            }
            if (!isIt || !comesAlone) twins.read(line.url, Buffer.from(line.msg), line.t)
          }
          twins.compare()
          begun.followed += twins.followed
        },
      ),
      { numRuns: tries(150), seed },
    )
    expect(begun.followed).toBeGreaterThan(0)
  })
})

const NOW = 1_800_000_000_000
const SPOT = 'wss://stream.binance.com:9443'
const PERP = 'wss://fstream.binance.com/public'
/** Eight decimals, as Binance's spot market writes all numbers. */
const padded = (text: string) =>
  text.replace(/"(\d+)\.?(\d*)"(?=[,\]])/g, (_, whole, rest) => `"${whole}.${rest.padEnd(8, '0')}"`)
const START = '"b":[["100.25","1.5"],["99","1"]],"a":[["101","1"]]'
const REST = `{"lastUpdateId":10,${START.replace('"b"', '"bids"').replace('"a"', '"asks"')}}`
const sides = (bid: string, ask: string) => `"b":${bid === '' ? '[]' : `[["${bid}","2"]]`},"a":[["${ask}","3.5"]]`
const spotEvent = (first: number, bid: string, ask: string) =>
  `{"e":"depthUpdate","E":${NOW},"s":"BTCUSDT","U":${first},"u":${first},${padded(sides(bid, ask))}}`
const perpEvent = (pair: string) => (first: number, bid: string, ask: string) =>
  `{"e":"depthUpdate","E":${NOW},"T":${NOW - 3},"s":"BTCUSDT",${pair}"U":${first},"u":${first},"pu":${first - 1},${sides(bid, ask)}}`
const inStream =
  (event: (first: number, bid: string, ask: string) => string) => (first: number, bid: string, ask: string) =>
    `{"stream":"btcusdt@depth@100ms","data":${event(first, bid, ask)}}`
const okxFrame = (action: string, first: number, bids: string, ask: string) =>
  `{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"${action}","data":[{"asks":[["${ask}","3.5","0","1"]],"bids":${bids},"ts":"${NOW}","checksum":0,"seqId":${first},"prevSeqId":${action === 'snapshot' ? -1 : first - 1}}]}`
const okxBids = (bid: string) => (bid === '' ? '[]' : `[["${bid}","2","0","12345"]]`)
const bybitFrame = (head: string, first: number, data: string) =>
  `{"topic":"orderbook.200.BTCUSDT",${head},"data":{"s":"BTCUSDT",${data},"u":${first},"seq":${first * 7}},"cts":${NOW - 2}}`
const spotHead = (type: string) => `"ts":${NOW},"type":"${type}"`
const perpHead = (type: string) => `"type":"${type}","ts":${NOW}`
/** A frame of one level: the bid, or the ask where `bid` is empty. */
const futuresChange = (first: number, bid: string, ask: string) => {
  const [side, price, size] = bid === '' ? (['sell', ask, '3.5'] as const) : (['buy', bid, '2.0'] as const)
  const number = price.includes('.') ? price : `${price}.0`
  return `{"feed":"book","product_id":"PF_XBTUSD","side":"${side}","seq":${first},"price":${number},"qty":${size},"timestamp":${NOW}}`
}
const FUTURES = 'wss://futures.kraken.com/ws/v1'
const FUTURES_START = `{"feed":"book_snapshot","product_id":"PF_XBTUSD","timestamp":${NOW},"seq":10,"tickSize":null,"bids":[{"price":100.25,"qty":1.5},{"price":99.0,"qty":1.0}],"asks":[{"price":101.0,"qty":1.0}]}`

type Case = readonly [
  name: string,
  protocol: ExchangeProtocol,
  open: readonly ['spot' | 'perp', string, string],
  start: readonly [url: string, text: string],
  url: string,
  change: (first: number, bid: string, ask: string) => string,
]
const CASES: readonly Case[] = [
  [
    'Binance spot',
    binance,
    ['spot', 'BTCUSDT', 'depth'],
    ['https://api.binance.com/api/v3/depth?symbol=BTCUSDT', REST],
    `${SPOT}/ws`,
    spotEvent,
  ],
  [
    'Binance spot by stream',
    binance,
    ['spot', 'BTCUSDT', 'depth'],
    ['https://api.binance.com/api/v3/depth?symbol=BTCUSDT', REST],
    `${SPOT}/stream?streams=btcusdt@depth`,
    inStream(spotEvent),
  ],
  [
    'Binance spot by stream, on a socket that is told its streams',
    binance,
    ['spot', 'BTCUSDT', 'depth'],
    ['https://api.binance.com/api/v3/depth?symbol=BTCUSDT', REST],
    `${SPOT}/ws`,
    inStream(spotEvent),
  ],
  [
    'Binance USDT-M',
    binance,
    ['perp', 'BTCUSDT', 'depth'],
    ['https://fapi.binance.com/fapi/v1/depth?symbol=BTCUSDT', REST],
    `${PERP}/ws`,
    perpEvent('"ps":"BTCUSDT","st":1,'),
  ],
  [
    'Binance USDT-M by stream, before 2026',
    binance,
    ['perp', 'BTCUSDT', 'depth'],
    ['https://fapi.binance.com/fapi/v1/depth?symbol=BTCUSDT', REST],
    `${PERP}/stream`,
    inStream(perpEvent('')),
  ],
  [
    'OKX',
    okx,
    ['spot', 'BTC-USDT', 'books'],
    [
      'wss://ws.okx.com:8443/ws/v5/public',
      okxFrame('snapshot', 10, '[["100.25","1.5","0","1"],["99","1","0","1"]]', '101'),
    ],
    'wss://ws.okx.com:8443/ws/v5/public',
    (first, bid, ask) => okxFrame('update', first, okxBids(bid), ask),
  ],
  [
    'Bybit spot',
    bybit,
    ['spot', 'BTCUSDT', 'orderbook.200'],
    ['wss://stream.bybit.com/v5/public/spot', bybitFrame(spotHead('snapshot'), 10, START)],
    'wss://stream.bybit.com/v5/public/spot',
    (first, bid, ask) => bybitFrame(spotHead('delta'), first, sides(bid, ask)),
  ],
  [
    'Bybit linear',
    bybit,
    ['perp', 'BTCUSDT', 'orderbook.200'],
    ['wss://stream.bybit.com/v5/public/linear', bybitFrame(perpHead('snapshot'), 10, START)],
    'wss://stream.bybit.com/v5/public/linear',
    (first, bid, ask) => bybitFrame(perpHead('delta'), first, sides(bid, ask)),
  ],
  ['Kraken futures', kraken, ['perp', 'PF_XBTUSD', 'book'], [FUTURES, FUTURES_START], FUTURES, futuresChange],
]

describe.each(CASES)('%s', (_name, protocol, [market, symbol, channel], [startUrl, start], url, change) => {
  const begin = () => {
    const twins = new Twins(protocol)
    twins.open(market, symbol, [channel])
    const read = (text: string, now = NOW) => {
      twins.read(url, Buffer.from(text), now)
      twins.compare()
      return twins.usual.isTopMoved
    }
    twins.read(startUrl, Buffer.from(start), NOW)
    // USDT-M synchronises the first change with a REST book by its own rule.
    const startsUnsynchronised = startUrl.startsWith('http') && market === 'perp'
    expect(read(change(11, '98', '102'))).toBe(startsUnsynchronised ? undefined : false)
    return { twins, read, slot: [...twins.usual.slots.values()][0] as BookSlot }
  }

  test('[F5] a change that follows is read in one go, and says whether a best price moved', () => {
    const { read, slot } = begin()
    expect(read(change(12, '98', '103'))).toBe(false)
    expect(read(change(13, '100.5', '103'))).toBe(true)
    expect(read(change(14, '', '100.75'), NOW + 100)).toBe(true)
    expect(slot).toMatchObject({ seq: 14, frames: 5, receivedAt: NOW + 100, acceptsDeltas: true })
    expect(tops(slot)).toEqual([100.5, 100.75])
  })

  test('[F5] a change that comes again, or after a gap, is left to the general parser', () => {
    const { read, slot } = begin()
    expect(read(change(12, '98', '103'))).toBe(false)
    expect(read(change(12, '98', '103'))).toBeUndefined()
    expect(slot.acceptsDeltas).toBe(true)
    expect(read(change(15, '98', '103'))).toBeUndefined()
    expect(slot).toMatchObject({ acceptsDeltas: false, sequenceGaps: 1 })
    expect(read(change(16, '98', '103'))).toBeUndefined()
  })

  test('[F12] best prices that overlap are watched, and the next change is for the careful eye', () => {
    const { read, slot } = begin()
    expect(read(change(12, '101.5', '103'))).toBeDefined()
    expect(slot.isCrossed).toBe(true)
    expect(read(change(13, '98', '104'), NOW + 10)).toBeUndefined()
    expect(read(change(14, '98', '104'), NOW + 2_000)).toBeUndefined()
    expect(slot.acceptsDeltas).toBe(false)
  })

  test('[F14] zeros before a number, numbers of more digits than the scale, prices of zero and foreign symbols are not', () => {
    for (const [from, to] of [
      ['"103', '"0103'],
      ['"103"', '"103.125"'],
      ['"103.00000000"', '"103.12500000"'],
      ['"103"', '"0"'],
      ['"103.00000000"', '"0.00000000"'],
      ['"103', '"1o3'],
      ['"3.5', '"3,5'],
      ['"3.5"', '"3.5.5"'],
      ['"3.5', '"9123456789012345.5'],
      [':98.0,', ':098.0,'],
      [':98.0,', ':98.125,'],
      [':98.0,', ':0.0,'],
      [':98.0,', ':98.,'],
      [':98.0,', ':-98.0,'],
      [':2.0,', ':2.0.0,'],
      [':2.0,', ':2.0e1,'],
      [':2.0,', ':9123456789012345.5,'],
      ['"buy"', '"bid"'],
      ['"buy"', '"sel"'],
      ['PF_XBTUSD"', 'PF_ETHUSD"'],
      ['BTCUSDT"', 'ETHUSDT"'],
      ['BTC-USDT"', 'ETH-USDT"'],
      ['}', ' }'],
    ] as const) {
      const { twins, read } = begin()
      const text = change(12, '98', '103')
      if (!text.includes(from)) continue
      const { followed } = twins
      read(text.replaceAll(from, to))
      expect([to, twins.followed]).toEqual([to, followed])
    }
  })
})

test('[F5] [F14] Binance: a size of many digits before its padding is read in one go as long as it is exact', () => {
  const [, protocol, [market, symbol, channel], [startUrl, start], url, change] = CASES[0] as Case
  const twins = new Twins(protocol)
  twins.open(market, symbol, [channel])
  twins.read(startUrl, Buffer.from(start), NOW)
  twins.read(url, Buffer.from(change(11, '98', '102')), NOW)
  let next = 12
  /** Whether a size follows by the usual way at the book's scale of one decimal. */
  const isFollowed = (size: string) => {
    const { followed } = twins
    twins.read(url, Buffer.from(change(next++, '98', '103').replace('"3.50000000"', `"${size}"`)), NOW)
    twins.compare()
    return twins.followed > followed
  }
  const whole = fc
    .integer({ min: 9, max: 14 })
    .chain((digits) => fc.stringMatching(new RegExp(`^[1-9]\\d{${digits - 1}}$`)))
  fc.assert(
    fc.property(whole, fc.nat(9), (digits, tenth) => isFollowed(`${digits}.${tenth}0000000`)),
    { numRuns: 300, seed: 5 },
  )
  // A character that is no digit at each place, and a leading zero.
  for (let at = 0; at < 12; at++) {
    const wrong = [...'123456789012']
    wrong[at] = at === 0 ? '0' : ':'
    expect(isFollowed(`${wrong.join('')}.50000000`)).toBe(false)
    twins.read(startUrl, Buffer.from(start.replace('10', String(next))), NOW)
    twins.read(url, Buffer.from(change(++next, '98', '102')), NOW)
    next++
  }
})

test('[F14] Kraken futures: whatever the numbers of a level are, they are read as the general parser reads them', () => {
  let followed = 0
  fc.assert(
    fc.property(levelText, levelText, fc.constantFrom('buy', 'sell'), (price, size, side) => {
      const twins = new Twins(kraken)
      twins.open('perp', 'PF_XBTUSD', ['book'])
      twins.read(FUTURES, Buffer.from(FUTURES_START), NOW)
      const text = futuresChange(11, '98', '').replace('buy', side)
      twins.read(FUTURES, Buffer.from(text.replace('98.0', price).replace('2.0', size)), NOW)
      twins.compare()
      followed += twins.followed
    }),
    { numRuns: 3_000, seed: 7 },
  )
  expect(followed).toBeGreaterThan(20)
})

test('[F14] Kraken futures: a damaged change is refused or read as the general parser reads it', () => {
  let followed = 0
  fc.assert(
    fc.property(damaged([futuresChange(11, '98', '')]), (bytes) => {
      const twins = new Twins(kraken)
      twins.open('perp', 'PF_XBTUSD', ['book'])
      twins.read(FUTURES, Buffer.from(FUTURES_START), NOW)
      twins.read(FUTURES, Buffer.from(bytes), NOW)
      twins.compare()
      followed += twins.followed
    }),
    { numRuns: 3_000, seed: seedFor('damaged futures changes', 29) },
  )
  expect(followed).toBeGreaterThan(0)
})

test('neither a forgotten book nor the book in its place is taken for the book before', () => {
  const rig = new ReaderRig(bybit)
  const url = 'wss://stream.bybit.com/v5/public/spot'
  const first = rig.open('spot', 'BTCUSDT', ['orderbook.200'])
  const read = (text: string) => {
    rig.isTopMoved = undefined
    rig.read(url, text, NOW)
    return rig.isTopMoved
  }
  const frame = (id: number, type = 'delta') => bybitFrame(spotHead(type), id, START)
  read(frame(10, 'snapshot'))
  expect([read(frame(11)), read(frame(12))]).toEqual([false, false])
  const second = rig.open('spot', 'BTCUSDT', ['orderbook.200'])
  rig.forget(first)
  expect(read(frame(13))).toBeUndefined()
  expect([first.seq, second.seq]).toEqual([12, Number.NaN])
  read(frame(20, 'snapshot'))
  expect([read(frame(21)), first.seq, second.seq]).toEqual([false, 12, 21])
})

test('[F15] names without end leave the known names in place', () => {
  const rig = new ReaderRig(bybit)
  const url = 'wss://stream.bybit.com/v5/public/spot'
  const frame = (symbol: string, id: number, type = 'delta') =>
    bybitFrame(spotHead(type), id, START).replaceAll('BTCUSDT', symbol)
  const symbols = Array.from({ length: 300 }, (_, at) => `C${at}USDT`)
  for (const symbol of symbols) {
    rig.open('spot', symbol, ['orderbook.200'])
    rig.read(url, frame(symbol, 10, 'snapshot'), NOW)
    rig.read(url, frame(symbol, 11), NOW)
  }
  for (let at = 0; at < 20_000; at++) rig.read(url, frame(`X${at}USDT`, 10), NOW)
  for (const [at, symbol] of symbols.entries()) {
    rig.isTopMoved = undefined
    rig.read(url, frame(symbol, 12), NOW)
    expect([symbol, rig.isTopMoved, rig.slots.get(`spot ${symbol}`)?.seq]).toEqual([symbol, false, 12])
    expect(at).toBeLessThan(symbols.length)
  }
})
