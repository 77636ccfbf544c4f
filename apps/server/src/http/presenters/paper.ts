import type { PaperTrade as PaperTradeSchema } from '@makas/contract'
import type { z } from 'zod'
import type { PaperTrade } from '../../app/ports/trading/paper.ts'

const iso = (at: number) => new Date(at).toISOString()

/** Copies field by field, so that no further stored field gets out (security.md 38). */
export function presentPaperTrade(trade: PaperTrade): z.input<typeof PaperTradeSchema> {
  const { order, expected, fill } = trade
  return {
    id: trade.id,
    opportunity_id: trade.opportunityId,
    source: trade.source,
    symbol: trade.symbol,
    base: trade.base,
    quote: trade.quote,
    buy_exchange: trade.buyExchange,
    sell_exchange: trade.sellExchange,
    amount: trade.amount,
    limit_price: order.limit,
    latency_ms: trade.latencyMs,
    status: fill.size === order.size ? 'filled' : fill.size === '0' ? 'missed' : 'partial',
    shortfall: trade.shortfall,
    expected: { ...expected },
    got: { ...fill },
    ordered_at: iso(trade.orderedAt),
    filled_at: iso(trade.filledAt),
  }
}
