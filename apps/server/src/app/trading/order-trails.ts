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
/** Age up to which each exchange lists every order and fill, ms. The shortest list (OKX's fills) has three days. */
const REACH_MS = 2 * 86_400_000

/** Whether a trade began before what exchanges list. */
export const isOutOfReach = ({ trade, clock }: Pick<TrailParts, 'trade' | 'clock'>): boolean =>
  clock.now() - trade.startedAt > REACH_MS

/**
 * What the exchange has of a leg since the trade began. `cancel`: client id of the order that is cancelled first. Null:
 * there is no key.
 */
export async function trailOf(parts: TrailParts, leg: number, cancel: string | null): Promise<TrailAnswer | null> {
  const { trade, keys, vault } = parts
  const [own, terms] = [trade.keys[leg], trade.plan.legs[leg] as TradeLeg]
  const found = own === undefined ? null : await keys.find(trade.userId, own.recordId)
  if (found === null) return null
  if (isOutOfReach(parts)) return { kind: 'unread', why: 'unreadable' }
  const { market, symbol } = terms
  return vault.orderTrail(found.key, found.sealed, {
    market,
    symbol,
    watched: legsOfAccount(trade, leg).map((other) => {
      const one = trade.plan.legs[other] as TradeLeg
      return { market: one.market, symbol: one.symbol, quote: one.quote }
    }),
    since: trade.startedAt - EARLIER_MS,
    cancel,
  })
}

/** Legs that are traded with the account of a leg, including the leg. */
const legsOfAccount = ({ keys, plan }: Trade, leg: number): readonly number[] =>
  [...plan.legs.keys()].filter((other) => keys[other]?.recordId === keys[leg]?.recordId)

/**
 * Whether the account of a leg holds what the known results of the orders leave, in all legs that are traded with it: a
 * balance that lags lacks earlier orders too.
 */
export function agrees(
  trade: Trade,
  orders: readonly Pick<SentOrder, 'leg' | 'side' | 'result'>[],
  leg: number,
  held: readonly string[],
): boolean {
  const legs = legsOfAccount(trade, leg)
  const isSameAccount = (other: number) => legs.includes(other)
  return legs.every((other, at) => {
    const [before, now] = [trade.held?.[other], held[at]]
    if (before === undefined || now === undefined) return false
    return isHeldAsKnown(trade.plan.legs, orders, other, { before, now, isSameAccount })
  })
}
