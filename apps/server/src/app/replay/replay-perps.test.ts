import { describe, expect, test } from 'vitest'
import { proven, story } from './testing/proven.ts'
import { bybitTicker, HOUR, PAYMENT, paying, WORLDS } from './testing/small-perps.ts'
import { line } from './testing/small-recordings.ts'

const T = PAYMENT + 1_000
const { binance, okx, bybit, kraken } = WORLDS
const BOTH = (line: string) => [`${line} long-spot.1x`, `${line} long-spot.2x`]
const told = (text: string, fees: string | null = null) => story(proven(text, fees), T)
const rest = (t: number, url: string, body: unknown) => line(t, url, JSON.stringify(body))
const asks = [['100', '10']] as const
const bids = [['100.1', '10']] as const
const rates = (text: string) => proven(text)[0]?.evidence.rates

describe('OKX', () => {
  const push = (t: number, fields: Record<string, string>) => {
    const arg = { channel: 'funding-rate', instId: okx.symbol }
    return line(
      t,
      'wss://ws.okx.com:8443/ws/v5/public',
      JSON.stringify({ arg, data: [{ instId: okx.symbol, ts: String(t), ...fields }] }),
    )
  }
  const times = (at: number, next: number | null) => ({
    ...{ fundingTime: String(at), nextFundingTime: next === null ? '' : String(next) },
  })
  const books = (t: number) => okx.spot(t, { asks }) + okx.perp(t + 10, { bids })

  test('[F19] the interval lies between two payments; without it there is no yield and no row', () => {
    const changed = push(T + 100, { ...times(PAYMENT + 4 * HOUR, PAYMENT + 8 * HOUR), fundingRate: '0.0002' })
    const row = proven(paying(okx) + changed + okx.perp(T + 110, { bids: [['100.1', '9']] }))[2]?.row
    expect(row).toMatchObject({
      funding_interval_h: 4,
      funding_rate: 0.01,
      next_funding_at: new Date(PAYMENT + 4 * HOUR).toISOString(),
    })
    const untold = push(T + 100, { ...times(PAYMENT + 8 * HOUR, null), fundingRate: '0.0002' })
    expect(told(paying(okx) + untold + okx.perp(T + 110, { bids })).slice(2)).toEqual(BOTH('110 closed negative'))
  })

  test('`settFundingRate` is of the payment that is being made, or else of the one before', () => {
    const [h, at] = [8 * HOUR, PAYMENT + 8 * HOUR]
    const start =
      okx.lists(T) +
      okx.history(T, [
        [PAYMENT - h, '0.0001'],
        [PAYMENT, '0.0001'],
      ]) +
      okx.told(T, {})
    const mark = (t: number) => okx.told(t, { next: at + h, rate: '0.7' })
    const settled = (t: number, state: string, next: number, rate: string) =>
      push(t, { ...times(next, next + h), fundingRate: '0.7', settState: state, settFundingRate: rate })
    const during = settled(at + 500, 'processing', at, '0.0003')
    expect(rates(start + during + mark(at + 600) + books(at + 700))).toEqual(['0.0001', '0.0001', '0.0003'])
    const after = settled(at + 500, 'settled', at + h, '0.0003')
    expect(rates(start + after + books(at + 700))).toEqual(['0.0001', '0.0001', '0.0003'])
    // A rate received just before its time still belongs to the former payment.
    const early = settled(at - 500, 'settled', at, '0.0004') + okx.told(at + 500, { next: at + h })
    expect(rates(start + early + books(at + 700))).toEqual(['0.0001', '0.0004', '0.7'])
  })

  test('contracts are coins in every figure, and margin tiers end at a number of them', () => {
    const url = 'https://www.okx.com/api/v5/public/position-tiers?instType=SWAP&tdMode=isolated&instFamily=SOL-USDT'
    const tier = (number: string, minSz: string, maxSz: string, mmr: string) => ({
      ...{ instFamily: 'SOL-USDT', instId: '', tier: number, minSz, maxSz, mmr, imr: '0.1' },
    })
    const data = [tier('2', '101', '1000', '0.01'), tier('1', '0', '100', '0.004')]
    const [one, two] = proven(rest(T, url, { code: '0', data }) + paying(okx))
    // 100 contracts are 50 coins of 100.
    expect(one?.evidence).toMatchObject({
      tiers: [
        ['0', '0.004', '0'],
        ['5000', '0.01', '30'],
      ],
    })
    expect(one?.evidence).toMatchObject({
      legs: [{}, { levels: [['100.1', '10']], lot_step: '0.1', min_qty: '0.1', min_notional: null }],
    })
    // (1,001 + 1,001) / (1 + 0.004 + 0.0005) for ten coins, the closing fee counted in.
    expect(one?.row).toMatchObject({
      liquidation_price: 199.303135889,
      liquidation_distance: 99.30313589,
      liquidation_unknown: null,
    })
    expect(two?.row).toMatchObject({ liquidation_price: 149.477351916 })
  })
})

