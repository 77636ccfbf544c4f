import type { ExchangeOrder } from '../../../app/ports/trading/order-vault.ts'

/** An order of a spot leg, as it is placed and looked up. */
export const ORDER: ExchangeOrder = {
  clientId: 'mk0000000000000001',
  market: 'spot',
  symbol: 'SOLUSDT',
  side: 'buy',
  quantity: '2',
  limit: '100',
  reduceOnly: false,
  isUnwind: false,
}
