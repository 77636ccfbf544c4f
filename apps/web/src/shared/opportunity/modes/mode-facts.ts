import type { ExchangeId } from '@makas/contract'
import type { Grade } from '../row/grades.ts'

/** Sort key of a column; `null` is unknown and comes last in both directions. */
export type SortValue = number | string | null

type Keys<R, Net extends string> = Readonly<Record<string, (row: R) => SortValue> & Record<Net, (row: R) => SortValue>>

/** `netROI` and `netAPY`: the column of the net figure, by which a list is sorted first. */
type Held<R> =
  | {
      /** The net figure is the return of a trade. */
      readonly holdDays: null
      /** The sort key of each column. */
      readonly keys: Keys<R, 'netROI'>
    }
  | {
      /** Days of the hold that the net APY is of. */
      readonly holdDays: (row: R) => number
      readonly keys: Keys<R, 'netAPY'>
    }

/** What the site asks of a row in every mode. */
export type ModeFacts<R> = Held<R> & {
  /** The pair, or the assets of a cycle. */
  readonly name: (row: R) => string
  /** Exchanges of the trade, in order of execution. */
  readonly exchanges: (row: R) => readonly ExchangeId[]
  /** The coin of a pair, the start of a cycle. */
  readonly asset: (row: R) => string
  /** Currency that a trade starts with, and of its gain. */
  readonly currency: (row: R) => string
  /** The main figure: net return of a trade or net APY, percent. */
  readonly net: (row: R) => number
  readonly grade: (net: number) => Grade
  /** Net gain of the trade, or of a day of the hold. */
  readonly gain: (row: R) => number
  /** Percent. */
  readonly slippage: (row: R) => number
  /** The most that the row carries now, in its currency; with leverage an estimate. */
  readonly most: (row: R) => number
  /** Null where rows have no leverage. `pair`: rows of one text differ in their leverage alone. */
  readonly leverage: { readonly times: (row: R) => number; readonly pair: (row: R) => string } | null
  /** The balances that a trade needs beforehand, each an exchange and an asset. */
  readonly needs: (row: R) => readonly (readonly [ExchangeId, string])[]
}
