import { decimalText, type Instrument } from '@makas/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PerpFact } from '../../../app/ports/market/exchange-reader.ts'
import { damaged } from '../testing/damaged.ts'
import { CAPTURES, ReaderRig, recorded } from '../testing/recorded.ts'
import { kraken } from './map.ts'

const SOCKET = 'wss://futures.kraken.com/ws/v1'
const REST = 'https://futures.kraken.com/derivatives/api/v3'
const HOUR_MS = 3_600_000
const NEXT = 1_784_995_200_000

/** A fact as an array for comparison. */
function plain(fact: PerpFact): unknown[] {
  switch (fact.kind) {
    case 'mark':
      return ['mark', fact.symbol, decimalText(fact.mark), fact.index === null ? null : decimalText(fact.index)]
    case 'rate':
      return ['rate', fact.symbol, fact.rate === null ? null : decimalText(fact.rate), fact.nextFundingAt]
    case 'settled':
      return ['settled', fact.symbol, fact.rates.map(({ time, rate }) => `${time} ${decimalText(rate)}`)]
    default:
      return [fact.kind]
  }
}

function learn(url: string, message: unknown): { facts: unknown[][]; refused: string[] } {
  const rig = new ReaderRig(kraken)
  rig.read(url, message)
  return {
    facts: rig.learned().map(plain),
    refused: rig.heard().flatMap((told) => (told.kind === 'refused' ? [told.why] : [])),
  }
}

/** A ticker as documented; its numbers are texts here, so that each digit is sent as written. */
function ticker(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const fields: Record<string, string | undefined> = {
    time: String(NEXT - 600_000),
    product_id: '"PF_XBTUSD"',
    funding_rate: '0.858943191939791995',
    funding_rate_prediction: '1.2e-5',
    relative_funding_rate: '2.0164637711864e-05',
    relative_funding_rate_prediction: '-8.047629166667e-6',
    next_funding_rate_time: String(NEXT),
    feed: '"ticker"',
    bid: '42597.0',
    ask: '42598.5',
    index: '42594.90',
    markPrice: '42596.2123456789',
    suspended: 'false',
    tag: '"perpetual"',
    pair: '"XBT:USD"',
    post_only: 'false',
    ...changes,
  }
  const entries = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [`"${key}":${value}`]))
  return `{${entries.join(',')}}`
}
const NO_FUNDING = {
  funding_rate: undefined,
  funding_rate_prediction: undefined,
  relative_funding_rate: undefined,
  relative_funding_rate_prediction: undefined,
}
const MARK = ['mark', 'PF_XBTUSD', '42596.2123456789', '42594.9']
const RATE = ['rate', 'PF_XBTUSD', '0.000020164637711864', NEXT]

