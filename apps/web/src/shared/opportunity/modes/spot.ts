import type { SpotRow } from '@makas/contract'
import { roiGrade } from '../row/grades.ts'
import type { ModeFacts } from './mode-facts.ts'

export const SPOT = {
  name: (row) => row.symbol,
  exchanges: (row) => [row.buy_exchange, row.sell_exchange],
  asset: (row) => row.base,
  currency: (row) => row.quote,
  net: (row) => row.net_roi,
  grade: roiGrade,
  holdDays: null,
  gain: (row) => row.net_pnl,
  slippage: (row) => row.slippage,
  most: (row) => row.volume,
  leverage: null,
  needs: (row) => [
    [row.buy_exchange, row.quote],
    [row.sell_exchange, row.base],
  ],
  keys: {
    pair: (row) => row.symbol,
    route: (row) => `${row.buy_exchange} ${row.sell_exchange}`,
    gross: (row) => row.spread,
    fees: (row) => row.fees,
    slippage: (row) => row.slippage,
    netROI: (row) => row.net_roi,
    netPNL: (row) => row.net_pnl,
    size: (row) => row.size,
    latency: (row) => row.latency_ms,
    confidence: (row) => row.confidence,
  },
} as const satisfies ModeFacts<SpotRow>
