import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { plainFacts } from '../testing/plain-facts.ts'
import { CAPTURES, ReaderRig, recorded } from '../testing/recorded.ts'
import { bybit } from './map.ts'

const LINEAR = 'wss://stream.bybit.com/v5/public/linear'
const REST = 'https://api.bybit.com/v5/'
const NEXT = 1_786_320_000_000

let rig: ReaderRig
beforeEach(() => {
  rig = new ReaderRig(bybit)
})
const facts = () => plainFacts(rig.learned())
const refusals = () => rig.heard().filter(({ kind }) => kind === 'refused')
const answer = (result: unknown) => ({ retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: 1 })
const ticker = (type: string, more: Record<string, unknown>, symbol = 'BTCUSDT') => ({
  topic: `tickers.${symbol}`,
  type,
  data: { symbol, ...more },
  cs: 1,
  ts: 2,
})
const WHOLE = {
  lastPrice: '17216.00',
  markPrice: '17217.33',
  indexPrice: '17227.36',
  nextFundingTime: String(NEXT),
  fundingRate: '-0.000212',
  fundingIntervalHour: '8',
  bid1Price: '17215.50',
}

describe('a linear ticker', () => {
  test('tells mark, index, interval and running rate', () => {
    rig.read(LINEAR, ticker('snapshot', WHOLE))
    expect(facts()).toEqual([
      ['mark', 'BTCUSDT', '17217.33', '17227.36'],
      ['interval', 'BTCUSDT', 8],
      ['rate', 'BTCUSDT', '-0.000212', NEXT],
    ])
  })

  test('what a change leaves out is unchanged: the mark still holds, of the rest nothing is said', () => {
    rig.read(LINEAR, ticker('snapshot', WHOLE))
    rig.learned()
    rig.read(LINEAR, ticker('delta', { bid1Price: '17215.60' }))
    rig.read(LINEAR, ticker('delta', { indexPrice: '17230' }))
    rig.read(LINEAR, ticker('delta', { markPrice: '17218' }))
    rig.read(LINEAR, ticker('delta', { fundingRate: '1E-4' }))
    rig.read(LINEAR, ticker('delta', { nextFundingTime: String(NEXT + 1) }))
    expect(facts()).toEqual([
      ['mark', 'BTCUSDT', '17217.33', '17227.36'],
      ['mark', 'BTCUSDT', '17217.33', '17230'],
      ['mark', 'BTCUSDT', '17218', '17230'],
      ['mark', 'BTCUSDT', '17218', '17230'],
      ['rate', 'BTCUSDT', '0.0001', null],
      ['mark', 'BTCUSDT', '17218', '17230'],
      ['rate', 'BTCUSDT', null, NEXT + 1],
    ])
  })

  test('what is empty is no longer there, nor what a new snapshot leaves out', () => {
    rig.read(LINEAR, ticker('snapshot', WHOLE))
    rig.learned()
    rig.read(LINEAR, ticker('delta', { markPrice: '', fundingRate: '', nextFundingTime: '', fundingIntervalHour: '' }))
    rig.read(LINEAR, ticker('delta', { bid1Price: '1' }))
    expect(facts()).toEqual([['interval', 'BTCUSDT', null]])
    rig.read(LINEAR, ticker('delta', { markPrice: '5' }))
    rig.read(LINEAR, ticker('snapshot', { markPrice: '6' }))
    rig.read(LINEAR, ticker('snapshot', { bid1Price: '6' }))
    expect(facts()).toEqual([
      ['mark', 'BTCUSDT', '5', '17227.36'],
      ['mark', 'BTCUSDT', '6', null],
    ])
  })

  test('[F19] an interval is told when it changes', () => {
    rig.read(LINEAR, ticker('snapshot', WHOLE))
    rig.learned()
    rig.read(LINEAR, ticker('delta', { fundingIntervalHour: '1' }))
    expect(facts()).toContainEqual(['interval', 'BTCUSDT', 1])
  })

  test.each(['BTCUSDT-25DEC26', 'BTCUSD', 'BTCUSDZ26'])('%s is no linear perpetual', (symbol) => {
    rig.read(LINEAR, ticker('snapshot', WHOLE, symbol))
    expect([facts(), rig.heard()]).toEqual([[], []])
  })

  test('of spot tells neither mark nor funding', () => {
    rig.read('wss://stream.bybit.com/v5/public/spot', ticker('snapshot', WHOLE))
    expect([facts(), rig.heard()]).toEqual([[], []])
  })

  test('merges as a plain reference does, whatever is left out, empty or broken', () => {
    const field = (...texts: string[]) => fc.option(fc.constantFrom(...texts), { nil: undefined })
    const frame = fc.record({
      type: fc.constantFrom('snapshot', 'delta', 'delta', 'delta'),
      markPrice: field('1', '2.50', '', '0', 'x'),
      indexPrice: field('3', '4.00', '', '-1'),
      fundingRate: field('0.0001', '-0.5', '', '1e-5', '--1'),
      nextFundingTime: field('1000', '2000', '', '0', 'never'),
      fundingIntervalHour: field('8', '1', '', '0', '1.5'),
    })
    const valid = {
      markPrice: ['1', '2.50', ''],
      indexPrice: ['3', '4.00', ''],
      fundingRate: ['0.0001', '-0.5', '', '1e-5'],
      nextFundingTime: ['1000', '2000', '', '0'],
      fundingIntervalHour: ['8', '1', '', '0'],
    }
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
        const own = new ReaderRig(bybit)
        let held: Record<string, string> = {}
        const expected: unknown[] = []
        let broken = 0
        for (const { type, ...sent } of frames) {
          const given = Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined)
          const fields = Object.fromEntries(given)
          own.read(LINEAR, ticker(type, fields))
          const isGood = Object.entries(valid).every(
            ([key, texts]) => !(key in fields) || texts.includes(fields[key] ?? ''),
          )
          if (!isGood) {
            held = {}
            broken++
            continue
          }
          held = type === 'snapshot' ? fields : { ...held, ...fields }
          const number = (text: string | undefined) => (text ? Number(text) : null)
          if (held.markPrice) expected.push(['mark', Number(held.markPrice), number(held.indexPrice)])
          if ('fundingIntervalHour' in fields) expected.push(['interval', number(fields.fundingIntervalHour) || null])
          const [rate, at] = [number(fields.fundingRate), number(fields.nextFundingTime) || null]
          if (rate !== null || at !== null) expected.push(['rate', rate, at])
        }
        const seen = plainFacts(own.learned()).map(([kind, , ...rest]) => [
          kind,
          ...rest.map((value) => (typeof value === 'string' ? Number(value) : value)),
        ])
        expect(seen).toEqual(expected)
        expect(own.heard()).toEqual(Array(broken).fill({ kind: 'refused', why: 'malformed-ticker' }))
      }),
      { numRuns: 2_000, seed: 5 },
    )
  })

  test.skipIf(CAPTURES === null)('recorded: the last of each equals what its changes add up to', () => {
    const lines = recorded('bybit/linear_btc_eth_20260809.jsonl')
    rig.replay(lines)
    const held = new Map<string, Record<string, string>>()
    let count = 0
    for (const { msg } of lines) {
      if (!msg.startsWith('{"topic":"tickers.')) continue
      count++
      const { type, data } = JSON.parse(msg)
      held.set(data.symbol, type === 'snapshot' ? data : { ...held.get(data.symbol), ...data })
    }
    const told = facts()
    expect(told.filter(([kind]) => kind === 'mark').length).toBe(count)
    for (const [symbol, { markPrice, indexPrice, fundingRate, nextFundingTime }] of held) {
      const last = (kind: string) => told.findLast(([of, whose]) => of === kind && whose === symbol)?.slice(2)
      expect(last('mark')?.map(Number)).toEqual([Number(markPrice), Number(indexPrice)])
      const rates = told.filter(([of, whose]) => of === 'rate' && whose === symbol)
      expect(Number(rates.findLast(([, , rate]) => rate !== null)?.[2])).toBe(Number(fundingRate))
      expect(rates.findLast(([, , , at]) => at !== null)?.[3]).toBe(Number(nextFundingTime))
      expect(last('interval')).toEqual([8])
    }
    expect([held.size, refusals()]).toEqual([2, []])
  })
})

