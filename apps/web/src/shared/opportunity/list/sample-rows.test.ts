import { LISTS } from '@makas/contract'
import { expect, test } from 'vitest'
import { SAMPLE_ROWS } from './sample-rows.ts'

test('[CALL-32] samples are rows of the contract whose figures fit each other', () => {
  expect(LISTS.carry.parse(SAMPLE_ROWS)).toEqual(SAMPLE_ROWS)
  for (const row of SAMPLE_ROWS) {
    expect(row.daily_pnl * row.hold_days).toBeCloseTo(row.net_pnl, 5)
    const netReturn = (row.net_apr / 100) * (row.hold_days / 365)
    expect(100 * ((1 + netReturn) ** (365 / row.hold_days) - 1)).toBeCloseTo(row.net_apy, 6)
    if (row.liquidation_price !== null) {
      expect(100 * (row.liquidation_price / row.mark_price - 1)).toBeCloseTo(row.liquidation_distance ?? 0, 6)
    }
  }
})