describe('the ticker feed', () => {
  test('tells mark, index and the fraction of the hour that has begun, digit by digit', () => {
    expect(learn(SOCKET, ticker())).toEqual({ facts: [MARK, RATE], refused: [] })
    expect(learn(SOCKET, ticker({ relative_funding_rate: '-1.380384722222e-6' })).facts[1]).toEqual([
      'rate',
      'PF_XBTUSD',
      '-0.000001380384722222',
      NEXT,
    ])
  })

  test.each([
    ['all left out, it is zero', NO_FUNDING, '0'],
    ['an amount of zero alone, it is zero', { ...NO_FUNDING, funding_rate: '-0.0' }, '0'],
    ['an amount without the fraction of it, it is not told', { relative_funding_rate: undefined }, null],
    ['a prediction alone, it is zero', { ...NO_FUNDING, relative_funding_rate_prediction: '1e-5' }, '0'],
  ])('with %s', (_name, changes, rate) => {
    expect(learn(SOCKET, ticker(changes)).facts).toEqual([MARK, ['rate', 'PF_XBTUSD', rate, NEXT]])
  })

  test('the next payment may be told as the time that is left, or not at all', () => {
    expect(learn(SOCKET, ticker({ next_funding_rate_time: '599_998'.replace('_', '') })).facts[1]).toEqual(RATE)
    const untold = ['rate', 'PF_XBTUSD', '0.000020164637711864', null]
    expect(learn(SOCKET, ticker({ next_funding_rate_time: undefined })).facts[1]).toEqual(untold)
    expect(learn(SOCKET, ticker({ next_funding_rate_time: '600000', time: undefined })).facts[1]).toEqual(untold)
  })

  test('of inverse and dated products is not ours, nor is the light one', () => {
    expect(learn(SOCKET, ticker({ product_id: '"PI_XBTUSD"' }))).toEqual({ facts: [], refused: [] })
    expect(learn(SOCKET, ticker({ product_id: '"FF_XBTUSD_260925"' }))).toEqual({ facts: [], refused: [] })
    expect(learn(SOCKET, ticker({ feed: '"ticker_lite"' }))).toEqual({ facts: [], refused: [] })
  })

  test.each([
    ['a mark of zero', { markPrice: '0.0' }],
    ['a mark below zero', { markPrice: '-1.5' }],
    ['no mark', { markPrice: undefined }],
    ['a mark that is no number', { markPrice: 'null' }],
    ['an index below zero', { index: '-1' }],
    ['a rate of the wrong kind', { relative_funding_rate: 'true' }],
    ['an amount of the wrong kind', { ...NO_FUNDING, funding_rate: '[]' }],
    ['a time of the wrong kind', { next_funding_rate_time: '{}' }],
    ['no product', { product_id: undefined }],
  ])('[F14] with %s is refused whole', (_name, changes) => {
    expect(learn(SOCKET, ticker(changes))).toEqual({ facts: [], refused: ['bad-mark'] })
  })

  test('[F14] a damaged one never throws, and tells a mark above zero with its rate or nothing', () => {
    const outcomes = { told: 0, silent: 0 }
    fc.assert(
      fc.property(damaged([ticker(), ticker(NO_FUNDING)]), (bytes) => {
        const rig = new ReaderRig(kraken)
        rig.readBytes(SOCKET, bytes)
        const facts = rig.learned()
        const [mark] = facts
        expect(facts.map(({ kind }) => kind)).toEqual(facts.length === 0 ? [] : ['mark', 'rate'])
        if (mark?.kind === 'mark') expect(mark.mark.mantissa > 0n).toBe(true)
        outcomes[facts.length === 0 ? 'silent' : 'told']++
      }),
      { numRuns: 3_000, seed: 12 },
    )
    expect(Math.min(outcomes.told, outcomes.silent)).toBeGreaterThan(100)
  })
})

describe('acks', () => {
  test('other texts are no refusals', () => {
    const rig = new ReaderRig(kraken)
    rig.read(SOCKET, { event: 'alert', message: 'Already subscribed to feed, re-requesting' })
    rig.read(SOCKET, { event: 'alert', message: 'Not subscribed to feed' })
    expect(rig.heard()).toEqual([])
    rig.read(SOCKET, { event: 'error', message: 'Invalid product id' })
    expect(rig.heard()).toMatchObject([{ kind: 'control', event: { kind: 'refused', symbol: null } }])
  })

  test('of books and of tickers name their products', () => {
    const rig = new ReaderRig(kraken)
    const slot = rig.open('perp', 'PF_XBTUSD', ['book'])
    rig.read(SOCKET, `{"feed":"book_snapshot","product_id":"PF_XBTUSD","timestamp":1,"seq":1,"bids":[],"asks":[]}`)
    rig.heard()
    rig.read(SOCKET, { event: 'subscribed', feed: 'ticker', product_ids: ['PF_XBTUSD'] })
    rig.read(SOCKET, { event: 'unsubscribed', feed: 'ticker', product_ids: ['PF_XBTUSD'] })
    expect(rig.heard()).toMatchObject([
      { kind: 'control', event: { kind: 'subscribed', symbol: 'PF_XBTUSD' } },
      { kind: 'control', event: { kind: 'unsubscribed', symbol: 'PF_XBTUSD' } },
    ])
    expect(slot.validity).toBe('LIVE')
    rig.read(SOCKET, { event: 'unsubscribed', feed: 'book', product_ids: ['PF_XBTUSD'] })
    expect(slot.validity).toBe('DOWN')
  })
})

