import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteCursor } from '../_shared/parse/byte-cursor.ts'
import { DepthFrame } from '../_shared/parse/depth-frame.ts'
import { objectOf } from '../_shared/parse/json-fields.ts'
import { TextCache } from '../_shared/parse/text-cache.ts'
import { agree, damaged, levelText, type TwoWays } from '../testing/agreement.ts'
import { CAPTURES, recorded } from '../testing/recorded.ts'
import { type Channel, channelOf, isBookChannel, marketOf, pushTopic, readBook, scanBook } from './wire.ts'

const cursor = new ByteCursor()
const channels = new TextCache<Channel<null>>(channelOf)
const ways: TwoWays = {
  scan(bytes) {
    const frame = new DepthFrame('scans')
    cursor.load(bytes)
    return scanBook(cursor, channels, frame) ? frame : null
  },
  parse(message) {
    const object = objectOf(message)
    const topic = object === null ? null : pushTopic(object)
    const frame = new DepthFrame()
    if (object === null || topic === null || object.has('event') || !isBookChannel(topic.channel)) return null
    return readBook(object, topic, frame) ? frame : null
  },
}

const UPDATE =
  '{"arg":{"channel":"books","instId":"SOL-USDT"},"action":"update","data":[{"asks":[["120.67","60.475897","0","5"]],"bids":[["120.66","0","0","0"]],"ts":"1790394877300","checksum":0,"seqId":32032594315,"prevSeqId":32032594283}]}'
const SNAPSHOT = UPDATE.replace('update', 'snapshot').replace('"prevSeqId":32032594283', '"prevSeqId":-1')
const OLD = UPDATE.replace('"checksum":0,"seqId":32032594315,"prevSeqId":32032594283', '"checksum":-855196043')
const BOOKS5 =
  '{"arg":{"channel":"books5","instId":"BTC-USDT-SWAP"},"data":[{"asks":[["8476.98","415","0","13"]],"bids":[],"instId":"BTC-USDT-SWAP","ts":"1597026383085","seqId":123456}]}'

describe('the scanner declines or agrees with the general parser', () => {
  test.each([
    ['a change', UPDATE],
    ['a snapshot', SNAPSHOT],
    ['a frame from before sequence ids', OLD],
    ['a whole book', BOOKS5],
  ])('on %s, which it knows', (_name, text) => {
    expect(agree(ways, new TextEncoder().encode(text))).toBe('scanned')
  })

  test.each(['checksum', 'seqId', 'prevSeqId'])(
    '[F14] on a frame whose %s is a lone minus, which is no JSON',
    (key) => {
      const text = SNAPSHOT.replace(new RegExp(`"${key}":-?\\d+`), `"${key}":-`)
      expect(text).not.toBe(SNAPSHOT)
      expect(agree(ways, new TextEncoder().encode(text))).toBe('declined')
    },
  )

  test('[F14] on damaged frames', () => {
    const outcomes = { scanned: 0, declined: 0 }
    fc.assert(
      fc.property(damaged([UPDATE, SNAPSHOT, OLD, BOOKS5]), (bytes) => {
        outcomes[agree(ways, bytes)]++
      }),
      { numRuns: 6_000 },
    )
    expect(Math.min(outcomes.scanned, outcomes.declined)).toBeGreaterThan(100)
  })

  test('on whatever level texts', () => {
    fc.assert(
      fc.property(levelText, levelText, (price, size) => {
        const text = UPDATE.replace('120.67', price).replace('60.475897', size)
        agree(ways, new TextEncoder().encode(text))
      }),
      { numRuns: 3_000 },
    )
  })

  test.skipIf(CAPTURES === null)('on every recorded frame', () => {
    let scanned = 0
    const files = [
      'l2tbt_elon-usdt_uni-usd-swap_20220227',
      'l2tbt_xmr-usdt-swap_20210722',
      'public_btc-usdt_uni-usd-swap_20220513',
      'books_sol-usdt_20260926_excerpt',
    ]
    for (const { msg } of files.flatMap((file) => recorded(`okx/${file}.jsonl`))) {
      if (agree(ways, new TextEncoder().encode(msg)) === 'scanned') scanned++
      else expect(msg).not.toContain('"action"')
    }
    expect(scanned).toBe(3_559)
  })
})

test.each([
  ['BTC-USDT', 'spot'],
  ['BTC-USDT-SWAP', 'perp'],
  ['BTC-USD-220624', null],
  ['BTC-USD_UM_XPERP-310404', null],
  ['ETH-USD-220624-20000-C', null],
  ['BTC-', null],
  ['', null],
] as const)('%s is of the market %s', (instId, market) => {
  expect(marketOf(instId)).toBe(market)
})