describe('Bybit', () => {
  const delta = (t: number, fields: Record<string, string>) => bybitTicker(t, 'delta', fields)

  test('a change of a ticker says what it says and leaves the rest', () => {
    const next = String(PAYMENT + 4 * HOUR)
    const changes =
      delta(T + 100, { markPrice: '101' }) +
      delta(T + 200, { fundingRate: '0.0009' }) +
      delta(T + 300, { nextFundingTime: next })
    const [, , changed] = proven(paying(bybit) + changes + bybit.perp(T + 310, { bids }))
    expect(changed?.row).toMatchObject({
      mark_price: 101,
      mark_age_ms: 10,
      funding_interval_h: 8,
      next_funding_at: new Date(Number(next)).toISOString(),
    })
    const due = delta(Number(next) + 500, { nextFundingTime: String(PAYMENT + 8 * HOUR) })
    const books = bybit.spot(Number(next) + 600, { asks }) + bybit.perp(Number(next) + 610, { bids })
    const later = proven(paying(bybit) + changes + due + books).find(({ t }) => t > Number(next) + 500)
    expect(later?.evidence).toMatchObject({ last_rate: '0.0009', intervals: ['8', '8', '8', '4'] })
  })

  test('[F19] the list’s interval is where it starts, a ticker’s holds from its line on', () => {
    const silent =
      bybit.lists(T) +
      bybit.history(
        T,
        [2, 1, 0].map((back) => [PAYMENT - back * 8 * HOUR, '0.0001'] as const),
      )
    const ticker = (t: number, hours?: string) =>
      bybitTicker(t, 'snapshot', {
        markPrice: '100',
        fundingRate: '0.0001',
        nextFundingTime: String(PAYMENT + 8 * HOUR),
        ...(hours === undefined ? {} : { fundingIntervalHour: hours }),
      })
    const books = (t: number) => bybit.spot(t, { asks }) + bybit.perp(t + 10, { bids })
    expect(proven(silent + ticker(T) + books(T + 10))[0]?.row).toMatchObject({ funding_interval_h: 8 })
    expect(proven(silent + ticker(T, '1') + bybit.lists(T + 5) + books(T + 10))[0]?.row).toMatchObject({
      funding_interval_h: 1,
    })
    expect(
      told(silent + ticker(T) + books(T + 10) + delta(T + 50, { fundingIntervalHour: '' }) + books(T + 60)).slice(2),
    ).toEqual(BOTH('60 closed negative'))
  })

  test('golden liquidation prices, with the tiers of the exchange', () => {
    const tier = (riskLimitValue: string, maintenanceMargin: string, initialMargin: string, maxLeverage: string) => ({
      ...{ symbol: 'SOLUSDT', riskLimitValue, maintenanceMargin, initialMargin, maxLeverage },
    })
    const list = [
      tier('50000', '0.004', '0.008', '125'),
      tier('500000', '0.005', '0.01', '100'),
      tier('8000000', '0.01', '0.02', '50'),
    ]
    const url = 'https://api.bybit.com/v5/market/risk-limit?category=linear&symbol=SOLUSDT'
    const history = bybit.history(
      T,
      [2, 1, 0].map((back) => [PAYMENT - back * 8 * HOUR, '0.0001'] as const),
    )
    const found = proven(
      bybit.lists(T) +
        history +
        bybit.told(T, { mark: '50050' }) +
        rest(T, url, { retCode: 0, result: { category: 'linear', list } }) +
        bybit.spot(T, { asks: [['50000', '0.2']] }) +
        bybit.perp(T, { bids: [['50050', '0.2']] }),
    )
    expect(found[0]?.evidence).toMatchObject({
      tiers: [
        ['0', '0.004', '0'],
        ['50000', '0.005', '50'],
        ['500000', '0.01', '2550'],
      ],
    })
    expect(found[0]?.row).toMatchObject({
      leverage: 1,
      liquidation_price: 99_701.1952191,
      liquidation_distance: 99.20318725,
    })
    expect(found[1]?.row).toMatchObject({
      leverage: 2,
      liquidation_price: 74_775.8964143,
      liquidation_distance: 49.40239044,
    })
  })

  test('[D6] a gap in one of the two books takes both rows with it', () => {
    const gap = {
      topic: 'orderbook.50.SOLUSDT',
      ts: T,
      type: 'delta',
      data: { s: 'SOLUSDT', b: [], a: [], u: T + 90, seq: 9 },
      cts: T,
    }
    const lost = line(T + 100, 'wss://stream.bybit.com/v5/public/linear', JSON.stringify(gap))
    expect(told(paying(bybit) + lost).slice(2)).toEqual(BOTH('100 closed gap'))
    const elsewhere = line(T + 100, 'wss://stream.bybit.com/v5/public/spot', '{"topic":"orderbook.50.SOLUSDT","type":')
    expect(told(paying(bybit) + elsewhere).slice(2)).toEqual(BOTH('100 closed refused'))
  })
})

