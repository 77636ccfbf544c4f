/**
 * What the best prices of a route say of it before its depth is walked, in answer to three callers: the screens (may
 * this move be dropped?), the engine (may the account wait for the tick?) and the judgement (is a walk worth its
 * while?). All of them ask the classifier of the mode below, so that no screen drops what the judgement would list. A
 * class is a sum of these bits, since it is made with every move and must not allocate. Doubles decide only what is
 * further from a bound than their error; a price nearer to the bound gets neither bit of a pair, and exact numbers
 * decide. | bits | means | the judgement says | |---|---|---| | none | no gap in our favour | nothing | | `GAP`
 * `LOSES_TO_FEES` | fees surely leave nothing of it | `fees` | | `GAP` `IMPLAUSIBLE` | surely above 5 %, which fresh
 * snapshots have to confirm | `quarantine`, unless confirmed or eaten | | `GAP` `COVERS_FEES` `PLAUSIBLE` | fees leave
 * something of it, and it is surely not above 5 % | what the depth says | | `GAP` alone, or one bit with it | too near
 * a bound, or a fee is not known | what exact numbers say |
 */
export const GAP = 1
export const LOSES_TO_FEES = 2
export const COVERS_FEES = 4
export const PLAUSIBLE = 8
export const IMPLAUSIBLE = 16

/** Two prices, or products of prices, whose ratio is below this count as equal when gaps are counted. */
const SAME_PRICE = 1 + 1e-12
/** Error margin of doubles in screens: a loser may pass it, a winner is never rejected. */
export const SCREEN_MARGIN = 1 + 1e-9
/** Price ratios surely above and surely below 1.05: a gap up to 5 % needs no confirmation (formulas.md § 6). */
const SURELY_IMPLAUSIBLE = 1.05 * (1 + 1e-9)
const SURELY_PLAUSIBLE = 1.05 * (1 - 1e-9)
/** A cycle whose product after fees is below this loses, in whatever order the doubles are multiplied. */
export const SURE_LOSS = 1 - 2e-9
/**
 * A basis up to this share of the spot price needs no confirmation; a little below the exact 5 %, since these are
 * doubles.
 */
const PLAUSIBLE_BASIS = 0.0499

/** A cycle whose product is below this may lose more than 5 %; a little above the exact 0.95, since these are doubles. */
const MAY_BE_IMPLAUSIBLE = 0.951

/** Stands for the funding of a side that receives no funding. */
export const NO_FUNDING = -1

/** Whether the bid is above the ask, before fees. Asked first: most moves end here. */
export const isSpotGap = (bid: number, ask: number): boolean => bid > ask * SAME_PRICE

/**
 * Class of one pair on two exchanges, by the best prices without and with fees: `proceeds` of a coin sold, `cost` of a
 * coin bought (NaN while a fee is unknown).
 */
export function classifySpot(bid: number, ask: number, proceeds: number, cost: number): number {
  if (!isSpotGap(bid, ask)) return 0
  const fees = proceeds * SCREEN_MARGIN <= cost ? LOSES_TO_FEES : proceeds > cost ? COVERS_FEES : 0
  const size = bid < ask * SURELY_PLAUSIBLE ? PLAUSIBLE : bid > ask * SURELY_IMPLAUSIBLE ? IMPLAUSIBLE : 0
  return GAP | fees | size
}

/** Whether the product of a cycle's three best prices is a gain, from prices that can be read. */
export const isCycleGap = (product: number): boolean => product > SAME_PRICE && product < Number.POSITIVE_INFINITY

/** Whether a cycle's product may be a loss above 5 %, which fresh snapshots have to confirm; exact numbers decide. */
export const mayBeImplausibleLoss = (product: number): boolean => product < MAY_BE_IMPLAUSIBLE

/**
 * Class of a cycle: `product` is what one unit becomes at the best prices, `shareAfterFees` what three fees leave of it
 * (NaN while a fee is unknown).
 */
export function classifyCycle(product: number, shareAfterFees: number): number {
  return isCycleGap(product) ? classifySpot(product, 1, product * shareAfterFees, 1) : 0
}

/** The four fees, per coin in the quote, of a coin held against its perpetual, entered and left at these prices. */
export const carryFees = (spotFee: number, spotPrice: number, perpFee: number, perpPrice: number): number =>
  2 * (spotFee * spotPrice + perpFee * perpPrice)

/**
 * Class of a coin against its perpetual: funding of the hold per coin with the screen's margin (`NO_FUNDING`; NaN while
 * unknown) against the four fees. Borrowing is left out, since it can only make the trade worse.
 */
export function classifyCarry(funding: number, fees: number): number {
  if (funding === NO_FUNDING) return 0
  return funding <= fees ? GAP | LOSES_TO_FEES : funding > fees ? GAP | COVERS_FEES : GAP
}

/** Whether a basis needs no confirmation. */
export const isPlausibleBasis = (spotPrice: number, perpPrice: number): boolean =>
  Math.abs(perpPrice - spotPrice) <= PLAUSIBLE_BASIS * spotPrice

/**
 * Whether a route is still in the class it had when its depth was walked, so that its account may wait for the tick.
 */
export function mayWait(priceClass: number, isQuarantined: boolean, isConfirmed: boolean): boolean {
  if (isQuarantined) return !isConfirmed && (priceClass & IMPLAUSIBLE) !== 0
  // A confirmation ends with the first plausible move, which therefore is evaluated at once.
  return (priceClass & COVERS_FEES) !== 0 && isConfirmed === ((priceClass & PLAUSIBLE) === 0)
}

/** Whether the account of a carry row may wait for the tick: always, since a hold of months does not end within one. */
export const CARRY_MAY_WAIT = true