describe('[F14] a malformed ticker says nothing, is counted, and ends what was known', () => {
  test.each([
    ['a mark of zero', { markPrice: '0.00' }],
    ['a mark below zero', { markPrice: '-5' }],
    ['a mark that is no number', { markPrice: '0x10' }],
    ['an index of zero', { indexPrice: '0' }],
    ['a rate that is none', { fundingRate: 'NaN' }],
    ['a time that is none', { nextFundingTime: '2026-08-09' }],
    ['half an hour', { fundingIntervalHour: '0.5' }],
    ['a negative interval', { fundingIntervalHour: '-8' }],
    ['an endless interval', { fundingIntervalHour: '1e9' }],
    ['another symbol', { symbol: 'ETHUSDT' }],
  ])('%s', (_case, more) => {
    const slot = rig.open('perp', 'BTCUSDT', ['orderbook.50'])
    rig.read(LINEAR, {
      topic: 'orderbook.50.BTCUSDT',
      type: 'snapshot',
      ts: 1,
      data: { s: 'BTCUSDT', b: [['1', '5']], a: [['2', '6']], u: 7, seq: 7 },
      cts: 1,
    })
    rig.read(LINEAR, ticker('snapshot', WHOLE))
    rig.learned()
    rig.read(LINEAR, ticker('delta', { markPrice: '9', ...more }))
    rig.read(LINEAR, ticker('delta', { bid1Price: '1' }))
    expect([facts(), refusals().length, slot.validity]).toEqual([[], 1, 'LIVE'])
    rig.read(LINEAR, ticker('delta', { markPrice: '10' }))
    expect(facts()).toEqual([['mark', 'BTCUSDT', '10', null]])
  })

  test('a ticker that is cut off too', () => {
    rig.read(LINEAR, ticker('snapshot', WHOLE))
    rig.learned()
    rig.read(LINEAR, JSON.stringify(ticker('delta', { markPrice: '9' })).slice(0, -9))
    rig.read(LINEAR, ticker('delta', {}))
    expect([facts(), refusals().length]).toEqual([[], 1])
  })
})

