import type { ExchangeId } from '@makas/domain'
import type { MarketEngine } from './market-engine.ts'

/** The body of `/api/market-stats` (decisions.md 24). */
export function marketStats(engine: MarketEngine, now: number) {
  const exchanges = new Set<ExchangeId>()
  const exchangesByPair = new Map<string, Set<ExchangeId>>()
  for (const slot of engine.slots) {
    if (!slot.isLive(now)) continue
    exchanges.add(slot.exchange)
    const leg = engine.legOf(slot)
    if (leg === undefined || slot.market !== 'spot') continue
    const pair = `${leg.identity.base}/${leg.identity.quote}`
    const sharing = exchangesByPair.get(pair)
    if (sharing === undefined) exchangesByPair.set(pair, new Set([slot.exchange]))
    else sharing.add(slot.exchange)
  }
  return {
    active_exchanges: exchanges.size,
    total_opportunities: engine.open.size,
    by_mode: engine.openByMode,
    /** Pairs that can be compared now: a `LIVE` book on at least two exchanges. */
    live_pairs: [...exchangesByPair.values()].filter((sharing) => sharing.size > 1).length,
    rejected: Object.fromEntries(Object.entries(engine.rejected).map(([why, n]) => [why.replace('-', '_'), n])),
  }
}
