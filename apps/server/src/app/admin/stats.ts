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
export async function readStats({
  members,
  uptime,
  clock,
}: Pick<AccountParts, 'members' | 'uptime' | 'clock'>): Promise<Stats> {
  const now = clock.now()
  const measured = await uptime.read(now)
  const counts = await members.counts(midnightInIstanbul(now))
  return { ...counts, uptime: measured === null ? null : (100 * measured.good) / measured.all }
}
