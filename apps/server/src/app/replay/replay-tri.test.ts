import { describe, expect, test } from 'vitest'
import { proven, story } from './testing/proven.ts'
import { cycleBook, cycleLists, golden } from './testing/small-cycles.ts'
import { PAYMENT, paying, WORLDS } from './testing/small-perps.ts'
import { line } from './testing/small-recordings.ts'

const T = 1_000
const FEES = '{"binance":"0.00075"}'
const ROUTE = 'binance.USDT-BTC-ETH'
const OPENED = ['20 opened binance.BTC-ETH-USDT', '20 opened binance.ETH-USDT-BTC', `20 opened ${ROUTE}`]
const told = (text: string, fees: string | null = FEES) => story(proven(text, fees), T)
const ofUsdt = (text: string, fees: string | null = FEES) =>
  proven(text, fees).filter(({ row }) => row.base_asset === 'USDT' && String(row.cycle).startsWith('USDT→BTC'))
/** Books with one level a side that pays and one that does not; the best prices gain 0.6 %. */
const simple = (size = '0.1', rules: Parameters<typeof cycleLists>[1] = {}) =>
  cycleLists(T, rules) +
  cycleBook(
    T,
    'BTCUSDT',
    [['49000', '1']],
    [
      ['50000', size],
      ['52000', '9'],
    ],
  ) +
  cycleBook(
    T + 10,
    'ETHBTC',
    [['0.049', '1']],
    [
      ['0.05', '2'],
      ['0.06', '9'],
    ],
  ) +
  ethers(T + 20, '2515')
const ethers = (t: number, bid: string, ask = '2800') =>
  cycleBook(
    t,
    'ETHUSDT',
    [
      [bid, '2'],
      ['2000', '9'],
    ],
    [[ask, '1']],
  )

test('[ENT-09] three books that pay one way round make a row for each start asset, to the last digit', () => {
  const found = proven(simple('0.2'), '{"binance":"0"}')
  expect(story(found, T).slice(0, 3)).toEqual(OPENED)
  const usdt = found.find(({ row }) => row.base_asset === 'USDT')
  // 5,000 buy 0.1 bitcoin, which buys the two ether of the second book; 10,000 exceed its depth.
  expect(usdt?.row).toMatchObject({
    ...{ id: 'tri.binance.USDT-BTC-ETH', mode: 'tri', source: 'replay', exchange: 'binance', base_asset: 'USDT' },
    ...{
      cycle: 'USDT→BTC→ETH→USDT',
      gross_roi: 0.6,
      net_roi: 0.6,
      net_pnl: 30,
      total_fees_bp: 0,
      total_slippage_bp: 0,
    },
    ...{ start_amount: 5_000, executable_amount: 5_000, size: 5_000, size_currency: 'USDT', depth_limited: false },
    ...{ leg1_pair: 'BTC/USDT', leg1_side: 'buy', leg1_price: 50_000, leg2_pair: 'ETH/BTC', leg2_side: 'buy' },
    ...{ leg2_price: 0.05, leg3_pair: 'ETH/USDT', leg3_side: 'sell', leg3_price: 2_515, latency_ms: 0, ttl_ms: 900 },
    ...{ age_ms: 20, expires_in_ms: 1_980, confidence: 98, confidence_basis: 'prior', state: 'LIVE' },
  })
  expect(usdt?.evidence).toMatchObject({
    ...{ size: '5000', start_amount: '5000', net: '30' },
    legs: [
      {
        symbol: 'BTCUSDT',
        side: 'buy',
        levels: [['50000', '0.2']],
        ordered: '0.1',
        spent: '5000',
        received: '0.1',
        dust: '0',
      },
      { symbol: 'ETHBTC', side: 'buy', lot_step: '0.0001', ordered: '2', spent: '0.1', received: '2', dust: '0' },
      { symbol: 'ETHUSDT', side: 'sell', min_notional: null, ordered: '2', spent: '2', received: '5030', dust: '0' },
    ],
  })
})

