import { type ExchangeId, ratio } from '@makas/domain'
import { expect, test } from 'vitest'
import { instrument, Stage } from '../testing/stage.ts'
import { cryptoPrices, dailyKey } from './prices.ts'
import { runToEnd } from './time-slices.ts'

const NOW = 1_000
const CHANGES = new Map([
  [dailyKey('kraken', 'SOLUSD'), ratio(2n, 1n)],
  [dailyKey('kraken', 'SOLUSDT'), ratio(-3n, 1n)],
])

type Pair = readonly [exchange: ExchangeId, base: string, quote: string, bid: string, ask: string]
const OVER_DOLLAR: readonly Pair[] = [
  ['kraken', 'SOL', 'USD', '99', '101'],
  ['kraken', 'USDT', 'USD', '0.79', '0.81'],
]
const OVER_USDT: Pair = ['kraken', 'SOL', 'USDT', '120', '124']

function pricesOf(pairs: readonly Pair[], lost: readonly string[] = []) {
  const stage = new Stage()
  for (const [exchange, base, quote, bid, ask] of pairs) {
    stage.list(instrument(exchange, base, quote))
    stage.book(NOW, exchange, base + quote, bid, ask)
  }
  for (const symbol of lost) stage.lose('kraken', symbol, 'gap')
  const found: object[] = JSON.parse(runToEnd(cryptoPrices(stage.engine, CHANGES, () => true, NOW)))
  return found
}
const sol = (price_usdt: number, change_24h: number) => [
  expect.objectContaining({ symbol: 'SOL', exchange: 'kraken', price_usdt, change_24h }),
]

test.each([
  ['is listed first', [OVER_USDT, ...OVER_DOLLAR]],
  ['is listed last', [...OVER_DOLLAR, OVER_USDT]],
  ['is not there', OVER_DOLLAR],
])('Kraken tells a price and its change by the book for USD, also where one for USDT %s', (_, pairs) => {
  expect(pricesOf(pairs)).toEqual(sol(125, 2))
})

test.each([['SOLUSD'], ['USDTUSD']])('without the book %s its price comes from the book for USDT', (lost) => {
  expect(pricesOf([...OVER_DOLLAR, OVER_USDT], [lost])).toEqual(sol(122, -3))
})

test('elsewhere the book for USDT alone counts', () => {
  const pairs: readonly Pair[] = [
    ['okx', 'SOL', 'USD', '99', '101'],
    ['okx', 'USDT', 'USD', '0.79', '0.81'],
  ]
  expect(pricesOf(pairs)).toEqual([])
  expect(pricesOf([...pairs, ['okx', 'SOL', 'USDT', '120', '124']])).toEqual([
    expect.objectContaining({ symbol: 'SOL', exchange: 'okx', price_usdt: 122 }),
  ])
})
