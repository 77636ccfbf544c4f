import type { OfferedLeg } from '@makas/domain'
import { beforeEach, expect, test } from 'vitest'
import type { HeldLeg, KeyBalances, WantedOrder } from '../ports/trading/key-vault.ts'
import type { TradeOffer } from '../ports/trading/trades.ts'
import { planOrder } from './plan-order.ts'
import type { LegKey, PreparationRefusal, TradeConnections } from './trade-connections.ts'

const leg = (market: OfferedLeg['market'], side: OfferedLeg['side'], price: string): OfferedLeg => ({
  exchange: 'bybit',
  market,
  symbol: 'SOLUSDT',
  side,
  base: 'SOL',
  quote: 'USDT',
  levels: [[price, '50']],
  multiplier: '1',
  fee: '0.001',
  lot_step: '0.1',
  min_qty: '0.1',
  min_notional: '5',
})

const OFFER: TradeOffer = {
  mode: 'carry',
  source: 'live',
  name: 'SOL/USDT',
  legs: [leg('spot', 'buy', '100'), leg('perp', 'sell', '101')],
  most: '50',
  leverage: 2,
}

/** The orders that accounts were made ready for. */
const prepared: WantedOrder[] = []
beforeEach(() => void prepared.splice(0))

const usdt = (free: string) => [{ asset: 'USDT', free, used: '0', total: free }]

/** A carry position of 1,000 USDT: 10 coins bought for 1,000, and 505 of margin for those sold. */
function planned(
  balances: KeyBalances,
  offer = OFFER,
  account = { exchange: 'bybit', name: 'Bybit Testnet' },
  obstacle: PreparationRefusal | null = null,
  isLook = false,
  unreadable: PreparationRefusal | null = null,
) {
  const key = { name: account.name, recordId: 'key-1', isDemo: false }
  const found = { kind: 'found', keys: new Map([[account.exchange, { key, balances } as unknown as LegKey]]) }
  const prepare = async (_key: unknown, wanted: WantedOrder) => {
    prepared.push(wanted)
    return obstacle
  }
  const holding = async (_key: unknown, held: HeldLeg) => unreadable ?? (held.market === 'spot' ? '12.5' : '0')
  const connections = { for: async () => found, prepare, holding } as unknown as TradeConnections
  return planOrder({ market: { offer: async () => offer }, connections }, 'user-1', {
    opportunityId: 'carry.SOL-USDT.bybit',
    amount: '1001',
    isLook,
  })
}

test('both legs of a carry position are paid from the one wallet of a unified account', async () => {
  expect((await planned({ trading: usdt('1505'), futures: null })).kind).toBe('planned')
  expect(await planned({ trading: usdt('1504'), futures: null })).toEqual({
    kind: 'balance',
    connection: 'Bybit Testnet',
    asset: 'USDT',
    needed: '1505',
    free: '1504',
  })
})

test('the accounts are made ready for the first orders of the row, once they can pay, the perpetual last', async () => {
  const rich = { trading: usdt('1505'), futures: null }
  const offer = { ...OFFER, legs: OFFER.legs.map((one) => ({ ...one, max_open_orders: 200 })) }
  expect((await planned(rich, offer)).kind).toBe('planned')
  const order = { symbol: 'SOLUSDT', quantity: '10', maxOpenOrders: 200 }
  expect(prepared).toEqual([
    { ...order, market: 'spot', side: 'buy', leverage: 1 },
    { ...order, market: 'perp', side: 'sell', leverage: 2 },
  ])
  await planned({ trading: usdt('10'), futures: null })
  expect(prepared).toHaveLength(2)
  const full = { kind: 'open-orders', connection: 'Bybit Testnet', symbol: 'SOLUSDT', leverage: 1 } as const
  expect(await planned(rich, OFFER, undefined, full)).toEqual(full)
  // What keeps the spot leg from its order leaves the settings of the perpetual as they are.
  expect(prepared).toHaveLength(3)
  await planned(rich, OFFER, undefined, null, true)
  expect(prepared.slice(3).map(({ market }) => market)).toEqual(['perp'])
})

test('what each account holds before the first order is kept with the trade, which is not begun without it', async () => {
  const rich = { trading: usdt('1505'), futures: null }
  expect(await planned(rich)).toMatchObject({ kind: 'planned', trade: { held: ['12.5', '0'] } })
  const away = { kind: 'not-connected', connection: 'Bybit Testnet' } as const
  expect(await planned(rich, OFFER, undefined, null, false, away)).toEqual(away)
})

test('where futures have a wallet of their own each pays for its leg', async () => {
  expect((await planned({ trading: usdt('1000'), futures: usdt('505') })).kind).toBe('planned')
  const short = await planned({ trading: usdt('5000'), futures: usdt('504') })
  expect(short).toMatchObject({ kind: 'balance', asset: 'USDT', needed: '505', free: '504' })
})

test('a futures wallet that could not be read is not taken for the spot account', async () => {
  const offer = { ...OFFER, legs: OFFER.legs.map((one) => ({ ...one, exchange: 'binance' as const })) }
  const binance = { exchange: 'binance', name: 'Binance Testnet' }
  expect((await planned({ trading: usdt('1000'), futures: usdt('505') }, offer, binance)).kind).toBe('planned')
  expect(await planned({ trading: usdt('90000'), futures: null }, offer, binance)).toEqual({
    kind: 'futures-unread',
    connection: 'Binance Testnet',
  })
})

test.each([
  ['replay', { ...OFFER, source: 'replay' }],
  ['reverse', { ...OFFER, legs: [leg('spot', 'sell', '101'), leg('perp', 'buy', '100')] }],
  ['kraken-carry', { ...OFFER, legs: OFFER.legs.map((one) => ({ ...one, exchange: 'kraken' as const })) }],
] as const)('%s is not traded, whatever the account holds', async (kind, offer) => {
  expect(await planned({ trading: usdt('90000'), futures: null }, offer)).toEqual({ kind })
})