test('the tickers call tells all at once; a malformed ticker costs no other', () => {
  const list = [
    { symbol: 'BTCPERP', ...WHOLE },
    { symbol: 'ETHUSDT', ...WHOLE, markPrice: '-1' },
    { symbol: 'BTCUSDT-25DEC26', ...WHOLE, fundingRate: '', nextFundingTime: '' },
    { symbol: '1000PEPEUSDT', markPrice: '0.0071', indexPrice: '', fundingRate: '', nextFundingTime: '0' },
  ]
  rig.read(`${REST}market/tickers?category=linear`, answer({ category: 'linear', list }))
  expect(facts()).toEqual([
    ['mark', 'BTCPERP', '17217.33', '17227.36'],
    ['interval', 'BTCPERP', 8],
    ['rate', 'BTCPERP', '-0.000212', NEXT],
    ['mark', '1000PEPEUSDT', '0.0071', null],
  ])
  expect(refusals().length).toBe(1)
  rig.read(`${REST}market/tickers?category=inverse`, answer({ category: 'inverse', list }))
  rig.read(`${REST}market/tickers?category=spot`, answer({ category: 'spot', list }))
  expect([facts(), rig.heard()]).toEqual([[], []])
})

test('a history tells payments; a malformed one nothing', () => {
  const list = [
    { symbol: 'BTCUSDT', fundingRate: '0.0001', fundingRateTimestamp: '1709884800000' },
    { symbol: 'BTCUSDT', fundingRate: '-1.5E-4', fundingRateTimestamp: '1709856000000' },
  ]
  const path = `${REST}market/funding/history?category=linear&symbol=BTCUSDT`
  rig.read(path, answer({ category: 'linear', list }))
  expect(facts()).toEqual([['settled', 'BTCUSDT', [1_709_884_800_000, '0.0001'], [1_709_856_000_000, '-0.00015']]])
  rig.read(path, answer({ category: 'linear', list: [...list, { ...list[0], fundingRate: '' }] }))
  rig.read(path, answer({ category: 'linear', list: [...list, { ...list[0], fundingRateTimestamp: '0' }] }))
  rig.read(path, answer({ category: 'linear' }))
  rig.read(path, { retCode: 10_001, retMsg: 'params error', result: {}, time: 1 })
  expect([facts(), refusals().length]).toEqual([[], 4])
})

