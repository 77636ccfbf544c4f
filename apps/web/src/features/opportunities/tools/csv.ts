import type { OpportunityRow } from '@makas/contract'
import { sheetNumber } from '../../../shared/format/sheet-number.ts'
import { tr } from '../../../text/frame/tr.ts'
import { csvWords } from '../../../text/market/csv.ts'
import { detailsOf } from '../../../text/market/mode-details.ts'

type Cell = string | number | null

/** A text that begins like this is a formula to a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/

/** One field: a decimal comma in numbers, formulas made harmless, quotes where needed. */
export function csvField(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return sheetNumber(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * The rows as CSV for a Turkish spreadsheet: UTF-8 with a byte order mark, `;` between fields, a decimal comma.
 * Received values only; time and source stand inside, so that the file says what it is outside of the page.
 */
export function csvOf(rows: readonly OpportunityRow[], savedAt: string, source: string): string {
  const lines: Cell[][] = [
    [csvWords.savedAt, savedAt],
    [csvWords.source, source],
    [],
    [...headings(rows[0]?.mode)],
    ...rows.map(cells),
  ]
  return `\uFEFF${lines.map((line) => line.map(csvField).join(';')).join('\r\n')}\r\n`
}

function headings(mode: OpportunityRow['mode'] | undefined): readonly string[] {
  return mode === undefined ? [] : detailsOf(mode).csv
}

function cells(row: OpportunityRow): Cell[] {
  const common = [
    row.latency_ms,
    row.confidence,
    row.ttl_ms,
    row.age_ms,
    tr.sources[row.source],
    row.updated_at,
    row.id,
  ]
  switch (row.mode) {
    case 'spot':
      return [
        row.symbol,
        tr.exchanges[row.buy_exchange],
        tr.exchanges[row.sell_exchange],
        row.spread,
        row.fees,
        row.slippage,
        row.net_roi,
        row.net_pnl,
        row.quote,
        row.size,
        row.size_currency,
        row.buy_price,
        row.sell_price,
        ...common,
      ]
    case 'carry':
      return [
        row.symbol,
        tr.exchanges[row.exchange],
        row.funding_rate,
        row.basis,
        row.spot_fees + row.perp_fees,
        row.total_slippage,
        row.net_apy,
        row.hold_days,
        row.daily_pnl,
        row.margin_required,
        row.quote,
        row.leverage,
        row.liquidation_distance,
        ...common,
      ]
    case 'tri':
      return [
        row.base_asset,
        tr.exchanges[row.exchange],
        row.cycle,
        row.gross_roi,
        row.total_fees_bp / 100,
        row.total_slippage_bp / 100,
        row.net_roi,
        row.net_pnl,
        row.executable_amount,
        ...common,
      ]
  }
}
