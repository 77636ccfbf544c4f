import { type Decimal, decimalText, type SettledRate } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { damaged } from '../testing/damaged.ts'
import { CAPTURES, ReaderRig, recorded } from '../testing/recorded.ts'
import { binance } from './map.ts'

const MARKS = 'wss://fstream.binance.com/market/ws'
const COMBINED = 'wss://fstream.binance.com/market/stream?streams=!markPrice@arr@1s'
const REST = 'https://fapi.binance.com/fapi/v1'

const text = (value: Decimal | null) => (value === null ? null : decimalText(value))
const rates = (list: readonly SettledRate[]) => list.map(({ time, rate }) => `${time} ${text(rate)}`)

/** A fact as an array for comparison. */
function plain(fact: PerpFact): unknown[] {
  switch (fact.kind) {
    case 'mark':
      return ['mark', fact.symbol, text(fact.mark), text(fact.index)]
    case 'rate':
      return ['rate', fact.symbol, text(fact.rate), fact.nextFundingAt]
    case 'settled':
      return ['settled', fact.symbol, rates(fact.rates)]
    case 'intervals':
      return ['intervals', [...fact.hours], fact.otherwise]
    case 'interval':
      return ['interval', fact.symbol, fact.hours]
    default:
      return [fact.kind]
  }
}

function learn(url: string, message: unknown): { facts: unknown[][]; refused: string[] } {
  const rig = new ReaderRig(binance)
  rig.read(url, message)
  return {
    facts: rig.learned().map(plain),
    refused: rig.heard().flatMap((told) => (told.kind === 'refused' ? [told.why] : [])),
  }
}

const update = (changes: Record<string, unknown> = {}) => ({
  e: 'markPriceUpdate',
  E: 1_785_000_000_000,
  s: 'BTCUSDT',
  p: '60123.45670000',
  i: '60100.10000000',
  P: '60111.00000000',
  r: '0.00010000',
  T: 1_785_024_000_000,
  ...changes,
})
const TOLD = [
  ['mark', 'BTCUSDT', '60123.4567', '60100.1'],
  ['rate', 'BTCUSDT', '0.0001', 1_785_024_000_000],
]

