import { expect, test } from 'vitest'
import { parseBookName } from './wire.ts'

test.each([
  ['orderbook.50.BTCUSDT', { market: 'spot', symbol: 'BTCUSDT', channel: 'orderbook.50', otherName: 'BTCUSDT' }],
  // Every frame of this topic is a whole book.
  ['orderbook.1.BTCUSDT', null],
  ['tickers.BTCUSDT', null],
  ['orderbook.50.', null],
  ['', null],
] as const)('a frame of the topic %s is of the book %o', (name, expected) => {
  expect(parseBookName('spot', name)).toEqual(expected)
})
