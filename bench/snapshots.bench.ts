// Snapshots of 400 levels a side, in each exchange's own format, → reader → empty books, as when a server starts or its
// connections come back (performance.md, Targets). Baseline: `JSON.parse` of the same bytes.
import { crc32 } from 'node:zlib'
import { BookSlot, type MarketKind } from '@makas/domain'
import { binance } from '../apps/server/src/adapters/exchanges/binance/map.ts'
import { bybit } from '../apps/server/src/adapters/exchanges/bybit/map.ts'
import { kraken } from '../apps/server/src/adapters/exchanges/kraken/map.ts'
import { okx } from '../apps/server/src/adapters/exchanges/okx/map.ts'
import type { Endpoint, ExchangeProtocol } from '../apps/server/src/app/ports/market/exchange-reader.ts'
import { printFigure } from './figures/figure-line.ts'
import { interleaved, short } from './figures/measure.ts'
import { runLength } from './figures/run-length.ts'
import { parseAll } from './traffic/frame.ts'

const SIZES = { tiny: { books: 20, rounds: 1 }, usual: { books: 2_000, rounds: 5 }, long: { books: 2_000, rounds: 15 } }
const LEVELS = 400
const NOW = 1_800_000_000_000
const { books, rounds } = SIZES[runLength()]

type Level = readonly [price: string, size: string]
type Sides = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
type Kind = {
  readonly name: string
  readonly protocol: ExchangeProtocol
  readonly market: MarketKind
  readonly channel: string
  readonly symbol: (at: number) => string
  readonly url: (symbol: string) => string
  readonly text: (symbol: string, sides: Sides) => string
}

const quoted = (levels: readonly Level[]) => `[${levels.map(([price, size]) => `["${price}","${size}"]`).join()}]`
const padded = (levels: readonly Level[]) => quoted(levels.map(([price, size]) => [eight(price), eight(size)]))
const eight = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(8, '0')}`
}
const okxLevels = (levels: readonly Level[]) =>
  `[${levels.map(([price, size], at) => `["${price}","${size}","0","${at + 1}"]`).join()}]`
const krakenLevels = (levels: readonly Level[], written = (text: string) => text) =>
  `[${levels.map(([price, size]) => `{"price":${written(price)},"qty":${written(size)}}`).join()}]`
/** Kraken's futures write no number without a dot. */
const dotted = (text: string) => (text.includes('.') ? text : `${text}.0`)
const digits = (levels: readonly Level[]) =>
  levels
    .slice(0, 10)
    .flat()
    .map((text) => text.replace('.', '').replace(/^0+/, ''))
    .join('')

const KINDS: readonly Kind[] = [
  {
    name: 'okx',
    protocol: okx,
    market: 'spot',
    channel: 'books',
    symbol: (at) => `C${at}-USDT`,
    url: () => 'wss://ws.okx.com:8443/ws/v5/public',
    text: (symbol, { bids, asks }) =>
      `{"arg":{"channel":"books","instId":"${symbol}"},"action":"snapshot","data":[{"asks":${okxLevels(asks)},"bids":${okxLevels(bids)},"ts":"${NOW}","checksum":0,"seqId":10,"prevSeqId":-1}]}`,
  },
  {
    name: 'bybit',
    protocol: bybit,
    market: 'spot',
    channel: 'orderbook.1000',
    symbol: (at) => `C${at}USDT`,
    url: () => 'wss://stream.bybit.com/v5/public/spot',
    text: (symbol, { bids, asks }) =>
      `{"topic":"orderbook.1000.${symbol}","ts":${NOW},"type":"snapshot","data":{"s":"${symbol}","b":${quoted(bids)},"a":${quoted(asks)},"u":10,"seq":70},"cts":${NOW}}`,
  },
  {
    name: 'kraken',
    protocol: kraken,
    market: 'spot',
    channel: 'book.500',
    symbol: (at) => `C${at}/USD`,
    url: () => 'wss://ws.kraken.com/v2',
    text: (symbol, { bids, asks }) =>
      `{"channel":"book","type":"snapshot","data":[{"symbol":"${symbol}","bids":${krakenLevels(bids)},"asks":${krakenLevels(asks)},"checksum":${crc32(digits(asks) + digits(bids))},"timestamp":"2027-01-15T08:00:00.123456Z"}]}`,
  },
  {
    name: 'kraken futures',
    protocol: kraken,
    market: 'perp',
    channel: 'book',
    symbol: (at) => `PF_C${at}USD`,
    url: () => 'wss://futures.kraken.com/ws/v1',
    text: (symbol, { bids, asks }) =>
      `{"feed":"book_snapshot","product_id":"${symbol}","timestamp":${NOW},"seq":10,"tickSize":null,"bids":${krakenLevels(bids, dotted)},"asks":${krakenLevels(asks, dotted)}}`,
  },
  {
    name: 'binance',
    protocol: binance,
    market: 'spot',
    channel: 'depth',
    symbol: (at) => `C${at}USDT`,
    url: (symbol) => `https://api.binance.com/api/v3/depth?symbol=${symbol}&limit=1000`,
    text: (_, { bids, asks }) => `{"lastUpdateId":10,"bids":${padded(bids)},"asks":${padded(asks)}}`,
  },
]

