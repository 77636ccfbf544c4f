import { EXCHANGES } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import type { Instrument } from './instrument.ts'
import { Market } from './market.ts'

const SEED = 1
const SECONDS = 180

/** Taker fees, stated anew: the market's own table must not prove itself. */
function fee(one: Instrument): number {
  const { exchange, base, quote } = one.listing
  const fiat = ['USD', 'EUR', 'TRY']
  if (exchange === 'kraken')
    return [...fiat, 'USDT', 'USDC'].includes(base) && [...fiat, 'USDT', 'USDC'].includes(quote) ? 0.002 : 0.008
  return exchange === 'bybit' && (fiat.includes(quote) || fiat.includes(base)) ? 0.002 : 0.001
}

const price = (one: Instrument, key: number) => Math.abs(key) / 10 ** one.listing.priceDecimals / one.listing.multiplier
const coins = (one: Instrument, lots: number) => (lots / 10 ** one.listing.sizeDecimals) * one.listing.multiplier
/** Levels that the product reads of each exchange. */
const DEPTH = { binance: 100, okx: 400, bybit: 50, kraken: 10 }

function bySymbolOf(market: Market): Map<string, Instrument[]> {
  const groups = new Map<string, Instrument[]>()
  for (const one of market.instruments) {
    const mates = groups.get(one.listing.symbol)
    if (mates) mates.push(one)
    else groups.set(one.listing.symbol, [one])
  }
  return groups
}

interface Row {
  readonly gross: number
  readonly pnl: number
  readonly roi: number
  readonly hasSize: boolean
}

function walk(buy: Instrument, sell: Instrument): Row | undefined {
  const ask = price(buy, buy.asks.keys[0] as number)
  const bid = price(sell, sell.bids.keys[0] as number)
  if (bid <= ask) return undefined
  const asks = buy.asks.lots.slice(0, DEPTH[buy.listing.exchange]).map((lots) => coins(buy, lots))
  const bids = sell.bids.lots.slice(0, DEPTH[sell.listing.exchange]).map((lots) => coins(sell, lots))
  let size = 0
  let paid = 0
  let got = 0
  for (let i = 0, j = 0; i < asks.length && j < bids.length; ) {
    const p = price(buy, buy.asks.keys[i] as number) * (1 + fee(buy))
    const s = price(sell, sell.bids.keys[j] as number) * (1 - fee(sell))
    if (s <= p) break
    const take = Math.min(asks[i] as number, bids[j] as number)
    size += take
    paid += take * p
    got += take * s
    asks[i] = (asks[i] as number) - take
    bids[j] = (bids[j] as number) - take
    if (asks[i] === 0) i += 1
    else j += 1
  }
  const least = [buy, sell].map((one) =>
    Math.max(coins(one, one.listing.minLots), Number(one.listing.minNotional ?? 0) / price(one, one.lastPrice)),
  )
  return {
    gross: bid / ask - 1,
    pnl: got - paid,
    roi: paid > 0 ? got / paid - 1 : 0,
    hasSize: size > Math.max(...least),
  }
}

