import { expect, test } from 'vitest'
import { isCapQuote } from './cap-quote.ts'

test.each([
  ['USD', true],
  ['USDT', true],
  ['USDC', true],
  ['BUSD', true],
  ['DAI', true],
  ['FDUSD', false],
  ['EUR', false],
  ['TRY', false],
  ['BTC', false],
  ['usdt', false],
  ['', false],
])('the dollar cap and quote %s: %s', (quote, capped) => {
  expect(isCapQuote(quote)).toBe(capped)
})
