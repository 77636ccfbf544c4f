import { type ExchangeId, PAPER, type SpotRow } from '@makas/contract'
import { isCapQuote, tourAmount, tourProfit } from '@makas/domain'

/** An opportunity of the tour (ENT-10). */
export type DemoOpportunity = {
  readonly id: string
  /** First currency of the pair. */
  readonly symbol: string
  readonly pair: string
  readonly buyEx: ExchangeId
  readonly sellEx: ExchangeId
  readonly buyPrice: number
  readonly sellPrice: number
  /** Percent. */
  readonly netROI: number
  readonly netPNL: number
  readonly size: number
  readonly confidence: number
  readonly latencyMs: number
  /** Source of the figures; always shown with them. */
  readonly mark: 'sample' | 'demo' | 'cache'
}

/** A finished trade with virtual money (ENT-12). */
export type DemoTrade = {
  readonly id: string
  readonly opportunity: DemoOpportunity
  readonly amount: number
  readonly profit: number
  /** Epoch ms. */
  readonly timestamp: number
  readonly status: 'completed'
}

/** Initial balance, in virtual dollars (CONST-01). */
export const DEMO_BALANCE: number = PAPER.start

/** Number of offered opportunities: the number of samples. */
const OFFERED = 3

/** The trade of the tour; its profit is added to the balance (STATE-15). */
export function tradeWith(opportunity: DemoOpportunity, balance: number, now: number): DemoTrade {
  const amount = tourAmount(balance)
  return {
    id: `DEMO-${now.toString(36).toUpperCase()}`,
    opportunity,
    amount,
    profit: tourProfit(amount, opportunity.netROI),
    timestamp: now,
    status: 'completed',
  }
}

/**
 * The best of the received rows, else samples. Only rows whose quote counts as dollars (formulas.md § 1), because the
 * balance is in dollars. The best row of each coin comes first; a coin has a second row only if there are too few
 * coins.
 */
export function opportunitiesFrom(rows: readonly SpotRow[]): readonly DemoOpportunity[] {
  const good = rows
    .filter(({ quote, net_roi }) => isCapQuote(quote) && net_roi > 0)
    .sort((a, b) => b.net_roi - a.net_roi)
  if (good.length === 0) return SAMPLES
  const bestOfCoins = good.filter((row, at) => good.findIndex(({ base }) => base === row.base) === at)
  return [...new Set([...bestOfCoins, ...good])].slice(0, OFFERED).map((row) => ({
    id: row.id,
    symbol: row.base,
    pair: row.symbol,
    buyEx: row.buy_exchange,
    sellEx: row.sell_exchange,
    buyPrice: row.buy_price,
    sellPrice: row.sell_price,
    netROI: row.net_roi,
    netPNL: row.net_pnl,
    size: row.size,
    confidence: row.confidence,
    latencyMs: row.latency_ms,
    // The rows are not renewed while a viewer chooses: rows of the real market count as cached, not as live.
    mark: row.source === 'demo' ? 'demo' : 'cache',
  }))
}

const SAMPLES: readonly DemoOpportunity[] = [
  {
    id: 'sample.SOL-USDT',
    symbol: 'SOL',
    pair: 'SOL/USDT',
    buyEx: 'okx',
    sellEx: 'binance',
    buyPrice: 143.2,
    sellPrice: 144.56,
    netROI: 0.75,
    netPNL: 21.48,
    size: 20,
    confidence: 93,
    latencyMs: 42,
    mark: 'sample',
  },
  {
    id: 'sample.BTC-USDT',
    symbol: 'BTC',
    pair: 'BTC/USDT',
    buyEx: 'bybit',
    sellEx: 'okx',
    buyPrice: 60_000,
    sellPrice: 60_324,
    netROI: 0.34,
    netPNL: 63.24,
    size: 0.31,
    confidence: 92,
    latencyMs: 58,
    mark: 'sample',
  },
  {
    id: 'sample.ETH-USDT',
    symbol: 'ETH',
    pair: 'ETH/USDT',
    buyEx: 'kraken',
    sellEx: 'binance',
    buyPrice: 2_400,
    sellPrice: 2_415.84,
    netROI: 0.31,
    netPNL: 31.25,
    size: 4.2,
    confidence: 88,
    latencyMs: 96,
    mark: 'sample',
  },
]
