import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { crc32 } from 'node:zlib'
import { type BookSide, BookSlot, type ExchangeId } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../scripts/figure.ts'
import { messages } from '../../../../scripts/run-length.ts'
import { LIVE_CHANNELS } from '../adapters/exchanges/feeds.ts'
import { PROTOCOLS } from '../adapters/exchanges/protocols.ts'

const HOUR_MS = 3_600_000
const NOW = 1_785_542_400_000
const MIB = 1024 * 1024
/** What the test itself and its runner may allocate between two looks. */
const NOISE_BYTES = MIB
/** Levels of each side that the exchange's own window holds: Kraken's checksum is over them. */
const WINDOW = 10
const FIRST = 100_000_000

/** One step of a market that moves one tick a message, for ever in the same direction. */
type Step = { readonly n: number; readonly bids: readonly Level[]; readonly asks: readonly Level[]; readonly top: Top }
type Level = readonly [ticks: number, lots: number]
type Top = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
type Direction = 'up' | 'down'

/**
 * The side that is left behind is never deleted, as on exchanges that say nothing of levels beyond the depth; on the
 * other one the best level goes and the one behind the window appears again.
 */
function step(n: number, direction: Direction): Step {
  const sign = direction === 'up' ? 1 : -1
  const best = FIRST + sign * n
  const behind = Array.from({ length: WINDOW }, (_, rank): Level => [best - sign * rank, 1])
  const ahead = Array.from({ length: WINDOW }, (_, rank): Level => [best + sign * (1 + rank), 1])
  const moved: readonly Level[] = [
    [best, 0],
    [best + sign * WINDOW, 1],
  ]
  const fresh: readonly Level[] = [[best, 1]]
  return direction === 'up'
    ? { n, bids: fresh, asks: moved, top: { bids: behind, asks: ahead } }
    : { n, bids: moved, asks: fresh, top: { bids: ahead, asks: behind } }
}

const price = (ticks: number) => `${Math.floor(ticks / 100)}.${String(ticks % 100).padStart(2, '0')}`
const size = (lots: number) => `${lots}.00000000`
const pairs = (levels: readonly Level[], rest = '') =>
  `[${levels.map(([ticks, lots]) => `["${price(ticks)}","${size(lots)}"${rest}]`).join(',')}]`
const objects = (levels: readonly Level[]) =>
  `[${levels.map(([ticks, lots]) => `{"price":${price(ticks)},"qty":${size(lots)}}`).join(',')}]`
const checksum = ({ bids, asks }: Top) => {
  const digits = ([ticks, lots]: Level) => (price(ticks) + size(lots)).replaceAll('.', '')
  return crc32([...asks, ...bids].map(digits).join(''))
}

type Talk = {
  readonly url: string
  readonly symbol: string
  /** The first book, and where it is asked for. */
  readonly snapshot: (step: Step) => { readonly url?: string; readonly text: string }
  readonly change: (step: Step) => string
}

