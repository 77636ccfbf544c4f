import { EXCHANGES } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Quarantine } from '../detect/quarantine.ts'
import { wantedBooks } from '../legs/wanted.ts'
import { ages } from '../opportunity/evaluation.ts'
import { priorOutlook } from '../opportunity/outlook.ts'
import { spotEvidence, spotRow } from '../opportunity/present/present-spot.ts'
import { marketStats } from '../publish/market-stats.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'

const CYCLE = [
  ['BTC', 'USDT'],
  ['ETH', 'BTC'],
  ['ETH', 'USDT'],
] as const
const ROUTE = 'spot.SOL-USDT.okx.binance'

/** SOL on two exchanges: bought at 100 on OKX, sold at 101 on Binance. */
function withGap(options: ConstructorParameters<typeof Stage>[0] = {}): Stage {
  const stage = new Stage(options)
  stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
  stage.book(1_000, 'binance', 'SOLUSDT', '101', '101.1')
  stage.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
  return stage
}

describe('the life of a row', () => {
  test('opens, changes when a figure changes, and closes when it stops paying', () => {
    const stage = withGap()
    stage.book(1_100, 'okx', 'SOLUSDT', '99.9', '100')
    stage.book(1_200, 'okx', 'SOLUSDT', '99.9', '100.1')
    stage.book(1_300, 'okx', 'SOLUSDT', '99.9', '101')
    expect(stage.story).toEqual([`opened ${ROUTE}`, `changed ${ROUTE}`, `closed ${ROUTE} negative`])
    expect(stage.told[1]?.opportunity.detectedAt).toBe(1_000)
    expect(stage.engine.open.size).toBe(0)
  })

  test.each(['gap', 'checksum', 'refused', 'down'] as const)(
    'closes at once with reason %s when a leg is lost',
    (reason) => {
      const stage = withGap()
      stage.lose('okx', 'SOLUSDT', reason)
      expect(stage.story.at(-1)).toBe(`closed ${ROUTE} ${reason}`)
      expect(stage.engine.open.size).toBe(0)
    },
  )

  test('[F9] closes when a leg is crossed, before the book is lost', () => {
    const stage = withGap()
    stage.book(1_100, 'okx', 'SOLUSDT', '100.5', '100')
    expect(stage.story.at(-1)).toBe(`closed ${ROUTE} crossed`)
    stage.book(1_200, 'okx', 'SOLUSDT', '99.9', '100')
    expect(stage.story.at(-1)).toBe(`opened ${ROUTE}`)
  })

  test('[D6] ages by the older leg and leaves when that leg is too old, though the other goes on', () => {
    const stage = withGap()
    for (let now = 1_500; now <= 3_000; now += 500) stage.book(now, 'binance', 'SOLUSDT', '101', '101.1')
    const [route] = stage.engine.open
    expect(route === undefined ? null : ages(route.legs, 3_000)).toEqual({
      ageMs: 2_000,
      expiresInMs: 0,
      latencyMs: 20,
    })
    stage.engine.tick(3_001)
    expect(stage.story.at(-1)).toBe(`closed ${ROUTE} stale`)
    stage.book(3_100, 'binance', 'SOLUSDT', '101', '101.1')
    expect(stage.engine.rejected.stale).toBe(1)
  })

  test('[F17] [F18] a halted exchange or instrument takes its rows with it, and a delisted one never comes back by itself', () => {
    const stage = withGap()
    const endpoint = {
      exchange: 'okx',
      market: 'spot',
      transport: 'ws',
      path: '/',
      query: new URLSearchParams(),
    } as const
    stage.engine.sink('okx').control(endpoint, { kind: 'system', trading: false, why: 'maintenance' })
    expect(stage.story.at(-1)).toBe(`closed ${ROUTE} halted`)
    stage.engine.sink('okx').control(endpoint, { kind: 'system', trading: true, why: '' })
    stage.book(1_100, 'okx', 'SOLUSDT', '99.9', '100')
    expect(stage.story.at(-1)).toBe(`opened ${ROUTE}`)
    stage.engine.sink('okx').instruments('okx', 'spot', [instrument('okx', 'SOL', 'USDT', { status: 'halted' })], true)
    expect(stage.story.at(-1)).toBe(`closed ${ROUTE} halted`)
    stage.engine.sink('okx').instruments('okx', 'spot', [instrument('okx', 'BTC', 'USDT')], true)
    expect(stage.slot('okx', 'SOLUSDT').validity).toBe('GONE')
  })
})

