import { isHeldAsKnown, type SentOrder, type TradeLeg } from '@makas/domain'
import type { Clock } from '../ports/system/clock.ts'
import type { KeyStore } from '../ports/trading/key-store.ts'
import type { OrderVault, TrailAnswer } from '../ports/trading/order-vault.ts'
import type { Trade } from '../ports/trading/trades.ts'

export type TrailParts = {
  readonly trade: Trade
  readonly keys: Pick<KeyStore, 'find'>
  readonly vault: Pick<OrderVault, 'orderTrail'>
  readonly clock: Clock
}

/** How far before the trade a trail begins, ms: more than clocks of exchanges and processes differ. */
const EARLIER_MS = 600_000
/** Age up to which each exchange lists every order and fill, ms; the shortest list (OKX's fills) has three days. */
const REACH_MS = 2 * 86_400_000

/** What the exchange has of a leg since the trade began. `cancel`: the order that is cancelled first. Null: no key. */
export async function trailOf(
  { trade, keys, vault, clock }: TrailParts,
  leg: number,
  cancel: { readonly clientId: string; readonly isUnwind: boolean } | null,
): Promise<TrailAnswer | null> {
  const [own, terms] = [trade.keys[leg], trade.plan.legs[leg] as TradeLeg]
  const found = own === undefined ? null : await keys.find(trade.userId, own.recordId)
  if (found === null) return null
  if (clock.now() - trade.startedAt > REACH_MS) return { kind: 'unread', why: 'unreadable' }
  const { market, symbol, quote } = terms
  return vault.orderTrail(found.key, found.sealed, {
    market,
    symbol,
    quote,
    since: trade.startedAt - EARLIER_MS,
    cancel: cancel?.clientId ?? null,
    isUnwind: cancel?.isUnwind ?? false,
  })
}

/** Whether the account of a leg holds what the known results of the orders leave there. */
export function agrees(
  { held, keys, plan }: Trade,
  orders: readonly Pick<SentOrder, 'leg' | 'side' | 'result'>[],
  leg: number,
  now: string,
): boolean {
  const before = held?.[leg]
  const isSameAccount = (other: number) => keys[other]?.recordId === keys[leg]?.recordId
  return before !== undefined && isHeldAsKnown(plan.legs, orders, leg, { before, now, isSameAccount })
}
