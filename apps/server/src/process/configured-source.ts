import type { MarketSource } from '../app/ports/market/market-source.ts'
import type { Config } from '../config/config.ts'

/** Description of each source for the terminal. */
export const SOURCES: Readonly<Record<MarketSource, string>> = {
  live: 'live (the exchanges themselves)',
  demo: 'demo (simulated exchanges, no real prices)',
  replay: 'replay (recorded frames)',
}

/** The market source as far as the settings decide it; null while `auto` tries. */
export function configuredSource({ market, exchangeOrigin }: Config): MarketSource | null {
  if (market === 'replay') return 'replay'
  if (exchangeOrigin !== null) return 'demo'
  return market === 'auto' ? null : market
}
