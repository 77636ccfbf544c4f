import type { Mode, OpportunityRow } from '@makas/contract'
import { byMode } from '@makas/domain'
import type { SortValue } from '../modes/mode-facts.ts'
import { factsOf, type KeyColumn } from '../modes/modes.ts'

/** A row with its current age, for the age column. */
export type AgedRow = { readonly row: OpportunityRow; readonly ageMs: number }

/** Columns that sort rows; their names stand in `data-testid="sort-<column>"`. */
export type SortColumn = KeyColumn | 'age'
export type Sort = { readonly column: SortColumn; readonly descending: boolean }

/** The column called `name`; null if it cannot sort rows of the mode. */
export function sortColumn(mode: Mode, name: string): SortColumn | null {
  if (name === 'age') return name
  const names = Object.keys(factsOf(mode).keys) as SortColumn[]
  return names.find((column) => column === name) ?? null
}

/** Default sort of each mode, best first (OPP-29). */
export const DEFAULT_SORT = byMode(
  (mode): Sort => ({ column: factsOf(mode).holdDays === null ? 'netROI' : 'netAPY', descending: true }),
)

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

const keyOf = ({ row, ageMs }: AgedRow, column: SortColumn): SortValue =>
  column === 'age' ? ageMs : (factsOf(row.mode).keys[column]?.(row) ?? null)

/** Ids in sort order, by received values, never by displaced values. Ties are broken by id, so that no rows swap. */
export function orderedIds(rows: readonly AgedRow[], sort: Sort): string[] {
  const sign = sort.descending ? -1 : 1
  return rows
    .map((aged) => ({ id: aged.row.id, key: keyOf(aged, sort.column) }))
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
