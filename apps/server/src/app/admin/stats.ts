import type { AccountParts } from '../accounts/account-parts.ts'
import { lastInIstanbul } from '../operation/istanbul.ts'
import type { MemberCounts } from '../ports/accounts/members.ts'

export type Stats = MemberCounts & {
  /** Percent; null while nothing is measured (product-decisions.md 14). */
  readonly uptime: number | null
}

type Parts = Pick<AccountParts, 'members' | 'uptime' | 'clock'>

/** Percent with two decimals, rounded down: 100 means that every minute was good. */
const percentOf = (good: number, all: number): number => Math.floor((10_000 * good) / all) / 100

/** Reads the figures of the dashboard. */
export async function readStats({ members, uptime, clock }: Parts): Promise<Stats> {
  const now = clock.now()
  const [counts, measured] = await Promise.all([members.counts(lastInIstanbul(0, now)), uptime.read(now)])
  return { ...counts, uptime: measured === null ? null : percentOf(measured.good, measured.all) }
}