test('gaps through a halted book count as stale from the next tick on', () => {
  const stage = withGap()
  stage.book(1_100, 'okx', 'SOLUSDT', '99.9', '100.95')
  expect(stage.engine.rejected).toMatchObject({ fees: 1, stale: 0 })
  stage.list(instrument('okx', 'SOL', 'USDT', { status: 'halted' }))
  stage.engine.tick(1_200)
  expect(stage.engine.rejected).toMatchObject({ fees: 0, stale: 1 })
})

describe('what is compared', () => {
  test('[D5] never two quotes, never an exchange with itself, never an unlisted instrument', () => {
    const stage = new Stage()
    stage.list(
      instrument('binance', 'SOL', 'USDT'),
      instrument('okx', 'SOL', 'USDC'),
      instrument('binance', 'SOL', 'USD'),
      instrument('kraken', 'SOL', 'USD'),
    )
    stage.engine.slot('bybit', 'spot', 'SOLUSDT')
    expect(stage.engine.routes.map(({ id }) => id).sort()).toEqual([
      'spot.SOL-USD.binance.kraken',
      'spot.SOL-USD.kraken.binance',
    ])
  })

  test('[D1] never an asset that the identity table does not know', () => {
    const stage = new Stage({ identify: () => null })
    stage.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
    expect(stage.engine.routes).toEqual([])
  })

  test('[D7] an unknown fee is no row, and is counted with that reason', () => {
    const stage = withGap({ takerFee: ({ exchange }) => (exchange === 'okx' ? null : decimal('0.001')) })
    expect(stage.told).toEqual([])
    expect(stage.engine.rejected['fee-unknown']).toBe(1)
    expect(marketStats(stage.engine, { exchanges: [], pairs: 0 }).rejected).toMatchObject({ fee_unknown: 1, fees: 0 })
  })

  test('only pairs that trade on two exchanges are worth a subscription, and the two that prices need', () => {
    const listed = [
      instrument('binance', 'SOL', 'USDT'),
      instrument('okx', 'SOL', 'USDT', { symbol: 'SOL-USDT' }),
      instrument('okx', 'AVAX', 'USDT'),
      instrument('kraken', 'USDT', 'USD'),
      instrument('bybit', 'SOL', 'USDT', { status: 'gone' }),
    ]
    const wanted = wantedBooks(listed, ({ baseTicker, quoteTicker }) => ({
      base: baseTicker,
      quote: quoteTicker,
      multiplierDigits: 0,
    }))
    expect(Object.fromEntries(wanted)).toEqual({
      binance: [{ market: 'spot', symbol: 'SOLUSDT' }],
      okx: [{ market: 'spot', symbol: 'SOL-USDT' }],
      bybit: [],
      kraken: [{ market: 'spot', symbol: 'USDTUSD' }],
    })
  })
})

test('[D2] a gap above 5 % is quarantined until three confirmations over ten seconds from fresh snapshots', () => {
  const refreshed: string[] = []
  const logged: string[] = []
  const quarantine = new Quarantine(
    (slot) => refreshed.push(`${slot.exchange} ${slot.symbol}`),
    (event) => logged.push(event),
  )
  const stage = withGap({ onQuarantined: (route, now) => quarantine.seen(route, now) })
  const opened: number[] = []
  for (let now = 2_000; now <= 14_000; now += 500) {
    stage.book(now, 'binance', 'SOLUSDT', '300', '300.1')
    stage.book(now, 'okx', 'SOLUSDT', '99.9', '100')
    if (stage.engine.open.size > 0) opened.push(now)
    else expect(stage.engine.rejected.quarantine).toBe(1)
  }
  expect(stage.story[1]).toBe(`closed ${ROUTE} quarantine`)
  expect(opened[0]).toBeGreaterThanOrEqual(12_000)
  expect(refreshed.slice(0, 2)).toEqual(['okx SOLUSDT', 'binance SOLUSDT'])
  expect(logged).toEqual(['gap-quarantined', 'gap-confirmed'])
  stage.book(14_100, 'binance', 'SOLUSDT', '101', '101.1')
  stage.book(14_200, 'binance', 'SOLUSDT', '900', '900.1')
  expect(stage.story.at(-1)).toBe(`closed ${ROUTE} quarantine`)
  expect(stage.engine.rejected.quarantine).toBe(1)
})

