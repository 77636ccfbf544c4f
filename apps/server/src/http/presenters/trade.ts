import type { EvidenceAnswer, EvidenceLeg, TradePlan as TradePlanSchema, Trade as TradeSchema } from '@makas/contract'
import { divide, exactText, type OfferedLeg, ofDecimal, parseDecimal, tradeLeft, tradeSums } from '@makas/domain'
import type { z } from 'zod'
import type { StoredOrder, Trade, TradeOffer } from '../../app/ports/trading/trades.ts'
import type { PlannedTrade } from '../../app/trading/plan-order.ts'

const iso = (at: number) => new Date(at).toISOString()

/** What an order needs from a row and its evidence; null where the row is no longer listed. */
export function offerOf({ row, evidence }: EvidenceAnswer): TradeOffer | null {
  if (row.state !== 'LIVE' || row.expires_in_ms <= 0) return null
  const { source } = row
  const leverage = 'leverage' in evidence ? Number(evidence.leverage) : 1
  if (row.mode === 'tri') {
    const pairs = [row.leg1_pair, row.leg2_pair, row.leg3_pair]
    const legs = evidence.legs.map((leg, at) => offeredLeg(leg, pairs[at] ?? ''))
    const most = 'start_amount' in evidence ? evidence.start_amount : evidence.size
    return { mode: 'tri', source, name: row.cycle, legs, most, leverage }
  }
  const legs = evidence.legs.map((leg) => offeredLeg(leg, row.symbol))
  return { mode: row.mode, source, name: row.symbol, legs, most: evidence.size, leverage }
}

function offeredLeg(leg: EvidenceLeg, pair: string): OfferedLeg {
  const [base = '', quote = ''] = pair.split('/')
  const { exchange, market, symbol, side, levels, multiplier, fee, lot_step, min_qty, min_notional } = leg
  const { max_qty = null, max_notional = null, tick = null, max_open_orders = null } = leg
  const rules = { lot_step, min_qty, min_notional, max_qty, max_notional, tick, max_open_orders }
  return { exchange, market, symbol, side, base, quote, levels, multiplier, fee, ...rules }
}

export function presentTradePlan(trade: PlannedTrade): z.input<typeof TradePlanSchema> {
  return {
    opportunity_id: trade.opportunityId,
    mode: trade.mode,
    source: trade.source,
    world: trade.world,
    name: trade.name,
    asset: trade.plan.asset,
    amount: trade.amount,
    legs: trade.plan.legs.map((leg, at) => ({
      exchange: leg.exchange,
      market: leg.market,
      symbol: leg.symbol,
      side: leg.side,
      base: leg.base,
      quote: leg.quote,
      quantity: leg.quantity,
      limit_price: leg.limit,
      connection: trade.keys[at]?.name ?? '',
    })),
    expected: { ...trade.plan.expected },
  }
}

/** Copies field by field, so that no further stored field gets out (security.md 38). */
export function presentTrade(trade: Trade): z.input<typeof TradeSchema> {
  return {
    id: trade.id,
    ...presentTradePlan(trade),
    status: trade.outcome ?? 'running',
    orders: trade.orders.map(presentOrder),
    got: tradeSums(trade.plan, trade.orders),
    left: tradeLeft(trade.plan, trade.orders).map(({ leg, asset, quantity }) => ({ leg, asset, quantity })),
    started_at: iso(trade.startedAt),
    ended_at: trade.endedAt === null ? null : iso(trade.endedAt),
    restored_at: trade.restoredAt === null ? null : iso(trade.restoredAt),
  }
}

function presentOrder(order: StoredOrder): z.input<typeof TradeSchema>['orders'][number] {
  const { result } = order
  const filled = result?.kind === 'done' ? result.filled : '0'
  return {
    client_id: order.clientId,
    leg: order.leg,
    purpose: order.purpose,
    side: order.side,
    quantity: order.quantity,
    limit_price: order.limit,
    state: stateOf(order),
    refusal: order.refusal,
    filled,
    price: result?.kind === 'done' && filled !== '0' ? averageOf(result.value, filled) : null,
    fees: order.fees.map(({ asset, amount }) => ({ asset, amount })),
    sent_at: iso(order.sentAt),
    done_at: order.doneAt === null ? null : iso(order.doneAt),
  }
}

function stateOf({ state, result, quantity }: StoredOrder) {
  if (state !== 'done' || result?.kind !== 'done') return state === 'done' ? 'unknown' : state
  if (result.filled === '0') return 'unfilled'
  return result.filled === quantity ? 'filled' : 'partial'
}

function averageOf(value: string, filled: string): string | null {
  const [above, below] = [parseDecimal(value), parseDecimal(filled)]
  return above === null || below === null ? null : exactText(divide(ofDecimal(above), ofDecimal(below)))
}
