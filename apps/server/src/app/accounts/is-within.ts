/** How far ahead of ours the clock of another process may be, ms: what it wrote a moment ago may lie in our future. */
const MOST_AHEAD_MS = 60_000

/**
 * Whether something happened at most `ms` ago, all in ms. A moment further in the future than clocks differ was written
 * by a wrong clock: it proves nothing, or else it would count as fresh until our clock gets there.
 */
export const isWithin = (at: number, now: number, ms: number): boolean => at <= now + MOST_AHEAD_MS && now - at <= ms
