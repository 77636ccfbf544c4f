import type { TradeOrder } from '@makas/contract'
import { expect, test } from 'vitest'
import { leftoversOf } from './leftovers.ts'
import { tradeOf, tradeOrder } from './testing/trades.ts'

const open = (...orders: readonly TradeOrder[]) => leftoversOf(tradeOf({ status: 'open', orders: [...orders] }))
const bought = tradeOrder({ leg: 0, client_id: 'buy', state: 'filled', filled: '10' })
const sold = (filled: string) =>
  tradeOrder({ leg: 1, client_id: 'sell', side: 'sell', state: filled === '10' ? 'filled' : 'partial', filled })
const back = (quantity: string, filled: string) =>
  tradeOrder({ leg: 0, client_id: 'back', purpose: 'unwind', side: 'sell', quantity, state: 'partial', filled })

test('the rest of the last unwinding order is left, at its exchange', () => {
  expect(open(bought, sold('6'), back('4', '1.5'))).toEqual([
    { leg: 0, kind: 'rest', side: 'sell', quantity: '2.5', clientId: 'back' },
  ])
})

test('an order with an unknown outcome is listed, with the other leg’s fill', () => {
  const lost = tradeOrder({ leg: 1, client_id: 'sell', side: 'sell', quantity: '10', state: 'unknown' })
  expect(open(bought, lost)).toEqual([
    { leg: 1, kind: 'unknown', side: 'sell', quantity: '10', clientId: 'sell' },
    { leg: 0, kind: 'rest', side: 'sell', quantity: '10', clientId: 'buy' },
  ])
})

test('a sold quantity that was not bought back must be bought', () => {
  const lost = tradeOrder({ leg: 0, client_id: 'buy', quantity: '10', state: 'unknown' })
  expect(open(lost, sold('10')).at(-1)).toEqual({
    leg: 1,
    kind: 'rest',
    side: 'buy',
    quantity: '10',
    clientId: 'sell',
  })
})

test('a leg whose orders cancel out has nothing left', () => {
  const lost = tradeOrder({ leg: 1, client_id: 'sell', side: 'sell', state: 'unknown' })
  expect(open(bought, lost, back('10', '10')).map(({ leg }) => leg)).toEqual([1])
})

test('a trade that is not open has nothing left', () => {
  expect(leftoversOf(tradeOf({ status: 'partial', orders: [bought, sold('6'), back('4', '4')] }))).toEqual([])
})
