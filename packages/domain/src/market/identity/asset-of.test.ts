import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXCHANGES, type ExchangeId, type MarketKind } from '../exchange.ts'
import { assetOf } from './asset-of.ts'
import { ASSETS } from './assets.ts'

const MARKETS: readonly MarketKind[] = ['spot', 'perp']
const idOf = (exchange: ExchangeId, ticker: string, market: MarketKind = 'spot') =>
  assetOf(exchange, market, ticker)?.asset.id ?? null

const listings = ASSETS.flatMap((asset) =>
  EXCHANGES.flatMap((exchange) => (asset.on[exchange] ?? []).map((listing) => ({ asset, exchange, ...listing }))),
)

describe('the table', () => {
  test('reviews more than 150 coins and names each asset once', () => {
    expect(ASSETS.filter(({ kind }) => kind === 'coin').length).toBeGreaterThan(150)
    expect(new Set(ASSETS.map(({ id }) => id)).size).toBe(ASSETS.length)
    expect(new Set(ASSETS.map(({ what }) => what)).size).toBe(ASSETS.length)
  })

  test.each(ASSETS.map((asset) => [asset.id, asset] as const))('%s says in one sentence what it is', (_, asset) => {
    expect(asset.id).toMatch(/^[0-9A-Z]+$/)
    expect(asset.name).not.toBe('')
    expect(asset.what).toMatch(/^[A-Z][^\n]{15,110}\.$/)
    expect(asset.what.slice(0, -1)).not.toMatch(/[.!?] [A-Z]/)
    expect(Object.values(asset.on).flat().length).toBeGreaterThan(0)
  })

  test('a ticker leads to the one asset that lists it, on every market that knows it', () => {
    expect(listings.length).toBeGreaterThan(900)
    const seen = new Set<string>()
    for (const { asset, exchange, ticker, multiplier, only } of listings) {
      for (const market of MARKETS) {
        const found = assetOf(exchange, market, ticker)
        if (only !== null && only !== market) {
          expect(found).toBeNull()
          continue
        }
        expect(found).toEqual({ asset, multiplier })
        const name = `${exchange} ${market} ${ticker}`
        expect(seen.has(name), name).toBe(false)
        seen.add(name)
      }
    }
  })

  test('[D1] text that is no listing is no asset, and case or blanks are never corrected', () => {
    const known = new Set(listings.map(({ exchange, ticker }) => `${exchange} ${ticker}`))
    fc.assert(
      fc.property(fc.constantFrom(...EXCHANGES), fc.constantFrom(...MARKETS), fc.string(), (exchange, market, text) => {
        fc.pre(!known.has(`${exchange} ${text}`))
        expect(assetOf(exchange, market, text)).toBeNull()
      }),
      { numRuns: 2_000 },
    )
    for (const { exchange, ticker } of listings) {
      for (const near of [ticker.toLowerCase(), ` ${ticker}`, `${ticker} `, `${ticker}\u0000`]) {
        if (near !== ticker) expect(assetOf(exchange, 'spot', near)).toBeNull()
      }
    }
    for (const trap of ['__proto__', 'constructor', 'toString', 'btc', 'BİTCOİN', 'ıcp'])
      expect(idOf('binance', trap)).toBeNull()
  })
})

describe('names', () => {
  test.each([
    ['kraken', 'XBT', 'BTC'],
    ['kraken', 'XXBT', 'BTC'],
    ['kraken', 'BTC', 'BTC'],
    ['kraken', 'XDG', 'DOGE'],
    ['kraken', 'DOGE', 'DOGE'],
    ['kraken', 'ZUSD', 'USD'],
    ['kraken', 'NANO', 'XNO'],
    ['binance', 'NANO', 'XNO'],
    ['binance', 'PAX', 'USDP'],
    ['binance', 'BCHSV', 'BSV'],
    ['okx', 'KLAY', 'KAIA'],
    ['binance', 'XBT', null],
    ['okx', 'XDG', null],
    ['bybit', 'XBT', null],
  ] as const)('%s calls it %s: %s', (exchange, ticker, id) => {
    expect(idOf(exchange, ticker)).toBe(id)
  })

  test.each([
    ['MATIC', 'POL'],
    ['EOS', 'A'],
    ['FTM', 'S'],
    ['MKR', 'SKY'],
    ['RNDR', 'RENDER'],
    ['AGIX', 'FET'],
    ['OCEAN', 'FET'],
    ['KEEP', 'T'],
  ])('%s could be exchanged for %s and stays another asset', (before, after) => {
    const ids = (ticker: string) => EXCHANGES.map((exchange) => idOf(exchange, ticker)).filter((id) => id !== null)
    expect(new Set(ids(before))).toEqual(new Set([before]))
    expect(new Set(ids(after))).toEqual(new Set([after]))
  })

  test('Bybit writes two coins differently on its perpetuals, and each market refuses the name of the other', () => {
    expect(idOf('bybit', 'RAYDIUM', 'perp')).toBe('RAY')
    expect(idOf('bybit', 'RAYDIUM', 'spot')).toBeNull()
    expect(idOf('bybit', 'SOLAYER', 'perp')).toBe('LAYER')
    expect(idOf('bybit', 'LAYER', 'perp')).toBeNull()
  })
})

