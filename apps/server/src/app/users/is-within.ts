import { MOST_AHEAD_MS } from '../ports/system/clock.ts'

/**
 * Whether something happened at most `ms` ago, all in ms. A wrong clock wrote a moment that is further in the future
 * than clocks differ: it counts as long ago, or it would be fresh until our clock gets there.
 */
export const isWithin = (at: number, now: number, ms: number): boolean => at <= now + MOST_AHEAD_MS && now - at <= ms
