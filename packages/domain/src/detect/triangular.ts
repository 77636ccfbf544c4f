import type { Decimal } from '../money/decimal.ts'
import { compare, divide, multiply, ONE, ofDecimal, type Ratio, subtract, ZERO } from '../money/ratio.ts'
import type { TriangularAccount, TriangularLegAccount } from './tri-account.ts'
import { type Candidate, Curve, keptShare, perCoin } from './tri-curve.ts'
import { Ladder, type TriangularLeg } from './tri-ladder.ts'

/** Why a cycle is no opportunity now; counted for `/api/market-stats`. */
export type TriangularRejection = 'no-gap' | 'fees' | 'slippage' | 'size' | 'quarantine'

export type TriangularFinding =
  | { readonly kind: 'none'; readonly why: TriangularRejection }
  | { readonly kind: 'opportunity'; readonly account: TriangularAccount }

/** What the caller decides about a walk. */
export type TriangularLimits = {
  /** Bounds the start amount, in the start asset; null for none (formulas.md § 4). */
  readonly cap: Decimal | null
  /** A |grossTop| above 5 % has been confirmed by fresh snapshots (formulas.md § 6). */
  readonly confirmed: boolean
}

export type TriangularLegs = readonly [TriangularLeg, TriangularLeg, TriangularLeg]

/** A product further from 1 than this is not believed before it is confirmed; exactly this is (formulas.md § 6). */
const QUARANTINE: Ratio = { n: 5n, d: 100n }
/** Doubles decide only what is further from a boundary than they err; anything nearer is left to exact numbers. */
const MARGIN = 1e-9
const SURELY_BELIEVED = 0.049

/**
 * Finds what a cycle of three conversions on one exchange pays, exactly (formulas.md § 4): of all start amounts at which
 * a leg's walk ends exactly on a level, and the cap, the one with the best net PnL after fees, lots and minimums. Each
 * leg gives what the leg before gets. All books must be proven and not crossed: that is the caller's duty.
 */
export function detectTriangular(legs: TriangularLegs, limits: TriangularLimits): TriangularFinding {
  const early = rejectedEarly(legs, limits)
  if (early !== null) return { kind: 'none', why: early }

  const ladders = [new Ladder(legs[0]), new Ladder(legs[1]), new Ladder(legs[2])] as const
  const top = product(ladders.map(({ topRate }) => topRate))
  const grossTop = subtract(top, ONE)
  const kept = product(ladders.map((ladder) => ladder.kept))
  if (!limits.confirmed && compare(size(grossTop), QUARANTINE) > 0) return { kind: 'none', why: 'quarantine' }
  if (compare(top, ONE) <= 0) return { kind: 'none', why: 'no-gap' }
  if (compare(multiply(top, kept), ONE) <= 0) return { kind: 'none', why: 'fees' }

  const best = bestTrial(legs, ladders, limits.cap === null ? null : ofDecimal(limits.cap))
  if (typeof best === 'string') return { kind: 'none', why: best }
  const { start, unrounded, orders, net } = best
  const grossDepth = subtract(divide(unrounded, start), ONE)
  return {
    kind: 'opportunity',
    account: {
      startAmount: start,
      spent: orders[0].spent,
      received: orders[2].received,
      net,
      legs: orders,
      grossTop,
      grossDepth,
      slippage: subtract(grossTop, grossDepth),
      fees: subtract(ONE, kept),
      depthLimited: best.depthLimited,
    },
  }
}

/** The hot path: most cycles that are looked at do not pay at the best prices, which doubles can tell. */
function rejectedEarly(legs: TriangularLegs, { confirmed }: TriangularLimits): TriangularRejection | null {
  let top = 1
  let kept = 1
  for (const { leg, side } of legs) {
    const { asks, bids } = leg.slot.book
    if ((side === 'buy' ? asks : bids).count === 0 || leg.slot.visibleDepth === 0) return 'no-gap'
    top *= side === 'buy' ? 1 / perCoin(leg, asks.priceAt(0)) : perCoin(leg, bids.priceAt(0))
    kept *= keptShare(leg)
  }
  if (!confirmed && !(Math.abs(top - 1) < SURELY_BELIEVED)) return null
  if (top < 1 - MARGIN) return 'no-gap'
  return top > 1 + MARGIN && top * kept < 1 - MARGIN ? 'fees' : null
}

type Ladders = readonly [Ladder, Ladder, Ladder]
type LegAccounts = readonly [TriangularLegAccount, TriangularLegAccount, TriangularLegAccount]

/** A start amount carried through the three legs, with fees and lots and, as `unrounded`, without either. */
type Trial = {
  readonly start: Ratio
  readonly unrounded: Ratio
  readonly orders: LegAccounts
  readonly net: Ratio
  readonly depthLimited: boolean
}

