import { PersonalRow } from '@makas/contract'
import { type ExchangeId, ofDecimal } from '@makas/domain'
import { describe, expect, test } from 'vitest'
import type { Wallet, Wallets } from '../../../ports/trading/wallets.ts'
import { priorOutlook } from '../../opportunity/outlook.ts'
import { decimal, instrument, Stage } from '../../testing/stage.ts'
import { personalRows } from './personal-spot.ts'

const NOW = 1_000
const BIDS = [
  ['100.80', '3'],
  ['100.72', '7'],
  ['100.60', '20'],
] as const
const ASKS = [
  ['100.00', '4'],
  ['100.05', '6'],
  ['100.10', '15'],
] as const

/** The books of G1: SOL is bought on OKX and sold on Binance. */
function golden(options: ConstructorParameters<typeof Stage>[0] = {}): Stage {
  const stage = new Stage(options)
  for (const exchange of ['okx', 'binance'] as const) stage.list(instrument(exchange, 'SOL', 'USDT'))
  stage.depth(NOW, 'okx', 'SOLUSDT', [['99.5', '9']], ASKS)
  stage.depth(NOW, 'binance', 'SOLUSDT', BIDS, [['101.5', '9']])
  return stage
}

const wallet = (fee: string | null, free: Readonly<Record<string, string>> | null): Wallet => ({
  fee: fee === null ? null : decimal(fee),
  free: free === null ? null : new Map(Object.entries(free).map(([asset, text]) => [asset, ofDecimal(decimal(text))])),
})
const RICH = { USDT: '1000000', SOL: '1000000' }
const held = (okx: Wallet | null, binance: Wallet | null): Wallets =>
  new Map(
    Object.entries({ okx, binance }).flatMap(([exchange, one]): [ExchangeId, Wallet][] =>
      one === null ? [] : [[exchange as ExchangeId, one]],
    ),
  )

function rowsOf(stage: Stage, wallets: Wallets, more: { isKeysMarket?: boolean; now?: number } = {}) {
  const { isKeysMarket = true, now = NOW } = more
  const inputs = {
    engine: stage.engine,
    source: 'live',
    outlookOf: priorOutlook,
    spotCap: () => decimal('50000'),
    isKeysMarket,
  } as const
  return personalRows(inputs, wallets, now).map((row) => PersonalRow.parse(row))
}
const shareOf = (wallets: Wallets, more?: Parameters<typeof rowsOf>[2]) => {
  const [row] = rowsOf(golden(), wallets, more)
  return row === undefined ? null : [row.affordable_size, row.limited_by, row.net_pnl_affordable]
}

