import type { ExchangeId, MarketKind } from '@makas/domain'
import { expect, test } from 'vitest'
import type { ExchangeProtocol } from '../../app/ports/market/exchange-reader.ts'
import { binance } from './binance/map.ts'
import { bybit } from './bybit/map.ts'
import { kraken } from './kraken/map.ts'
import { okx } from './okx/map.ts'
import { levelsOf, ReaderRig } from './testing/recorded.ts'

/** Beyond 2^53, and beyond 2^63: the largest doubles near it are 2,048 apart. */
const ID = 18_446_744_073_709_551_000n

type Case = {
  readonly exchange: ExchangeId
  readonly market: MarketKind
  readonly protocol: ExchangeProtocol
  readonly symbol: string
  readonly channel: string
  readonly place: string
  /** Where a snapshot comes from, if it is another place. */
  readonly snapshotAt?: string
  readonly snapshot: (id: bigint) => string
  /** A change that sets one bid. */
  readonly change: (id: bigint, previous: bigint, price: string, size?: string) => string
}

const okxFrame = (action: string, id: bigint, previous: bigint, bids: string) =>
  `{"arg":{"channel":"books","instId":"SOL-USDT"},"action":"${action}","data":[{"asks":[["2","6","0","1"]],"bids":[${bids}],"ts":"1790394877300","checksum":0,"seqId":${id},"prevSeqId":${previous}}]}`
const bybitFrame = (type: string, id: bigint, bids: string) =>
  `{"topic":"orderbook.50.BTCUSDT","ts":2000,"type":"${type}","data":{"s":"BTCUSDT","b":[${bids}],"a":[["2","6"]],"u":${id},"seq":${id}},"cts":1000}`

const CASES: readonly Case[] = [
  {
    exchange: 'binance',
    market: 'spot',
    protocol: binance,
    symbol: 'BTCUSDT',
    channel: 'depth',
    place: 'wss://stream.binance.com:9443/stream',
    snapshotAt: 'https://api.binance.com/api/v3/depth?symbol=BTCUSDT&limit=1000',
    snapshot: (id) => `{"lastUpdateId":${id},"bids":[["1","5"]],"asks":[["2","6"]]}`,
    change: (id, _previous, price, size = '3') =>
      `{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpdate","E":1000,"s":"BTCUSDT","U":${id},"u":${id},"b":[["${price}","${size}"]],"a":[]}}`,
  },
  {
    exchange: 'okx',
    market: 'spot',
    protocol: okx,
    symbol: 'SOL-USDT',
    channel: 'books',
    place: 'wss://ws.okx.com:8443/ws/v5/public',
    snapshot: (id) => okxFrame('snapshot', id, -1n, '["1","5","0","1"]'),
    change: (id, previous, price, size = '3') => okxFrame('update', id, previous, `["${price}","${size}","0","1"]`),
  },
  {
    exchange: 'bybit',
    market: 'spot',
    protocol: bybit,
    symbol: 'BTCUSDT',
    channel: 'orderbook.50',
    place: 'wss://stream.bybit.com/v5/public/spot',
    snapshot: (id) => bybitFrame('snapshot', id, '["1","5"]'),
    change: (id, _previous, price, size = '3') => bybitFrame('delta', id, `["${price}","${size}"]`),
  },
  {
    exchange: 'kraken',
    market: 'perp',
    protocol: kraken,
    symbol: 'PF_XBTUSD',
    channel: 'book',
    place: 'wss://futures.kraken.com/ws/v1',
    snapshot: (id) =>
      `{"feed":"book_snapshot","product_id":"PF_XBTUSD","timestamp":1790394877300,"seq":${id},"tickSize":null,"bids":[{"price":1,"qty":5}],"asks":[{"price":2,"qty":6}]}`,
    change: (id, _previous, price, size = '3') =>
      `{"feed":"book","product_id":"PF_XBTUSD","side":"buy","seq":${id},"price":${price},"qty":${size},"timestamp":1790394877400}`,
  },
]

test.each(CASES)('[F5] $exchange: ids of twenty digits follow each other, and a missing one is a gap', (one) => {
  const rig = new ReaderRig(one.protocol)
  const slot = rig.open(one.market, one.symbol, [one.channel, 'rest'])
  rig.read(one.snapshotAt ?? one.place, one.snapshot(ID))
  rig.read(one.place, one.change(ID + 1n, ID, '1.5'))
  rig.read(one.place, one.change(ID + 2n, ID + 1n, '1.6'))
  expect(slot.validity).toBe('LIVE')
  expect(levelsOf(slot).bids.map(([price]) => price)).toEqual(['1.6', '1.5', '1'])
  rig.read(one.place, one.change(ID + 4n, ID + 3n, '1.7'))
  expect([slot.validity, slot.sequenceGaps]).toEqual(['RESYNC', 1])
})

test.each(CASES)(
  '[D3] $exchange: a size beyond 2^53 is kept to its last digit, in a change and in a snapshot',
  (one) => {
    const rig = new ReaderRig(one.protocol)
    const slot = rig.open(one.market, one.symbol, [one.channel, 'rest'])
    const sizes = () => levelsOf(slot).bids.map(([, size]) => size)
    rig.read(one.snapshotAt ?? one.place, one.snapshot(7n))
    rig.read(one.place, one.change(8n, 7n, '1.5', '123456789012.12345678'))
    rig.read(one.place, one.change(9n, 8n, '1.4', '0.00000001'))
    expect([slot.validity, sizes()]).toEqual(['LIVE', ['123456789012.12345678', '0.00000001', '5']])
    rig.read(one.place, one.change(10n, 9n, '1.5', '6'))
    expect([slot.validity, sizes()]).toEqual(['LIVE', ['6', '0.00000001', '5']])
    slot.lose('gap')
    const whole = one.snapshot(20n).replace(/"5"|5(?=})/, (size) => size.replace('5', '99999999999.0000001'))
    rig.read(one.snapshotAt ?? one.place, whole)
    rig.read(one.place, one.change(21n, 20n, '1.5', '2'))
    expect([slot.validity, sizes()]).toEqual(['LIVE', ['2', '99999999999.0000001']])
  },
)