test('the books of G3: fees in the asset received, lots and dust', () => {
  const [one] = ofUsdt(golden(T))
  expect(one?.row).toMatchObject({ gross_roi: 0.6, total_fees_bp: 22.48312922 })
  const legs = one?.evidence.legs as { spent: string; received: string; dust: string }[]
  for (const [at, leg] of legs.entries()) {
    const before = legs[at - 1]
    const dust = before === undefined ? 0 : Number(before.received) - Number(leg.spent)
    expect(Number(leg.dust)).toBeCloseTo(dust, 12)
  }
  expect(Number(legs[2]?.received) - Number(legs[0]?.spent)).toBeCloseTo(Number(one?.evidence.net), 9)
  expect(told(golden(T)).slice(0, 3)).toEqual(OPENED)
})

test('a better price elsewhere in the cycle changes the rows, and none at all closes them', () => {
  const better = ethers(T + 100, '2516')
  const worse = ethers(T + 200, '2505')
  const lines = told(simple() + better + worse).slice(3)
  expect(lines.filter((one) => one.endsWith(ROUTE))).toEqual([`100 changed ${ROUTE}`, `200 closed negative ${ROUTE}`])
  expect(told(simple() + ethers(T + 100, '2515', '2801')).filter((one) => one.startsWith('100 changed'))).toEqual([])
})

test.each([
  ['grew old', line(T + 2_001, 'wss://nobody.example/', ''), '2001 closed stale'],
  ['was crossed', cycleBook(T + 50, 'ETHBTC', [['0.0501', '1']], [['0.05', '1']]), '50 closed crossed'],
  [
    'could not be read',
    line(T + 50, 'wss://stream.binance.com:9443/stream', '{"stream":"ethbtc@depth20@100ms","da'),
    '50 closed refused',
  ],
  ['rose by more than 5 %', ethers(T + 50, '2625.01'), '50 closed quarantine'],
  ['fell by more than 5 %', ethers(T + 50, '2374.99'), '50 closed quarantine'],
  ['fell by exactly 5 %', ethers(T + 50, '2375'), '50 closed negative'],
  ['lost its side', cycleBook(T + 50, 'ETHUSDT', [], [['2600', '1']]), '50 closed negative'],
])('[D9] every row leaves when a book of the cycle %s', (_name, last, reason) => {
  expect(told(simple() + last).slice(3)).toEqual([
    `${reason} binance.BTC-ETH-USDT`,
    `${reason} binance.ETH-USDT-BTC`,
    `${reason} ${ROUTE}`,
  ])
})

test('[D2] exactly 5 % is believed', () => {
  expect(told(simple() + ethers(T + 50, '2625'))).toContain(`50 changed ${ROUTE}`)
})

test('[D7] an unknown fee is no fee of zero', () => {
  expect(told(simple(), '{"binance":null}')).toEqual([])
  expect(told(simple(), null).length).toBeGreaterThan(0)
  expect(told(simple(), '{"binance":"0.002"}')).toEqual([])
})