/**
 * Levels of book number `at`, 0 to 19: prices around 100 to 670 with two decimals, sizes with none to five decimals.
 */
function sides(at: number): Sides {
  const middle = 10_000 + at * 3_000
  const level = (rank: number, sign: number): Level => {
    const price = ((middle + sign * (1 + rank)) / 100).toFixed(2)
    return [price, (((rank * 7_919 + at * 104_729) % 900_000) / 1_000 + 1.001).toFixed(rank % 6)]
  }
  const ranks = Array.from({ length: LEVELS }, (_, rank) => rank)
  return { bids: ranks.map((rank) => level(rank, -1)), asks: ranks.map((rank) => level(rank, 1)) }
}

for (const kind of KINDS) measure(kind)

function measure({ name, protocol, market, channel, symbol, url, text }: Kind): void {
  const chosen = protocol.choose(new Set([channel]))
  if (chosen === null) throw new Error(`${name} has no channel ${channel}`)
  const slots = new Map<string, BookSlot>()
  const frames: { readonly endpoint: Endpoint; readonly bytes: Buffer; readonly slot: BookSlot }[] = []
  for (let at = 0; at < books; at++) {
    const one = symbol(at)
    const slot = new BookSlot(protocol.exchange, market, one, chosen)
    slot.channel = chosen.channel
    slots.set(one, slot)
    const endpoint = protocol.endpoint(new URL(url(one)))
    if (endpoint === null) throw new Error(`no url of ${name}: ${url(one)}`)
    frames.push({ endpoint, bytes: Buffer.from(text(one, sides(at % 20))), slot })
  }
  const trouble = (what: string) => {
    throw new Error(`${name}: ${what}`)
  }
  const ignore = () => undefined
  const reader = protocol.reader({
    slot: (_, one) => slots.get(one) ?? null,
    touched: ignore,
    lost: (slot, reason) => trouble(`${slot.symbol} lost: ${reason}`),
    instruments: ignore,
    control: ignore,
    fact: ignore,
    refused: (_, why) => trouble(`refused: ${why}`),
  })
  const took = interleaved(
    [
      {
        name: 'own',
        prepare: () => {
          for (const { slot } of frames) {
            slot.lose('down')
            reader.forget(slot)
          }
        },
        run: () => {
          for (const { endpoint, bytes } of frames) reader.read(endpoint, bytes, NOW)
        },
      },
      { name: 'JSON.parse', run: () => parseAll(frames) },
    ],
    { rounds, runs: 1 },
  )
  for (const { slot } of frames) {
    const { bids, asks } = slot.book
    if (!slot.acceptsDeltas || bids.count !== LEVELS || asks.count !== LEVELS) trouble(`${slot.symbol} has no book`)
  }
  const own = took.get('own') ?? Number.NaN
  const parsing = took.get('JSON.parse') ?? Number.NaN
  printFigure({
    bench: 'snapshots',
    metric: `${books} first snapshots of ${LEVELS} levels a side, ${name}`,
    value: short(own / 1_000),
    unit: 'ms CPU',
    baseline: `JSON.parse alone ${short(parsing / 1_000)} ms`,
    ratio: short(parsing / own),
  })
}
