import { expect, test } from 'vitest'
import { lastUpdateIn, parseBookName, restName } from './wire.ts'

const book = (symbol: string, otherName: string) => ({ market: 'spot', symbol, channel: 'depth', otherName })

test.each([
  ['btcusdt@depth@100ms', false, book('BTCUSDT', 'BTCUSDT')],
  ['btcusdt@depth', false, book('BTCUSDT', 'BTCUSDT')],
  // Every frame of this stream is a whole book.
  ['btcusdt@depth20@100ms', false, null],
  ['btcusdt@bookTicker', false, null],
  ['BTCUSDT', false, null],
  ['BTCUSDT', true, book('BTCUSDT', 'BTCUSDT')],
  [restName('BTCUSDT'), false, book('BTCUSDT', '')],
] as const)(
  'a usual frame that names %s (its socket names no streams: %s) is of the book %o',
  (name, isBare, expected) => {
    expect(parseBookName('spot', name, isBare)).toEqual(expected)
  },
)

test.each([
  ['{"lastUpdateId":1027024,"bids":[]', 1_027_024],
  ['{"lastUpdateId":123456789012345,"E":1', 123_456_789_012_345],
  ['{"lastUpdateId":1234567890123456,"bids":[]', null],
  ['{"lastUpdateId":-1,"bids":[]', null],
  [' {"lastUpdateId":1,"bids":[]', null],
  ['{"code":-1003}', null],
  ['', null],
])('%s begins with the update %s', (body, id) => {
  expect(lastUpdateIn(Buffer.from(body))).toBe(id)
})
