import { EXCHANGES, type ExchangeId } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import { recordFigure } from '../../../../../scripts/figure.ts'
import { messages, seedFor } from '../../../../../scripts/run-length.ts'
import { seededRandom } from '../../adapters/system/randomness.ts'
import type { Route } from '../../app/market/route/route.ts'
import type { Level, Listing, Sides } from '../testing/world/exchange-talk.ts'
import { ScriptedMarket } from '../testing/world/scripted-market.ts'

const HOUR_MS = 3_600_000
const START = 1_785_542_400_000

const around = (bid: string, ask: string, size = '1000'): Sides => ({ bids: [[bid, size]], asks: [[ask, size]] })

/** Tickers with the exchanges where they are one coin, and those where another: from listings, not from our table. */
const COLLISIONS: readonly (readonly [string, readonly ExchangeId[], readonly ExchangeId[]])[] = [
  ['NEIRO', ['binance', 'kraken'], ['okx', 'bybit']],
  ['LUNA', ['kraken'], ['binance', 'okx', 'bybit']],
  ['UST', ['kraken', 'okx'], ['binance', 'bybit']],
  ['BTT', ['binance'], ['okx', 'bybit', 'kraken']],
  ['OM', ['binance', 'okx'], ['bybit', 'kraken']],
  ['QUICK', ['binance'], ['okx', 'bybit', 'kraken']],
  ['BEAM', ['binance'], ['okx', 'bybit', 'kraken']],
  ['STRK', ['okx'], ['binance', 'bybit', 'kraken']],
  ['SKY', ['binance'], ['okx', 'bybit', 'kraken']],
  ['GAS', ['binance', 'okx'], ['bybit']],
  ['HOT', ['binance'], ['okx', 'bybit']],
  ['LIT', ['binance', 'kraken'], ['bybit', 'okx']],
  ['MEME', ['okx'], ['binance', 'bybit', 'kraken']],
  ['MON', ['okx'], ['binance', 'bybit', 'kraken']],
  ['ACT', ['okx'], ['binance', 'bybit', 'kraken']],
  ['AGI', ['binance'], ['bybit', 'okx']],
  ['AE', ['okx'], ['binance', 'bybit']],
  ['WIN', ['okx'], ['binance', 'bybit', 'kraken']],
  ['USDS', ['binance'], ['bybit', 'kraken', 'okx']],
  ['FRAX', ['kraken', 'okx'], ['bybit', 'binance']],
  ['FXS', ['binance'], ['bybit', 'okx']],
  ['REP', ['kraken'], ['binance', 'okx']],
  ['EDEN', ['okx'], ['binance', 'bybit', 'kraken']],
  ['FUEL', ['binance'], ['bybit', 'okx', 'kraken']],
  ['SUB', ['binance'], ['okx', 'bybit']],
  ['MOD', ['binance'], ['okx', 'bybit']],
  ['VELO', ['okx'], ['binance', 'bybit']],
  ['RON', ['binance'], ['okx', 'bybit', 'kraken']],
  ['BABY', ['binance'], ['bybit', 'kraken']],
  ['CHEEMS', ['binance'], ['bybit', 'okx']],
  ['TBTC', ['kraken'], ['binance', 'okx', 'bybit']],
  ['STRAX', ['binance'], ['okx', 'bybit', 'kraken']],
  ['KNC', ['kraken'], ['binance', 'okx', 'bybit']],
  ['PUMP', ['okx'], ['binance', 'bybit', 'kraken']],
  ['OPEN', ['binance'], ['okx', 'bybit', 'kraken']],
  // Made-up tickers, which no review covers.
  ['QZXV', ['binance', 'okx'], ['bybit', 'kraken']],
  ['WQXZ', ['okx'], ['binance', 'bybit', 'kraken']],
]
const SOL = { base: 'SOL', quote: 'USDT' }