describe('REST', () => {
  const entry = (symbol: string, markPrice: unknown) => ({
    symbol,
    markPrice,
    indexPrice: 3_202.75,
    fundingRate: 1.5e-5,
  })

  test('tickers tell marks only: their rates are amounts of money', () => {
    const body = (...tickers: unknown[]) => ({ result: 'success', serverTime: '2026-08-01T00:00:00.000Z', tickers })
    const tickers = [entry('PI_XBTUSD', 91_506.6), entry('pf_ethusd', 3_205.25), entry('PF_SOLUSD', 0)]
    expect(learn(`${REST}/tickers`, body(...tickers))).toEqual({
      facts: [['mark', 'PF_ETHUSD', '3205.25', '3202.75']],
      refused: ['bad-mark'],
    })
    expect(learn(`${REST}/tickers`, { result: 'success' }).refused).toEqual(['malformed-fact'])
  })

  const rate = (hour: number, relativeFundingRate: unknown) => ({
    timestamp: new Date(NEXT - hour * HOUR_MS).toISOString(),
    fundingRate: 0.85,
    relativeFundingRate,
  })

  test('historical rates are fractions per hour, at their times', () => {
    const body = { result: 'success', rates: [rate(2, -5e-5), rate(1, 0.0001), rate(0, 0)] }
    expect(learn(`${REST}/historical-funding-rates?symbol=PF_XBTUSD`, body).facts).toEqual([
      ['settled', 'PF_XBTUSD', [`${NEXT - 2 * HOUR_MS} -0.00005`, `${NEXT - HOUR_MS} 0.0001`, `${NEXT} 0`]],
    ])
    expect(learn(`${REST}/historical-funding-rates?symbol=PI_XBTUSD`, body)).toEqual({ facts: [], refused: [] })
  })

  test('a history of years tells its latest payments', () => {
    const rates = Array.from({ length: 1_000 }, (_, at) => rate(999 - at, at))
    const rig = new ReaderRig(kraken)
    rig.read(`${REST}/historical-funding-rates?symbol=pf_xbtusd`, { result: 'success', rates })
    const [fact] = rig.learned()
    const told = fact?.kind === 'settled' ? fact.rates.map(({ time }) => time) : []
    expect([told.length, Math.max(...told), Math.min(...told)]).toEqual([200, NEXT, NEXT - 199 * HOUR_MS])
  })

  test('the history is read under each of its names', () => {
    for (const path of ['v3/historical-funding-rates', 'v4/historical-funding-rates', 'v4/historicalfundingrates']) {
      const url = `${REST.replace('v3', path)}?symbol=PF_XBTUSD`
      expect(learn(url, { rates: [rate(0, 1e-7)] }).facts).toEqual([['settled', 'PF_XBTUSD', [`${NEXT} 0.0000001`]]])
    }
  })

  test.each([
    ['historical-funding-rates?symbol=PF_XBTUSD', { result: 'success' }, 'malformed-fact'],
    ['historical-funding-rates?symbol=PF_XBTUSD', { rates: [rate(1, 0.1), rate(0, 'x')] }, 'malformed-fact'],
    ['historical-funding-rates?symbol=PF_XBTUSD', { rates: [rate(0, undefined)] }, 'malformed-fact'],
    [
      'historical-funding-rates?symbol=PF_XBTUSD',
      { rates: [{ timestamp: 'now', relativeFundingRate: 1 }] },
      'malformed-fact',
    ],
    ['historical-funding-rates', { rates: [rate(0, 0.1)] }, 'malformed-fact'],
    ['historical-funding-rates?symbol=X', { result: 'error', error: 'apiLimitExceeded' }, 'error-body'],
    ['tickers', [], 'malformed-body'],
    ['tickers', '<html>', 'not-json'],
  ])('[F14] %s that is malformed is refused whole: %j', (call, body, why) => {
    expect(learn(`${REST}/${call}`, body)).toEqual({ facts: [], refused: [why] })
  })
})

