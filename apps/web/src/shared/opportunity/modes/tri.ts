import type { TriRow } from '@makas/contract'
import { cycleGrade } from '../row/grades.ts'
import type { ModeFacts } from './mode-facts.ts'

export const TRI = {
  name: (row) => row.cycle,
  exchanges: (row) => [row.exchange],
  asset: (row) => row.base_asset,
  currency: (row) => row.base_asset,
  net: (row) => row.net_roi,
  grade: cycleGrade,
  holdDays: null,
  gain: (row) => row.net_pnl,
  // The wire has basis points.
  slippage: (row) => row.total_slippage_bp / 100,
  most: (row) => row.executable_amount,
  leverage: null,
  needs: (row) => [[row.exchange, row.base_asset]],
  keys: {
    base: (row) => row.base_asset,
    exchange: (row) => row.exchange,
    cycle: (row) => row.cycle,
    gross: (row) => row.gross_roi,
    cost: (row) => row.total_fees_bp + row.total_slippage_bp,
    fees: (row) => row.total_fees_bp,
    slippage: (row) => row.total_slippage_bp,
    netROI: (row) => row.net_roi,
    netPNL: (row) => row.net_pnl,
    executable: (row) => row.executable_amount,
    ttlPing: (row) => row.ttl_ms,
    ttl: (row) => row.ttl_ms,
    ping: (row) => row.latency_ms,
    confidence: (row) => row.confidence,
  },
} as const satisfies ModeFacts<TriRow>