describe('[D1] one ticker, two coins', () => {
  test.for([
    ['a hundred times as dear, as NEIRO was', ['0.0002664', '0.0002666'], ['0.02965', '0.02967']],
    ['one per cent dearer, which nobody would doubt', ['0.0300', '0.0301'], ['0.0304', '0.0305']],
  ] as const)('%s: no row between them', ([what, cheap, dear], context) => {
    const market = new ScriptedMarket(START)
    const listed = COLLISIONS.map(([base]): Listing => ({ base, quote: 'USDT', tick: '0.0000001', lot: '1' }))
    for (const exchange of EXCHANGES) market.list(exchange, ...listed, SOL)
    let pairs = 0
    for (const [base, one, other] of COLLISIONS) {
      pairs += one.length * other.length
      for (const exchange of one) market.book(exchange, { base, quote: 'USDT' }, around(cheap[0], cheap[1]))
      for (const exchange of other) market.book(exchange, { base, quote: 'USDT' }, around(dear[0], dear[1]))
    }
    market.book('okx', SOL, around('99.98', '100.00', '1'))
    market.book('bybit', SOL, around('101.00', '101.02', '1'))
    const groupOf = ({ legs }: Route) => {
      const [buy, sell] = legs
      const found = COLLISIONS.find(([base]) => buy?.slot.symbol.startsWith(base))
      const isOne = (exchange: ExchangeId | undefined) => found?.[1].some((of) => of === exchange) ?? false
      return isOne(buy?.slot.exchange) === isOne(sell?.slot.exchange) ? 'same' : 'mixed'
    }
    const open = [...market.engine.open]
    const mixed = market.engine.routes.filter((route) => groupOf(route) === 'mixed' && !route.id.includes('.SOL-'))
    recordFigure(context, {
      row: 'D1',
      wanted: '0 false rows in the known collision list (100 or more pairs)',
      measured: `${what}: ${mixed.length} routes in ${pairs} pairs`,
      seed: 0,
    })
    expect(pairs).toBeGreaterThanOrEqual(100)
    expect(mixed.map(({ id }) => id)).toEqual([])
    // SOL, one coin on all exchanges, becomes a row of such frames.
    expect(open.map(({ id }) => id)).toEqual(['spot.SOL-USDT.okx.bybit'])
    expect(market.refused).toEqual([])
  })
})

describe('[D7] an unknown fee', () => {
  const gap = (fees?: ConstructorParameters<typeof ScriptedMarket>[1]) => {
    const market = new ScriptedMarket(START, fees)
    for (const exchange of EXCHANGES) market.list(exchange, SOL)
    market.book('okx', SOL, around('99.98', '100.00', '1'))
    market.book('bybit', SOL, around('101.00', '101.02', '1'))
    market.book('binance', SOL, around('101.00', '101.02', '1'))
    return market
  }

  test('makes no row of either direction, is counted with its reason, and never becomes zero', (context) => {
    const known = [...gap().engine.open].map(({ id }) => id).sort()
    expect(known).toEqual(['spot.SOL-USDT.okx.binance', 'spot.SOL-USDT.okx.bybit'])
    let counted = 0
    for (const exchange of ['okx', 'bybit'] as const) {
      const { engine } = gap({ fees: { [exchange]: null } })
      counted += engine.rejected['fee-unknown']
      const open = [...engine.open].map(({ id }) => id).sort()
      expect(open).toEqual(known.filter((id) => !id.split('.').includes(exchange)))
      expect(engine.rejected['fee-unknown']).toBe(known.length - open.length)
    }
    recordFigure(context, {
      row: 'D7',
      wanted: 'no default of zero: no row, counted with its reason',
      measured: `${counted} routes that would pay are counted, none is a row`,
      seed: 0,
    })
  })
})

/** Parses a decimal text into units of 10^-8. */
const units = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole) * 100_000_000n + BigInt(part.padEnd(8, '0').slice(0, 8))
}

