import type { Ratio } from '../../money/ratio.ts'

/** One conversion of a cycle as it is executed. */
export type TriangularLegAccount = {
  /** Whole lots, in the base of the pair (coins). */
  readonly ordered: Ratio
  /** Amount of the asset given. */
  readonly spent: Ratio
  /** Amount of the asset got, after the fee. */
  readonly received: Ratio
  /** What the leg before delivered and this leg does not spend; 0 for the first leg (formulas.md § 4). */
  readonly dust: Ratio
  /** Average fill price, quote per coin. */
  readonly price: Ratio
  /** Levels of which the order, or the walk without fees and lots, takes a part. */
  readonly levels: number
}

/** A cycle accounted for exactly; amounts in the start asset, shares as fractions (formulas.md § 4). */
export type TriangularAccount = {
  /** Offered to the first leg, which spends `spent` of it. */
  readonly startAmount: Ratio
  readonly spent: Ratio
  readonly received: Ratio
  /** received − spent; dust counts nothing. The return is measured on `spent`. */
  readonly net: Ratio
  readonly legs: readonly [TriangularLegAccount, TriangularLegAccount, TriangularLegAccount]
  /** Product of the three best prices − 1. */
  readonly grossTop: Ratio
  /** What the start amount gains through the three depths with neither fees nor lots. */
  readonly grossDepth: Ratio
  /** grossTop − grossDepth. */
  readonly slippage: Ratio
  /** 1 − Π(1 − f). */
  readonly fees: Ratio
  /** A walk of the amount, with fees and lots, ends on the last known level of a side. */
  readonly depthLimited: boolean
  /** More would have paid, and the exchange takes no more as one order of a leg. */
  readonly orderLimited: boolean
}
