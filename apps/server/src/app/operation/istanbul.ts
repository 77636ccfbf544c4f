const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Istanbul is three hours ahead of UTC all year round, since 2016. */
const AHEAD_MS = 3 * HOUR_MS

/** The newest moment, epoch ms, not after `now` at which the clocks of Istanbul showed this hour. */
export function lastInIstanbul(hour: number, now: number): number {
  const first = hour * HOUR_MS - AHEAD_MS
  return Math.floor((now - first) / DAY_MS) * DAY_MS + first
}
