import { lastInIstanbul } from '../operation/istanbul.ts'
import type { UserCounts } from '../ports/users/user-records.ts'
import type { UserParts } from '../users/user-parts.ts'

export type Stats = UserCounts & {
  /** Percent; null while nothing is measured (product-decisions.md 14). */
  readonly uptime: number | null
}

type Parts = Pick<UserParts, 'userRecords' | 'uptime' | 'clock'>

/** Percent with two decimals, rounded down: 100 means that every minute was good. */
const percentOf = (good: number, all: number): number => Math.floor((10_000 * good) / all) / 100

/** Reads the figures of the dashboard. */
export async function readStats({ userRecords, uptime, clock }: Parts): Promise<Stats> {
  const now = clock.now()
  const [counts, measured] = await Promise.all([userRecords.counts(lastInIstanbul(0, now)), uptime.read(now)])
  return { ...counts, uptime: measured === null ? null : percentOf(measured.good, measured.all) }
}
