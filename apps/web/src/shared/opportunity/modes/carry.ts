import type { CarryRow } from '@makas/contract'
import { apyGrade } from '../row/grades.ts'
import type { ModeFacts } from './mode-facts.ts'

export const CARRY = {
  name: (row) => row.symbol,
  exchanges: (row) => [row.exchange],
  asset: (row) => row.base,
  currency: (row) => row.quote,
  net: (row) => row.net_apy,
  grade: apyGrade,
  holdDays: (row) => row.hold_days,
  gain: (row) => row.daily_pnl,
  slippage: (row) => row.total_slippage,
  // The mark price stands for the price of the spot.
  most: (row) => row.size * row.mark_price,
  leverage: { times: (row) => row.leverage, pair: (row) => `${row.symbol} ${row.exchange} ${row.side}` },
  needs: (row) => [[row.exchange, row.quote]],
  keys: {
    pair: (row) => row.symbol,
    exchange: (row) => row.exchange,
    funding: (row) => row.funding_rate,
    basis: (row) => row.basis,
    fees: (row) => row.spot_fees + row.perp_fees,
    slippage: (row) => row.total_slippage,
    netAPY: (row) => row.net_apy,
    dailyPnL: (row) => row.daily_pnl,
    margin: (row) => row.margin_required,
    leverage: (row) => row.leverage,
    // A liquidation that cannot happen is the furthest away of all.
    liquidation: (row) => (row.liquidation_unknown === 'never' ? Number.POSITIVE_INFINITY : row.liquidation_distance),
    latency: (row) => row.latency_ms,
    confidence: (row) => row.confidence,
  },
} as const satisfies ModeFacts<CarryRow>
