/** What the thread is told: its market and the folder of its history. */
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
/** Places of what the thread tells: its number in the system, open rows, books, moves so far, moves that are overdue. */
export const TOLD = { tid: 0, rows: 1, books: 2, moves: 3, overdue: 4, count: 5 } as const