const TALKS: Readonly<Record<ExchangeId, Talk>> = {
  binance: {
    url: 'wss://stream.binance.com:9443/ws',
    symbol: 'BTCUSDT',
    snapshot: ({ n, top }) => ({
      url: 'https://api.binance.com/api/v3/depth?symbol=BTCUSDT&limit=100',
      text: `{"lastUpdateId":${n + 1},"bids":${pairs(top.bids)},"asks":${pairs(top.asks)}}`,
    }),
    change: ({ n, bids, asks }) =>
      `{"e":"depthUpdate","E":${NOW + n},"s":"BTCUSDT","U":${n + 1},"u":${n + 1},"b":${pairs(bids)},"a":${pairs(asks)}}`,
  },
  okx: {
    url: 'wss://ws.okx.com:8443/ws/v5/public',
    symbol: 'BTC-USDT',
    snapshot: ({ n, top }) => ({
      text: `{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"snapshot","data":[{"asks":${pairs(top.asks, ',"0","1"')},"bids":${pairs(top.bids, ',"0","1"')},"ts":"${NOW + n}","checksum":0,"seqId":${n + 1},"prevSeqId":-1}]}`,
    }),
    change: ({ n, bids, asks }) =>
      `{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"update","data":[{"asks":${pairs(asks, ',"0","1"')},"bids":${pairs(bids, ',"0","1"')},"ts":"${NOW + n}","checksum":0,"seqId":${n + 1},"prevSeqId":${n}}]}`,
  },
  bybit: {
    url: 'wss://stream.bybit.com/v5/public/spot',
    symbol: 'BTCUSDT',
    snapshot: ({ n, top }) => ({
      text: `{"topic":"orderbook.50.BTCUSDT","ts":${NOW + n},"type":"snapshot","data":{"s":"BTCUSDT","b":${pairs(top.bids)},"a":${pairs(top.asks)},"u":${n + 2},"seq":${n + 2}},"cts":${NOW + n}}`,
    }),
    change: ({ n, bids, asks }) =>
      `{"topic":"orderbook.50.BTCUSDT","ts":${NOW + n},"type":"delta","data":{"s":"BTCUSDT","b":${pairs(bids)},"a":${pairs(asks)},"u":${n + 2},"seq":${n + 2}},"cts":${NOW + n}}`,
  },
  kraken: {
    url: 'wss://ws.kraken.com/v2',
    symbol: 'BTC/USDT',
    snapshot: ({ n, top }) => ({
      text: `{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USDT","bids":${objects(top.bids)},"asks":${objects(top.asks)},"checksum":${checksum(top)},"timestamp":"${new Date(NOW + n).toISOString()}"}]}`,
    }),
    change: ({ n, bids, asks, top }) =>
      `{"channel":"book","type":"update","data":[{"symbol":"BTC/USDT","bids":${objects(bids)},"asks":${objects(asks)},"checksum":${checksum(top)},"timestamp":"${new Date(NOW + n).toISOString()}"}]}`,
  },
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Bytes of everything that is still in use. */
function inUse(): number {
  for (let turn = 0; turn < 3; turn++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const capacity = ({ prices, sizes, texts }: BookSide) => prices.length + sizes.length + (texts?.length ?? 0)

test.for(PROTOCOLS)(
  '[F10] $exchange: a book that is truncated at each message takes the same memory for ever',
  {
    timeout: HOUR_MS,
  },
  ({ exchange, ...protocol }, context) => {
    const talk = TALKS[exchange]
    const chosen = protocol.choose(new Set([LIVE_CHANNELS[exchange].spot]))
    if (chosen === null) throw new Error('the live channel makes no book')
    const wrong: string[] = []
    /** Counted from where the book is as deep as it gets. */
    const count = messages(2_000_000)
    const from = chosen.depth
    const last = from + count
    let grown = 0
    let capacities = ''
    let deepest = 0
    for (const direction of ['up', 'down'] as const) {
      const slot = new BookSlot(exchange, 'spot', talk.symbol, chosen)
      slot.channel = chosen.channel
      const reader = protocol.reader({
        slot: (market, name) => (market === 'spot' && name === talk.symbol ? slot : null),
        touched: () => undefined,
        lost: (_, reason) => wrong.push(`lost: ${reason}`),
        instruments: () => undefined,
        control: () => undefined,
        fact: () => undefined,
        refused: (_, why) => wrong.push(why),
      })
      const read = (url: string, text: string, n: number) => {
        const endpoint = protocol.endpoint(new URL(url))
        if (endpoint === null) throw new Error(`no endpoint of ${exchange}`)
        reader.read(endpoint, Buffer.from(text), NOW + n)
      }
      const first = talk.snapshot(step(0, direction))
      read(first.url ?? talk.url, first.text, 0)
      const endpoint = protocol.endpoint(new URL(talk.url))
      if (endpoint === null) throw new Error(`no endpoint of ${exchange}`)
      const { bids, asks } = slot.book
      let before = { bytes: 0, capacity: 0 }
      for (let n = 1; n <= last; n++) {
        reader.read(endpoint, Buffer.from(talk.change(step(n, direction))), NOW + n)
        deepest = Math.max(deepest, bids.count, asks.count)
        if (n === from + count / 10) before = { bytes: inUse(), capacity: capacity(bids) + capacity(asks) }
      }
      grown = Math.max(grown, inUse() - before.bytes)
      capacities = `${before.capacity} and ${capacity(bids) + capacity(asks)}`
      expect(capacity(bids) + capacity(asks)).toBe(before.capacity)
      // Ten are told of ahead; all that was left behind was told of, and is kept to the depth.
      const [behind, ahead] = direction === 'up' ? [bids, asks] : [asks, bids]
      expect([behind.count, ahead.count]).toEqual([chosen.depth, WINDOW])
      const { top } = step(last, direction)
      for (const side of ['bids', 'asks'] as const) {
        const scale = 10 ** (slot.book.priceDecimals - 2)
        const found = Array.from({ length: WINDOW }, (_, rank) => slot.book[side].priceAt(rank) / scale)
        expect(found).toEqual(top[side].map(([ticks]) => ticks))
      }
    }
    recordFigure(context, {
      row: 'F10',
      wanted: 'truncated to the subscribed depth; memory flat',
      measured: `${exchange}: ${deepest} levels at most, ${capacities} array places after ${count / 10} and ${count} messages, ${Math.round(grown / 1024)} KiB grown between`,
      seed: 0,
    })
    expect(wrong.slice(0, 5)).toEqual([])
    expect(deepest).toBe(chosen.depth)
    expect(grown).toBeLessThan(NOISE_BYTES)
  },
)
