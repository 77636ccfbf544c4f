import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { objectOf, textAt } from '../_shared/parse/json-fields.ts'
import { TextCache } from '../_shared/parse/text-cache.ts'
import { agree, damaged, levelText, type TwoWays } from '../testing/agreement.ts'
import { CAPTURES, recorded } from '../testing/recorded.ts'
import { readBook, type StreamTopic, scanBook, streamTopicOf, topicOf } from './wire.ts'

const cursor = new ByteCursor()
const topics = new TextCache<StreamTopic<null>>(streamTopicOf)
const ways: TwoWays = {
  scan(bytes) {
    const frame = new DepthFrame('scans')
    cursor.load(bytes)
    return scanBook(cursor, topics, frame) ? frame : null
  },
  parse(message) {
    const object = objectOf(message)
    const topic = topicOf(textAt(object, 'topic') ?? '')
    const frame = new DepthFrame()
    return object !== null && topic.channel !== null && readBook(object, topic, frame) ? frame : null
  },
}

const LINEAR =
  '{"topic":"orderbook.200.BTCUSDT","type":"delta","ts":1786310818130,"data":{"s":"BTCUSDT","b":[["65095.30","0.005"],["65093.10","0"]],"a":[],"u":15076953,"seq":753843913870},"cts":1786310818129}'
const SPOT =
  '{"topic":"orderbook.200.BTCUSDT","ts":1786310816618,"type":"snapshot","data":{"s":"BTCUSDT","b":[["65140.4","0.875077"]],"a":[["65154.6","0.09948"]],"u":62505425,"seq":112488545865},"cts":1786310816585}'
const NO_CTS = LINEAR.replace(',"cts":1786310818129', '')

describe('the scanner declines or agrees with the general parser', () => {
  test.each([
    ['a linear frame', LINEAR],
    ['a spot frame', SPOT],
    ['a frame without the matching time', NO_CTS],
  ])('on %s, which it knows', (_name, text) => {
    expect(agree(ways, new TextEncoder().encode(text))).toBe('scanned')
  })

  test('[F14] on damaged frames', () => {
    const outcomes = { scanned: 0, declined: 0 }
    fc.assert(
      fc.property(damaged([LINEAR, SPOT, NO_CTS]), (bytes) => {
        outcomes[agree(ways, bytes)]++
      }),
      { numRuns: 6_000 },
    )
    expect(Math.min(outcomes.scanned, outcomes.declined)).toBeGreaterThan(100)
  })

  test('on whatever level texts', () => {
    fc.assert(
      fc.property(levelText, levelText, (price, size) => {
        agree(ways, new TextEncoder().encode(SPOT.replace('65140.4', price).replace('0.875077', size)))
      }),
      { numRuns: 3_000 },
    )
  })

  test.skipIf(CAPTURES === null)('on every recorded frame', () => {
    let scanned = 0
    for (const { msg } of ['linear_btc_eth_20260809', 'linear_l1_20250613', 'spot_btc_20260809'].flatMap((file) =>
      recorded(`bybit/${file}.jsonl`),
    )) {
      if (agree(ways, new TextEncoder().encode(msg)) === 'scanned') scanned++
      else expect(msg).not.toMatch(/^\{"topic":"orderbook/)
    }
    expect(scanned).toBe(1_333)
  })
})
