import { EXCHANGES } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import { Market, STEP_MS } from './market.ts'
import type { Perpetual } from './perpetual.ts'

const HOUR = 3_600_000
/** 2026-09-21 14:13:20 UTC. */
const NOW = 1_790_000_000_000
const RATE = 1e12

const find = (market: Market, exchange: Perpetual['listing']['exchange'], symbol: string) => {
  const found = market.findPerpetual(exchange, symbol)
  if (!found) throw new Error(`no ${symbol} on ${exchange}`)
  return found
}
const spotFee = { binance: 0.001, okx: 0.001, bybit: 0.001, kraken: 0.008 }
const perpFee = { binance: 0.0005, okx: 0.0005, bybit: 0.00055, kraken: 0.0005 }
const meanPerHour = ({ settled, hours }: ReturnType<Perpetual['fundingAt']>) =>
  settled.slice(-21).reduce((sum, { rate }) => sum + rate / RATE / hours, 0) / 21

describe('perpetuals', () => {
  test('are listed as each exchange lists them: multiples, contracts, lots above one, USD on Kraken', () => {
    const market = new Market({ seed: 1, symbols: 120 })
    const terms = (exchange: Perpetual['listing']['exchange'], symbol: string) => {
      const { listing, terms } = find(market, exchange, symbol)
      return [listing.id, listing.multiplier, listing.sizeDecimals, terms.contractSize]
    }
    expect(terms('binance', 'PEPE/USDT:USDT')).toEqual(['1000PEPEUSDT', 1000, 0, '1'])
    expect(terms('bybit', 'SHIB/USDT:USDT')).toEqual(['SHIB1000USDT', 1000, -2, '1'])
    expect(terms('bybit', 'SATS/USDT:USDT')).toEqual(['10000SATSUSDT', 10000, -2, '1'])
    expect(terms('okx', 'BTC/USDT:USDT')).toEqual(['BTC-USDT-SWAP', 1, 2, '0.01'])
    expect(terms('okx', 'DOGE/USDT:USDT')).toEqual(['DOGE-USDT-SWAP', 1, 2, '1000'])
    expect(terms('kraken', 'BTC/USD:USD')).toEqual(['PF_XBTUSD', 1, 4, '1'])
    expect(terms('kraken', 'PEPE/USD:USD')).toEqual(['PF_PEPEUSD', 1, -3, '1'])
    const hours = new Set(market.perpetuals.map((one) => one.terms.intervalHours))
    expect(hours).toEqual(new Set([8, 4, 1]))
    for (const exchange of EXCHANGES) {
      const ids = market.perpetuals
        .filter(({ listing }) => listing.exchange === exchange)
        .map(({ listing }) => listing.id)
      expect(ids.length).toBeGreaterThan(30)
      expect(new Set(ids).size).toBe(ids.length)
    }
    expect(new Set([...market.instruments, ...market.perpetuals].map((one) => one.index)).size).toBe(
      market.instruments.length + market.perpetuals.length,
    )
  })

  test('books stay sound, within a tenth of a percent of the index, and their marks closer still', () => {
    const market = new Market({ seed: 1, symbols: 120 })
    let moved = 0
    let far = 0
    const seen = new Set<number>()
    const jumps: number[] = []
    const marks = new Map(market.perpetuals.map((one) => [one, one.markTicks]))
    for (let i = 0; i < 3_000; i += 1) {
      for (const one of market.step(NOW + i * STEP_MS)) {
        if (one.listing.kind !== 'perp') continue
        const perp = one as Perpetual
        moved += 1
        seen.add(perp.index)
        if (perp.bestBid >= perp.bestAsk) throw new Error(`${perp.listing.exchange} ${perp.listing.id} crossed`)
        const middle = (perp.bestBid + perp.bestAsk) / 2 / 10 ** perp.listing.priceDecimals
        if (Math.abs(middle / perp.indexPrice - 1) > 0.001) far += 1
        jumps.push(Math.abs(perp.markTicks / (marks.get(perp) as number) - 1))
        marks.set(perp, perp.markTicks)
      }
    }
    expect(seen.size).toBe(market.perpetuals.length)
    expect(far / moved).toBeLessThan(0.03)
    expect(moved / 30).toBeGreaterThan(300)
    expect(moved / 30).toBeLessThan(600)
    expect(Math.max(...jumps)).toBeLessThan(0.002)
    expect(jumps.filter((jump) => jump > 0).length / moved).toBeGreaterThan(0.5)
    for (const { bids, asks } of market.perpetuals) {
      for (const side of [bids, asks]) {
        expect(side.keys.every((key, i) => i === 0 || key > (side.keys[i - 1] as number))).toBe(true)
        expect(side.lots.every((lots) => Number.isSafeInteger(lots) && lots > 0)).toBe(true)
      }
    }
  })

  test('the same seed has the same past, whenever it starts; another seed another', () => {
    const told = (seed: number, at: number) =>
      find(new Market({ seed, symbols: 10 }), 'okx', 'ETH/USDT:USDT').fundingAt(at).settled
    const early = told(1, NOW)
    const late = told(1, NOW + 30 * HOUR)
    expect(early.length).toBeGreaterThanOrEqual(30)
    expect(early.every(({ time }) => time <= NOW && time % (8 * HOUR) === 0)).toBe(true)
    expect(late.filter(({ time }) => time <= NOW)).toEqual(early.slice(-late.filter(({ time }) => time <= NOW).length))
    expect(told(2, NOW)).not.toEqual(early)
  })

  test('the running rate moves by the minute and is what is settled at the boundary; then the next period runs', () => {
    const perp = find(new Market({ seed: 3, symbols: 10 }), 'binance', 'BTC/USDT:USDT')
    const { nextAt } = perp.fundingAt(NOW)
    expect(nextAt).toBe(Math.ceil(NOW / (8 * HOUR)) * 8 * HOUR)
    const rates = Array.from({ length: 60 }, (_, minute) => perp.fundingAt(NOW + minute * 60_000).rate)
    expect(new Set(rates).size).toBeGreaterThan(30)
    expect(rates.every((rate) => rate % 1e4 === 0)).toBe(true)
    const last = perp.fundingAt(nextAt - 1).rate
    expect(perp.fundingAt(nextAt)).toMatchObject({ nextAt: nextAt + 8 * HOUR })
    expect(perp.fundingAt(nextAt).settled.at(-1)).toMatchObject({ time: nextAt, rate: last })
    // A clock that goes back settles no payment twice.
    const count = perp.fundingAt(nextAt).settled.length
    expect(perp.fundingAt(nextAt - HOUR).settled).toHaveLength(count)
  })

  test('[F19] a changed interval moves the next payment at once; a withheld interval is null', () => {
    const perp = find(new Market({ seed: 3, symbols: 40 }), 'bybit', 'BTC/USDT:USDT')
    const before = perp.fundingAt(NOW)
    perp.funding.changeInterval(4, NOW)
    const four = perp.fundingAt(NOW)
    expect(four).toMatchObject({ hours: 4, statedHours: 4, nextAt: Math.ceil(NOW / (4 * HOUR)) * 4 * HOUR })
    expect(Math.abs(four.rate / before.rate - 0.5)).toBeLessThan(0.2)
    perp.funding.changeInterval(1, NOW)
    const hourly = perp.fundingAt(NOW + 2 * HOUR)
    expect(hourly.settled.slice(-2).map(({ time }) => time)).toEqual([
      Math.ceil(NOW / HOUR) * HOUR,
      Math.ceil(NOW / HOUR) * HOUR + HOUR,
    ])
    perp.funding.changeInterval(null, NOW + 2 * HOUR)
    expect(perp.fundingAt(NOW + 2 * HOUR)).toMatchObject({ statedHours: null, hours: 1 })
    perp.funding.restoreInterval(NOW + 2 * HOUR)
    expect(perp.fundingAt(NOW + 2 * HOUR)).toMatchObject({ statedHours: 8, hours: 8 })
  })

  test('rates are of a realistic size, some negative, and many coins pay more than 6 % a year after all fees', () => {
    const market = new Market({ seed: 1, symbols: 120 })
    const rates = market.perpetuals.map((perp) => meanPerHour(perp.fundingAt(NOW)) * 8)
    const sorted = [...rates].sort((a, b) => a - b)
    expect(sorted.at(-1)).toBeLessThan(0.0012)
    expect(sorted[0]).toBeGreaterThan(-0.0005)
    expect(rates.filter((rate) => rate < 0).length / rates.length).toBeGreaterThan(0.05)
    const median = sorted[sorted.length >> 1] as number
    expect(median).toBeGreaterThan(0.00005)
    expect(median).toBeLessThan(0.0002)
    // formulas.md § 2 at leverage 2 and 90 days, at best prices: fees of four fills, 0.1 % for slippage.
    const apys = market.perpetuals.map((perp, i) => {
      const { exchange } = perp.listing
      const fees = 2 * (spotFee[exchange] + perpFee[exchange])
      const net = ((rates[i] as number) * 90 * 24) / 8 - fees - 0.001
      return (1 + net / 1.5) ** (365 / 90) - 1
    })
    expect(apys.filter((apy) => apy > 0.06).length).toBeGreaterThan(30)
    expect(apys.filter((apy) => apy > 0.06).length / apys.length).toBeLessThan(0.75)
  })
})