describe('marks and running rates', () => {
  test.each([
    ['bare', MARKS, update()],
    ['with the fields of 2026', MARKS, update({ ap: '60120.00000000', st: 1, ps: 'BTCUSDT' })],
    ['wrapped', COMBINED, { stream: 'btcusdt@markPrice@1s', data: update() }],
    ['of all instruments, bare', MARKS, [update()]],
    ['of all instruments, wrapped', COMBINED, { stream: '!markPrice@arr@1s', data: [update()] }],
  ])('are told by an update %s', (_name, url, message) => {
    expect(learn(url, message)).toEqual({ facts: TOLD, refused: [] })
  })

  test('keep sign and exponent exactly', () => {
    const { facts } = learn(MARKS, update({ p: '1.5e-7', r: '-3.75E-4' }))
    expect(facts).toEqual([
      ['mark', 'BTCUSDT', '0.00000015', '60100.1'],
      ['rate', 'BTCUSDT', '-0.000375', 1_785_024_000_000],
    ])
  })

  test('of dated and coin-margined contracts are not ours', () => {
    const others = [update({ s: 'BTCUSDT_260925', r: '', T: 0 }), update({ s: 'BTCUSD_PERP', st: 2 })]
    expect(learn(MARKS, [...others, update()])).toEqual({ facts: TOLD, refused: [] })
  })

  test('an index of zero is none, and without a next settlement there is no rate', () => {
    expect(learn(MARKS, update({ i: '0.00000000', r: '0.00000000', T: 0 })).facts).toEqual([
      ['mark', 'BTCUSDT', '60123.4567', null],
    ])
    expect(learn(MARKS, update({ r: '' })).facts[1]).toEqual(['rate', 'BTCUSDT', null, 1_785_024_000_000])
  })

  test.each([
    ['a mark of zero', { p: '0.00000000' }],
    ['a mark below zero', { p: '-1' }],
    ['a mark that is no number', { p: 'NaN' }],
    ['a mark that overflows', { p: 'Infinity' }],
    ['no mark', { p: undefined }],
    ['an index below zero', { i: '-5' }],
    ['a rate that is no number', { r: '0.0001%' }],
    ['a rate of the wrong kind', { r: [] }],
    ['a time before the epoch', { T: -1 }],
    ['a time with a fraction', { T: 1.5 }],
  ])('[F14] %s is refused, and nothing else of that instrument counts', (_name, changes) => {
    expect(learn(MARKS, update(changes))).toEqual({ facts: [], refused: ['bad-mark'] })
    const other = update({ s: 'ETHUSDT', ...changes })
    expect(learn(MARKS, [other, update(), other])).toEqual({ facts: TOLD, refused: ['bad-mark'] })
  })

  test.each([
    ['without a symbol', update({ s: undefined })],
    ['with an element that is no update', [update(), { e: 'bookTicker', s: 'BTCUSDT' }]],
    ['with an element that is no object', [update(), 7]],
    ['under the name of a mark stream', { stream: 'btcusdt@markPrice', data: { e: 'trade', s: 'BTCUSDT' } }],
    ['under the name of a mark stream, without data', { stream: 'btcusdt@markPrice' }],
  ])('[F14] a text %s is refused whole', (_name, message) => {
    expect(learn(MARKS, message)).toEqual({ facts: [], refused: ['malformed-fact'] })
  })

  test('[F14] a broken mark is counted and costs no book', () => {
    const rig = new ReaderRig(binance)
    const slot = rig.open('perp', 'BTCUSDT', ['depth'])
    rig.read(`${REST}/depth?symbol=BTCUSDT&limit=100`, {
      lastUpdateId: 1,
      bids: [['1', '1']],
      asks: [['2', '1']],
    })
    rig.heard()
    rig.read(MARKS, JSON.stringify(update()).slice(0, 80))
    expect(rig.heard()).toEqual([{ kind: 'refused', why: 'not-json' }])
    expect(slot.validity).toBe('LIVE')
  })

  test.skipIf(CAPTURES === null)('are told by every recorded and documented text', () => {
    const rig = new ReaderRig(binance)
    rig.replay(recorded('binance/usdm_markprice_bookticker_2019_2021.jsonl'))
    rig.replay(recorded('binance/samples_docs.jsonl').filter(({ msg }) => /markPrice/.test(msg)))
    expect(rig.facts.map(plain)).toEqual([
      ['mark', 'BTCUSDT', '8291.34697815', null],
      ['rate', 'BTCUSDT', '0.0001', 1_569_916_800_000],
      ['mark', 'BTCUSDT', '11857.56', '11851.86949091'],
      ['rate', 'BTCUSDT', '0.0001564', 1_597_564_800_000],
      ['mark', 'BTCUSDT', '11794.15', '11784.62659091'],
      ['rate', 'BTCUSDT', '0.00038167', 1_562_306_400_000],
      ['mark', 'BTCUSDT', '11793.63104562', '11781.8049597'],
      ['rate', 'BTCUSDT', '0.00038246', 1_597_392_000_000],
    ])
    expect(rig.heard().filter(({ kind }) => kind === 'refused')).toEqual([])
  })

  test('[F14] a damaged text tells what it says, or nothing of that instrument', () => {
    const samples = [update(), [update(), update({ s: 'ETHUSDT', r: '-0.0002' })]].map((one) => JSON.stringify(one))
    const outcomes = { told: 0, silent: 0 }
    fc.assert(
      fc.property(damaged(samples), (bytes) => {
        const rig = new ReaderRig(binance)
        rig.readBytes(MARKS, bytes)
        const told = rig.learned().map(plain)
        expect(told).toEqual(told.length === 0 ? [] : plainReading(bytes))
        outcomes[told.length === 0 ? 'silent' : 'told']++
      }),
      { numRuns: 3_000, seed: 11 },
    )
    expect(Math.min(outcomes.told, outcomes.silent)).toBeGreaterThan(100)
  })
})

/** The facts by the built-in parser and plain rules, for texts that were accepted at least in part. */
function plainReading(bytes: Uint8Array): unknown[][] {
  const parsed = JSON.parse(new TextDecoder().decode(bytes))
  return [parsed].flat().flatMap((one) => {
    const isNumber = (value: unknown) => /^-?\d+(\.\d*)?([eE][+-]?\d{1,3})?$/.test(String(value))
    const optional = (value: unknown) => value === undefined || value === null || value === ''
    const time = one.T === undefined || one.T === null || one.T === '' ? null : Number(one.T)
    if (/_\d/.test(one.s) || !isNumber(one.p) || Number(one.p) <= 0) return []
    if (!optional(one.i) && (!isNumber(one.i) || Number(one.i) < 0)) return []
    if (!optional(one.r) && !isNumber(one.r)) return []
    if (time !== null && !/^\d{1,15}$/.test(String(one.T))) return []
    const number = (value: unknown) => (optional(value) ? null : exact(String(value)))
    const index = optional(one.i) || /^-?[0.]+([eE]|$)/.test(String(one.i)) ? null : number(one.i)
    const facts: unknown[][] = [['mark', one.s, number(one.p), index]]
    if (time !== null && time !== 0) facts.push(['rate', one.s, number(one.r), time])
    return facts
  })
}

