import { ORDER_REFUSALS, type TradeOrder } from '@makas/contract'
import { expect, test } from 'vitest'
import { stepsOf } from './order-steps.ts'
import { tradeOf, tradeOrder } from './testing/trades.ts'

const said = (orders: readonly TradeOrder[], status: 'running' | 'missed' = 'running') =>
  stepsOf(tradeOf({ orders: [...orders], status })).map(({ title, stateWord }) => `${title}: ${stateWord}`)

test('a leg without an order waits while the trade runs, and was never sent once it ended', () => {
  const first = tradeOrder({ state: 'unfilled' })
  expect(said([first])).toEqual(['OKX: spot alış: gerçekleşmedi', 'Binance: spot satış: bekliyor'])
  expect(said([first], 'missed')).toEqual(['OKX: spot alış: gerçekleşmedi', 'Binance: spot satış: gönderilmedi'])
})

test.each([
  ['sending', 'gönderiliyor', 'geri alınıyor'],
  ['filled', 'gerçekleşti', 'geri alındı'],
  ['partial', 'kısmen gerçekleşti', 'kısmen geri alındı'],
  ['unfilled', 'gerçekleşmedi', 'geri alınamadı'],
  ['unknown', 'akıbeti bilinmiyor', 'akıbeti bilinmiyor'],
] as const)('an order that is %s says so, and one that gives back says it of that', (state, opening, back) => {
  const orders = [
    tradeOrder({ state }),
    tradeOrder({ client_id: 'mk-2', leg: 1, side: 'sell' }),
    tradeOrder({ client_id: 'mk-3', purpose: 'unwind', side: 'sell', limit_price: null, state }),
  ]
  expect(said(orders)[0]).toBe(`OKX: spot alış: ${opening}`)
  expect(said(orders)[2]).toBe(`OKX: geri alma, spot satış: ${back}`)
})

test('each reason of a refusal has its own words', () => {
  const words = ORDER_REFUSALS.map((refusal) => said([tradeOrder({ state: 'refused', refusal })])[0])
  expect(new Set(words).size).toBe(ORDER_REFUSALS.length)
  expect(words[0]).toBe('OKX: spot alış: reddedildi: bakiye yetmedi')
})

test('orders and fills have their own units, a perpetual’s pieces', () => {
  const [spot] = tradeOf().legs
  const perp = { ...(spot as NonNullable<typeof spot>), market: 'perp' as const, side: 'sell' as const }
  const fees = [{ asset: 'SOL', amount: '0.0045' }]
  const trade = tradeOf({
    legs: [spot as NonNullable<typeof spot>, perp],
    orders: [
      tradeOrder({ state: 'partial', filled: '4.5', price: '301/30', fees }),
      tradeOrder({ client_id: 'mk-2', leg: 1, side: 'sell', limit_price: null }),
    ],
  })
  expect(stepsOf(trade).map(({ details }) => details)).toEqual([
    ['10 SOL, en çok 10,05 USDT', 'gerçekleşen 4,5 SOL, ortalama 10,03333333 USDT', 'ücret 0,0045 SOL'],
    ['10 adet, piyasa fiyatından'],
  ])
})
