import { parseDecimal } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import { priorOutlook } from '../opportunity/outlook.ts'
import { presentEvidence, presentRow } from '../opportunity/present/present.ts'
import type { Route } from '../route/route.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'
import { carryOptions, DEFAULT_CARRY } from './carry-settings.ts'

const HOUR = 3_600_000
/** A round time far enough from 0 for a history before it. */
const T = 1_000 * HOUR
const ONE = 'carry.SOL-USDT.binance.long-spot.1x'
const TWO = 'carry.SOL-USDT.binance.long-spot.2x'
const REVERSE = 'carry.SOL-USDT.binance.reverse.1x'

const settled = (rate: string, count = 21, hours = 8) => ({
  kind: 'settled' as const,
  symbol: 'SOLUSDT',
  rates: Array.from({ length: count }, (_, i) => ({ time: T - (i + 1) * hours * HOUR, rate: decimal(rate) })),
})
const mark = (price: string) => ({ kind: 'mark' as const, symbol: 'SOLUSDT', mark: decimal(price), index: null })
const interval = (hours: number | null) => ({ kind: 'interval' as const, symbol: 'SOLUSDT', hours })

/** Spot and perpetual of one exchange, with all facts but those that a test leaves out. */
function stageWith({
  rate = '0.0003',
  hours = 8 as number | null,
  options = {},
}: {
  rate?: string
  hours?: number | null
  options?: ConstructorParameters<typeof Stage>[0]
} = {}): Stage {
  const stage = new Stage(options)
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT', { market: 'perp' }))
  stage.fact(T, 'binance', settled(rate), mark('100'), interval(hours))
  stage.book(T, 'binance', 'SOLUSDT', '99.99', '100', '10')
  stage.perp(T, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
  return stage
}

const routeOf = (stage: Stage, id: string): Route => {
  const route = [...stage.engine.open].find((one) => one.id === id)
  if (route === undefined) throw new Error(`${id} is not open: ${stage.story}`)
  return route
}
function rowOf(stage: Stage, id: string, now: number) {
  const { opportunity } = routeOf(stage, id)
  if (opportunity?.mode !== 'carry') throw new Error('not a carry row')
  const outlook = priorOutlook({ id, mode: 'carry', openSince: T }, opportunity, now)
  const row = presentRow(opportunity, { source: 'demo', state: 'LIVE', time: now, ages: opportunity, outlook })
  if (row.mode !== 'carry') throw new Error('not a carry row')
  return row
}

const DAY = 86_400_000

test('an announced end of the contract before the end of the hold closes its rows, and a later end leaves them', () => {
  const stage = stageWith()
  const ending = (endsAt: number) => instrument('binance', 'SOL', 'USDT', { market: 'perp', endsAt })
  stage.list(ending(T + 91 * DAY))
  stage.book(T + 1, 'binance', 'SOLUSDT', '99.99', '100', '10')
  expect(stage.story).toEqual([`opened ${ONE}`, `opened ${TWO}`])
  stage.list(ending(T + 89 * DAY))
  stage.book(T + 2, 'binance', 'SOLUSDT', '99.99', '100', '10')
  expect(stage.story.slice(2)).toEqual([`closed ${ONE} negative`, `closed ${TWO} negative`])
})

test('[ENT-08] one row for each leverage, with every figure of the formulas', () => {
  const stage = stageWith()
  expect(stage.story).toEqual([`opened ${ONE}`, `opened ${TWO}`])
  // 10 SOL: funding 90·24·0.0003/8·100·10 = 81, fees 2·10·(100·0.001 + 100.1·0.001) = 4.002.
  expect(rowOf(stage, ONE, T)).toMatchObject({
    mode: 'carry',
    exchange: 'binance',
    symbol: 'SOL/USDT',
    side: 'long-spot',
    leverage: 1,
    hold_days: 90,
    funding_rate: 0.03,
    last_funding_rate: 0.03,
    funding_interval_h: 8,
    basis: 0.1,
    spot_fees: 0.2,
    perp_fees: 0.2002,
    total_slippage: 0,
    net_pnl: 76.998,
    daily_pnl: 0.85553333,
    margin_required: 1001,
    break_even_days: 4.44666667,
    mark_price: 100,
    liquidation_price: null,
    liquidation_distance: null,
    liquidation_unknown: 'no-tiers',
    size: 10,
    size_currency: 'SOL',
    depth_limited: true,
    ttl_ms: 8 * HOUR,
  })
  expect(rowOf(stage, TWO, T)).toMatchObject({ leverage: 2, margin_required: 500.5, net_pnl: 76.998 })
  const { opportunity } = routeOf(stage, ONE)
  const evidence = opportunity === null ? null : presentEvidence(opportunity)
  expect(evidence).toMatchObject({
    size: '10',
    qty: '10',
    s0: '100',
    p0: '100.1',
    mark: '100',
    last_rate: '0.0003',
    interval_h: '8',
    hold_days: '90',
    leverage: '1',
    borrow_rate: '0',
    funding: '81',
    fees: '4.002',
    slippage_entry: '0',
    slippage_exit: '0',
    borrow: '0',
    net: '76.998',
    capital: '2001',
    tiers: null,
  })
})

test('[OPP-31] tiers of the list give a liquidation price, measured from the current mark', () => {
  const tiers = {
    by: 'notional' as const,
    tiers: [
      { floor: decimal('0'), mmr: decimal('0.004') },
      { floor: decimal('50000'), mmr: decimal('0.005') },
    ],
  }
  const stage = new Stage()
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT', { market: 'perp', tiers }))
  stage.fact(T, 'binance', settled('0.0003'), mark('100'), interval(8))
  stage.book(T, 'binance', 'SOLUSDT', '99.99', '100', '10')
  stage.perp(T, 'binance', 'SOLUSDT', '100', '100.11', '10')
  const row = rowOf(stage, TWO, T)
  // E·(1 + 1/2)/(1 + 0.004)
  expect(row.liquidation_price).toBeCloseTo(150 / 1.004, 9)
  expect(row.liquidation_distance).toBeCloseTo((150 / 1.004 / 100 - 1) * 100, 7)
  const told = stage.told.length
  stage.fact(T + 100, 'binance', mark('120'))
  expect(stage.told).toHaveLength(told)
  const later = rowOf(stage, TWO, T + 150)
  expect(later).toMatchObject({ mark_price: 120, mark_age_ms: 50, liquidation_price: row.liquidation_price })
  expect(later.liquidation_distance).toBeCloseTo((150 / 1.004 / 120 - 1) * 100, 7)
})

describe('what makes no row', () => {
  test.each([
    ['funding that is paid', { rate: '-0.0003' }, null],
    ['funding that does not pay four fills', { rate: '0.00001' }, 'fees'],
    ['an interval that nobody states', { hours: null }, 'interval-unknown'],
  ] as const)('%s', (_, given, reason) => {
    const stage = stageWith(given)
    expect(stage.story).toEqual([])
    if (reason !== null) expect(stage.engine.rejected[reason]).toBe(2)
  })

  test('[D7] an unknown fee is never zero', () => {
    const stage = stageWith({ options: { takerFee: ({ market }) => (market === 'perp' ? null : decimal('0.001')) } })
    expect(stage.story).toEqual([])
    expect(stage.engine.rejected['fee-unknown']).toBe(2)
  })

  test('fewer than three settled rates', () => {
    const stage = new Stage()
    stage.list(instrument('binance', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT', { market: 'perp' }))
    stage.fact(T, 'binance', settled('0.0003', 2), mark('100'), interval(8))
    stage.book(T, 'binance', 'SOLUSDT', '99.99', '100', '10')
    stage.perp(T, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
    expect(stage.story).toEqual([])
    stage.fact(T + 10, 'binance', settled('0.0003', 3))
    expect(stage.story).toEqual([])
    stage.perp(T + 20, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
    expect(stage.story).toEqual([`opened ${ONE}`, `opened ${TWO}`])
  })

  test('[D5] a spot book in another quote is not its hedge', () => {
    const stage = new Stage()
    stage.list(instrument('kraken', 'SOL', 'USDT'), instrument('kraken', 'SOL', 'USD', { market: 'perp' }))
    const told = { ...settled('0.0003'), symbol: 'SOLUSD' }
    stage.fact(T, 'kraken', told, { ...mark('100'), symbol: 'SOLUSD' }, { ...interval(1), symbol: 'SOLUSD' })
    stage.book(T, 'kraken', 'SOLUSDT', '99.99', '100', '10')
    stage.perp(T, 'kraken', 'SOLUSD', '100.1', '100.11', '10')
    expect(stage.engine.routesOf(stage.slot('kraken', 'SOLUSDT'))).toEqual([])
  })

  test('[D2] a basis above five per cent, before fresh snapshots confirmed it', () => {
    const asked: string[] = []
    const stage = stageWith({ options: { onQuarantined: ({ id }) => asked.push(id) } })
    stage.perp(T + 10, 'binance', 'SOLUSDT', '105.01', '105.02', '10')
    expect(stage.story.slice(2)).toEqual([`closed ${ONE} quarantine`, `closed ${TWO} quarantine`])
    expect(asked).toEqual([ONE, TWO])
    expect(stage.engine.rejected.quarantine).toBe(2)
    stage.perp(T + 20, 'binance', 'SOLUSDT', '105', '105.02', '10')
    expect(stage.story.slice(4)).toEqual([`opened ${ONE}`, `opened ${TWO}`])
  })

  test('[D2] such a basis names the closing even where the spot fees of the new price eat the funding', () => {
    const stage = stageWith({ options: { takerFee: () => decimal('0.01') } })
    stage.book(T + 20, 'binance', 'SOLUSDT', '799', '800', '10')
    expect(stage.story.slice(2)).toEqual([`closed ${ONE} quarantine`, `closed ${TWO} quarantine`])
  })
})

describe('reverse', () => {
  const reversed = (options: ConstructorParameters<typeof Stage>[0] = {}) => stageWith({ rate: '-0.0003', options })

  test('negative funding is earned by the other side, for what borrowing costs', () => {
    const stage = reversed()
    expect(stage.engine.rejected['borrow-unknown']).toBe(2)
    stage.fact(T + 5, 'binance', { kind: 'borrow', yearly: new Map([['SOL', decimal('0.0365')]]) })
    stage.book(T + 10, 'binance', 'SOLUSDT', '99.99', '100', '10')
    expect(stage.story).toEqual([`opened ${REVERSE}`, 'opened carry.SOL-USDT.binance.reverse.2x'])
    // Sold at 99.99, borrowed for 90 days at 0.01 % a day.
    const { opportunity } = routeOf(stage, REVERSE)
    expect(opportunity === null ? null : presentEvidence(opportunity)).toMatchObject({
      funding: '81',
      borrow: '8.9991',
      borrow_rate: '0.0365',
      s0: '99.99',
      p0: '100.11',
    })
    expect(rowOf(stage, REVERSE, T + 10)).toMatchObject({ side: 'reverse', funding_rate: -0.03 })
  })

  test('a configured rate stands over what the exchange tells', () => {
    const settings = { ...DEFAULT_CARRY, borrowRates: { binance: { SOL: '0.0365' } } }
    const stage = reversed({ carry: carryOptions(settings, false) })
    stage.fact(T + 5, 'binance', { kind: 'borrow', yearly: new Map([['SOL', decimal('9')]]) })
    stage.book(T + 10, 'binance', 'SOLUSDT', '99.99', '100', '10')
    const { opportunity } = routeOf(stage, REVERSE)
    expect(opportunity === null ? null : presentEvidence(opportunity)).toMatchObject({ borrow: '8.9991' })
  })
})

describe('[F19] the interval', () => {
  test('a changed one is on the row with the next evaluation, an absent one ends the row', () => {
    const stage = stageWith()
    for (const [at, hours] of [
      [100, 4],
      [200, 1],
    ] as const) {
      stage.fact(T + at, 'binance', interval(hours))
      stage.perp(T + at + 10, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
      expect(rowOf(stage, ONE, T + at + 10).funding_interval_h).toBe(hours)
    }
    stage.fact(T + 300, 'binance', interval(null))
    stage.perp(T + 310, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
    expect(stage.story.slice(-2)).toEqual([`closed ${ONE} negative`, `closed ${TWO} negative`])
    expect(stage.engine.rejected['interval-unknown']).toBe(2)
  })

  test('a list that repeats its old interval does not undo what was told since', () => {
    const stage = new Stage()
    const listed = instrument('bybit', 'SOL', 'USDT', { market: 'perp', fundingIntervalHours: 8 })
    stage.list(instrument('bybit', 'SOL', 'USDT'), listed)
    const { funding } = stage.engine.perps.of('bybit', 'SOLUSDT')
    expect(funding.intervalHours).toBe(8)
    stage.fact(T, 'bybit', interval(4))
    stage.list(listed)
    expect(funding.intervalHours).toBe(4)
    stage.list({ ...listed, fundingIntervalHours: 1 })
    expect(funding.intervalHours).toBe(1)
  })
})

test('[D6] a row ages by its older leg and leaves with it', () => {
  const stage = stageWith()
  for (let now = T + 500; now <= T + 2_000; now += 500) {
    stage.perp(now, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
    stage.fact(now, 'binance', mark('100'))
  }
  expect(rowOf(stage, ONE, T + 2_000).age_ms).toBe(2_000)
  stage.engine.tick(T + 2_001)
  expect(stage.story.slice(-2)).toEqual([`closed ${ONE} stale`, `closed ${TWO} stale`])
})

test('a mark that nobody renews ends its rows', () => {
  const stage = stageWith()
  for (let now = T + 500; now <= T + 31_000; now += 500) {
    stage.book(now, 'binance', 'SOLUSDT', '99.99', '100', '10')
    stage.perp(now, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
  }
  expect(stage.engine.open.size).toBe(0)
  expect(stage.told.at(-1)).toMatchObject({ event: 'closed', reason: 'stale', t: T + 30_500 })
})

test('[D5] contracts and multiplied tickers become coins', () => {
  const stage = new Stage({
    identify: ({ baseTicker, quoteTicker }) => ({
      base: baseTicker.replace(/^1000/, ''),
      quote: quoteTicker,
      multiplierDigits: baseTicker.startsWith('1000') ? 3 : 0,
    }),
  })
  const contractSize = parseDecimal('10')
  stage.list(
    instrument('okx', 'PEPE', 'USDT', { lotStep: decimal('1') }),
    instrument('okx', '1000PEPE', 'USDT', { market: 'perp', contractSize, lotStep: decimal('10') }),
  )
  const told = { ...settled('0.0003'), symbol: '1000PEPEUSDT' }
  stage.fact(T, 'okx', told, { ...mark('0.01'), symbol: '1000PEPEUSDT' }, { ...interval(8), symbol: '1000PEPEUSDT' })
  stage.book(T, 'okx', 'PEPEUSDT', '0.00000999', '0.00001', '1000000')
  // 50 contracts of 10 units of 1000 coins: 500,000 coins.
  stage.perp(T, 'okx', '1000PEPEUSDT', '0.01001', '0.01002', '50')
  const [route] = stage.engine.open
  const { opportunity } = route ?? {}
  if (opportunity?.mode !== 'carry') throw new Error('no carry row')
  expect(presentEvidence(opportunity)).toMatchObject({
    qty: '500000',
    s0: '0.00001',
    p0: '0.00001001',
    mark: '0.00001',
    funding: '0.405',
    legs: [
      { levels: [['0.00001', '1000000']], multiplier: '1' },
      { levels: [['0.01001', '500']], multiplier: '1000', lot_step: '10' },
    ],
  })
})

test('while rows are open their account may wait for the tick, and is due once', () => {
  const stage = new Stage({ conflates: true })
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('binance', 'SOL', 'USDT', { market: 'perp' }))
  stage.fact(T, 'binance', settled('0.0003'), mark('100'), interval(8))
  stage.book(T, 'binance', 'SOLUSDT', '99.99', '100', '10')
  stage.perp(T, 'binance', 'SOLUSDT', '100.1', '100.11', '10')
  expect(stage.story).toEqual([`opened ${ONE}`, `opened ${TWO}`])
  stage.perp(T + 50, 'binance', 'SOLUSDT', '100.1', '100.11', '8')
  stage.perp(T + 60, 'binance', 'SOLUSDT', '100.1', '100.11', '9')
  expect(stage.told).toHaveLength(2)
  stage.engine.evaluateDeferred(T + 100)
  expect(stage.story.slice(2)).toEqual([`changed ${ONE}`, `changed ${TWO}`])
  expect(rowOf(stage, ONE, T + 100).size).toBe(9)
  stage.engine.evaluateDeferred(T + 200)
  expect(stage.told).toHaveLength(4)
  stage.lose('binance', 'SOLUSDT', 'gap')
  expect(stage.story.slice(4)).toEqual([`closed ${ONE} gap`, `closed ${TWO} gap`])
})
