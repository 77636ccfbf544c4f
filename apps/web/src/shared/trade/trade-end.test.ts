import { expect, test } from 'vitest'
import { tradeOf, tradeOrder } from './testing/trades.ts'
import { endOf } from './trade-end.tsx'

const opened = tradeOrder({ state: 'partial', filled: '0.1', price: '10', done_at: '2026-11-26T11:00:01.000Z' })
const givenBack = tradeOrder({ ...opened, client_id: 'mk-2', purpose: 'unwind', side: 'sell', limit_price: null })

test('what was too little to be given back is not called given back', () => {
  expect(endOf(tradeOf({ status: 'unwound', orders: [opened] }))).toBe(
    'İşlem tamamlanmadı: gerçekleşen miktar geri alınamayacak kadar küçük, hesabınızda kaldı.',
  )
  expect(endOf(tradeOf({ status: 'unwound', orders: [opened, givenBack] }))).toBe(
    'İşlem tamamlanmadı: gerçekleşen emirler geri alındı.',
  )
})
