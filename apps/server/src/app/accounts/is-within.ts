import { MOST_AHEAD_MS } from '../ports/system/clock.ts'

/**
 * Whether something happened at most `ms` ago, all in ms. A moment further in the future than clocks differ was written
 * by a wrong clock: it proves nothing, or else it would count as fresh until our clock gets there.
 */
export const isWithin = (at: number, now: number, ms: number): boolean => at <= now + MOST_AHEAD_MS && now - at <= ms
