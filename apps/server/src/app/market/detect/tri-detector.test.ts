import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priorOutlook } from '../opportunity/outlook.ts'
import { presentEvidence, presentRow } from '../opportunity/present/present.ts'
import { decimal, instrument, Stage } from '../testing/stage.ts'

const CYCLE = 'tri.binance.USDT-BTC-ETH'

/** The golden cycle G3 of formulas.md: three books and their lots. */
function goldenStage(options: ConstructorParameters<typeof Stage>[0] = {}): Stage {
  const stage = new Stage({ takerFee: () => decimal('0.00075'), triCap: () => decimal('1000'), ...options })
  stage.list(
    instrument('binance', 'BTC', 'USDT', { lotStep: decimal('0.00001') }),
    instrument('binance', 'ETH', 'BTC', { lotStep: decimal('0.0001') }),
    instrument('binance', 'ETH', 'USDT', { lotStep: decimal('0.0001') }),
  )
  return stage
}

function golden(stage: Stage, now = 1_000): void {
  stage.depth(
    now,
    'binance',
    'BTCUSDT',
    [['49990', '1']],
    [
      ['50000.00', '0.015'],
      ['50005.00', '0.5'],
    ],
  )
  stage.depth(
    now + 10,
    'binance',
    'ETHBTC',
    [['0.04990', '10']],
    [
      ['0.05000', '0.2'],
      ['0.05001', '5'],
    ],
  )
  stage.depth(
    now + 20,
    'binance',
    'ETHUSDT',
    [
      ['2515.00', '0.25'],
      ['2514.50', '3'],
    ],
    [['2516', '10']],
  )
}

function opportunityOf(stage: Stage, id: string) {
  const route = [...stage.engine.open].find((one) => one.id === id)
  if (route?.opportunity?.mode !== 'tri') throw new Error(`${id} is not open: ${stage.story}`)
  return route.opportunity
}

test('[ENT-09] the golden cycle: a row with every figure, and evidence that adds up to it', () => {
  const stage = goldenStage()
  golden(stage)
  const opportunity = opportunityOf(stage, CYCLE)
  const outlook = priorOutlook({ id: CYCLE, mode: 'tri', openSince: 1_020 }, opportunity, 1_020)
  const row = presentRow(opportunity, { source: 'demo', state: 'LIVE', time: 1_020, ages: opportunity, outlook })
  expect(row).toMatchObject({
    mode: 'tri',
    exchange: 'binance',
    base_asset: 'USDT',
    cycle: 'USDT→BTC→ETH→USDT',
    gross_roi: 0.6,
    net_roi: 0.3385862,
    net_pnl: 3.38425354,
    total_fees_bp: 22.48312922,
    total_slippage_bp: 2.00697346,
    start_amount: 1_000,
    executable_amount: 999.52495,
    size: 999.52495,
    size_currency: 'USDT',
    leg1_pair: 'BTC/USDT',
    leg1_side: 'buy',
    leg2_pair: 'ETH/BTC',
    leg2_side: 'buy',
    leg3_pair: 'ETH/USDT',
    leg3_side: 'sell',
    age_ms: 20,
    ttl_ms: 900,
    confidence: 97,
  })
  expect(presentEvidence(opportunity)).toMatchObject({
    size: '999.52495',
    start_amount: '1000',
    legs: [
      { side: 'buy', ordered: '0.01999', spent: '999.52495', received: '0.0199750075', dust: '0' },
      { side: 'buy', ordered: '0.3994', spent: '0.019971994', received: '0.39910045', dust: '0.0000030135' },
      { side: 'sell', ordered: '0.3991', spent: '0.3991', received: '1002.9092035375', dust: '0.00000045' },
    ],
  })
})

test('each start asset of a cycle has its own row, and a cycle the other way round is another', () => {
  const stage = goldenStage({ triCap: () => null })
  golden(stage)
  expect(stage.story).toEqual([
    'opened tri.binance.BTC-ETH-USDT',
    'opened tri.binance.ETH-USDT-BTC',
    'opened tri.binance.USDT-BTC-ETH',
  ])
  // The prices are inverted: the cycle now pays in the other direction.
  const asks = [
    ['2450', '3'],
    ['2460', '30'],
  ] as const
  stage.depth(1_100, 'binance', 'ETHUSDT', [['2400', '3']], asks)
  const closed = stage.story.slice(3)
  expect(closed.slice(0, 3).every((line) => line.startsWith('closed') || line.startsWith('opened'))).toBe(true)
  expect([...stage.engine.open].map(({ id }) => id).sort()).toEqual([
    'tri.binance.BTC-USDT-ETH',
    'tri.binance.ETH-BTC-USDT',
    'tri.binance.USDT-ETH-BTC',
  ])
})