test('[D4] tiny prices, no depth, dust and high minimums: never a row below a minimum, off a lot, or without a size', {
  timeout: HOUR_MS,
}, (context) => {
  const seed = seedFor('D4', 41)
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T
  const count = messages(1_000_000)
  const wrong: string[] = []
  let rows = 0
  let tooSmall = 0
  let sent = 0
  while (sent < count) {
    const market = new ScriptedMarket(START + sent)
    const rules = new Map<ExchangeId, Listing>()
    const cents = one([1, 12, 10_000, 2_500_000])
    for (const exchange of EXCHANGES) {
      const minNotional = exchange === 'okx' ? undefined : one([undefined, '0.5', '5', '100'])
      const rule: Listing = {
        ...SOL,
        tick: '0.01',
        lot: one(['0.00000001', '0.001', '0.1', '1', '1000']),
        minQty: one(['0', '0.00000001', '0.01', '1', '50']),
        ...(minNotional === undefined ? {} : { minNotional }),
      }
      // Kraken gives its lot as a number of decimals, so it is at most 1.
      rules.set(exchange, exchange === 'kraken' && Number(rule.lot) > 1 ? { ...rule, lot: '1' } : rule)
      market.list(exchange, rules.get(exchange) as Listing)
    }
    for (let frame = 0; frame < 40; frame++, sent++) {
      const exchange = one(EXCHANGES)
      const level = (ticks: number): Level => [
        `${Math.floor(ticks / 100)}.${String(ticks % 100).padStart(2, '0')}`,
        one(['0.00000001', '0.00000300', '0.00100000', '0.10000000', '1.00000000', '730.00000000']),
      ]
      const first = Math.max(2, Math.round(cents * (1 + (random() - 0.5) / 40)))
      const depth = below(4)
      const side = (sign: 1 | -1) =>
        Array.from({ length: depth }, (_, rank) => first + sign * (rank + (sign === 1 ? 1 : 0))).filter((t) => t > 0)
      market.now += 100
      market.book(exchange, SOL, { bids: side(-1).map(level), asks: side(1).map(level) })
      tooSmall += market.engine.rejected.size > 0 ? 1 : 0
      for (const { id, mode, opportunity } of market.engine.open) {
        if (mode !== 'spot' || opportunity?.mode !== 'spot') continue
        rows++
        const { size, buyPrice, sellPrice, net, buyLevels, sellLevels } = opportunity.account
        if (size.n <= 0n || net.n <= 0n || buyLevels < 1 || sellLevels < 1) wrong.push(`${id}: a row without a size`)
        for (const [leg, price] of [
          [opportunity.legs[0].leg, buyPrice],
          [opportunity.legs[1].leg, sellPrice],
        ] as const) {
          const { lot = '', minQty = '0', minNotional = '0' } = rules.get(leg.slot.exchange) as Listing
          // size = n/d; lots and minimums in units of 10^-8.
          if ((size.n * 100_000_000n) % (size.d * units(lot)) !== 0n)
            wrong.push(`${id}: ${size.n}/${size.d} off a lot of ${lot}`)
          if (size.n * 100_000_000n < size.d * units(minQty)) wrong.push(`${id}: below ${minQty}`)
          if (size.n * price.n * 100_000_000n < size.d * price.d * units(minNotional))
            wrong.push(`${id}: worth less than ${minNotional}`)
        }
      }
    }
    wrong.push(...market.refused)
  }
  recordFigure(context, {
    row: 'D4',
    wanted: 'size below either minimum order or step: no row; never a ROI without a size',
    measured: `${wrong.length} wrong of ${rows} rows in ${sent} books; ${tooSmall} times a gap too small to trade`,
    seed,
  })
  expect(wrong.slice(0, 5)).toEqual([])
  expect(rows).toBeGreaterThan(count / 100)
  expect(tooSmall).toBeGreaterThan(count / 100)
})