describe('the seeded market', () => {
  test('the same seed makes the same books, another seed others', () => {
    const print = (seed: number, isCalm = false) => {
      const market = new Market({ seed, symbols: 30, isCalm })
      for (let i = 0; i < 500; i += 1) market.step(i)
      return JSON.stringify(market.instruments.map((one) => [one.updateId, one.bids, one.asks]))
    }
    expect(print(7)).toBe(print(7))
    expect(print(8)).not.toBe(print(7))
    expect(print(7, true)).toBe(print(7, true))
  })

  test.each([
    { rhythm: 'busy', isCalm: false, changesPerSecond: [1_500, 2_500] as const },
    { rhythm: 'calm', isCalm: true, changesPerSecond: [500, 1_000] as const },
  ])(
    '$rhythm: rows stand at every second after 15 s, gaps that do not pay outnumber them, no book ever crosses',
    ({ isCalm, changesPerSecond: [least, most] }) => {
      const market = new Market({ seed: SEED, symbols: 120, isCalm })
      const bySymbol = bySymbolOf(market)
      const worst = { rows: Infinity, strong: Infinity, ratio: Infinity, gross: 0 }
      const pnls: number[] = []
      let changes = 0
      for (let second = 1; second <= SECONDS; second += 1) {
        for (let i = 0; i < 100; i += 1) {
          for (const one of market.step(0)) {
            if (one.listing.kind === 'spot') changes += 1
            if (one.bestBid >= one.bestAsk) throw new Error(`${one.listing.exchange} ${one.listing.id} crossed`)
          }
        }
        let rows = 0
        let strong = 0
        let dying = 0
        for (const mates of bySymbol.values()) {
          for (const buy of mates) {
            for (const sell of mates) {
              const row = buy === sell ? undefined : walk(buy, sell)
              if (!row) continue
              worst.gross = Math.max(worst.gross, row.gross)
              if (row.pnl > 0 && row.hasSize) {
                rows += 1
                if (row.roi > 0.005) strong += 1
                if (buy.listing.quote === 'USDT') pnls.push(row.pnl)
              } else dying += 1
            }
          }
        }
        if (second < 15) continue
        worst.rows = Math.min(worst.rows, rows)
        worst.strong = Math.min(worst.strong, strong)
        worst.ratio = Math.min(worst.ratio, dying / rows)
      }
      expect(worst.rows).toBeGreaterThanOrEqual(10)
      expect(worst.strong).toBeGreaterThanOrEqual(3)
      expect(worst.ratio).toBeGreaterThanOrEqual(10)
      expect(worst.gross).toBeLessThan(0.05)
      pnls.sort((a, b) => a - b)
      expect(pnls[pnls.length >> 1]).toBeGreaterThan(1)
      expect(pnls.at(-1)).toBeLessThan(200)
      const perSecond = changes / SECONDS
      expect(perSecond).toBeGreaterThan(least)
      expect(perSecond).toBeLessThan(most)
    },
  )

  test('gaps live for seconds: half of the routes that pay still pay after 1.5 s, and none for ever', () => {
    const market = new Market({ seed: SEED, symbols: 120 })
    const bySymbol = bySymbolOf(market)
    const since = new Map<string, number>()
    const lives: number[] = []
    for (let quarter = 1; quarter <= 4 * 60; quarter += 1) {
      for (let i = 0; i < 25; i += 1) market.step(0)
      const open = new Set<string>()
      for (const mates of bySymbol.values()) {
        for (const buy of mates) {
          for (const sell of mates) {
            if (buy === sell || (walk(buy, sell)?.pnl ?? 0) <= 0) continue
            open.add(`${buy.listing.symbol} ${buy.listing.exchange} ${sell.listing.exchange}`)
          }
        }
      }
      for (const key of open) if (!since.has(key)) since.set(key, quarter)
      for (const [key, from] of since) {
        if (open.has(key)) continue
        since.delete(key)
        lives.push((quarter - from) * 250)
      }
    }
    lives.sort((a, b) => a - b)
    expect(lives.length).toBeGreaterThan(50)
    expect(lives[lives.length >> 1]).toBeGreaterThan(1_500)
    expect(lives[lives.length >> 1]).toBeLessThan(10_000)
    expect(lives.at(-1)).toBeLessThan(60_000)
  })

  test.each([
    { rhythm: 'busy', isCalm: false, longestMs: 1_800, perMinute: 180_000 },
    { rhythm: 'calm', isCalm: true, longestMs: 3_200, perMinute: 45_000 },
  ])('$rhythm: every book moves long before readers take it for old', ({ isCalm, longestMs, perMinute }) => {
    const market = new Market({ seed: SEED, symbols: 120, isCalm })
    // Of each book: when it moved, and the sum of formulas.md § 5 that gives its limit.
    const books = [...market.instruments, ...market.perpetuals].map(() => ({ movedAt: 0, sum: 0 }))
    let [longest, nearest, lastMinute] = [0, Number.POSITIVE_INFINITY, 0]
    for (let ms = 10; ms <= 180_000; ms += 10) {
      for (const { index } of market.step(0)) {
        const book = books[index] as (typeof books)[number]
        const gap = ms - book.movedAt
        nearest = Math.min(nearest, Math.min(10_000, Math.max(2_000, Math.floor(book.sum / 4))) - gap)
        longest = Math.max(longest, gap)
        book.sum += gap - Math.floor(book.sum / 16)
        book.movedAt = ms
        if (ms > 120_000) lastMinute++
      }
    }
    expect(Math.min(...books.map(({ movedAt }) => movedAt))).toBeGreaterThanOrEqual(180_000 - longestMs)
    expect(longest).toBeLessThanOrEqual(longestMs)
    expect(nearest).toBeGreaterThanOrEqual(200)
    expect(lastMinute).toBeLessThan(perMinute)
  })

  test('calm: markets of a gap move as often as in a busy market', () => {
    const market = new Market({ seed: SEED, symbols: 120, isCalm: true })
    const bySymbol = bySymbolOf(market)
    const isOpen = (mates: readonly Instrument[]) =>
      mates.some((buy) => mates.some((sell) => buy !== sell && (walk(buy, sell)?.pnl ?? 0) > 0))
    const rate = { open: { changes: 0, seconds: 0 }, quiet: { changes: 0, seconds: 0 } }
    for (let second = 0; second < 60; second += 1) {
      const changes = new Map<string, number>()
      const before = new Map([...bySymbol].map(([symbol, mates]) => [symbol, isOpen(mates)]))
      for (let step = 0; step < 100; step += 1) {
        for (const { listing } of market.step(0)) changes.set(listing.symbol, (changes.get(listing.symbol) ?? 0) + 1)
      }
      for (const [symbol, mates] of bySymbol) {
        const isSmall = (mates[0]?.listing.rank ?? 0) >= 20 && mates.length > 1 && symbol.endsWith('/USDT')
        if (!isSmall || before.get(symbol) !== isOpen(mates)) continue
        const counted = before.get(symbol) ? rate.open : rate.quiet
        counted.changes += changes.get(symbol) ?? 0
        counted.seconds += mates.length
      }
    }
    const perSecond = ({ changes, seconds }: { changes: number; seconds: number }) => changes / seconds
    expect(rate.open.seconds).toBeGreaterThan(100)
    expect(perSecond(rate.open)).toBeGreaterThan(2)
    expect(perSecond(rate.quiet)).toBeLessThan(1)
  })

  test('books are sorted, without double levels, and sizes stay whole numbers', () => {
    const market = new Market({ seed: 3, symbols: 120 })
    for (let i = 0; i < 1_000; i += 1) market.step(0)
    for (const one of market.instruments) {
      for (const side of [one.bids, one.asks]) {
        expect(side.keys.length).toBeGreaterThanOrEqual(12)
        expect(side.keys.every((key, i) => i === 0 || key > (side.keys[i - 1] as number))).toBe(true)
        expect(side.lots.every((lots) => Number.isSafeInteger(lots) && lots > 0)).toBe(true)
      }
    }
  })

  test('cycles exist: coins are sold in several quotes on every exchange, some in multiples', () => {
    const { instruments } = new Market({ seed: SEED, symbols: 120 })
    for (const exchange of EXCHANGES) {
      const quotes = instruments.filter((one) => one.listing.exchange === exchange && one.listing.base === 'ETH')
      expect(quotes.length).toBeGreaterThanOrEqual(3)
    }
    expect(instruments.find((one) => one.listing.id === '1000SATSUSDT')?.listing).toMatchObject({
      base: 'SATS',
      multiplier: 1000,
    })
    expect(instruments.some((one) => one.listing.id === 'USDT-TRY')).toBe(true)
  })
})
