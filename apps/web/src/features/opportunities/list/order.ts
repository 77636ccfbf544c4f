import type { SpotRow } from '@makas/contract'

/** What rows can be sorted by; the names stand in `data-testid="sort-<column>"`. */
export const SORT_COLUMNS = [
  'pair',
  'route',
  'gross',
  'fees',
  'slippage',
  'netROI',
  'netPNL',
  'size',
  'latency',
  'confidence',
  'age',
] as const
export type SortColumn = (typeof SORT_COLUMNS)[number]
export type Sort = { readonly column: SortColumn; readonly descending: boolean }

/** OPP-29. */
export const DEFAULT_SORT: Sort = { column: 'netROI', descending: true }

/** A row with the age it has now, by which the age column sorts. */
export type Sortable = { readonly row: SpotRow; readonly ageMs: number }

const KEYS: Record<SortColumn, (of: Sortable) => number | string> = {
  pair: ({ row }) => row.symbol,
  route: ({ row }) => `${row.buy_exchange} ${row.sell_exchange}`,
  gross: ({ row }) => row.spread,
  fees: ({ row }) => row.fees,
  slippage: ({ row }) => row.slippage,
  netROI: ({ row }) => row.net_roi,
  netPNL: ({ row }) => row.net_pnl,
  size: ({ row }) => row.size,
  latency: ({ row }) => row.latency_ms,
  confidence: ({ row }) => row.confidence,
  age: ({ ageMs }) => ageMs,
}

const TEXT_COLUMNS: ReadonlySet<SortColumn> = new Set(['pair', 'route'])

/** Ids in the wanted order. Sorts received values only, never displaced ones; equal rows by id, so that none swap. */
export function orderedIds(rows: readonly Sortable[], sort: Sort): string[] {
  const key = KEYS[sort.column]
  const sign = sort.descending ? -1 : 1
  return rows
    .map((of) => ({ id: of.row.id, key: key(of) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.id < b.id ? -1 : 1))
    .map((entry) => entry.id)
}

/** A click on a heading: turns the direction round, or begins with the side that people look for first. */
export function sortAfterClick(current: Sort, column: SortColumn): Sort {
  if (current.column === column) return { column, descending: !current.descending }
  const smallFirst = TEXT_COLUMNS.has(column) || column === 'latency' || column === 'age'
  return { column, descending: !smallFirst }
}

/** How many rows would stand elsewhere, come or go if `next` were shown in place of `shown`. */
export function movedCount(shown: readonly string[], next: readonly string[]): number {
  let moved = Math.max(0, shown.length - next.length)
  for (let at = 0; at < next.length; at++) if (shown[at] !== next[at]) moved++
  return moved
}

/** While the order is held: rows stay where they are, new ones join at the end. */
export function withNewAtEnd(shown: readonly string[], next: readonly string[]): readonly string[] {
  const known = new Set(shown)
  const fresh = next.filter((id) => !known.has(id))
  return fresh.length === 0 ? shown : [...shown, ...fresh]
}
