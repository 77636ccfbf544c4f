import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { objectOf } from '../_shared/parse/json-fields.ts'
import { TextCache } from '../_shared/parse/text-cache.ts'
import { agree, damaged, levelText, type TwoWays } from '../testing/agreement.ts'
import { CAPTURES, recorded } from '../testing/recorded.ts'
import { parseIsoTime } from './iso-time.ts'
import { readBooks, type SymbolTopic, scanBook } from './wire.ts'

const cursor = new ByteCursor()
const topics = new TextCache<SymbolTopic<null>>((symbol) => ({
  symbol,
  frameName: symbol,
  otherName: '',
  tracked: null,
}))
const spot: TwoWays = {
  scan(bytes) {
    const frame = new DepthFrame('scans')
    cursor.load(bytes)
    return scanBook(cursor, topics, frame) ? frame : null
  },
  parse(message) {
    const object = objectOf(message)
    return object?.get('channel') === 'book' ? (readBooks(object)?.[0] ?? null) : null
  },
}

const UPDATE =
  '{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[{"price":62992.1,"qty":0.05120000}],"asks":[{"price":63005.0,"qty":0.0}],"checksum":2427351873,"timestamp":"2026-08-01T02:54:11.677289Z"}]}'
const SNAPSHOT = UPDATE.replace('update', 'snapshot').replace('"bids":[', '"bids":[{"price":63000.0,"qty":0.00005100},')

describe('the scanners decline or agree with the general parser', () => {
  test.each([
    ['a spot update', spot, UPDATE],
    ['a spot snapshot', spot, SNAPSHOT],
  ])('on %s, which they know', (_name, ways, text) => {
    expect(agree(ways, new TextEncoder().encode(text))).toBe('scanned')
  })

  test.each([['spot', spot, [UPDATE, SNAPSHOT]]])('[F14] on damaged frames of %s', (_name, ways, samples) => {
    const outcomes = { scanned: 0, declined: 0 }
    fc.assert(
      fc.property(damaged(samples), (bytes) => {
        outcomes[agree(ways, bytes)]++
      }),
      { numRuns: 5_000 },
    )
    expect(Math.min(outcomes.scanned, outcomes.declined)).toBeGreaterThan(100)
  })

  test('on whatever level numbers', () => {
    fc.assert(
      fc.property(levelText, levelText, (price, size) => {
        agree(spot, new TextEncoder().encode(UPDATE.replace('62992.1', price).replace('0.05120000', size)))
      }),
      { numRuns: 3_000 },
    )
  })

  test.skipIf(CAPTURES === null)('on every recorded frame', () => {
    let scanned = 0
    const files = ['v2_btcusd_d10_resync_20260801', 'v2_btcusd_d25_20260802', 'v2_ethusd_d25_20260802']
    for (const { msg } of files.flatMap((file) => recorded(`kraken/${file}.jsonl`))) {
      if (agree(spot, new TextEncoder().encode(msg)) === 'scanned') scanned++
      else expect(msg).not.toMatch(/^\{"channel":"book"/)
    }
    expect(scanned).toBe(3_482)
  })
})

test.each([
  ['2026-08-01T02:53:53.184216Z', Date.UTC(2026, 7, 1, 2, 53, 53, 184)],
  ['2026-08-01T02:53:53.999999999Z', Date.UTC(2026, 7, 1, 2, 53, 53, 999)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2024-12-31T23:59:59.9Z', Date.UTC(2024, 11, 31, 23, 59, 59, 900)],
  ['2026-13-01T00:00:00Z', -1],
  ['2026-08-01T24:00:00Z', -1],
  ['2026-08-01T02:53:53.184216', -1],
  ['2026-08-01 02:53:53Z', -1],
  ['', -1],
])('the time %s: what is below a millisecond is cut off', (text, expected) => {
  expect(parseIsoTime(text)).toBe(expected)
})
