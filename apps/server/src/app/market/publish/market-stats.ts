import type { ExchangeId } from '@makas/domain'
import type { MarketEngine } from '../engine/market-engine.ts'
import { type CarryPair, CarryRoute } from '../route/carry-route.ts'

/** Books per piece of work: some hundredths of a millisecond. */
const SLOTS_A_PIECE = 64

/** Exchanges with a `LIVE` book, and the number of spot pairs that can be compared. */
export type Reach = { readonly exchanges: readonly ExchangeId[]; readonly pairs: number }

/** Counts, in pieces, exchanges and spot pairs of own coins with a `LIVE` book at `now`. */
export function* reachOf(
  engine: MarketEngine,
  owns: (coin: string) => boolean,
  now: number,
): Generator<void, Reach, void> {
  const exchanges = new Set<ExchangeId>()
  const exchangesByPair = new Map<string, Set<ExchangeId>>()
  for (const [at, slot] of engine.slots.entries()) {
    if (at % SLOTS_A_PIECE === 0) yield
    if (!slot.isLive(now)) continue
    exchanges.add(slot.exchange)
    const leg = engine.legOf(slot)
    if (leg === undefined || slot.market !== 'spot' || !owns(leg.identity.base)) continue
    const pair = `${leg.identity.base}/${leg.identity.quote}`
    const sharing = exchangesByPair.get(pair)
    if (sharing === undefined) exchangesByPair.set(pair, new Set([slot.exchange]))
    else sharing.add(slot.exchange)
  }
  // Comparable pairs have a `LIVE` book on at least two exchanges.
  const pairs = [...exchangesByPair.values()].filter((sharing) => sharing.size > 1).length
  return { exchanges: [...exchanges], pairs }
}

/** Number of carry pairs with a row; a pair has a route for each leverage. */
function carryPairs(engine: MarketEngine): number {
  const pairs = new Set<CarryPair>()
  for (const route of engine.open) if (route instanceof CarryRoute) pairs.add(route.pair)
  return pairs.size
}

/** The body of `/api/market-stats` (product-decisions.md 24). */
export function marketStats(engine: MarketEngine, { exchanges, pairs }: Reach) {
  return {
    active_exchanges: exchanges.length,
    total_opportunities: engine.open.size,
    by_mode: engine.openByMode,
    carry_pairs: carryPairs(engine),
    live_pairs: pairs,
    rejected: Object.fromEntries(Object.entries(engine.rejected).map(([why, n]) => [why.replace('-', '_'), n])),
  }
}
