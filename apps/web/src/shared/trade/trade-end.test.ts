import { expect, test } from 'vitest'
import { tradeOf, tradeOrder } from './testing/trades.ts'
import { endOf, restsOf } from './trade-end.tsx'

const opened = tradeOrder({ state: 'partial', filled: '0.1', price: '10', done_at: '2026-11-26T11:00:01.000Z' })
const givenBack = tradeOrder({ ...opened, client_id: 'mk-2', purpose: 'unwind', side: 'sell', limit_price: null })

test('a rest too small to be given back is not called given back', () => {
  expect(endOf(tradeOf({ status: 'unwound', orders: [opened] }))).toBe(
    'İşlem tamamlanmadı: gerçekleşen miktar geri alınamayacak kadar küçük, hesabınızda kaldı.',
  )
  expect(endOf(tradeOf({ status: 'unwound', orders: [opened, givenBack] }))).toBe(
    'İşlem tamamlanmadı: gerçekleşen emirler geri alındı.',
  )
})

test('every end says what is left', () => {
  const left = (quantity: string, leg = 0) => [{ leg, asset: 'SOL', quantity }]
  const short = tradeOf({ status: 'unwound', orders: [opened, givenBack], left: left('0.09') })
  expect([endOf(short), restsOf(short)]).toEqual([
    'İşlem tamamlanmadı: gerçekleşenin çoğu geri alındı, aşağıdaki kaldı.',
    ['OKX, SOL-USDT: 0,09 SOL hesabınızda kaldı.'],
  ])
  expect(restsOf(tradeOf({ status: 'partial', left: left('-0.09', 1) }))).toEqual([
    'Binance, SOLUSDT: 0,09 SOL fazla satıldı, geri alınamadı.',
  ])
  const legs = tradeOf().legs.map((leg) => (leg.side === 'sell' ? { ...leg, market: 'perp' as const } : leg))
  expect(restsOf(tradeOf({ status: 'partial', legs, left: left('-0.001', 1) }))).toEqual([
    'Binance, SOLUSDT: 0,001 SOL pozisyon açık kaldı, elle geri alınmalı.',
  ])
})