describe('the list', () => {
  const linear = (changes: Record<string, unknown> = {}) => ({
    symbol: 'PF_ETHUSD',
    type: 'flexible_futures',
    tickSize: 0.1,
    contractSize: 1,
    tradeable: true,
    marginLevels: [
      { numNonContractUnits: 0.0, initialMargin: 0.02, maintenanceMargin: 0.01 },
      { numNonContractUnits: 2_000_000.0, initialMargin: 0.04, maintenanceMargin: 0.02 },
    ],
    contractValueTradePrecision: 3,
    base: 'ETH',
    quote: 'USD',
    ...changes,
  })
  const listed = (entry: unknown): Instrument | undefined => {
    const rig = new ReaderRig(kraken)
    rig.read(`${REST}/instruments`, { result: 'success', instruments: [entry] })
    return rig.instruments.get('perp')?.[0]
  }
  const tiers = (instrument: Instrument | undefined) =>
    instrument?.tiers?.tiers.map(({ floor, mmr }) => [decimalText(floor), decimalText(mmr)]) ?? null

  test('tells an hourly payment and the margin tiers by notional', () => {
    const instrument = listed(linear())
    expect(instrument).toMatchObject({ fundingIntervalHours: 1, contractSize: null, tiers: { by: 'notional' } })
    expect(tiers(instrument)).toEqual([
      ['0', '0.01'],
      ['2000000', '0.02'],
    ])
  })

  test.each([
    ['absent', undefined],
    ['empty', []],
    ['without their first floor', [{ numNonContractUnits: 5, maintenanceMargin: 0.01 }]],
    ['of falling rates', [...linear().marginLevels].reverse()],
    ['in contracts', [{ contracts: 0, maintenanceMargin: 0.01 }]],
    ['malformed', [{ numNonContractUnits: 0, maintenanceMargin: 'x' }]],
  ])('margin levels that are %s are none, and the instrument stays', (_name, marginLevels) => {
    const instrument = listed(linear({ marginLevels }))
    expect([instrument?.symbol, tiers(instrument)]).toEqual(['PF_ETHUSD', null])
  })

  test('an inverse one has no tiers, and a contract of another size is not compared', () => {
    expect(listed(linear({ symbol: 'PI_ETHUSD', type: 'futures_inverse' }))).toMatchObject({
      inverse: true,
      tiers: null,
    })
    expect(listed(linear({ contractSize: 10 }))).toBeUndefined()
  })

  test('what only rests orders or is suspended is halted', () => {
    expect(listed(linear({ postOnly: true }))?.status).toBe('halted')
    expect(listed(linear({ tradeable: false }))?.status).toBe('halted')
    expect(listed(linear({ postOnly: false }))?.status).toBe('trading')
  })

  test('steps of thousands and exponents are exact', () => {
    const instrument = listed(
      linear({ symbol: 'PF_PEPEUSD', base: 'PEPE', tickSize: 1e-10, contractValueTradePrecision: -3 }),
    )
    const exact = [instrument?.tick, instrument?.lotStep, instrument?.minQty].map((one) => one && decimalText(one))
    expect(exact).toEqual(['0.0000000001', '1000', '1000'])
  })
})

test.skipIf(CAPTURES === null)('the documented texts tell what they show', () => {
  const rig = new ReaderRig(kraken)
  rig.replay(recorded('kraken/samples_docs.jsonl').filter(({ url }) => url.includes('futures')))
  expect(rig.learned().map(plain)).toEqual([['mark', 'PF_ETHUSD', '3205.25', '3202.75']])
  expect(rig.instruments.get('perp')?.map(({ symbol }) => symbol)).toEqual(['PI_XBTUSD', 'PF_ETHUSD', 'PF_PEPEUSD'])
})
