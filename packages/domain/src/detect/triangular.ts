import type { Decimal } from '../money/decimal.ts'
import { compare, divide, multiply, ONE, ofDecimal, type Ratio, subtract, ZERO } from '../money/ratio.ts'
import type { TriangularAccount, TriangularLegAccount } from './tri-account.ts'
import { type Candidate, Curve } from './tri-curve.ts'
import { type Conversion, Ladder, type Order, type TriangularLeg } from './tri-ladder.ts'
import { keptShare, perCoin } from './tri-side.ts'

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
  const kept = product(ladders.map((ladder) => ladder.kept))
  const grossTop = subtract(top, ONE)
  if (!limits.confirmed && compare(size(grossTop), QUARANTINE) > 0) return { kind: 'none', why: 'quarantine' }
  if (compare(top, ONE) <= 0) return { kind: 'none', why: 'no-gap' }
  if (compare(multiply(top, kept), ONE) <= 0) return { kind: 'none', why: 'fees' }

  const best = bestTrial(legs, ladders, limits.cap === null ? null : ofDecimal(limits.cap))
  if (typeof best === 'string') return { kind: 'none', why: best }
  return { kind: 'opportunity', account: accountOf(best, ladders, grossTop, kept) }
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

/** A start amount with the orders that it makes. */
type Trial = {
  readonly start: Ratio
  readonly orders: readonly [LegOrder, LegOrder, LegOrder]
  readonly net: Ratio
}
type LegOrder = Order & { readonly spent: Ratio; readonly received: Ratio }
/** A trial that the known depth holds, with what it turns into with neither fees nor lots. */
type HeldTrial = Trial & { readonly walked: readonly [Conversion, Conversion, Conversion] }

/**
 * The trial of the best net PnL, the smaller amount on a tie. Doubles say which candidates cannot be it; the others are
 * tried exactly, from the most promising one on, as far as they could still be better.
 *
 * Where none pays: if some amount can be traded, its price or its lots eat the gap: `slippage`. If none can, there is
 * too little to trade: `size`.
 */
function bestTrial(legs: TriangularLegs, ladders: Ladders, cap: Ratio | null): HeldTrial | 'slippage' | 'size' {
  const curve = new Curve(legs, cap === null ? Number.POSITIVE_INFINITY : Number(cap.n) / Number(cap.d))
  const found: { best: HeldTrial | null; net: number } = { best: null, net: 0 }
  const consider = (at: number): 'refused' | null => {
    const trial = attempt(curve.candidate(at), ladders, cap)
    if (trial === null || trial === 'refused') return trial
    if (trial.net.n <= 0n || (found.best !== null && !isBetter(trial, found.best))) return null
    const walked = walk(trial.start, ladders)
    if (walked === null) return null
    found.best = { ...trial, walked }
    found.net = Number(trial.net.n) / Number(trial.net.d)
    return null
  }
  curve.climb()
  const peak = curve.count - 1
  const first = curve.mostPromising
  let refused = first >= 0 && consider(first) === 'refused' ? first : -1
  while (curve.advance() && curve.mayMakeAbove(curve.count - 1, found.net)) {
    if (curve.mayMake(curve.count - 1, found.net)) consider(curve.count - 1)
  }
  for (let at = peak; at >= 0 && curve.mayMakeBelow(at, found.net); at--) {
    // What an exchange refuses as too small it refuses for all smaller amounts.
    if (refused >= 0 && curve.isBelow(at, refused)) break
    if (at !== first && curve.mayMake(at, found.net) && consider(at) === 'refused') refused = at
  }
  return found.best ?? (canTrade(curve, ladders, cap) ? 'slippage' : 'size')
}

/** Whether any amount can be traded: the smallest that no exchange refuses is searched for among all candidates. */
function canTrade(curve: Curve, ladders: Ladders, cap: Ratio | null): boolean {
  while (curve.advance());
  let low = 0
  let high = curve.count
  while (low < high) {
    const middle = (low + high) >>> 1
    const trial = attempt(curve.candidate(middle), ladders, cap)
    if (trial !== null && trial !== 'refused' && walk(trial.start, ladders) !== null) return true
    if (trial === 'refused') low = middle + 1
    else high = middle
  }
  return false
}

/** Tries one start amount. Null above the cap; `refused` where the exchange would not take one of the orders. */
function attempt(candidate: Candidate, ladders: Ladders, cap: Ratio | null): Trial | 'refused' | null {
  const start = candidate.leg === 'cap' ? cap : startOf(candidate.leg, candidate.rank, ladders)
  if (start === null || (cap !== null && compare(start, cap) > 0)) return null
  const [first, second, third] = ladders
  const one = execute(first, start)
  const two = one === null ? null : execute(second, one.received)
  const three = two === null ? null : execute(third, two.received)
  if (one === null || two === null || three === null) return 'refused'
  return { start, orders: [one, two, three], net: subtract(three.received, one.spent) }
}

/** What a leg makes of an amount: the fee is taken in the asset received, and what no lot takes stays behind. */
function execute(ladder: Ladder, held: Ratio): LegOrder | null {
  const order = ladder.order(held)
  if (order === null) return null
  const isBuy = ladder.side === 'buy'
  const spent = isBuy ? order.notional : order.quantity
  const received = multiply(isBuy ? order.quantity : order.notional, ladder.kept)
  return { ...order, spent, received }
}

/** An amount carried through all three depths with neither fees nor lots; null where one does not hold it. */
function walk(start: Ratio, [first, second, third]: Ladders): HeldTrial['walked'] | null {
  const one = first.forward(start)
  const two = one === null ? null : second.forward(one.amount)
  const three = two === null ? null : third.forward(two.amount)
  return one === null || two === null || three === null ? null : [one, two, three]
}

function accountOf(trial: HeldTrial, ladders: Ladders, grossTop: Ratio, kept: Ratio): TriangularAccount {
  const { start, orders, net, walked } = trial
  const leg = (at: 0 | 1 | 2, dust: Ratio): TriangularLegAccount => {
    const { quantity, notional, spent, received, levels } = orders[at]
    const price = divide(notional, quantity)
    return { ordered: quantity, spent, received, dust, price, levels: Math.max(levels, walked[at].levels) }
  }
  const [first, second, third] = orders
  const grossDepth = subtract(divide(walked[2].amount, start), ONE)
  return {
    startAmount: start,
    spent: first.spent,
    received: third.received,
    net,
    legs: [
      leg(0, ZERO),
      leg(1, subtract(first.received, second.spent)),
      leg(2, subtract(second.received, third.spent)),
    ],
    grossTop,
    grossDepth,
    slippage: subtract(grossTop, grossDepth),
    fees: subtract(ONE, kept),
    depthLimited: orders.some(({ levels }, at) => levels === ladders[at]?.levels.count),
  }
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