/** Decimal text without exponent and needless zeros, by moving the point in the text. */
function exact(sent: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(sent) ?? []
  const point = whole.length + Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, 1 - point))}${whole}${fraction}`.padEnd(Math.max(1, point), '0')
  const at = Math.max(1, point)
  const left = digits.slice(0, at).replace(/^0+(?=\d)/, '')
  const right = digits.slice(at).replace(/0+$/, '')
  const shown = right === '' ? left : `${left}.${right}`
  return shown === '0' ? '0' : `${sign}${shown}`
}

describe('REST', () => {
  const entry = (changes: Record<string, unknown> = {}) => ({
    symbol: 'BTCUSDT',
    markPrice: '60123.45670000',
    indexPrice: '60100.10000000',
    estimatedSettlePrice: '60111.00000000',
    lastFundingRate: '0.00010000',
    interestRate: '0.00010000',
    nextFundingTime: 1_785_024_000_000,
    time: 1_785_000_000_000,
    ...changes,
  })

  test('premiumIndex of one symbol and of all', () => {
    expect(learn(`${REST}/premiumIndex?symbol=BTCUSDT`, entry())).toEqual({ facts: TOLD, refused: [] })
    const dated = entry({ symbol: 'BTCUSDT_260925', lastFundingRate: '', nextFundingTime: 0 })
    const bad = entry({ symbol: 'ETHUSDT', markPrice: '0' })
    expect(learn(`${REST}/premiumIndex`, [dated, bad, entry()])).toEqual({ facts: TOLD, refused: ['bad-mark'] })
  })

  test('fundingRate of one symbol or of several, in any order', () => {
    const paid = (symbol: string, fundingTime: number, fundingRate: string) => ({
      symbol,
      fundingTime,
      fundingRate,
      markPrice: '60000.1',
    })
    const body = [
      paid('BTCUSDT', 1_784_995_200_001, '0.00010000'),
      paid('ETHUSDT', 1_784_980_800_000, '-1.2e-5'),
      paid('BTCUSDT', 1_784_966_400_000, '-0.00003100'),
    ]
    expect(learn(`${REST}/fundingRate?limit=3`, body).facts).toEqual([
      ['settled', 'BTCUSDT', ['1784995200001 0.0001', '1784966400000 -0.000031']],
      ['settled', 'ETHUSDT', ['1784980800000 -0.000012']],
    ])
    expect(learn(`${REST}/fundingRate?symbol=BTCUSDT`, [])).toEqual({ facts: [], refused: [] })
  })

  test('[F19] fundingInfo: what it leaves out has 8 hours', () => {
    const info = (symbol: string, fundingIntervalHours: number) => ({
      symbol,
      adjustedFundingRateCap: '0.02000000',
      adjustedFundingRateFloor: '-0.02000000',
      fundingIntervalHours,
      disclaimer: false,
    })
    expect(learn(`${REST}/fundingInfo`, [info('BLZUSDT', 4), info('LPTUSDT', 1)]).facts).toEqual([
      [
        'intervals',
        [
          ['BLZUSDT', 4],
          ['LPTUSDT', 1],
        ],
        8,
      ],
    ])
  })

  test.each([
    ['left out', undefined, []],
    ['zero', 0, ['bad-mark']],
    ['half an hour too much', 2.5, ['bad-mark']],
    ['null', null, ['bad-mark']],
  ])(
    '[F19] an interval that is %s is unknown, and says nothing of the others',
    (_name, fundingIntervalHours, refused) => {
      const list = [
        { symbol: 'SOLUSDT', fundingIntervalHours },
        { symbol: 'BLZUSDT', fundingIntervalHours: 4 },
      ]
      const facts = [
        ['intervals', [['BLZUSDT', 4]], 8],
        ['interval', 'SOLUSDT', null],
      ]
      expect(learn(`${REST}/fundingInfo`, list)).toEqual({ facts, refused })
    },
  )

  test.each([
    ['fundingRate', { rates: [] }],
    ['fundingRate', [{ symbol: 'BTCUSDT', fundingTime: 1, fundingRate: '0.1' }, null]],
    ['fundingRate', [{ symbol: 'BTCUSDT', fundingTime: 1, fundingRate: '' }]],
    ['fundingRate', [{ symbol: 'BTCUSDT', fundingTime: '1', fundingRate: '0.1' }]],
    ['fundingRate', [{ symbol: 'BTCUSDT', fundingTime: 0, fundingRate: '0.1' }]],
    ['fundingRate', [{ fundingTime: 1, fundingRate: '0.1' }]],
    ['fundingInfo', {}],
    ['fundingInfo', [{ fundingIntervalHours: 4 }]],
    ['premiumIndex', [7]],
    ['premiumIndex', {}],
  ])('[F14] %s that is malformed is refused whole: %j', (call, body) => {
    expect(learn(`${REST}/${call}`, body)).toEqual({ facts: [], refused: ['malformed-fact'] })
  })

  test('[F14] an error body and a text that is no JSON are refused', () => {
    expect(learn(`${REST}/fundingRate`, { code: -1121, msg: 'Invalid symbol.' }).refused).toEqual(['error-body'])
    expect(learn(`${REST}/fundingInfo`, '<html>').refused).toEqual(['not-json'])
  })
})
