import { describe, expect, test } from 'vitest'
import { isHeldAsKnown } from './held-after.ts'
import type { SentOrder } from './next-step.ts'
import type { TradeLeg } from './trade-leg.ts'

const LEG: TradeLeg = {
  exchange: 'binance',
  market: 'spot',
  symbol: '1000SATSUSDT',
  side: 'buy',
  base: 'SATS',
  quote: 'USDT',
  multiplier: '1000',
  fee: '0.001',
  lot_step: '0.1',
  min_qty: null,
  min_notional: null,
  quantity: '2',
  limit: '100',
}
const PERP: TradeLeg = { ...LEG, market: 'perp', side: 'sell' }
const done = (leg: number, side: 'buy' | 'sell', filled: string, value: string, feeBase = '0', feeQuote = '0') =>
  ({ leg, side, result: { kind: 'done', filled, value, feeBase, feeQuote } }) as const
const isHeld = (
  legs: readonly TradeLeg[],
  orders: readonly Pick<SentOrder, 'leg' | 'side' | 'result'>[],
  leg: number,
  before: string,
  now: string,
  isSameAccount = (_other: number) => true,
) => isHeldAsKnown(legs, orders, leg, { before, now, isSameAccount })

describe('an account holds of a leg what the known orders leave there', () => {
  test('on spot in units of the exchange, without the fee that was taken in the coin', () => {
    const bought = [done(0, 'buy', '2', '200', '2')]
    expect(isHeld([LEG], bought, 0, '7.5', '9.498')).toBe(true)
    expect(isHeld([LEG], bought, 0, '7.5', '7.5')).toBe(false)
    expect(isHeld([LEG], [], 0, '7.5', '9.498')).toBe(false)
  })

  test('of a perpetual as its position, whatever the account holds of the coin', () => {
    const orders = [done(0, 'buy', '2', '200', '2'), done(1, 'sell', '1.5', '150')]
    expect(isHeld([LEG, PERP], orders, 1, '0', '-1.5')).toBe(true)
    expect(isHeld([LEG, PERP], orders, 1, '0', '0')).toBe(false)
    expect(isHeld([LEG, PERP], orders, 0, '0', '1.998')).toBe(true)
  })

  test('also where another leg of the account paid with it, and no leg of another account', () => {
    const plain = { ...LEG, multiplier: '1' }
    const legs = [plain, { ...plain, symbol: 'AAASATS', base: 'AAA', quote: 'SATS' }]
    const orders = [done(0, 'buy', '2', '200'), done(1, 'buy', '1', '1.5', '0', '0.25')]
    expect(isHeld(legs, orders, 0, '0', '0.25')).toBe(true)
    expect(isHeld(legs, orders, 0, '0', '2', (other) => other === 0)).toBe(true)
  })

  test('up to half a lot, since exchanges round', () => {
    expect(isHeld([LEG], [], 0, '1', '1.049')).toBe(true)
    expect(isHeld([LEG], [], 0, '1', '0.951')).toBe(true)
    for (const now of ['1.05', '0.95']) expect(isHeld([LEG], [], 0, '1', now)).toBe(false)
    expect(isHeld([{ ...LEG, lot_step: null }], [], 0, '1', '1.00000001')).toBe(false)
    expect(isHeld([{ ...LEG, lot_step: null }], [], 0, '1', '1.000')).toBe(true)
  })

  test('an order of unknown outcome and a refused one move nothing', () => {
    const orders = [
      { leg: 0, side: 'buy', result: null },
      { leg: 0, side: 'buy', result: { kind: 'refused' } },
    ] as const
    expect(isHeld([LEG], orders, 0, '1', '1')).toBe(true)
  })
})
