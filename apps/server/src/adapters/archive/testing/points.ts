import { createHash } from 'node:crypto'
import type { HistoryRecord } from '../../../app/ports/market/archive.ts'

/** A point of a life with default values. */
export function point(given: Partial<HistoryRecord> & Pick<HistoryRecord, 't'>): HistoryRecord {
  return {
    route: 'spot.SOL-USDT.okx.binance',
    mode: 'spot',
    event: 'changed',
    reason: null,
    netReturn: 0.41,
    netPnl: 12.5,
    size: 30,
    ageMs: 120,
    evidenceHash: createHash('sha256').update(String(given.t)).digest('hex'),
    row: '{"id":"spot.SOL-USDT.okx.binance"}',
    best: '[["okx","spot","SOL-USDT","buy","182.4","12"],["binance","spot","SOLUSDT","sell","183.1","9"]]',
    ...given,
  }
}
