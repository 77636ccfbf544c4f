import { decimalText } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import { CAPTURES, ReaderRig, recorded } from '../testing/recorded.ts'
import { bybit, parseNextCursor } from './map.ts'

const LINEAR = 'https://api.bybit.com/v5/market/instruments-info?category=linear'
const perp = (symbol: string, more: Record<string, unknown> = {}) => ({
  symbol,
  contractType: 'LinearPerpetual',
  status: 'Trading',
  baseCoin: symbol.replace(/USDT$/, ''),
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  fundingInterval: 480,
  symbolType: '',
  priceFilter: { tickSize: '0.10' },
  lotSizeFilter: { minOrderQty: '0.001', qtyStep: '0.001', minNotionalValue: '5' },
  ...more,
})
const page = (list: unknown[], nextPageCursor: string | null = '') => ({
  retCode: 0,
  retMsg: 'OK',
  result: { category: 'linear', list, nextPageCursor },
  time: 1,
})

describe('a linear list', () => {
  test.each([
    [480, 8],
    [60, 1],
    [240, 4],
    [0, null],
    [8, null],
    ['480', null],
  ])('[F19] %s minutes between two payments are %s hours', (fundingInterval, hours) => {
    const rig = new ReaderRig(bybit)
    rig.read(LINEAR, page([perp('BTCUSDT', { fundingInterval })]))
    expect(rig.instruments.get('perp')?.[0]?.fundingIntervalHours).toBe(hours)
  })

  test.each([
    ['a dated future', { contractType: 'LinearFutures', symbol: 'BTCUSDT-25DEC26', fundingInterval: 0 }],
    ['a share', { symbolType: 'stock' }],
    ['a metal', { symbolType: 'commodity' }],
    ['one margined in something else than its quote', { settleCoin: 'USDC' }],
  ])('%s is none that we know', (_case, more) => {
    const rig = new ReaderRig(bybit)
    rig.read(LINEAR, page([perp('BTCUSDT', more)]))
    expect(rig.instruments.get('perp')).toEqual([])
  })

  test.skipIf(CAPTURES === null)('[D5] recorded: crypto perpetuals with their intervals, under all their names', () => {
    const rig = new ReaderRig(bybit)
    rig.replay(recorded('bybit/rest_instruments_linear_20260809.jsonl'))
    const list = rig.instruments.get('perp') ?? []
    const count = (hours: number | null) => list.filter((one) => one.fundingIntervalHours === hours).length
    // 800 less 174 shares, 4 commodities and 40 dated futures.
    expect([list.length, count(8), count(4), count(1), count(null)]).toEqual([582, 176, 405, 1, 0])
    const found = (symbol: string) => list.find((one) => one.symbol === symbol)
    for (const [symbol, base, quote] of [
      ['1000PEPEUSDT', '1000PEPE', 'USDT'],
      ['SHIB1000USDT', 'SHIB1000', 'USDT'],
      ['BTCPERP', 'BTC', 'USDC'],
    ]) {
      expect(found(symbol ?? '')).toMatchObject({ baseTicker: base, quoteTicker: quote, contractSize: null })
    }
    const btc = found('BTCUSDT')
    const rules = [btc?.tick, btc?.lotStep, btc?.minQty, btc?.minNotional]
    expect(rules.map((rule) => rule && decimalText(rule))).toEqual(['0.1', '0.001', '0.001', '5'])
    expect(list.filter((one) => one.specialFee).length).toBe(117)
  })
})

describe('a list in pages', () => {
  const CURSOR = 'first%3D0GUSDT%26last%3DBTCUSDT'
  const symbols = (rig: ReaderRig) => rig.instruments.get('perp')?.map((one) => one.symbol)

  test.each([
    ['as it came', CURSOR],
    ['encoded once more', encodeURIComponent(CURSOR)],
  ])('is complete with its last page; the cursor is sent %s', (_case, cursor) => {
    const rig = new ReaderRig(bybit)
    rig.read(LINEAR, page([perp('0GUSDT'), perp('BTCUSDT')], CURSOR))
    expect([symbols(rig), rig.heard()]).toEqual([
      ['0GUSDT', 'BTCUSDT'],
      [{ kind: 'instruments', symbol: 'perp false' }],
    ])
    rig.read(`${LINEAR}&cursor=${cursor}`, page([perp('ETHUSDT')]))
    expect([symbols(rig), rig.heard()]).toEqual([
      ['0GUSDT', 'BTCUSDT', 'ETHUSDT'],
      [{ kind: 'instruments', symbol: 'perp true' }],
    ])
  })

  test('is not complete when a page is missing, nor is the list of one symbol', () => {
    const rig = new ReaderRig(bybit)
    rig.read(LINEAR, page([perp('0GUSDT')], 'a'))
    rig.read(`${LINEAR}&cursor=b`, page([perp('ETHUSDT')]))
    rig.read(`${LINEAR}&cursor=a`, page([perp('BTCUSDT')]))
    rig.read(`${LINEAR}&symbol=BTCUSDT`, page([perp('BTCUSDT')]))
    expect(rig.heard()).toEqual(Array(4).fill({ kind: 'instruments', symbol: 'perp false' }))
    rig.read(LINEAR, page([perp('0GUSDT')], null))
    expect(rig.heard()).toEqual([{ kind: 'instruments', symbol: 'perp true' }])
  })

  test('names the page that follows', () => {
    expect(parseNextCursor(JSON.stringify(page([], CURSOR)))).toBe(CURSOR)
    expect(parseNextCursor(JSON.stringify(page([])))).toBeNull()
    expect(parseNextCursor(JSON.stringify(page([], null)))).toBeNull()
    // A text that is no cursor must not become part of our next request.
    expect(parseNextCursor(JSON.stringify(page([], 'a&symbol=b')))).toBeNull()
  })
})
