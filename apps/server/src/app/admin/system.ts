import { lastInIstanbul } from '../operation/istanbul.ts'
import type { AuditLook } from '../ports/system/upkeep.ts'
import type { TrendDay } from '../ports/trends.ts'
import type { UserParts } from '../users/user-parts.ts'
import { type AdminVisit, adminLine } from './admin-line.ts'

type Parts = Pick<UserParts, 'upkeep' | 'trends' | 'clock'>

const DAY_MS = 86_400_000

/** Daily counts of the last days, oldest first; good minutes count the present market source only. */
export function readTrends(
  { trends, clock }: Parts,
  days: number,
  source: 'live' | 'demo' | null,
): Promise<readonly TrendDay[]> {
  const today = lastInIstanbul(0, clock.now())
  return trends.read(today - (days - 1) * DAY_MS, days, source)
}

/** State of audit log, retention, copies and keys. */
export async function readUpkeep({ upkeep, clock }: Parts) {
  const [audit, retentionAt] = await Promise.all([upkeep.lastLook(), upkeep.lastRetention()])
  const { keyId, sealingKeyId } = upkeep
  return {
    keyId,
    sealingKeyId,
    besideData: upkeep.besideData(),
    copies: upkeep.copies(clock.now()),
    audit,
    retentionAt,
  }
}

/** Stops all new trades, or takes them again; returns since when they are stopped. */
export function turnTrading(
  { tradingSwitch, clock }: Pick<UserParts, 'tradingSwitch' | 'clock'>,
  isStopped: boolean,
  by: AdminVisit,
): Promise<number | null> {
  const now = clock.now()
  const action = isStopped ? 'trading-stopped' : 'trading-resumed'
  return tradingSwitch.turn(isStopped, now, adminLine(now, action, by, null, {}))
}

/** Verifies the chain of the audit log to its end. */
export function checkAudit({ upkeep, clock }: Parts, by: AdminVisit): Promise<AuditLook> {
  const now = clock.now()
  return upkeep.look(now, (verdict) => adminLine(now, 'audit-checked', by, null, { state: verdict.kind }))
}
