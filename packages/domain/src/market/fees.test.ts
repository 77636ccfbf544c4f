import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '../money/decimal.ts'
import { EXCHANGES, type ExchangeId, type MarketKind } from './exchange.ts'
import { type FeeOverrides, paysTierFee, takerFee } from './fees.ts'
import { ASSETS } from './identity/assets.ts'

const ask = (exchange: ExchangeId, market: MarketKind, pair: string, special = false) => {
  const [base = '', quote = ''] = pair.split('/')
  return { exchange, market, base, quote, special }
}
const rate = (question: ReturnType<typeof ask>, overrides?: FeeOverrides) => takerFee(question, overrides)?.fee ?? null

describe('the public schedule', () => {
  test.each([
    ['binance', 'spot', 'BTC/USDT', '0.001'],
    ['binance', 'spot', 'BTC/TRY', '0.001'],
    ['binance', 'perp', 'BTC/USDT', '0.0005'],
    ['okx', 'spot', 'BTC/USDT', '0.001'],
    ['okx', 'perp', 'BTC/USDT', '0.0005'],
    ['bybit', 'spot', 'BTC/USDT', '0.001'],
    ['bybit', 'spot', 'USDC/USDT', '0.001'],
    ['bybit', 'spot', 'BTC/EUR', '0.002'],
    ['bybit', 'spot', 'USDT/TRY', '0.002'],
    ['bybit', 'perp', 'BTC/USDT', '0.00055'],
    ['kraken', 'spot', 'BTC/USD', '0.008'],
    ['kraken', 'spot', 'USDT/USD', '0.002'],
    ['kraken', 'spot', 'EUR/USD', '0.002'],
    ['kraken', 'spot', 'DAI/EUR', '0.002'],
    ['kraken', 'spot', 'USDT/TRY', '0.002'],
    ['kraken', 'spot', 'PYUSD/USD', '0.008'],
    ['kraken', 'spot', 'USD/JPY', '0.008'],
    ['kraken', 'perp', 'BTC/USD', '0.0005'],
  ] as const)('%s %s %s pays %s', (exchange, market, pair, fee) => {
    expect(takerFee(ask(exchange, market, pair))).toEqual({
      fee,
      source: 'public schedule, lowest tier',
      date: '2026-07',
    })
  })

  test('[D7] a special fee group without a known rate is unknown, never zero and never the plain rate', () => {
    for (const exchange of EXCHANGES) {
      for (const market of ['spot', 'perp'] as const)
        expect(takerFee(ask(exchange, market, 'BTC/USDT', true))).toBeNull()
    }
  })
})

describe('overrides', () => {
  test.each<[string, ReturnType<typeof ask>, FeeOverrides, string | null]>([
    ['text is the spot rate', ask('kraken', 'spot', 'BTC/USD'), { kraken: '0.004' }, '0.004'],
    ['text leaves the perpetual rate', ask('kraken', 'perp', 'BTC/USD'), { kraken: '0.004' }, '0.0005'],
    ['an object sets both: spot', ask('okx', 'spot', 'BTC/USDT'), { okx: { spot: '0', perp: '0.0002' } }, '0'],
    ['an object sets both: perp', ask('okx', 'perp', 'BTC/USDT'), { okx: { spot: '0', perp: '0.0002' } }, '0.0002'],
    ['null is unknown', ask('bybit', 'spot', 'BTC/USDT'), { bybit: null }, null],
    ['null is unknown on both markets', ask('bybit', 'perp', 'BTC/USDT'), { bybit: null }, null],
    ['null inside is unknown there', ask('bybit', 'perp', 'BTC/USDT'), { bybit: { spot: '0.001', perp: null } }, null],
    ['exchanges not named keep theirs', ask('binance', 'spot', 'BTC/USDT'), { bybit: null }, '0.001'],
    ['no special tier: Kraken stable pair', ask('kraken', 'spot', 'USDT/USD'), { kraken: '0.004' }, '0.004'],
    ['no special tier: Bybit money pair', ask('bybit', 'spot', 'BTC/EUR'), { bybit: { spot: '0.001' } }, '0.001'],
    ['no special tier: spot rate not named', ask('bybit', 'spot', 'BTC/EUR'), { bybit: { perp: '0.0001' } }, '0.001'],
    ['a stated rate holds for special groups', ask('okx', 'spot', 'BTC/USDT', true), { okx: '0.0015' }, '0.0015'],
    ['a special group not stated stays unknown', ask('okx', 'perp', 'BTC/USDT', true), { okx: '0.0015' }, null],
  ])('%s', (_, question, overrides, fee) => {
    expect(rate(question, overrides)).toBe(fee)
  })

  test('a stated rate names configuration as its source and carries no date of ours', () => {
    expect(takerFee(ask('okx', 'spot', 'BTC/USDT'), { okx: '0.0008' })).toEqual({
      fee: '0.0008',
      source: 'configuration',
      date: null,
    })
  })
})

test('[D7] over the whole table a fee is an exact fraction below one per cent or unknown', () => {
  const ids = ASSETS.map(({ id }) => id)
  fc.assert(
    fc.property(
      fc.constantFrom(...EXCHANGES),
      fc.constantFrom('spot' as const, 'perp' as const),
      fc.constantFrom(...ids),
      fc.constantFrom(...ids),
      fc.boolean(),
      (exchange, market, base, quote, special) => {
        const found = takerFee({ exchange, market, base, quote, special })
        expect(found === null).toBe(special)
        if (found === null) return
        const fee = parseDecimal(found.fee)
        expect(fee?.mantissa).toBeGreaterThan(0n)
        expect(Number(found.fee)).toBeLessThan(0.01)
        expect(found.date).toMatch(/^\d{4}-\d{2}$/)
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([
  ['binance', 'BTC/TRY', true],
  ['okx', 'BTC/USDT', true],
  ['bybit', 'BTC/USDT', true],
  ['bybit', 'USDT/TRY', false],
  ['kraken', 'BTC/USD', true],
  ['kraken', 'USDT/USD', false],
] as const)('what an account says of its tier holds for %s %s: %s', (exchange, pair, expected) => {
  expect(paysTierFee(ask(exchange, 'spot', pair))).toBe(expected)
  expect(paysTierFee(ask(exchange, 'spot', pair, true))).toBe(false)
})
