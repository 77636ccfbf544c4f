import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { TextCache } from '../_shared/parse/text-cache.ts'
import { agree, damaged, levelText, type TwoWays } from '../testing/agreement.ts'
import { CAPTURES, recorded } from '../testing/recorded.ts'
import {
  diffStreaming,
  readDepth,
  readRestDepth,
  type Streaming,
  scanBareDepth,
  scanDepth,
  scanRestDepth,
  streaming,
} from './wire.ts'

const cursor = new ByteCursor()
const streams = new TextCache<Streaming<null>>(streaming)
const stream: TwoWays = {
  scan(bytes) {
    const frame = new DepthFrame('scans')
    cursor.load(bytes)
    return scanDepth(cursor, streams, frame) ? frame : null
  },
  parse(message) {
    const frame = new DepthFrame()
    return readDepth(message, null, frame).kind === 'book' ? frame : null
  },
}
const symbols = new TextCache<Streaming<null>>(diffStreaming)
const bare: TwoWays = {
  scan(bytes) {
    const frame = new DepthFrame('scans')
    cursor.load(bytes)
    return scanBareDepth(cursor, symbols, frame) ? frame : null
  },
  parse: stream.parse,
}
const rest: TwoWays = {
  scan(bytes) {
    const frame = new DepthFrame('scans')
    cursor.load(bytes)
    return scanRestDepth(cursor, 'BTCUSDT', frame) ? frame : null
  },
  parse(message) {
    const frame = new DepthFrame()
    return readRestDepth(message, 'BTCUSDT', frame) ? frame : null
  },
}

const SPOT =
  '{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpdate","E":1723161255208,"s":"BTCUSDT","U":157,"u":160,"b":[["61737.63000000","0.00000000"],["0.00000074","12345678.00000000"]],"a":[]}}'
const PERP =
  '{"stream":"btcusdt@depth@0ms","data":{"e":"depthUpdate","E":1723161256299,"T":1723161256298,"s":"BTCUSDT","U":157,"u":160,"pu":149,"b":[["58710.20","0.014"]],"a":[["61800.30","2.510"]]}}'
const PERP_2026 =
  '{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpdate","E":123456789,"T":123456788,"s":"BTCUSDT","ps":"BTCUSDT","st":1,"U":157,"u":160,"pu":149,"b":[["0.0024","10"]],"a":[["0.0026","100"]]}}'
const PARTIAL =
  '{"stream":"btcusdt@depth20@100ms","data":{"lastUpdateId":160,"bids":[["0.0024","10"]],"asks":[["0.0026","100"]]}}'
const REST = '{"lastUpdateId":1027024,"bids":[["4.00000000","431.00000000"]],"asks":[["4.00000200","12.00000000"]]}'
const REST_PERP = '{"lastUpdateId":1027024,"E":1,"T":2,"bids":[["4.00000000","431.00000000"]],"asks":[]}'
/** The same event from a socket that does not name its streams. */
const bared = (text: string) => text.slice(text.indexOf('"data":') + 7, -1)

describe('the scanner declines or agrees with the general parser', () => {
  test.each([
    ['spot diff', SPOT],
    ['USDT-M diff', PERP],
    ['USDT-M diff of 2026', PERP_2026],
    ['spot partial book', PARTIAL],
  ])('on a %s, which it knows', (_name, text) => {
    expect(agree(stream, new TextEncoder().encode(text))).toBe('scanned')
  })

  test.each([
    ['spot diff', SPOT],
    ['USDT-M diff', PERP],
    ['USDT-M diff of 2026', PERP_2026],
  ])('on a %s that names no stream, which it knows', (_name, text) => {
    expect(agree(bare, new TextEncoder().encode(bared(text)))).toBe('scanned')
    expect([
      agree(bare, new TextEncoder().encode(text)),
      agree(bare, new TextEncoder().encode(bared(PARTIAL))),
    ]).toEqual(['declined', 'declined'])
  })

  test.each([
    ['spot', REST],
    ['USDT-M', REST_PERP],
  ])('on a %s REST book, which it knows', (_name, text) => {
    expect(agree(rest, new TextEncoder().encode(text))).toBe('scanned')
  })

  test('[F14] on damaged frames', () => {
    const outcomes = { scanned: 0, declined: 0 }
    fc.assert(
      fc.property(damaged([SPOT, PERP, PERP_2026, PARTIAL]), (bytes) => {
        outcomes[agree(stream, bytes)]++
      }),
      { numRuns: 5_000 },
    )
    fc.assert(
      fc.property(damaged([SPOT, PERP, PERP_2026].map(bared)), (bytes) => {
        outcomes[agree(bare, bytes)]++
      }),
      { numRuns: 5_000 },
    )
    fc.assert(
      fc.property(damaged([REST, REST_PERP]), (bytes) => {
        outcomes[agree(rest, bytes)]++
      }),
      { numRuns: 2_000 },
    )
    // A property over frames that are all declined, or all accepted, would prove nothing.
    expect(Math.min(outcomes.scanned, outcomes.declined)).toBeGreaterThan(100)
  })

  test('on whatever level texts', () => {
    const side = fc.array(fc.tuple(levelText, levelText), { maxLength: 4 })
    fc.assert(
      fc.property(side, side, (b, a) => {
        const text = SPOT.replace(/"b":.*$/, `"b":${JSON.stringify(b)},"a":${JSON.stringify(a)}}}`)
        agree(stream, new TextEncoder().encode(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test.skipIf(CAPTURES === null)('on every recorded frame', () => {
    const outcomes = { scanned: 0, declined: 0 }
    for (const file of [
      'spot_4symbols_20211012',
      'spot_btcusdt_20240809',
      'usdm_4symbols_20210722',
      'usdm_btcusdt_20240809',
    ]) {
      for (const { url, msg } of recorded(`binance/${file}.jsonl`)) {
        const bytes = new TextEncoder().encode(msg)
        if (url.includes('/depth?')) {
          expect(agree(rest, bytes)).toBe('scanned')
        } else if (msg.includes('"depthUpdate"')) {
          outcomes[agree(stream, bytes)]++
          expect(agree(bare, new TextEncoder().encode(bared(msg)))).toBe('scanned')
        } else expect(agree(stream, bytes)).toBe('declined')
      }
    }
    expect(outcomes).toEqual({ scanned: 2_694, declined: 0 })
  })
})

test('zeros that pad a number do not count as digits: a size of 123456789.00000000 stays exact', () => {
  const text = SPOT.replace('12345678.00000000', '123456789.00000000')
  const frame = stream.scan(new TextEncoder().encode(text))
  expect([frame?.bids.sizes[1], frame?.bids.sizeDecimals]).toEqual([123_456_789, 0])
})