/**
 * The trial of the best net PnL, the smaller amount on a tie. Doubles say which candidates cannot be it; the others are
 * tried exactly, from the peak of the curve on in both directions, as far as they could still be better.
 *
 * Where none pays: if some amount can be traded, its price or its lots eat the gap: `slippage`. If none can, there is
 * too little to trade: `size`.
 */
function bestTrial(legs: TriangularLegs, ladders: Ladders, cap: Ratio | null): Trial | 'slippage' | 'size' {
  const curve = new Curve(legs, cap === null ? Number.POSITIVE_INFINITY : Number(cap.n) / Number(cap.d))
  let best: Trial | null = null
  let bestNet = 0
  let traded = false
  const tried = (at: number): Trial | 'beyond' | 'refused' => {
    const trial = attempt(curve.candidate(at), ladders, cap)
    if (typeof trial === 'string') return trial
    traded = true
    if (trial.net.n > 0n && (best === null || isBetter(trial, best))) {
      best = trial
      bestNet = Number(trial.net.n) / Number(trial.net.d)
    }
    return trial
  }
  while (curve.pays && curve.advance());
  const peak = curve.count
  for (let at = peak - 1, refused = peak; at >= 0 && curve.mayMake(at, bestNet); at--) {
    // What an exchange refuses as too small it refuses for all smaller amounts.
    if (refused < peak && curve.isBelow(at, refused)) break
    if (tried(at) === 'refused') refused = at
  }
  while (curve.advance() && curve.mayMake(curve.count - 1, bestNet)) tried(curve.count - 1)
  if (best !== null) return best
  return traded || canTrade(curve, ladders, cap) ? 'slippage' : 'size'
}

/** Whether any amount can be traded: the smallest that no exchange refuses is searched for among all candidates. */
function canTrade(curve: Curve, ladders: Ladders, cap: Ratio | null): boolean {
  while (curve.advance());
  let low = 0
  let high = curve.count
  while (low < high) {
    const middle = (low + high) >>> 1
    const trial = attempt(curve.candidate(middle), ladders, cap)
    if (typeof trial === 'object') return true
    if (trial === 'refused') low = middle + 1
    else high = middle
  }
  return false
}

/**
 * Tries one start amount. `beyond`: it is above the cap, or some leg's known depth does not hold it without fees.
 * `refused`: an exchange would not take one of the orders.
 */
function attempt(candidate: Candidate, ladders: Ladders, cap: Ratio | null): Trial | 'beyond' | 'refused' {
  const start = candidate.leg === 'cap' ? cap : startOf(candidate.leg, candidate.rank, ladders)
  if (start === null || (cap !== null && compare(start, cap) > 0)) return 'beyond'
  const walked: number[] = []
  let unrounded = start
  for (const ladder of ladders) {
    const step = ladder.forward(unrounded)
    if (step === null) return 'beyond'
    unrounded = step.amount
    walked.push(step.levels)
  }
  const legs: TriangularLegAccount[] = []
  let held = start
  let depthLimited = false
  for (const [at, ladder] of ladders.entries()) {
    const order = ladder.order(held)
    if (order === null) return 'refused'
    const { quantity, notional, levels } = order
    const isBuy = ladder.side === 'buy'
    const spent = isBuy ? notional : quantity
    const received = multiply(isBuy ? quantity : notional, ladder.kept)
    legs.push({
      ordered: quantity,
      spent,
      received,
      dust: at === 0 ? ZERO : subtract(held, spent),
      price: divide(notional, quantity),
      levels: Math.max(levels, walked[at] as number),
    })
    if (levels === ladder.levels.count) depthLimited = true
    held = received
  }
  const [first, second, third] = legs as [TriangularLegAccount, TriangularLegAccount, TriangularLegAccount]
  return { start, unrounded, orders: [first, second, third], net: subtract(held, first.spent), depthLimited }
}

/** The start amount with which a leg's walk takes exactly its best `rank + 1` levels, through the fees before it. */
function startOf(leg: number, rank: number, ladders: Ladders): Ratio | null {
  let amount = (ladders[leg] as Ladder).given(rank)
  for (let before = leg - 1; before >= 0; before--) {
    const ladder = ladders[before] as Ladder
    const step = ladder.backward(divide(amount, ladder.kept))
    if (step === null) return null
    amount = step.amount
  }
  return amount
}

const product = (factors: readonly Ratio[]): Ratio => factors.reduce(multiply)
const size = (value: Ratio): Ratio => (value.n < 0n ? { n: -value.n, d: value.d } : value)

/** The better net PnL, the smaller amount on a tie. */
function isBetter(trial: Trial, best: Trial): boolean {
  const difference = compare(trial.net, best.net)
  return difference > 0 || (difference === 0 && compare(trial.start, best.start) < 0)
}
