import type { CarryRow, Mode, OpportunityRow, SpotRow, TriRow } from '@makas/contract'

/** A row with its current age, for the age column. */
export type AgedRow = { readonly row: OpportunityRow; readonly ageMs: number }

/** Sort key of a column; `null` is unknown and comes last in both directions. */
type SortValue = number | string | null
type Keys<R> = Readonly<Record<string, (row: R) => SortValue>>

const SPOT_KEYS = {
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
} as const satisfies Keys<SpotRow>

const CARRY_KEYS = {
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
  // An impossible liquidation counts as the furthest away.
  liquidation: (row) => (row.liquidation_unknown === 'never' ? Number.POSITIVE_INFINITY : row.liquidation_distance),
  latency: (row) => row.latency_ms,
  confidence: (row) => row.confidence,
} as const satisfies Keys<CarryRow>

const TRI_KEYS = {
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
} as const satisfies Keys<TriRow>

/** Columns that sort rows; their names stand in `data-testid="sort-<column>"`. */
export type SortColumn = keyof typeof SPOT_KEYS | keyof typeof CARRY_KEYS | keyof typeof TRI_KEYS | 'age'
export type Sort = { readonly column: SortColumn; readonly descending: boolean }

const KEYS = { spot: SPOT_KEYS, carry: CARRY_KEYS, tri: TRI_KEYS } as const

/** The column called `name`; null if it cannot sort rows of the mode. */
export function sortColumn(mode: Mode, name: string): SortColumn | null {
  if (name === 'age') return name
  const names = Object.keys(KEYS[mode]) as SortColumn[]
  return names.find((column) => column === name) ?? null
}

/** Default sort of each mode, best first (OPP-29). */
export const DEFAULT_SORT: Readonly<Record<Mode, Sort>> = {
  spot: { column: 'netROI', descending: true },
  carry: { column: 'netAPY', descending: true },
  tri: { column: 'netROI', descending: true },
}

/** Columns whose first click sorts ascending: names, delays and ages. Other columns begin with the largest value. */
const SMALL_FIRST: ReadonlySet<SortColumn> = new Set([
  'pair',
  'route',
  'exchange',
  'base',
  'cycle',
  'latency',
  'ping',
  'age',
])

function keyOf({ row, ageMs }: AgedRow, column: SortColumn): SortValue {
  if (column === 'age') return ageMs
  switch (row.mode) {
    case 'spot':
      return keyIn<SpotRow>(SPOT_KEYS, row, column)
    case 'carry':
      return keyIn<CarryRow>(CARRY_KEYS, row, column)
    case 'tri':
      return keyIn<TriRow>(TRI_KEYS, row, column)
  }
}

const keyIn = <R>(keys: Keys<R>, row: R, column: SortColumn): SortValue => keys[column]?.(row) ?? null

/** Ids in sort order, by received values, never by displaced values. Ties are broken by id, so that no rows swap. */
export function orderedIds(rows: readonly AgedRow[], sort: Sort): string[] {
  const sign = sort.descending ? -1 : 1
  return rows
    .map((of) => ({ id: of.row.id, key: keyOf(of, sort.column) }))
    .sort((a, b) => compareKeys(a.key, b.key, sign) || (a.id < b.id ? -1 : 1))
    .map((entry) => entry.id)
}

function compareKeys(a: SortValue, b: SortValue, sign: number): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -sign : sign
}

/** The sort after a click on a column head: the other direction, or a new column's usual direction. */
export function sortAfterClick(current: Sort, column: SortColumn): Sort {
  if (current.column === column) return { column, descending: !current.descending }
  return { column, descending: !SMALL_FIRST.has(column) }
}

/** Number of rows that would move, come or go if `next` were shown in place of `shown`. */
export function movedCount(shown: readonly string[], next: readonly string[]): number {
  let moved = Math.max(0, shown.length - next.length)
  for (let at = 0; at < next.length; at++) if (shown[at] !== next[at]) moved++
  return moved
}

/** The order while it is held: shown rows keep their places, new rows join at the end. */
export function withNewAtEnd(shown: readonly string[], next: readonly string[]): readonly string[] {
  const known = new Set(shown)
  const fresh = next.filter((id) => !known.has(id))
  return fresh.length === 0 ? shown : [...shown, ...fresh]
}
