/** What the thread of a planted market is given. */
export type PlantedMarket = {
  readonly coins: number
  /** Changes of books a second, all books together. */
  readonly movesPerSecond: number
  readonly folder: string
  /** Only moves the books: no tick, no account, no publication and no history. */
  readonly onlyMoves: boolean
  /** Shared with the thread that asks, at the places of `TOLD`. */
  readonly told: Int32Array
}
/**
 * Places of `told`. `tid`: the thread's number in the system. `rows`: open rows. `moves`: moves so far. `overdue`:
 * moves that are due.
 */
export const TOLD = { tid: 0, rows: 1, books: 2, moves: 3, overdue: 4, count: 5 } as const