test.skipIf(CAPTURES === null)('the samples of the documents', () => {
  rig.replay(recorded('bybit/samples_docs.jsonl'))
  expect(facts()).toEqual([
    ['settled', 'BTCUSDT', [1_709_884_800_000, '0.0001'], [1_709_856_000_000, '0.00015']],
    ['mark', 'BTCUSDT', '17217.33', '17227.36'],
    ['interval', 'BTCUSDT', 8],
    ['rate', 'BTCUSDT', '-0.000212', 1_673_280_000_000],
  ])
})

describe('margin tiers', () => {
  const path = `${REST}market/risk-limit?category=linear&symbol=BTCUSDT`
  const tier = (
    id: number,
    riskLimitValue: string,
    maintenanceMargin: unknown,
    maxLeverage: string,
    initial: unknown,
  ) => ({
    id,
    symbol: 'BTCUSDT',
    riskLimitValue,
    maintenanceMargin,
    initialMargin: initial,
    isLowestRisk: id === 1 ? 1 : 0,
    maxLeverage,
    mmDeduction: '',
  })
  const expected = [['tiers', 'BTCUSDT', 'notional', ['0', '0.005'], ['2000000', '0.0056'], ['2600000', '0.0075']]]

  test.each([
    ['fractions', ['0.005', '0.0056', '0.0075'], ['0.01', '0.0111', '0.015']],
    ['percent', [0.5, 0.56, 0.75], [1, 1.11, 1.5]],
  ])('in %s, in any order', (_case, rates, initial) => {
    const list = [
      tier(3, '3200000', rates[2], '66.67', initial[2]),
      tier(1, '2000000', rates[0], '100.00', initial[0]),
      tier(2, '2600000.0', rates[1], '90.00', initial[1]),
    ]
    rig.read(path, answer({ category: 'linear', list, nextPageCursor: '' }))
    expect([facts(), refusals()]).toEqual([expected, []])
  })

  const good = tier(1, '2000000', '0.005', '100.00', '0.01')
  test.each([
    ['rates that no leverage explains', [{ ...good, maxLeverage: '12.5' }]],
    ['no leverage', [{ ...good, maxLeverage: '' }]],
    ['no rate', [{ ...good, maintenanceMargin: '' }]],
    ['an end of nothing', [{ ...good, riskLimitValue: '0' }]],
    ['a falling rate', [good, tier(2, '3000000', '0.004', '100.00', '0.01')]],
    ['two with one end', [good, tier(2, '2000000', '0.006', '100.00', '0.01')]],
    ['one of two broken', [good, { ...tier(2, '3000000', 'x', '50', '0.02') }]],
  ])('[F14] %s make no table', (_case, list) => {
    const eth = { ...good, symbol: 'ETHUSDT' }
    rig.read(path, answer({ category: 'linear', list: [...list, eth] }))
    expect(facts()).toEqual([['tiers', 'ETHUSDT', 'notional', ['0', '0.005']]])
    expect(refusals().length).toBe(1)
  })
})

test('borrowing costs its hourly rate each hour of a year, for users without a VIP level', () => {
  const coin = (currency: string, hourlyBorrowRate: string, borrowable = true) => ({
    borrowable,
    collateralRatio: '0.95',
    currency,
    hourlyBorrowRate,
    liquidationOrder: '2',
    marginCollateral: true,
    maxBorrowingAmount: '5',
  })
  const path = `${REST}spot-margin-trade/data?vipLevel=No%20VIP`
  const vipCoinList = [
    { vipLevel: 'VIP-1', list: [coin('BTC', '0.000001')] },
    {
      vipLevel: 'No VIP',
      list: [
        coin('BTC', '0.0000015021220000'),
        coin('ETH', '', false),
        coin('XRP', '0.00001', false),
        coin('SOL', '0'),
        coin('DOT', '-1'),
        coin('ADA', '5e-7'),
      ],
    },
  ]
  rig.read(path, answer({ vipCoinList }))
  expect(facts()).toEqual([['borrow', ['BTC', '0.01315858872'], ['ADA', '0.00438']]])
  rig.read(path, answer({ vipCoinList: vipCoinList.slice(0, 1) }))
  rig.read(path, answer({}))
  expect([facts(), refusals().length]).toEqual([[['borrow']], 2])
})