describe('reverse: the perpetual is bought, the coin is borrowed and sold', () => {
  const owed = [2, 1, 0].map((back) => [PAYMENT - back * 8 * HOUR, '-0.0003'] as const)
  const okxLoans = (t: number, basic: readonly object[]) =>
    rest(t, 'https://www.okx.com/api/v5/public/interest-rate-loan-quota', { code: '0', data: [{ basic }] })
  const bybitLoans = (t: number, borrowable: boolean) =>
    rest(t, 'https://api.bybit.com/v5/spot-margin-trade/data', {
      retCode: 0,
      result: {
        vipCoinList: [{ vipLevel: 'No VIP', list: [{ currency: 'SOL', hourlyBorrowRate: '0.000004', borrowable }] }],
      },
    })
  const loans = { okx: okxLoans(T, [{ ccy: 'SOL', rate: '0.0001' }]), bybit: bybitLoans(T, true) }
  const loansNoMore = { okx: okxLoans(T + 30, []), bybit: bybitLoans(T + 30, false) }

  test.each([
    ['okx', okx, '0.0365'],
    ['bybit', bybit, '0.03504'],
  ] as const)('on %s, where the rate is known', (name, world, yearly) => {
    const start = world.lists(T) + world.history(T, owed) + world.told(T, {})
    const sides = world.spot(T + 10, { bids: [['100', '10']] }) + world.perp(T + 20, { asks: [['99.9', '10']] })
    expect(told(start + sides)).toEqual([])
    const [one, two] = proven(start + loans[name] + sides)
    expect(
      story(
        [one, two].filter((found) => found !== undefined),
        T,
      ),
    ).toEqual(['20 opened reverse.1x', '20 opened reverse.2x'])
    expect(one?.row).toMatchObject({ side: 'reverse', basis: -0.1, funding_rate: -0.03, total_slippage: 0 })
    expect(one?.evidence).toMatchObject({
      ...{ s0: '100', p0: '99.9', funding: '81', borrow_rate: yearly, rates: ['-0.0003', '-0.0003', '-0.0003'] },
      legs: [
        { side: 'sell', levels: [['100', '10']] },
        { side: 'buy', levels: [['99.9', '10']] },
      ],
    })
    expect(
      told(
        start +
          loans[name] +
          sides +
          world.told(T + 30, {}) +
          world.history(T + 30, [[PAYMENT, '0.01']]) +
          world.spot(T + 40, { bids: [['100', '10']] }),
      ).slice(2),
    ).toEqual(['40 closed negative reverse.1x', '40 closed negative reverse.2x'])
    const moved = world.spot(T + 40, { bids: [['100.01', '10']] })
    expect(told(start + loans[name] + sides + loansNoMore[name] + moved).slice(2)).toEqual([
      '40 closed negative reverse.1x',
      '40 closed negative reverse.2x',
    ])
  })
})

