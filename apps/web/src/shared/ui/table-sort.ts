/** Which column orders a table, and which way. */
export type TableSort = { readonly id: string; readonly isDescending: boolean }

/** The order after a press on a column's head: first press its own first way, then the other. */
export function turned(now: TableSort | null, id: string, beginsDescending: boolean): TableSort {
  return now?.id === id ? { id, isDescending: !now.isDescending } : { id, isDescending: beginsDescending }
}

/** The rows in order; rows that compare equal keep the order they came in, either way. */
export function inOrder<R>(rows: readonly R[], compare: (a: R, b: R) => number, isDescending: boolean): readonly R[] {
  return rows.toSorted(isDescending ? (a, b) => compare(b, a) : compare)
}