describe('the amount', () => {
  test('is at most 50,000 of a dollar asset, and bounded by nothing for others', () => {
    const deep =
      cycleLists(T) +
      cycleBook(T, 'BTCUSDT', [['49000', '1']], [['50000', '40']]) +
      cycleBook(T, 'ETHBTC', [['0.049', '1']], [['0.05', '500']]) +
      cycleBook(T, 'ETHUSDT', [['2515', '400']], [['2600', '1']])
    const found = proven(deep, '{"binance":"0"}').slice(0, 3)
    expect(found.map(({ row }) => [row.base_asset, row.start_amount, row.depth_limited])).toEqual([
      ['BTC', 20, true],
      ['ETH', 400, true],
      ['USDT', 50_000, true],
    ])
  })

  test('ends where a level no longer pays', () => {
    const two =
      cycleLists(T) +
      cycleBook(
        T,
        'BTCUSDT',
        [['49000', '1']],
        [
          ['50000', '0.03'],
          ['50400', '5'],
          ['50500', '5'],
        ],
      ) +
      cycleBook(
        T,
        'ETHBTC',
        [['0.049', '1']],
        [
          ['0.05', '40'],
          ['0.051', '1'],
        ],
      ) +
      cycleBook(
        T,
        'ETHUSDT',
        [
          ['2515', '40'],
          ['2000', '1'],
        ],
        [['2600', '1']],
      )
    const [one] = ofUsdt(two, '{"binance":"0"}')
    expect(one?.row).toMatchObject({ start_amount: 1_500, net_pnl: 9, depth_limited: false })
    expect(one?.evidence).toMatchObject({ legs: [{ levels: [['50000', '0.03']] }, {}, {}] })
  })

  test.each([
    ['quantity of the first leg', { BTCUSDT: { lot: '0.00001', minQty: '0.11' } }],
    ['quantity of the second', { ETHBTC: { lot: '0.0001', minQty: '2.0001' } }],
    ['value of the second, in its own quote', { ETHBTC: { lot: '0.0001', minNotional: '0.101' } }],
    ['value of the third', { ETHUSDT: { lot: '0.0001', minNotional: '5030.01' } }],
    ['lot of the third', { ETHUSDT: { lot: '4' } }],
  ])('is none below the least %s', (_name, rules) => {
    const isCycle = (one: string) => one.endsWith(ROUTE)
    expect(told(simple('0.1', rules), '{"binance":"0"}').filter(isCycle)).toEqual([])
    expect(told(simple(), '{"binance":"0"}').filter(isCycle)).toHaveLength(2)
  })

  test('[D5] a leg of a thousand coins counts coins', () => {
    const pairs = {
      '1000SATSUSDT': ['1000SATS', 'USDT'],
      '1000SATSTRY': ['1000SATS', 'TRY'],
      USDTTRY: ['USDT', 'TRY'],
    } as const
    const rules = { '1000SATSUSDT': { lot: '1' }, '1000SATSTRY': { lot: '1' }, USDTTRY: { lot: '0.1' } }
    const [first] = proven(
      cycleLists(T, rules, pairs) +
        cycleBook(T, '1000SATSUSDT', [['0.00039', '9']], [['0.0004', '1000000']]) +
        cycleBook(T, '1000SATSTRY', [['0.0172', '1000000']], [['0.018', '9']]) +
        cycleBook(T, 'USDTTRY', [['41', '1']], [['42.5', '1000']]),
      FEES,
    ).filter(({ row }) => row.base_asset === 'USDT')
    expect(first?.row).toMatchObject({
      cycle: 'USDT→SATS→TRY→USDT',
      leg1_pair: 'SATS/USDT',
      leg1_price: 4e-7,
      leg3_side: 'buy',
    })
    expect(first?.evidence.legs).toMatchObject([
      { multiplier: '1000', lot_step: '1' },
      { multiplier: '1000' },
      { multiplier: '1' },
    ])
  })
})

test('at the end all modes close in the order of their ids', () => {
  const at = PAYMENT + 1_000
  const spot = WORLDS.okx.lists(at) + WORLDS.okx.spot(at + 15, { bids: [['101', '5']], asks: [['102', '5']] })
  const cycle = golden(at + 30)
    .split('\n')
    .slice(1)
    .join('\n')
  const lists = [paying(WORLDS.binance, at), golden(at)].map((text) => JSON.parse(text.split('\n')[0] ?? ''))
  const symbols = lists.flatMap(({ msg }) => JSON.parse(msg).symbols)
  const both = line(at, lists[0].url, JSON.stringify({ symbols }))
  const found = proven(
    both + spot + paying(WORLDS.binance, at).split('\n').slice(1).join('\n') + cycle,
    '{"binance":{"spot":"0.0001","perp":"0.0001"}}',
  )
  const ends = found.filter(({ reason }) => reason === 'end').map(({ row }) => String(row.id))
  expect(new Set(found.map(({ row }) => row.mode))).toEqual(new Set(['carry', 'spot', 'tri']))
  expect(ends).toEqual([
    'carry.SOL-USDT.binance.long-spot.1x',
    'carry.SOL-USDT.binance.long-spot.2x',
    'spot.SOL-USDT.binance.okx',
    'tri.binance.BTC-ETH-USDT',
    'tri.binance.ETH-USDT-BTC',
    'tri.binance.USDT-BTC-ETH',
  ])
})
