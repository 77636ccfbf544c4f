import { beforeEach, describe, expect, test } from 'vitest'
import { plainFacts } from '../testing/plain-facts.ts'
import { CAPTURES, ReaderRig, recorded } from '../testing/recorded.ts'
import { okx } from './map.ts'

const WS = 'wss://ws.okx.com:8443/ws/v5/public'
const REST = 'https://www.okx.com/api/v5/public/'
const SWAP = 'BTC-USDT-SWAP'
const HOUR = 3_600_000
const NINE = 1_700_726_400_000
const data = (...entries: unknown[]) => ({ code: '0', msg: '', data: entries })

let rig: ReaderRig
beforeEach(() => {
  rig = new ReaderRig(okx)
})
const facts = () => plainFacts(rig.learned())
const refusals = () => rig.heard().filter(({ kind }) => kind === 'refused')

const funding = (more: Record<string, unknown> = {}) => ({
  formulaType: 'noRate',
  fundingRate: '0.0001875391284828',
  fundingTime: String(NINE),
  instId: SWAP,
  instType: 'SWAP',
  method: 'current_period',
  nextFundingRate: '',
  nextFundingTime: String(NINE + 8 * HOUR),
  settFundingRate: '-0.0001699799259033',
  settState: 'settled',
  ts: String(NINE - 1_724_598),
  ...more,
})
const push = (channel: string, entry: unknown, instId = SWAP) => ({ arg: { channel, instId }, data: [entry] })

describe('the running rate', () => {
  test('belongs to `fundingTime`, its interval lies between two settlements, and the last payment comes along', () => {
    rig.read(WS, push('funding-rate', funding()))
    const expected = [
      ['settled', SWAP, [NINE - 8 * HOUR, '-0.0001699799259033']],
      ['interval', SWAP, 8],
      ['rate', SWAP, '0.0001875391284828', NINE],
    ]
    expect(facts()).toEqual(expected)
    rig.read(`${REST}funding-rate?instId=ANY`, data(funding()))
    expect(facts()).toEqual(expected)
    expect(refusals()).toEqual([])
  })

  test.each([
    [
      'settled, with the time before',
      { settState: 'settled', prevFundingTime: String(NINE - 4 * HOUR) },
      NINE - 4 * HOUR,
    ],
    ['settled, without', { settState: 'settled' }, NINE - 8 * HOUR],
    ['processing, before the times move on', { settState: 'processing', ts: String(NINE + 35) }, NINE],
    ['processing, a moment early', { settState: 'processing', ts: String(NINE - 35) }, NINE],
    [
      'processing, once they moved on',
      {
        settState: 'processing',
        prevFundingTime: String(NINE),
        fundingTime: String(NINE + 4 * HOUR),
        nextFundingTime: String(NINE + 8 * HOUR),
        ts: String(NINE + 35),
      },
      NINE,
    ],
    [
      'processing, once they moved on, in the older form',
      {
        settState: 'processing',
        fundingTime: String(NINE + 8 * HOUR),
        nextFundingTime: String(NINE + 16 * HOUR),
        ts: String(NINE + 35),
      },
      NINE,
    ],
    ['settled, a moment before the next', { ts: String(NINE - 1) }, NINE - 8 * HOUR],
    ['settled, though its time is over: which of the two payments is not told', { ts: String(NINE + 35_000) }, null],
    ['in no known state', { settState: '' }, null],
    ['without an interval to count back', { nextFundingTime: '' }, null],
    ['with a time before that is none', { prevFundingTime: String(NINE + HOUR) }, null],
  ])('a payment %s', (_case, more, at) => {
    rig.read(WS, push('funding-rate', funding(more)))
    const settled = rig
      .learned()
      .flatMap((fact) => (fact.kind === 'settled' ? fact.rates.map((rate) => rate.time) : []))
    expect(settled).toEqual(at === null ? [] : [at])
    expect(refusals()).toEqual([])
  })

  test.each([
    ['every hour', NINE + HOUR, 1],
    ['every six', NINE + 6 * HOUR, 6],
    ['not at whole hours', NINE + 90 * 60_000, null],
    ['never again', '', null],
  ])('[F19] an interval of %s', (_case, next, hours) => {
    rig.read(WS, push('funding-rate', funding({ nextFundingTime: String(next) })))
    expect(facts()).toContainEqual(['interval', SWAP, hours])
  })

  test.skipIf(CAPTURES === null)('of an X-Perp future is none of a perpetual', () => {
    rig.replay(recorded('okx/funding_index_xperp_20260804.jsonl'))
    expect([facts(), rig.heard()]).toEqual([[], []])
  })
})

