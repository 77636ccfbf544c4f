import type { ExchangeId, KeyRecord, OpportunityRow } from '@makas/contract'
import { exchangesOf } from '../../../shared/opportunity/modes/modes.ts'

export type OwnKey = Pick<KeyRecord, 'exchange_name' | 'testnet' | 'is_demo'>

/** What a press of the trade button leads to, by the viewer's connections (product-decisions.md 9). */
export type TradeAccess =
  | { readonly kind: 'open' }
  /** An exchange of the row has only a connection of real money. */
  | { readonly kind: 'coming-soon' }
  | { readonly kind: 'missing'; readonly exchanges: readonly ExchangeId[] }

/** Orders go to test networks, or to the demo market for its own rows; never to an account of real money. */
export function tradeAccessOf(row: OpportunityRow, keys: readonly OwnKey[]): TradeAccess {
  const isUsable = ({ testnet, is_demo }: OwnKey) => (is_demo ? row.source === 'demo' : testnet)
  const isLive = ({ testnet, is_demo }: OwnKey) => !testnet && !is_demo
  const keysAt = (exchange: ExchangeId) => keys.filter(({ exchange_name: name }) => name === exchange)
  const without = exchangesOf(row).filter((exchange) => !keysAt(exchange).some(isUsable))
  if (without.length === 0) return { kind: 'open' }
  if (without.some((exchange) => keysAt(exchange).some(isLive))) return { kind: 'coming-soon' }
  return { kind: 'missing', exchanges: without }
}