describe('names', () => {
  test('[D5] a ticker of a thousand coins is compared coin by coin', () => {
    const [pepe, thousand] = [
      (text: string) => text.replaceAll('SOL', 'PEPE').replaceAll('sol', 'pepe'),
      (text: string) => text.replaceAll('SOL', '1000PEPE').replaceAll('sol', '1000pepe'),
    ]
    const terms = { lot: '100', minQty: '100', minNotional: '1' }
    const lists = pepe(binance.lists(T, { spot: terms, perp: terms }).split('\n')[0] ?? '')
    const perps = thousand(
      binance.lists(T, { spot: terms, perp: { lot: '1', minQty: '1', minNotional: '5' } }).split('\n')[1] ?? '',
    )
    const history = thousand(
      binance.history(
        T,
        [2, 1, 0].map((back) => [PAYMENT - back * 8 * HOUR + back, '0.0001'] as const),
      ),
    )
    const [one] = proven(
      `${lists}\n${perps}\n` +
        history +
        thousand(binance.told(T, { hours: 8, mark: '0.01' })) +
        pepe(binance.spot(T + 10, { asks: [['0.00001', '5000000']] })) +
        thousand(binance.perp(T + 20, { bids: [['0.01001', '4321']] })),
    )
    expect(one?.row).toMatchObject({
      symbol: 'PEPE/USDT',
      size: 4_321_000,
      size_currency: 'PEPE',
      mark_price: 0.00001,
      basis: 0.1,
    })
    expect(one?.evidence).toMatchObject({
      ...{ size: '4321000', mark: '0.00001', s0: '0.00001', p0: '0.00001001', intervals: ['8', '8', '8'] },
      legs: [
        { multiplier: '1', lot_step: '100' },
        { symbol: '1000PEPEUSDT', multiplier: '1000', lot_step: '1', levels: [['0.01001', '4321']] },
      ],
    })
  })

  test('Kraken’s perpetuals are in dollars, and inverse perpetuals make no row', () => {
    expect(told(paying(kraken).replaceAll('SOL/USD', 'SOL/USDT'))).toEqual([])
    expect(told(paying(kraken).replaceAll('PF_', 'PI_'))).toEqual([])
    expect(told(paying(okx).replaceAll('SOL-USDT', 'SOL-USD').replaceAll('\\"USDT\\"', '\\"USD\\"'))).toEqual([])
  })

  test('Kraken leaves out what is zero', () => {
    const next = PAYMENT + HOUR
    const free = kraken.told(next - 500, { next }).replace('\\"relative_funding_rate\\":0.0000125,', '')
    const books = kraken.spot(next + 600, { asks }) + kraken.perp(next + 610, { bids })
    const text = paying(kraken) + free + kraken.told(next + 500, { next: next + HOUR, rate: '0.3' }) + books
    expect(proven(text).at(-1)?.evidence).toMatchObject({
      last_rate: '0',
      rates: ['0.0000125', '0.0000125', '0.0000125', '0'],
    })
  })
})
