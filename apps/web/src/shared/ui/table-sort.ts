/** The column that orders a table, and its direction. */
export type TableSort = { readonly id: string; readonly isDescending: boolean }

/** The order after a press on a column's head: the column's usual direction first, then the other direction. */
export function turned(now: TableSort | null, id: string, beginsDescending: boolean): TableSort {
  return now?.id === id ? { id, isDescending: !now.isDescending } : { id, isDescending: beginsDescending }
}

/** The rows in order; equal rows keep their order in both directions. */
export function inOrder<R>(rows: readonly R[], compare: (a: R, b: R) => number, isDescending: boolean): readonly R[] {
  return rows.toSorted(isDescending ? (a, b) => compare(b, a) : compare)
}