test('only swaps have marks, from the channel and the call', () => {
  rig.read(WS, push('mark-price', { instType: 'SWAP', instId: SWAP, markPx: '84660.1', ts: '1744590349506' }))
  rig.read(WS, push('mark-price', { instType: 'MARGIN', instId: 'BTC-USDT', markPx: '42310.6', ts: '1' }, 'BTC-USDT'))
  rig.read(
    `${REST}mark-price?instType=SWAP`,
    data({ instId: 'PEPE-USDT-SWAP', markPx: '0.00000712' }, { instId: 'BTC-USDT-250926', markPx: '1' }),
  )
  expect(facts()).toEqual([
    ['mark', SWAP, '84660.1', null],
    ['mark', 'PEPE-USDT-SWAP', '0.00000712', null],
  ])
})

test.skipIf(CAPTURES === null)('the samples of the documents', () => {
  rig.replay(recorded('okx/samples_docs.jsonl'))
  expect(facts()).toEqual([
    ['interval', SWAP, 8],
    ['rate', SWAP, '0.0001', 1_744_590_349_506],
    ['mark', SWAP, '84660.1', null],
    ['settled', SWAP, [1_704_067_200_000, '0.00015'], [1_704_038_400_000, '-0.00002']],
  ])
  expect(refusals()).toEqual([])
})

test('a history tells what was charged; before there were two fields, what was announced', () => {
  const entry = { instId: SWAP, instType: 'SWAP', fundingRate: '0.5', realizedRate: '', fundingTime: '1703059200000' }
  rig.read(`${REST}funding-rate-history?instId=${SWAP}`, data({ ...entry, realizedRate: '-1.5E-5' }, entry))
  expect(facts()).toEqual([['settled', SWAP, [1_703_059_200_000, '-0.000015'], [1_703_059_200_000, '0.5']]])
})

describe('[F14] what is malformed says nothing and is counted', () => {
  test.each([
    ['a mark of zero', push('mark-price', { instId: SWAP, markPx: '0' })],
    ['a mark below zero', push('mark-price', { instId: SWAP, markPx: '-1' })],
    ['a mark that is no number', push('mark-price', { instId: SWAP, markPx: 'NaN' })],
    ['a mark of nothing', push('mark-price', { markPx: '1' })],
    ['marks that are no list', { arg: { channel: 'mark-price', instId: SWAP }, data: { instId: SWAP, markPx: '1' } }],
    ['a rate that is no number', push('funding-rate', funding({ fundingRate: '0.0001%' }))],
    ['an infinite rate', push('funding-rate', funding({ settFundingRate: 'Infinity' }))],
    ['a time that is none', push('funding-rate', funding({ nextFundingTime: 'soon' }))],
    ['a time before all times', push('funding-rate', funding({ fundingTime: '-1' }))],
    ['a rate of a thousand digits', push('funding-rate', funding({ fundingRate: `0.${'1'.repeat(1_000)}` }))],
    ['a boolean for a number', push('funding-rate', funding({ fundingRate: true }))],
  ])('%s', (_case, message) => {
    rig.read(WS, message)
    expect([facts(), refusals().length]).toEqual([[], 1])
  })

  test('the other entries of a call stand', () => {
    rig.read(
      `${REST}funding-rate?instId=ANY`,
      data(funding({ fundingRate: 'x' }), funding({ instId: 'ETH-USDT-SWAP' })),
    )
    expect(rig.learned().map((fact) => 'symbol' in fact && fact.symbol)).toEqual(Array(3).fill('ETH-USDT-SWAP'))
    expect(refusals().length).toBe(1)
  })

  test('a history is told whole or not at all', () => {
    const entry = { instId: SWAP, fundingRate: '0.1', realizedRate: '0.1', fundingTime: '1' }
    rig.read(`${REST}funding-rate-history?instId=${SWAP}`, data(entry, { ...entry, fundingTime: '' }))
    expect([facts(), refusals().length]).toEqual([[], 1])
  })

  test('and loses no book', () => {
    const slot = rig.open('perp', SWAP, ['books'])
    const book = {
      asks: [['2', '6', '0', '1']],
      bids: [['1', '5', '0', '1']],
      ts: '1',
      checksum: 0,
      seqId: 5,
      prevSeqId: -1,
    }
    rig.read(WS, { arg: { channel: 'books', instId: SWAP }, action: 'snapshot', data: [book] })
    rig.read(WS, push('mark-price', { instId: SWAP, markPx: '-1' }))
    rig.read(WS, `{"arg":{"channel":"mark-price","instId":"${SWAP}"},"data":[{`)
    rig.read(WS, { event: 'unsubscribe', arg: { channel: 'mark-price', instId: SWAP } })
    expect([slot.validity, refusals().length]).toEqual(['LIVE', 2])
  })

  test.each(['funding-rate', 'mark-price', 'position-tiers', 'interest-rate-loan-quota'])('an error of %s', (name) => {
    rig.read(`${REST}${name}`, { code: '51001', msg: 'Instrument ID does not exist', data: [] })
    rig.read(`${REST}${name}`, { code: '0', msg: '', data: null })
    expect([facts(), refusals().length]).toEqual([[], 2])
  })
})

