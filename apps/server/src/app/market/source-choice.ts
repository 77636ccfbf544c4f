/** How long `MARKET=auto` waits for the exchanges before it shows the demo market, ms (product-decisions.md 27). */
const PATIENCE_MS = 10_000
/** Head start with which the demo market is prepared in the background before it may be needed, ms. */
const WARM_UP_MS = 3_000

export type Choice = 'undecided' | 'warming' | 'demo' | 'live'

/**
 * Chooses the market of an `auto` installation: live for good as soon as one exchange has a `LIVE` book; the demo
 * market when no exchange has one within ten seconds.
 */
export function choose(current: Choice, sinceStartMs: number, isLive: boolean): Choice {
  if (current === 'live' || isLive) return 'live'
  if (sinceStartMs >= PATIENCE_MS) return 'demo'
  return sinceStartMs >= WARM_UP_MS ? 'warming' : 'undecided'
}
