import { BookSlot, type ExchangeId, WIDE } from '@makas/domain'
import { expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { LIVE_CHANNELS } from '../../adapters/exchanges/feeds.ts'
import { PROTOCOLS } from '../../adapters/exchanges/protocols.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import type { Endpoint, ExchangeProtocol } from '../../app/ports/market/exchange-reader.ts'

const HOUR_MS = 3_600_000
const NOW = 1_785_542_400_000

/** One valid book message of each exchange, as its socket sends it: a snapshot, of Binance a change. */
const GOOD: Readonly<Record<ExchangeId, { url: string; symbol: string; change: string }>> = {
  binance: {
    url: 'wss://stream.binance.com:9443/ws',
    symbol: 'BTCUSDT',
    change:
      '{"e":"depthUpdate","E":1785542400000,"s":"BTCUSDT","U":101,"u":102,"b":[["100.10000000","1.50000000"]],"a":[["100.20000000","0.00000000"],["100.30000000","2.00000000"]]}',
  },
  okx: {
    url: 'wss://ws.okx.com:8443/ws/v5/public',
    symbol: 'BTC-USDT',
    change:
      '{"arg":{"channel":"books","instId":"BTC-USDT"},"action":"snapshot","data":[{"asks":[["100.2","1.5","0","3"],["100.3","2","0","1"]],"bids":[["100.1","1","0","2"]],"ts":"1785542400000","checksum":0,"seqId":101,"prevSeqId":-1}]}',
  },
  bybit: {
    url: 'wss://stream.bybit.com/v5/public/spot',
    symbol: 'BTCUSDT',
    change:
      '{"topic":"orderbook.50.BTCUSDT","ts":1785542400000,"type":"snapshot","data":{"s":"BTCUSDT","b":[["100.1","1"]],"a":[["100.2","1.5"],["100.3","2"]],"u":101,"seq":7001},"cts":1785542399990}',
  },
  kraken: {
    url: 'wss://ws.kraken.com/v2',
    symbol: 'BTC/USDT',
    change:
      '{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USDT","bids":[{"price":100.1,"qty":1.00000000}],"asks":[{"price":100.2,"qty":1.50000000}],"checksum":1,"timestamp":"2026-08-01T00:00:00.000000Z"}]}',
  },
}

const WORDS = [
  'null',
  'true',
  '-1',
  '-0',
  '0',
  '1e400',
  '1e3',
  'NaN',
  'Infinity',
  '-Infinity',
  '""',
  '"-1"',
  '"1e5"',
  '"0x10"',
  '" 1"',
  '"1 "',
  '"1,5"',
  '"NaN"',
  '"Infinity"',
  '[]',
  '{}',
  '[[]]',
  '[[[[]]]]',
  '99999999999999999999',
  '"99999999999999999999.999999999999999999"',
  '"\\ud800"',
  '"\\u0000"',
  '"__proto__"',
  '"constructor"',
  '{"__proto__":{"a":1}}',
]

/** Damages a valid text: wrong bytes, a cut, a repeated part, another value, a single word, or random bytes. */
function spoil(text: string, random: () => number): Uint8Array {
  const below = (count: number) => Math.floor(random() * count)
  const dice = random()
  if (dice < 0.2) {
    const bytes = Buffer.from(text)
    for (let wrongs = 1 + below(4); wrongs > 0; wrongs--) bytes[below(bytes.length)] = below(256)
    return bytes
  }
  if (dice < 0.35) return Buffer.from(text.slice(0, below(text.length)))
  if (dice < 0.45) {
    const at = below(text.length)
    return Buffer.from(text.slice(0, at) + text.slice(below(text.length), at + below(200)) + text.slice(at))
  }
  if (dice < 0.9) {
    const values = [...text.matchAll(/"[^"]*"(?!:)|-?\d[\d.]*|\[\]/g)]
    const value = values[below(values.length)]
    const word = WORDS[below(WORDS.length)] as string
    if (value === undefined) return Buffer.from(word)
    return Buffer.from(text.slice(0, value.index) + word + text.slice(value.index + value[0].length))
  }
  if (dice < 0.95) return Buffer.from(WORDS[below(WORDS.length)] as string)
  return Buffer.from(Array.from({ length: below(300) }, () => below(256)))
}

/** Prices and sizes that no level may have: no safe integer, or not above zero. Beyond that a size is kept as a bigint. */
function wrongLevels({ book }: BookSlot): string[] {
  const wrong: string[] = []
  for (const side of [book.bids, book.asks]) {
    for (let rank = 0; rank < side.count; rank++) {
      const price = side.priceAt(rank)
      const size = side.exactSizeAt(rank)
      if (!Number.isSafeInteger(price) || price <= 0) wrong.push(`price ${price}`)
      const isWide = size > Number.MAX_SAFE_INTEGER
      if (size <= 0n || isWide !== (side.sizeAt(rank) === WIDE)) wrong.push(`size ${size}`)
    }
  }
  return wrong
}

function endpointOf(protocol: ExchangeProtocol): Endpoint {
  const endpoint = protocol.endpoint(new URL(GOOD[protocol.exchange].url))
  if (endpoint === null) throw new Error(`no endpoint of ${protocol.exchange}`)
  return endpoint
}

test.for(PROTOCOLS)(
  '[F14] [D3] $exchange: whatever comes, nothing breaks, and nothing malformed gets into a book',
  {
    timeout: HOUR_MS,
  },
  (protocol, context) => {
    const { exchange } = protocol
    const seed = seedFor('F14', 141)
    const random = seededRandom(seed)
    const { symbol, change } = GOOD[exchange]
    const chosen = protocol.choose(new Set([LIVE_CHANNELS[exchange].spot]))
    if (chosen === null) throw new Error('the live channel makes no book')
    let refused = 0
    let lost = 0
    let touched = 0
    const slot = new BookSlot(exchange, 'spot', symbol, chosen)
    slot.channel = chosen.channel
    const wrong: string[] = []
    const reader = protocol.reader({
      slot: (market, name) => (market === 'spot' && name === symbol ? slot : null),
      touched: () => {
        touched++
        wrong.push(...wrongLevels(slot))
      },
      lost: () => {
        lost++
        if (slot.acceptsDeltas || slot.book.bids.count + slot.book.asks.count > 0) wrong.push('lost, but still there')
      },
      instruments: () => undefined,
      control: () => undefined,
      fact: () => undefined,
      refused: () => {
        refused++
      },
    })
    const endpoint = endpointOf(protocol)
    const count = messages(1_000_000)
    let notJson = 0
    for (let sent = 0; sent < count; sent++) {
      const bytes = spoil(change, random)
      const before = { refused, touched }
      reader.read(endpoint, bytes, NOW + sent)
      let isJson = true
      try {
        JSON.parse(Buffer.from(bytes).toString('utf8'))
      } catch {
        isJson = false
      }
      if (isJson || Buffer.from(bytes).toString() === 'pong') continue
      notJson++
      if (refused === before.refused) wrong.push(`not counted: ${Buffer.from(bytes).toString().slice(0, 200)}`)
      if (touched !== before.touched) wrong.push(`accepted: ${Buffer.from(bytes).toString().slice(0, 200)}`)
    }
    recordFigure(context, {
      row: 'F14',
      wanted: '0 crashes, 0 accepted; counted',
      measured: `${exchange}: ${count} messages, ${notJson} no JSON at all, ${refused} refused, ${lost} losses, ${wrong.length} wrong`,
      seed,
    })
    expect(wrong.slice(0, 5)).toEqual([])
    expect(notJson).toBeGreaterThan(count / 4)
    expect(refused).toBeGreaterThanOrEqual(notJson)
  },
)
