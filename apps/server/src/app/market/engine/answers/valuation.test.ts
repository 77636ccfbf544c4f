import { type AssetId, type ExchangeId, ratio } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import { instrument, Stage } from '../../testing/stage.ts'
import { valuationOf } from './valuation.ts'

const NOW = 1_000
const PAIRS = [
  ['okx', 'SOL', 'USDT', '99.9', '100'],
  ['okx', 'USDT', 'TRY', '39.9', '40.1'],
  ['kraken', 'SOL', 'USD', '100', '100.2'],
  ['kraken', 'USDT', 'USD', '0.9998', '1'],
  ['kraken', 'EUR', 'USD', '1.1', '1.1001'],
] as const

function market(): Stage {
  const stage = new Stage()
  for (const [exchange, base, quote, bid, ask] of PAIRS) {
    stage.list(instrument(exchange, base, quote))
    stage.book(NOW, exchange, base + quote, bid, ask)
  }
  return stage
}
const coins = (exchange: ExchangeId, asset: string, n: bigint, d = 1n) => ({
  exchange,
  asset: asset as AssetId,
  coins: ratio(n, d),
})
const valuationIn = (stage: Stage, ...one: Parameters<typeof coins>) =>
  valuationOf(stage.engine, [coins(...one)], NOW).values[0]

describe('[CALL-08] what is held is worth in USDT', () => {
  test.each([
    ['USDT itself', coins('bybit', 'USDT', 7n), 7],
    ['half way between the best prices', coins('okx', 'SOL', 2n), 199.9],
    ['the other way round where USDT is what is traded', coins('okx', 'TRY', 400n), 10],
    // 100.1 / 0.9999
    ['through the exchange’s own USDT/USD', coins('kraken', 'SOL', 1n), 100.110011],
    ['USD too', coins('kraken', 'USD', 9_999n, 10_000n), 1],
    // 1.10005 / 0.9999
    ['and what is traded for USD alone', coins('kraken', 'EUR', 9_999n), 11_000.5],
    ['another exchange’s price where its own tells none', coins('binance', 'SOL', 1n), 99.95],
    ['nothing, which is known to be worth nothing', coins('okx', 'SOL', 0n), 0],
    ['what no book tells is not known', coins('okx', 'DOGE', 5n), null],
  ])('%s', (_, held, expected) => {
    const [value] = valuationOf(market().engine, [held], NOW).values
    if (expected === null || value === null || value === undefined) expect(value).toBe(expected)
    else expect(value).toBeCloseTo(expected, 8)
  })

  test('a price in USDT goes before the way through USD', () => {
    const stage = market()
    stage.list(instrument('kraken', 'SOL', 'USDT'))
    stage.book(NOW, 'kraken', 'SOLUSDT', '98', '100')
    expect(valuationIn(stage, 'kraken', 'SOL', 1n)).toBe(99)
  })

  test('[D3] a book that is not proven, not fresh, crossed or empty on a side tells nothing', () => {
    const lost = market()
    lost.lose('okx', 'SOLUSDT', 'gap')
    // Kraken’s conversion through USD remains.
    expect(valuationIn(lost, 'okx', 'SOL', 9_999n)).toBe(1_001_000)
    const crossed = market()
    crossed.book(NOW, 'kraken', 'USDTUSD', '1.01', '1')
    expect(valuationIn(crossed, 'kraken', 'EUR', 1n)).toBeNull()
    const { engine } = market()
    expect(valuationOf(engine, [coins('okx', 'SOL', 1n)], NOW + 60_000).values).toEqual([null])
  })

  test('the sum is exact and rounded once; with nothing valued there is none', () => {
    const stage = market()
    const third = coins('okx', 'USDT', 1n, 3n)
    const valuation = valuationOf(stage.engine, [third, third, third, coins('okx', 'DOGE', 5n)], NOW)
    expect(valuation).toEqual({ kind: 'valued', values: [0.33333333, 0.33333333, 0.33333333, null], total: 1 })
    expect(valuationOf(stage.engine, [coins('okx', 'DOGE', 5n)], NOW).total).toBeNull()
  })
})
