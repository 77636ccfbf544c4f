import type { AccountParts } from '../accounts/account-parts.ts'
import { lastInIstanbul } from '../operation/istanbul.ts'
import type { MemberCounts } from '../ports/members.ts'

export type Stats = MemberCounts & {
  /** Percent; null while nothing is measured (product-decisions.md 14). */
  readonly uptime: number | null
}

type Parts = Pick<AccountParts, 'members' | 'uptime' | 'clock'>

/** Two decimals, and never better than it was: 100 is said only of a product that was always up. */
const percentOf = (good: number, all: number): number => Math.floor((10_000 * good) / all) / 100

/** What the dashboard counts. */
export async function readStats({ members, uptime, clock }: Parts): Promise<Stats> {
  const now = clock.now()
  const [counts, measured] = await Promise.all([members.counts(lastInIstanbul(0, now)), uptime.read(now)])
  return { ...counts, uptime: measured === null ? null : percentOf(measured.good, measured.all) }
}
