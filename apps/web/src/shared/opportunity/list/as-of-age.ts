import type { ListView } from './list-store.ts'

/** Most plausible difference of the clocks, ms: a browser whose clock is further off must not invent an age. */
const CLOCKS_AGREE_MS = 90_000

/**
 * Age of the cached list at steady time `now`, ms: from its oldest input to its arrival by the wall clock (if
 * plausible), plus the time since by the monotonic clock.
 */
export function asOfAgeMs(view: Pick<ListView, 'asOf' | 'receivedAt' | 'updatedAt'>, now: number): number {
  if (view.asOf === null || view.receivedAt === null || view.updatedAt === null) return 0
  const onArrival = view.updatedAt - view.asOf
  const plausible = onArrival >= 0 && onArrival <= CLOCKS_AGREE_MS
  return (plausible ? onArrival : 0) + Math.max(0, now - view.receivedAt)
}
