import type { Decimal } from '../../money/decimal.ts'
import { compare, multiply, ONE, ofDecimal, type Ratio, subtract, ZERO } from '../../money/ratio.ts'
import { DOUBLE_MARGIN } from '../double-margin.ts'
import { QUARANTINE_PERCENT } from '../quarantine.ts'
import type { TriangularAccount, TriangularLegAccount } from './tri-account.ts'
import { type Amount, about, amountOf, difference, ratioOf, timesIn, whole } from './tri-amount.ts'
import { type Candidate, Curve } from './tri-curve.ts'
import { type Conversion, Ladder, type Order, type TriangularLeg } from './tri-ladder.ts'
import { perCoin, shareAfterFee } from './tri-side.ts'

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

/** Largest distance of a product from 1 that is believed without confirmation (formulas.md § 6). */
const QUARANTINE: Ratio = { n: QUARANTINE_PERCENT, d: 100n }
/** Distance of a product of doubles from 1 that is surely within `QUARANTINE`. */
const SURELY_BELIEVED = 0.049

/**
 * Finds what a cycle of three conversions on one exchange pays, exactly (formulas.md § 4): of all start amounts at
 * which a leg's walk ends exactly on a level, and the cap, the one with the best net PnL after fees, lots and minimums.
 * Each leg gives what the leg before gets. All books must be proven and not crossed: that is the caller's duty.
 */
export function detectTriangular(legs: TriangularLegs, limits: TriangularLimits): TriangularFinding {
  const early = judgeByDoubles(legs, limits)
  if (early !== 'pays' && early !== 'near') return { kind: 'none', why: early }

  const ladders = [new Ladder(legs[0]), new Ladder(legs[1]), new Ladder(legs[2])] as const
  const top = product(ladders[0].topRate, ladders[1].topRate, ladders[2].topRate)
  const share = product(
    ofDecimal(ladders[0].shareAfterFee),
    ofDecimal(ladders[1].shareAfterFee),
    ofDecimal(ladders[2].shareAfterFee),
  )
  if (early === 'near') {
    if (!limits.confirmed && compare(size(lessOne(top)), QUARANTINE) > 0) return { kind: 'none', why: 'quarantine' }
    if (compare(top, ONE) <= 0) return { kind: 'none', why: 'no-gap' }
    if (compare(multiply(top, share), ONE) <= 0) return { kind: 'none', why: 'fees' }
  }
  const free = bestTrial(legs, ladders, limits.cap === null ? null : amountOf(limits.cap))
  if (typeof free === 'string') return { kind: 'none', why: free }
  const most = mostAtOnce(free, ladders)
  if (most === null) return { kind: 'opportunity', account: accountOf(free, ladders, top, share) }
  const best = most.n <= 0n ? 'size' : bestTrial(legs, ladders, most)
  if (typeof best === 'string') return { kind: 'none', why: best }
  return { kind: 'opportunity', account: { ...accountOf(best, ladders, top, share), orderLimited: true } }
}

/**
 * The largest start amount whose orders the exchange takes at once on every leg; null where it takes all orders of the
 * trial at once.
 */
function mostAtOnce({ orders }: Trial, ladders: Ladders): Amount | null {
  const starts = orders.flatMap((order, leg) => {
    const given = (ladders[leg] as Ladder).givenAtMost(order)
    const start = given === null ? null : startFor(leg, given, ladders)
    return start === null ? [] : [start]
  })
  return starts.length === 0 ? null : starts.reduce((least, one) => (difference(one, least).n < 0n ? one : least))
}

/** Judges the best prices by doubles, which decide nearly all of them. `near`: exact numbers must decide. */
function judgeByDoubles(legs: TriangularLegs, { confirmed }: TriangularLimits): TriangularRejection | 'pays' | 'near' {
  let top = 1
  let share = 1
  for (const { leg, side } of legs) {
    const { asks, bids } = leg.slot.book
    if ((side === 'buy' ? asks : bids).count === 0 || leg.slot.visibleDepth === 0) return 'no-gap'
    top *= side === 'buy' ? 1 / perCoin(leg, asks.priceAt(0)) : perCoin(leg, bids.priceAt(0))
    share *= shareAfterFee(leg)
  }
  if (!confirmed && !(Math.abs(top - 1) < SURELY_BELIEVED)) return 'near'
  if (top < 1 - DOUBLE_MARGIN) return 'no-gap'
  if (!(top > 1 + DOUBLE_MARGIN)) return 'near'
  return top * share > 1 + DOUBLE_MARGIN ? 'pays' : top * share < 1 - DOUBLE_MARGIN ? 'fees' : 'near'
}

type Ladders = readonly [Ladder, Ladder, Ladder]

/** A start amount with the orders that it makes. */
type Trial = {
  readonly start: Amount
  readonly orders: readonly [Order, Order, Order]
  readonly net: Amount
}
/** A trial that the known depth holds, with the conversions of its amount with neither fees nor lots. */
type HeldTrial = Trial & { readonly walked: readonly [Conversion, Conversion, Conversion] }

