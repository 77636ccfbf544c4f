import { expect, test } from 'vitest'
import { marketOf, parseBookName } from './wire.ts'

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

test.each([
  ['books","instId":"BTC-USDT', { market: 'spot', symbol: 'BTC-USDT', channel: 'books', otherName: '' }],
  [
    'books-l2-tbt","instId":"X-USDT-SWAP',
    { market: 'perp', symbol: 'X-USDT-SWAP', channel: 'books-l2-tbt', otherName: '' },
  ],
  // Every frame of this channel is a whole book, without an action.
  ['books5","instId":"BTC-USDT', null],
  ['mark-price","instId":"BTC-USDT-SWAP', null],
  ['books","instId":"BTC-USD-220624', null],
  ['books","instType":"BTC-USDT', null],
  ['', null],
] as const)('a frame that names %s is of the book %o', (name, expected) => {
  expect(parseBookName(name)).toEqual(expected)
})
