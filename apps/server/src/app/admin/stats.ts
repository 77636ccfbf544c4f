import type { AccountParts } from '../accounts/account-parts.ts'
import type { MemberCounts } from '../ports/members.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Istanbul is three hours ahead all year round since 2016. */
const ISTANBUL = 3 * HOUR

export type Stats = MemberCounts & {
  /** Percent; null while nothing is measured (decisions.md 14). */
  readonly uptime: number | null
}

const midnightInIstanbul = (now: number): number => Math.floor((now + ISTANBUL) / DAY) * DAY - ISTANBUL

/** What the dashboard counts. */
export async function readStats({ members, clock }: Pick<AccountParts, 'members' | 'clock'>): Promise<Stats> {
  return { ...(await members.counts(midnightInIstanbul(clock.now()))), uptime: null }
}
