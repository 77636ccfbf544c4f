/**
 * What the best prices of a route say of it before its depth is walked, asked in three places: by the screens (may this
 * move be dropped?), by the engine (may the account wait for the tick?) and by the judgement (is a walk worth its while?).
 * All of them ask the classifier of the mode below, so that none can be kinder than another.
 *
 * A class is a sum of these bits, since it is made with every move and must not allocate. Doubles decide only what is
 * further from a bound than they err; what is nearer has neither bit of a pair and is for exact numbers.
 *
 * | bits | means | the judgement says |
 * |---|---|---|
 * | none | no gap in our favour | nothing |
 * | `GAP` `EATEN` | fees surely leave nothing of it | `fees` |
 * | `GAP` `DOUBTED` | surely more than is believed without fresh snapshots | `quarantine`, unless confirmed or eaten |
 * | `GAP` `PAYING` `BELIEVED` | fees leave something, and it is surely believed | what the depth says |
 * | `GAP` alone, or one bit with it | too near a bound, or a fee is not known | what exact numbers say |
 */
export const GAP = 1
export const EATEN = 2
export const PAYING = 4
const BELIEVED = 8
export const DOUBTED = 16

/** Two doubles that differ by less are taken for the same price, or product of prices, when gaps are counted. */
const SAME_PRICE = 1 + 1e-12
/** Doubles are only trusted to reject: a loser may pass this margin, a winner never fails it. */
export const SCREEN_MARGIN = 1 + 1e-9
/** A gap is believed at once up to 5 % (formulas.md § 6): surely beyond that, and surely not. */
const SURELY_IMPLAUSIBLE = 1.05 * (1 + 1e-9)
const SURELY_PLAUSIBLE = 1.05 * (1 - 1e-9)
/** A product that is kept of a cycle below this is eaten by fees in whatever order it is multiplied. */
export const SURELY_EATEN = 1 - 2e-9
/** A basis up to this needs no confirmation; doubles, so a little below the exact bound. */
const BELIEVED_BASIS = 0.0499

/** Whoever is not paid funding on a side earns nothing there. */
export const UNPAID = -1

/** Whether buying at `ask` and selling at `bid` differ in our favour at all. Asked first: most moves end here. */
export const isSpotGap = (bid: number, ask: number): boolean => bid > ask * SAME_PRICE

/** The same pair on two exchanges: best prices, and what fees leave and take of them (NaN while one is not known). */
export function classifySpot(bid: number, ask: number, kept: number, paid: number): number {
  if (!isSpotGap(bid, ask)) return 0
  const fees = kept * SCREEN_MARGIN <= paid ? EATEN : kept > paid ? PAYING : 0
  const size = bid < ask * SURELY_PLAUSIBLE ? BELIEVED : bid > ask * SURELY_IMPLAUSIBLE ? DOUBTED : 0
  return GAP | fees | size
}

/** Whether the product of a cycle's three best prices is a gain, and one that can be read. */
export const isCycleGap = (product: number): boolean => product > SAME_PRICE && product < Number.POSITIVE_INFINITY

/** A cycle: what one unit becomes at the best prices, and the share that three fees leave of it (NaN while one is not known). */
export function classifyCycle(product: number, keptShare: number): number {
  return isCycleGap(product) ? classifySpot(product, 1, product * keptShare, 1) : 0
}

/** The four fees of a coin held against its perpetual, entered and left at these prices. */
export const carryFees = (spotFee: number, spotPrice: number, perpFee: number, perpPrice: number): number =>
  2 * (spotFee * spotPrice + perpFee * perpPrice)

/**
 * A coin against its perpetual: the funding of the hold for one coin with the screen's margin (`UNPAID`; NaN while it is
 * not known), and the four fees. Borrowing is left out: it can only make the trade worse.
 */
export function classifyCarry(funding: number, fees: number): number {
  if (funding === UNPAID) return 0
  return funding <= fees ? GAP | EATEN : funding > fees ? GAP | PAYING : GAP
}

/** A basis that needs no confirmation. */
export const isBelievedBasis = (spotPrice: number, perpPrice: number): boolean =>
  Math.abs(perpPrice - spotPrice) <= BELIEVED_BASIS * spotPrice

/** Whether a route that was walked says by its best prices what it said then, so that its account may wait for the tick. */
export function mayWait(said: number, isQuarantined: boolean, isConfirmed: boolean): boolean {
  if (isQuarantined) return !isConfirmed && (said & DOUBTED) !== 0
  return (said & PAYING) !== 0 && (isConfirmed || (said & BELIEVED) !== 0)
}