test('acks of marks and rates name their swap', () => {
  rig.read(WS, { id: '7', event: 'subscribe', arg: { channel: 'funding-rate', instId: SWAP }, connId: 'x' })
  expect(rig.heard()).toEqual([{ kind: 'control', event: { kind: 'subscribed', symbol: SWAP, requestId: '7' } }])
})

describe('margin tiers', () => {
  const tier = (number: number, minSz: string, maxSz: string, mmr: string, family = 'BTC-USDT') => ({
    instFamily: family,
    instId: '',
    uly: family,
    tier: String(number),
    minSz,
    maxSz,
    mmr,
    imr: '0.01',
    maxLever: '100',
  })
  const btc = [tier(2, '1001', '3000', '0.005'), tier(1, '0', '1000', '0.004'), tier(3, '3000.01', '9000', '0.0075')]
  const TIERS = `${REST}position-tiers?instType=SWAP&tdMode=isolated&instFamily=BTC-USDT`
  const list = (ctVal: string) =>
    data({
      instType: 'SWAP',
      instId: SWAP,
      uly: 'BTC-USDT',
      settleCcy: 'USDT',
      ctVal,
      ctMult: '1',
      ctValCcy: 'BTC',
      ctType: 'linear',
      lotSz: '0.1',
      minSz: '0.1',
      tickSz: '0.1',
      state: 'live',
    })
  const inBase = [['tiers', SWAP, 'quantity', ['0', '0.004'], ['10', '0.005'], ['30', '0.0075']]]

  test('begin where the one before ends, in base units', () => {
    rig.read(`${REST}instruments?instType=SWAP`, list('0.01'))
    rig.read(TIERS, data(...btc))
    expect([facts(), refusals()]).toEqual([inBase, []])
  })

  test('wait for the list that tells the contract', () => {
    rig.read(TIERS, data(...btc, tier(1, '0', '5', '0.01', 'ETH-USDT')))
    expect(facts()).toEqual([])
    rig.read(`${REST}instruments?instType=SWAP`, list('0.01'))
    expect(facts()).toEqual(inBase)
    rig.read(`${REST}instruments?instType=SWAP`, list('0.01'))
    expect(facts()).toEqual([])
  })

  test('of cross margin are others', () => {
    rig.read(`${REST}instruments?instType=SWAP`, list('0.01'))
    rig.read(TIERS.replace('isolated', 'cross'), data(...btc))
    expect([facts(), refusals()]).toEqual([[], []])
  })

  test.each([
    ['one of them missing', [btc[1], btc[2]]],
    ['the first of them missing', [tier(2, '1000', '3000', '0.005')]],
    ['one of them twice', [...btc, btc[0]]],
    ['a rate of nothing', [tier(1, '0', '1000', '0')]],
    ['a rate of all', [tier(1, '0', '1000', '1')]],
    ['a falling rate', [tier(1, '0', '1000', '0.01'), tier(2, '1000', '2000', '0.005')]],
    ['an end that is none', [tier(1, '0', '', '0.01')]],
    ['ends that do not grow', [tier(1, '0', '5', '0.01'), tier(2, '5', '5', '0.02'), tier(3, '5', '9', '0.02')]],
    ['a tier of nothing', [tier(1, '0', '5', '0.01'), tier(2, '5', '5', '0.02')]],
    ['tiers that overlap', [tier(1, '0', '5', '0.01'), tier(2, '4', '9', '0.02')]],
    ['a first tier from somewhere', [tier(1, '7', '1000', '0.01')]],
  ])('[F14] %s is no table', (_case, rows) => {
    rig.read(`${REST}instruments?instType=SWAP`, list('0.01'))
    rig.read(TIERS, data(...rows))
    expect([facts(), refusals().length]).toEqual([[], 1])
  })
})

test('borrowing costs its daily rate each day of a year, by level or by the coin’s own quota', () => {
  const quota = {
    configCcyList: [
      { ccy: 'USDT', rate: '0.9' },
      { ccy: 'SOL', rate: '1E-5' },
    ],
    basic: [
      { ccy: 'USDT', quota: '500000', rate: '0.00043728' },
      { ccy: 'BTC', quota: '10', rate: '0.00019992' },
      { ccy: 'OKB', quota: '10', rate: '0' },
      { ccy: 'XRP', quota: '10', rate: '' },
      { ccy: 'DOT', quota: '10', rate: '-0.1' },
    ],
    regular: [{ irDiscount: '', loanQuotaCoef: '1', level: 'Lv1' }],
    vip: [],
    config: [],
  }
  rig.read(`${REST}interest-rate-loan-quota`, data(quota))
  expect(facts()).toEqual([['borrow', ['USDT', '0.1596072'], ['BTC', '0.0729708'], ['SOL', '0.00365']]])
  expect(refusals()).toEqual([{ kind: 'refused', why: 'malformed-interest-rate-loan-quota' }])
})