test('[D2] a confirmed cycle that falls below 5 % has to be confirmed anew', () => {
  const stage = new Stage({
    onQuarantined: (route) => {
      route.confirmed = true
    },
  })
  for (const [base, quote] of CYCLE) stage.list(instrument('binance', base, quote, { lotStep: decimal('0.0001') }))
  stage.book(1_000, 'binance', 'BTCUSDT', '50000', '50001', '5')
  stage.book(1_000, 'binance', 'ETHBTC', '0.05', '0.050001', '5')
  const sell = (now: number, bid: string, ask: string) => stage.book(now, 'binance', 'ETHUSDT', bid, ask, '5')
  const rows = () => [...stage.engine.open].map(({ id, confirmed }) => [id, confirmed])
  sell(1_010, '3500', '3501')
  sell(1_020, '3500', '3501')
  expect(rows()).toEqual([['tri.binance.BTC-ETH-USDT', true]])
  sell(1_030, '2550', '2551')
  expect(rows()).toEqual([['tri.binance.BTC-ETH-USDT', false]])
})

test('[ENT-07] [OPP-30] the row names every figure and its evidence adds up to it', () => {
  const stage = withGap()
  const { opportunity } = stage.told[0] as (typeof stage.told)[number]
  if (opportunity.mode !== 'spot') throw new Error('not a spot row')
  const outlook = priorOutlook({ id: ROUTE, mode: 'spot', openSince: 1_000 }, opportunity, 1_000)
  const row = spotRow(opportunity, { source: 'demo', state: 'LIVE', time: 1_000, ages: opportunity, outlook })
  expect(row).toMatchObject({
    id: ROUTE,
    mode: 'spot',
    symbol: 'SOL/USDT',
    base: 'SOL',
    quote: 'USDT',
    source: 'demo',
    state: 'LIVE',
    buy_exchange: 'okx',
    sell_exchange: 'binance',
    buy_price: 100,
    sell_price: 101,
    spread: 1,
    slippage: 0,
    volume: 100,
    size: 1,
    size_currency: 'SOL',
    net_pnl: 0.799,
    age_ms: 0,
    latency_ms: 20,
    expires_in_ms: 2_000,
    confidence: 99,
    confidence_basis: 'prior',
    ttl_ms: 1_500,
    depth_limited: true,
    detected_at: '1970-01-01T00:00:01.000Z',
    updated_at: '1970-01-01T00:00:01.000Z',
  })
  expect(row.net_roi).toBe(0.7982018)
  expect(row.net_profit).toBe(row.net_roi)
  expect(row.fees).toBe(0.2007992)
  const evidence = spotEvidence(opportunity)
  expect(evidence).toMatchObject({ size: '1', gross: '1', slippage: '0', fees: '0.201', net: '0.799', cost: '100.1' })
  expect(evidence.legs.map(({ exchange, side, levels }) => [exchange, side, levels])).toEqual([
    ['okx', 'buy', [['100', '1']]],
    ['binance', 'sell', [['101', '1']]],
  ])
})

test('[WHAT-03] after any sequence of frames the open rows and the counted reasons equal a fresh look’s', () => {
  const step = fc.record({
    exchange: fc.constantFrom(...EXCHANGES),
    bid: fc.integer({ min: 980, max: 1_020 }),
    spread: fc.integer({ min: -2, max: 6 }),
    lose: fc.integer({ min: 0, max: 9 }),
    wait: fc.constantFrom(1, 50, 400, 2_500),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const stage = new Stage()
      for (const exchange of EXCHANGES) stage.list(instrument(exchange, 'SOL', 'USDT'))
      let now = 1_000
      for (const { exchange, bid, spread, lose, wait } of steps) {
        now += wait
        if (lose === 0) stage.lose(exchange, 'SOLUSDT', 'gap')
        else stage.book(now, exchange, 'SOLUSDT', String(bid / 10), String((bid + spread) / 10))
        stage.engine.tick(now)
        for (const route of stage.engine.open) {
          for (const { slot } of route.legs) {
            expect(slot.isLive(now) && !slot.book.isCrossed).toBe(true)
          }
          expect(route.rejection).toBeNull()
        }
        const counted = new Map<string, number>()
        for (const { rejection } of stage.engine.routes) {
          if (rejection !== null) counted.set(rejection, (counted.get(rejection) ?? 0) + 1)
        }
        for (const [reason, count] of Object.entries(stage.engine.rejected))
          expect(count).toBe(counted.get(reason) ?? 0)
      }
    }),
    { numRuns: 300, seed: 5 },
  )
})