/**
 * The trial of the best net PnL, the smaller amount on a tie. Doubles rule out most candidates. The others are tried
 * exactly, from the most promising candidate on, as long as they could still be better.
 *
 * Where no trial pays: if some amount can be traded, its price or its lots eat the gap: `slippage`. If no amount can,
 * there is too little to trade: `size`.
 */
function bestTrial(legs: TriangularLegs, ladders: Ladders, cap: Amount | null): HeldTrial | 'slippage' | 'size' {
  const curve = new Curve(legs, cap === null ? Number.POSITIVE_INFINITY : about(cap))
  const found: { best: HeldTrial | null; net: number } = { best: null, net: 0 }
  const consider = (at: number): 'refused' | null => {
    const trial = attempt(curve.candidate(at), ladders, cap)
    if (trial === null || trial === 'refused') return trial
    if (trial.net.n <= 0n || (found.best !== null && !isBetter(trial, found.best))) return null
    const walked = walk(trial.start, ladders)
    if (walked === null) return null
    found.best = { ...trial, walked }
    found.net = about(trial.net)
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
    // Where an exchange refuses an amount as too small, it refuses all smaller amounts too.
    if (refused >= 0 && curve.isBelow(at, refused)) break
    if (at !== first && curve.mayMake(at, found.net) && consider(at) === 'refused') refused = at
  }
  return found.best ?? (canTrade(curve, ladders, cap) ? 'slippage' : 'size')
}

/** Whether any amount can be traded: the smallest that no exchange refuses is searched for among all candidates. */
function canTrade(curve: Curve, ladders: Ladders, cap: Amount | null): boolean {
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
function attempt(candidate: Candidate, ladders: Ladders, cap: Amount | null): Trial | 'refused' | null {
  const start = candidate.leg === 'cap' ? cap : startOf(candidate.leg, candidate.rank, ladders)
  if (start === null || (cap !== null && difference(start, cap).n > 0n)) return null
  const [first, second, third] = ladders
  const one = first.order(start)
  const two = one === null ? null : second.order(one.received)
  const three = two === null ? null : third.order(two.received)
  if (one === null || two === null || three === null) return 'refused'
  return { start, orders: [one, two, three], net: difference(three.received, one.spent) }
}

/** An amount carried through all three depths with neither fees nor lots; null where one does not hold it. */
function walk(start: Amount, [first, second, third]: Ladders): HeldTrial['walked'] | null {
  const one = first.forward(start)
  const two = one === null ? null : second.forward(one.amount)
  const three = two === null ? null : third.forward(two.amount)
  return one === null || two === null || three === null ? null : [one, two, three]
}

function accountOf(
  { start, orders, net, walked }: HeldTrial,
  ladders: Ladders,
  top: Ratio,
  share: Ratio,
): TriangularAccount {
  const leg = (at: 0 | 1 | 2, dust: Ratio): TriangularLegAccount => {
    const { quantity, notional, spent, received, levels } = orders[at]
    return {
      ordered: ratioOf(quantity),
      spent: ratioOf(spent),
      received: ratioOf(received),
      dust,
      price: timesIn(notional, quantity),
      levels: Math.max(levels, walked[at].levels),
    }
  }
  const [first, second, third] = orders
  const end = timesIn(walked[2].amount, start)
  const legs = [
    leg(0, ZERO),
    leg(1, ratioOf(difference(first.received, second.spent))),
    leg(2, ratioOf(difference(second.received, third.spent))),
  ] as const
  return {
    startAmount: ratioOf(start),
    spent: legs[0].spent,
    received: legs[2].received,
    net: ratioOf(net),
    legs,
    grossTop: lessOne(top),
    grossDepth: lessOne(end),
    slippage: subtract(top, end),
    fees: { n: share.d - share.n, d: share.d },
    orderLimited: false,
    depthLimited: orders.some(({ levels }, at) => levels === ladders[at]?.levels.count),
  }
}

/** The start amount with which a leg's walk takes exactly its best `rank + 1` levels, through the fees before it. */
const startOf = (leg: number, rank: number, ladders: Ladders): Amount | null =>
  startFor(leg, (ladders[leg] as Ladder).given(rank), ladders)

/** The start amount of which exactly an amount is given to a leg, through the fees before it. */
function startFor(leg: number, given: Amount, ladders: Ladders): Amount | null {
  let amount = given
  for (let before = leg - 1; before >= 0; before--) {
    const ladder = ladders[before] as Ladder
    const step = ladder.backward(whole(amount, ladder.shareAfterFee))
    if (step === null) return null
    amount = step.amount
  }
  return amount
}

const product = (a: Ratio, b: Ratio, c: Ratio): Ratio => ({ n: a.n * b.n * c.n, d: a.d * b.d * c.d })
const lessOne = ({ n, d }: Ratio): Ratio => ({ n: n - d, d })
const size = (value: Ratio): Ratio => (value.n < 0n ? { n: -value.n, d: value.d } : value)

/** Whether a trial has the better net PnL or, on a tie, the smaller amount. */
function isBetter(trial: Trial, best: Trial): boolean {
  const more = difference(trial.net, best.net).n
  return more > 0n || (more === 0n && difference(trial.start, best.start).n < 0n)
}