describe('[CALL-09] [ROLE-06] a spot row for one person', () => {
  test('with money for all of it is the row that everybody sees', () => {
    const [row, ...others] = rowsOf(golden(), held(wallet('0.001', RICH), wallet('0.001', RICH)))
    expect(others).toEqual([])
    expect(row).toMatchObject({
      id: 'spot.SOL-USDT.okx.binance',
      size: 25,
      net_pnl: 9.62176,
      affordable_size: 25,
      limited_by: 'market',
      net_pnl_affordable: 9.62176,
      fees_basis: 'own',
    })
  })

  test('[OPP-30] G1: with coins for twenty of them leaves what twenty leave', () => {
    expect(shareOf(held(wallet('0.001', RICH), wallet('0.001', { SOL: '20.0009' })))).toEqual([
      20,
      'sell-balance',
      8.12526,
    ])
    // 2003.3013 is their cost with the fee.
    expect(shareOf(held(wallet('0.001', { USDT: '2003.3013' }), wallet('0.001', RICH)))).toEqual([
      20,
      'buy-balance',
      8.12526,
    ])
    expect(shareOf(held(wallet('0.001', { USDT: '2003.30129999' }), wallet('0.001', RICH)))?.[0]).toBe(19.999)
  })

  test.each([
    ['nothing is held where it is bought', held(wallet(null, {}), wallet(null, RICH)), [0, 'buy-balance', 0]],
    ['nothing is held where it is sold', held(wallet(null, RICH), wallet(null, {})), [0, 'sell-balance', 0]],
    ['money of the other kind', held(wallet(null, { SOL: '9' }), wallet(null, { USDT: '9' })), [0, 'buy-balance', 0]],
    ['no connection to the buyer', held(null, wallet(null, RICH)), [null, 'buy-not-connected', null]],
    ['no connection to the seller', held(wallet(null, RICH), null), [null, 'sell-not-connected', null]],
    ['no connection at all', held(null, null), [null, 'buy-not-connected', null]],
    ['a buyer that does not answer', held(wallet(null, null), wallet(null, RICH)), [null, 'buy-unknown', null]],
    ['a seller that does not answer', held(wallet(null, RICH), wallet(null, null)), [null, 'sell-unknown', null]],
  ])('%s: no number is better than a wrong number', (_, wallets, expected) => {
    expect(shareOf(wallets)).toEqual(expected)
  })

  test('money of the exchanges is no money of the demo market', () => {
    const wallets = held(wallet('0', RICH), wallet('0', RICH))
    expect(shareOf(wallets, { isKeysMarket: false })).toEqual([null, 'other-market', null])
    expect(rowsOf(golden(), wallets, { isKeysMarket: false })[0]?.fees_basis).toBe('public')
  })
})

describe('[CALL-09] the own fee tier', () => {
  test('makes more of a row, and a row that is listed for nobody else', () => {
    const both = held(wallet('0.0002', RICH), wallet('0.0003', RICH))
    expect(rowsOf(golden(), both)[0]?.net_pnl).toBeGreaterThan(9.62176)
    const stage = golden({ takerFee: () => decimal('0.004') })
    expect(stage.engine.open.size).toBe(0)
    expect(rowsOf(stage, both).map(({ id, fees_basis }) => [id, fees_basis])).toEqual([
      ['spot.SOL-USDT.okx.binance', 'own'],
    ])
  })

  test('takes away a row that pays only at the public fee', () => {
    expect(rowsOf(golden(), held(wallet('0.008', RICH), wallet('0.001', RICH)))).toEqual([])
  })

  test('is not taken for the fee of a pair with its own tier', () => {
    const stage = new Stage()
    for (const exchange of ['okx', 'bybit'] as const) {
      stage.list(instrument(exchange, 'USDT', 'TRY'))
      stage.book(NOW, exchange, 'USDTTRY', exchange === 'okx' ? '39' : '40', exchange === 'okx' ? '39.5' : '41')
    }
    const wallets: Wallets = new Map([
      ['okx', wallet('0.0001', { TRY: '99999' })],
      ['bybit', wallet('0.0001', { USDT: '99999' })],
    ])
    expect(rowsOf(stage, wallets).map(({ fees_basis }) => fees_basis)).toEqual(['mixed'])
  })

  test('does not make a fee known that nobody knows', () => {
    const stage = golden({ takerFee: ({ exchange }) => (exchange === 'okx' ? null : decimal('0.001')) })
    expect(rowsOf(stage, held(wallet('0.001', RICH), wallet('0.001', RICH)))).toEqual([])
  })
})

test('[D2] [F9] what is doubted, crossed or not fresh is no row for one person either', () => {
  const wallets = held(wallet('0', RICH), wallet('0', RICH))
  expect(rowsOf(golden(), wallets, { now: NOW + 60_000 })).toEqual([])
  const doubted = golden()
  doubted.book(NOW, 'binance', 'SOLUSDT', '110', '111')
  expect(rowsOf(doubted, wallets)).toEqual([])
  const crossed = golden()
  crossed.book(NOW, 'okx', 'SOLUSDT', '100.5', '100')
  expect(rowsOf(crossed, wallets)).toEqual([])
})
