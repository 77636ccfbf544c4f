import { describe, expect, test } from 'vitest'
import { type CapturedSide, capturedFor } from './captured-side.ts'
import { paperFill, paperOrder } from './paper-fill.ts'

/** The books of G1. */
const BUY: CapturedSide = {
  levels: [
    ['100.00', '4'],
    ['100.05', '6'],
    ['100.10', '15'],
  ],
  multiplier_digits: 0,
  fee: '0.001',
  lot_step: '0.1',
  min_qty: null,
  min_notional: null,
}
const SELL: CapturedSide = {
  ...BUY,
  levels: [
    ['100.80', '3'],
    ['100.72', '7'],
    ['100.60', '20'],
  ],
}

describe('an order on paper', () => {
  test.each([
    ['all that the row carries', '10000', { size: '25', limit: '100.2001' }],
    ['what the amount pays for, its fee included', '1001.3003', { size: '10', limit: '100.15005' }],
    ['a digit less is a lot less', '1001.3002', { size: '9.9', limit: '100.15005' }],
    ['less than a lot', '10', null],
  ])('%s', (_, amount, order) => {
    expect(paperOrder(amount, '25', BUY, SELL)).toEqual(order)
  })

  test('below the smallest order of either exchange there is none', () => {
    expect(paperOrder('500', '25', { ...BUY, min_qty: '5' }, SELL)).toBeNull()
    expect(paperOrder('501', '25', BUY, { ...SELL, min_notional: '503.04' })).toEqual({ size: '5', limit: '100.15005' })
    expect(paperOrder('501', '25', BUY, { ...SELL, min_notional: '503.85' })).toBeNull()
  })
})

describe('both exchanges take an order on paper at once', () => {
  test.each([
    ['a largest quantity', { max_qty: '7.35' }, {}, { size: '7.3', limit: '100.15005' }],
    [
      'a largest value of the purchase, all of it at its worst price',
      { max_notional: '1000.5' },
      {},
      { size: '10', limit: '100.15005' },
    ],
    ['a largest value of the sale', {}, { max_notional: '453.48' }, { size: '4.5', limit: '100.15005' }],
    ['steps of the price', { tick: '0.01' }, {}, { size: '25', limit: '100.2' }],
    [
      'steps so large that the price itself is the limit',
      { tick: '0.05', levels: [['100.10', '25']] as const },
      {},
      { size: '25', limit: '100.2' },
    ],
    ['a largest quantity below the smallest', { max_qty: '2', min_qty: '3' }, {}, null],
  ])('%s', (_, buy, sell, order) => {
    expect(paperOrder('10000', '25', { ...BUY, ...buy }, { ...SELL, ...sell })).toEqual(order)
  })
})

describe('its fill', () => {
  const order = { size: '20', limit: '100.2001' }

  test('from the books of its row is what the row promised (G1)', () => {
    expect(paperFill(order, BUY, SELL)).toEqual({
      size: '20',
      bought: '2001.3',
      sold: '2013.44',
      fees: '4.01474',
      net: '8.12526',
    })
  })

  test('is a part where some prices rose above the limit, and nothing where all prices did', () => {
    const risen = {
      ...BUY,
      levels: [['100.20', '4'], ...BUY.levels.slice(2).map(() => ['100.21', '15'] as const)],
    } as const
    expect(paperFill(order, risen, SELL)).toMatchObject({ size: '4', bought: '400.8' })
    expect(paperFill(order, { ...BUY, levels: [['100.21', '50']] }, SELL)).toEqual({
      size: '0',
      bought: '0',
      sold: '0',
      fees: '0',
      net: '0',
    })
  })

  test('is a part where the other book holds less, in whole lots', () => {
    expect(paperFill(order, BUY, { ...SELL, levels: [['100.80', '3.17']] })).toMatchObject({ size: '3.1' })
  })

  test('loses where the other price fell', () => {
    expect(paperFill(order, BUY, { ...SELL, levels: [['99.90', '20']] })).toMatchObject({ size: '20', net: '-7.2993' })
  })

  test('counts coins where an exchange counts thousands of them', () => {
    const thousands: CapturedSide = {
      ...BUY,
      levels: BUY.levels.map(([price, size]) => [String(Number(price) * 1_000), String(Number(size) / 1_000)] as const),
      lot_step: '0.0001',
      multiplier_digits: 3,
    }
    expect(paperFill(order, thousands, SELL)).toEqual(paperFill(order, BUY, SELL))
  })

  test('is the same from only as many levels as hold the order', () => {
    const [buy, sell] = [capturedFor('4.1', BUY), capturedFor('4.1', SELL)]
    expect([buy.levels.length, sell.levels.length]).toEqual([2, 2])
    const part = { size: '4.1', limit: '100.2001' }
    expect(paperFill(part, buy, sell)).toEqual(paperFill(part, BUY, SELL))
  })

  test('does not exist for a book that cannot be read', () => {
    expect(() => paperFill({ size: 'x', limit: '1' }, BUY, SELL)).toThrow(RangeError)
  })
})