describe('money', () => {
  test('[D5] a dollar token is never the dollar, nor another dollar token', () => {
    const dollars = ['USD', 'USDT', 'USDC', 'DAI', 'BUSD', 'TUSD', 'FDUSD', 'PYUSD', 'USDE', 'RLUSD', 'USDP', 'GUSD']
    for (const exchange of EXCHANGES) {
      const ids = dollars.map((ticker) => idOf(exchange, ticker)).filter((id) => id !== null)
      expect(new Set(ids).size).toBe(ids.length)
      expect(idOf(exchange, 'USD')).toBe('USD')
      expect(idOf(exchange, 'USDT')).toBe('USDT')
    }
    expect(assetOf('kraken', 'spot', 'ZUSD')?.asset.kind).toBe('fiat')
    expect(assetOf('kraken', 'spot', 'USDT')?.asset.kind).toBe('stable')
  })

  test('state money goes by its ISO code on every exchange', () => {
    for (const { id, kind, on } of ASSETS) {
      if (kind !== 'fiat') continue
      expect(id).toMatch(/^[A-Z]{3}$/)
      for (const exchange of EXCHANGES) expect(on[exchange]?.[0]?.ticker).toBe(id)
    }
  })
})

describe('multiplied tickers', () => {
  test.each([
    ['binance', '1000PEPE', 'PEPE', 1_000n],
    ['binance', '1000SHIB', 'SHIB', 1_000n],
    ['binance', '1000FLOKI', 'FLOKI', 1_000n],
    ['binance', '1000BONK', 'BONK', 1_000n],
    ['binance', '1000SATS', 'SATS', 1_000n],
    ['binance', '1000CAT', 'CAT', 1_000n],
    ['binance', '1000RATS', 'RATS', 1_000n],
    ['binance', '1000XEC', 'XEC', 1_000n],
    ['binance', '1000LUNC', 'LUNC', 1_000n],
    ['binance', '1MBABYDOGE', 'BABYDOGE', 1_000_000n],
    ['binance', '1000000MOG', 'MOG', 1_000_000n],
    ['bybit', '1000PEPE', 'PEPE', 1_000n],
    ['bybit', 'SHIB1000', 'SHIB', 1_000n],
    ['bybit', '1000FLOKI', 'FLOKI', 1_000n],
    ['bybit', '1000BONK', 'BONK', 1_000n],
    ['bybit', '10000SATS', 'SATS', 10_000n],
    ['bybit', '1000CAT', 'CAT', 1_000n],
    ['bybit', '1000TURBO', 'TURBO', 1_000n],
    ['bybit', '1000000MOG', 'MOG', 1_000_000n],
    ['bybit', '1000000BABYDOGE', 'BABYDOGE', 1_000_000n],
    ['okx', 'SHIB', 'SHIB', 1n],
    ['kraken', 'PEPE', 'PEPE', 1n],
    ['bybit', 'CAT', 'CAT', 1n],
  ] as const)('[D5] one %s %s is so many %s', (exchange, ticker, id, multiplier) => {
    const found = assetOf(exchange, 'perp', ticker)
    expect(found?.asset.id).toBe(id)
    expect(found?.multiplier).toBe(multiplier)
  })

  test('[D5] each multiplier is a power of ten that its ticker spells out; 1INCH is a name', () => {
    for (const { asset, ticker, multiplier } of listings) {
      const spelled =
        ticker === '1MBABYDOGE' ? '1000000' : (/^(10+)[A-Z]|[A-Z](10+)$/.exec(ticker)?.slice(1).join('') ?? '')
      expect(multiplier, ticker).toBe(spelled === '' ? 1n : BigInt(spelled))
      expect(asset.id, ticker).not.toMatch(/^10+[A-Z]/)
    }
    expect(assetOf('binance', 'perp', '1INCH')?.multiplier).toBe(1n)
    expect(assetOf('okx', 'perp', '1000PEPE')).toBeNull()
    expect(assetOf('binance', 'perp', '10000SATS')).toBeNull()
  })
})