describe('[D9] a cycle with a leg that may not be read never appears', () => {
  test('a leg that was never proven', () => {
    const stage = goldenStage()
    stage.depth(1_000, 'binance', 'BTCUSDT', [['49990', '1']], [['50000', '1']])
    stage.depth(1_020, 'binance', 'ETHUSDT', [['2515', '3']], [['2516', '10']])
    expect(stage.story).toEqual([])
  })

  test('a leg that has grown too old', () => {
    const stage = goldenStage()
    golden(stage)
    stage.engine.tick(3_001)
    expect(stage.story.at(-1)).toBe(`closed ${CYCLE} stale`)
    stage.depth(3_010, 'binance', 'ETHUSDT', [['2515', '3']], [['2516', '10']])
    expect(stage.engine.open.size).toBe(0)
    expect(stage.engine.rejected.stale).toBe(3)
  })

  test('a leg that was lost, at once', () => {
    const stage = goldenStage()
    golden(stage)
    stage.lose('binance', 'ETHBTC', 'gap')
    expect(stage.story.at(-1)).toBe(`closed ${CYCLE} gap`)
    stage.depth(1_100, 'binance', 'ETHUSDT', [['2515', '3']], [['2516', '10']])
    expect(stage.engine.open.size).toBe(0)
  })

  test('a crossed leg', () => {
    const stage = goldenStage()
    golden(stage)
    stage.depth(1_100, 'binance', 'ETHBTC', [['0.0501', '10']], [['0.05', '10']])
    expect(stage.story.at(-1)).toBe(`closed ${CYCLE} crossed`)
  })

  test('[D7] a leg without a known fee', () => {
    const stage = goldenStage({ takerFee: ({ symbol }) => (symbol === 'ETHBTC' ? null : decimal('0.00075')) })
    golden(stage)
    expect(stage.story).toEqual([])
    expect(stage.engine.rejected['fee-unknown']).toBe(3)
  })
})

test('[D2] more than five per cent at the best prices is not believed at once', () => {
  const asked: string[] = []
  const stage = goldenStage({ onQuarantined: ({ id }) => asked.push(id) })
  golden(stage)
  stage.depth(1_100, 'binance', 'ETHUSDT', [['2700', '3']], [['2701', '3']])
  expect(stage.story.at(-1)).toBe(`closed ${CYCLE} quarantine`)
  expect(stage.engine.rejected.quarantine).toBe(3)
  expect(asked).toContain(CYCLE)
})

test('[D2] a fall by more than five per cent is not believed either, by exactly as much it is', () => {
  const at = (bid: string) => {
    const stage = goldenStage()
    golden(stage)
    stage.depth(1_100, 'binance', 'ETHUSDT', [[bid, '3']], [['2600', '10']])
    expect(stage.engine.rejected.quarantine).toBe(0)
    return stage.story.at(-1)
  }
  // 50,000 · 0.05 = 2,500.
  expect(at('2374.99')).toBe(`closed ${CYCLE} quarantine`)
  expect(at('2375')).toBe(`closed ${CYCLE} negative`)
})

test('a market that is listed later joins without disturbing what is open', () => {
  const stage = goldenStage()
  golden(stage)
  stage.list(
    instrument('binance', 'SOL', 'USDT', { lotStep: decimal('0.001') }),
    instrument('binance', 'SOL', 'BTC', { lotStep: decimal('0.001') }),
  )
  stage.depth(1_100, 'binance', 'SOLUSDT', [['99', '10']], [['100', '10']])
  stage.depth(1_110, 'binance', 'SOLBTC', [['0.00202', '10']], [['0.00203', '10']])
  expect(stage.engine.openByMode.tri).toBeGreaterThan(1)
  expect(stage.told.filter(({ event }) => event === 'closed')).toEqual([])
  stage.depth(1_200, 'binance', 'ETHUSDT', [['2490', '3']], [['2500', '10']])
  expect(stage.story).toContain(`closed ${CYCLE} negative`)
})

test('[D6] whatever happens, an open cycle has three live legs, and every gap is counted once', () => {
  const symbols = ['BTCUSDT', 'ETHBTC', 'ETHUSDT', 'SOLUSDT', 'SOLBTC'] as const
  const middle = { BTCUSDT: 50_000, ETHBTC: 0.05, ETHUSDT: 2_500, SOLUSDT: 100, SOLBTC: 0.002 }
  const step = fc.record({
    symbol: fc.constantFrom(...symbols),
    away: fc.integer({ min: -8, max: 8 }),
    spread: fc.integer({ min: -1, max: 4 }),
    lose: fc.integer({ min: 0, max: 9 }),
    wait: fc.constantFrom(1, 50, 400, 2_500),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const stage = new Stage()
      const lotStep = decimal('0.0001')
      for (const [base, quote] of [
        ['BTC', 'USDT'],
        ['ETH', 'BTC'],
        ['ETH', 'USDT'],
        ['SOL', 'USDT'],
        ['SOL', 'BTC'],
      ] as const) {
        stage.list(instrument('binance', base, quote, { lotStep }))
      }
      let now = 1_000
      for (const { symbol, away, spread, lose, wait } of steps) {
        now += wait
        if (lose === 0) stage.lose('binance', symbol, 'gap')
        else {
          const price = (ticks: number) => String(Math.round(middle[symbol] * (1 + ticks / 500) * 1e6) / 1e6)
          stage.depth(now, 'binance', symbol, [[price(away), '5']], [[price(away + spread), '5']])
        }
        stage.engine.tick(now)
        const counted = new Map<string, number>()
        const seen = new Set<string>()
        for (const name of symbols) {
          for (const route of stage.engine.routesOf(stage.slot('binance', name))) {
            if (seen.has(route.id)) continue
            seen.add(route.id)
            if (route.rejection !== null) counted.set(route.rejection, (counted.get(route.rejection) ?? 0) + 1)
          }
        }
        for (const route of stage.engine.open) {
          for (const { slot } of route.legs) expect(slot.isLive(now) && !slot.book.isCrossed).toBe(true)
          expect(route.rejection).toBeNull()
        }
        for (const [reason, count] of Object.entries(stage.engine.rejected)) {
          expect([reason, count]).toEqual([reason, counted.get(reason) ?? 0])
        }
        expect(stage.engine.openByMode.tri).toBe(stage.engine.open.size)
      }
    }),
    { numRuns: 200, seed: 7 },
  )
})
