import { byCaller, type KeyCaller } from '../api-keys/key-parts.ts'
import type { Clock } from '../ports/system/clock.ts'
import type { Trade, TradeStore } from '../ports/trading/trades.ts'
import type { AuditEntry } from '../ports/users/audit-log.ts'
import type { PlannedTrade } from './plan-order.ts'

/** A line of the audit log about a trade. */
export function tradeLine(
  action: 'trade-started' | 'trade-ended',
  { id, userId }: Pick<Trade, 'id' | 'userId'>,
  by: Pick<AuditEntry, 'time' | 'actor' | 'address' | 'requestId'>,
  detail: Readonly<Record<string, unknown>>,
): AuditEntry {
  return { ...by, action, subject: { kind: 'trade', id }, detail: { owner: userId, ...detail } }
}

type Parts = { readonly trades: TradeStore; readonly clock: Clock; readonly newId: () => string }

/**
 * Stores a planned trade, which the trade runner takes up. `running`: another trade of the user is running;
 * `stopped`: an admin has stopped new trades.
 */
export async function startTrade(
  { trades, clock, newId }: Parts,
  caller: KeyCaller,
  planned: PlannedTrade,
): Promise<Trade | 'running' | 'no-owner' | 'stopped'> {
  const trade = { ...planned, id: newId(), userId: caller.userId, startedAt: clock.now() }
  const { opportunityId, mode, world, amount, plan } = planned
  const detail = { opportunity: opportunityId, mode, world, amount, asset: plan.asset }
  const added = await trades.add(trade, tradeLine('trade-started', trade, byCaller(caller, trade.startedAt), detail))
  return added === 'added' ? { ...trade, restoredAt: null, outcome: null, endedAt: null, orders: [] } : added
}
