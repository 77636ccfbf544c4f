import { DOUBLE_MARGIN } from '../double-margin.ts'
import type { TriangularLeg } from './tri-ladder.ts'
import { TriSide } from './tri-side.ts'

/** Value of `LEG` for the cap, which is no level of a leg. */
const CAP = -1

/** A start amount: where the walk of a leg (0 to 2) ends exactly on the level of a rank, or the cap. */
export type Candidate = { readonly leg: number; readonly rank: number } | { readonly leg: 'cap' }

/** Columns of a candidate in the trail. `LEG` and `RANK` are set at once, the others when first read. */
const LEG = 0
const RANK = 1
const START = 2
const GAIN = 3
const MARGINAL = 4
/** Price at which the first leg's walk ends, quote per coin. */
const PRICE = 5
/** Coins of the first leg's walk. */
const BASE = 6
/** Upper bound of the net PnL with lots; NaN until it is read. */
const NET = 7
const STRIDE = 8

/** `STRIDE` numbers for each candidate, in order, of the only curve that is in use. */
let trail = new Float64Array(64 * STRIDE)

/**
 * The gain of a cycle as a function of its start amount, with fees and without lots, in doubles: it rises and then
 * falls in straight pieces (every book only gets worse), with a bend at each candidate of formulas.md § 4. The walk
 * gives the candidates in order of amount, and on request an upper bound of a candidate's exact net PnL with lots. Only
 * one curve is in use at a time: all share the trail.
 */
export class Curve {
  readonly #legs: readonly [TriSide, TriSide, TriSide]
  readonly #cap: number
  #count = 0
  #capPassed = false
  #ended = false
  #start = 0
  #peak = -1

  constructor(legs: readonly [TriangularLeg, TriangularLeg, TriangularLeg], cap: number) {
    this.#legs = [new TriSide(legs[0]), new TriSide(legs[1]), new TriSide(legs[2])]
    this.#cap = cap
  }

  get count(): number {
    return this.#count
  }

  /** Walks to the peak: as long as one more unit of the start asset pays after fees. */
  climb(): void {
    this.#walk(true)
    this.#peak = this.#count - 1
  }

  /** Walks to the next candidate. False where the depth of a leg ends, or beyond the cap. */
  advance(): boolean {
    return this.#walk(false)
  }

  candidate(at: number): Candidate {
    const leg = trail[at * STRIDE + LEG] as number
    return leg === CAP ? { leg: 'cap' } : { leg, rank: trail[at * STRIDE + RANK] as number }
  }

  /** The candidate with the highest bound so far, where the search for the best begins; -1 without any. */
  get mostPromising(): number {
    let most = -1
    let bound = Number.NEGATIVE_INFINITY
    // Before the peak no bound exceeds the gain without lots, which falls from here on downwards.
    for (let at = this.count - 1; at >= 0 && this.#candidateField(at, GAIN) > bound; at--) {
      const own = this.#netWithLots(at)
      if (own <= bound) continue
      most = at
      bound = own
    }
    return most
  }

  /** Whether a candidate's net PnL may reach `net`; never false where it does reach it. */
  mayMake(at: number, net: number): boolean {
    return this.#isAbove(this.#netWithLots(at), at, net)
  }

  /** Whether some candidate at or below this one, which is before the peak, may reach `net`. */
  mayMakeBelow(at: number, net: number): boolean {
    return this.#isAbove(this.#candidateField(at, GAIN), at, net)
  }

  /** Whether some candidate at or above this one, which is beyond the peak, may reach `net`. */
  mayMakeAbove(at: number, net: number): boolean {
    return this.#isAbove(this.#boundOnSlope(at), at, net)
  }

  /** Whether a candidate's amount is below another's by more than the error of doubles. */
  isBelow(at: number, other: number): boolean {
    return this.#candidateField(at, START) < this.#candidateField(other, START) * (1 - DOUBLE_MARGIN)
  }

  /** Walks one candidate on, or with `climbs` as many as pay; false where it can go no further. */
  #walk(climbs: boolean): boolean {
    const [first, second, third] = this.#legs
    while (!this.#ended) {
      const toSecond = first.rate
      const toThird = toSecond * second.rate
      if (climbs && !(toThird * third.rate > 1)) return true
      let used = first
      let leg = 0
      let part = first.left
      if (second.left < part * toSecond) {
        used = second
        leg = 1
        part = second.left / toSecond
      }
      if (third.left < part * toThird) {
        used = third
        leg = 2
        part = third.left / toThird
      }
      const isCap = !this.#capPassed && this.#start + part >= this.#cap
      if (isCap) {
        this.#capPassed = true
        part = this.#cap - this.#start
      } else if (this.#start + part > this.#cap * (1 + DOUBLE_MARGIN)) return false
      this.#start += part
      first.left = Math.max(0, first.left - part)
      second.left = Math.max(0, second.left - part * toSecond)
      third.left = Math.max(0, third.left - part * toThird)
      this.#record(isCap ? CAP : leg, used.rank)
      if (!isCap && !used.next()) this.#ended = true
      if (!climbs) return true
    }
    return false
  }

  #record(leg: number, rank: number): void {
    const at = this.#count++ * STRIDE
    if (at + STRIDE > trail.length) {
      const longer = new Float64Array(trail.length * 2)
      longer.set(trail)
      trail = longer
    }
    trail[at + LEG] = leg
    trail[at + RANK] = rank
    trail[at + START] = Number.NaN
  }

  #candidateField(at: number, what: number): number {
    if (Number.isNaN(trail[at * STRIDE + START])) this.#measure(at * STRIDE)
    return trail[at * STRIDE + what] as number
  }

  /** Walks a candidate's amount through the running sums of all three legs. */
  #measure(at: number): void {
    const [first, second, third] = this.#legs
    const leg = trail[at + LEG] as number
    const rank = trail[at + RANK] as number
    if (leg === CAP) first.give(this.#cap)
    if (leg === 0) first.toLevel(rank)
    if (leg === 1) second.toLevel(rank)
    if (leg === 2) third.toLevel(rank)
    if (leg === 2) second.get(third.given / second.shareAfterFee)
    if (leg >= 1) first.get(second.given / first.shareAfterFee)
    if (leg < 1) second.give(first.got * first.shareAfterFee)
    if (leg < 2) third.give(second.got * second.shareAfterFee)
    trail[at + START] = first.given
    trail[at + GAIN] = third.got * third.shareAfterFee - first.given
    trail[at + MARGINAL] = first.rateAt(first.price) * second.rateAt(second.price) * third.rateAt(third.price)
    trail[at + PRICE] = first.price
    trail[at + BASE] = first.base
    trail[at + NET] = Number.NaN
  }

  /** Upper bound of a candidate's net PnL with lots, to some roundings; minimum orders are not considered. */
  #netWithLots(at: number): number {
    if (!Number.isNaN(this.#candidateField(at, NET))) return this.#candidateField(at, NET)
    const { lot } = this.#legs[0]
    const base = this.#candidateField(at, BASE)
    const most = wholeLots(base, lot, DOUBLE_MARGIN)
    const least = wholeLots(base, lot, -DOUBLE_MARGIN)
    let net = most - least > 1 ? this.#boundOnSlope(at) : this.#netOf(most)
    // Where doubles cannot tell which of two numbers of lots it is, the better result is the bound.
    if (most - least === 1) net = Math.max(net, this.#netOf(least))
    trail[at * STRIDE + NET] = net
    return net
  }

  /**
   * Upper bound of the net PnL of a number of lots of the first leg. The other legs bring more for more lots, so their
   * lots are rounded up by the error of doubles.
   */
  #netOf(lots: number): number {
    const [first, second, third] = this.#legs
    first.order(lots)
    second.give(first.got * first.shareAfterFee)
    second.order(wholeLots(second.base, second.lot, DOUBLE_MARGIN))
    third.give(second.got * second.shareAfterFee)
    third.order(wholeLots(third.base, third.lot, DOUBLE_MARGIN))
    return third.got * third.shareAfterFee - first.given
  }

  /**
   * Upper bound by the slope before a candidate. The first leg spends whole lots, so up to one lot of the level on
   * which it ends stays unspent. The part that is spent earns no more than the line on which the curve came to the
   * candidate says, and no more than the peak.
   */
  #boundOnSlope(at: number): number {
    const { isBuy, lot } = this.#legs[0]
    const unspent = isBuy ? lot * this.#candidateField(at, PRICE) : lot
    const onSlope = this.#candidateField(at, GAIN) + unspent * Math.max(0, 1 - this.#candidateField(at, MARGINAL))
    return this.#peak < 0 || at <= this.#peak ? onSlope : Math.min(this.#candidateField(this.#peak, GAIN), onSlope)
  }

  #isAbove(bound: number, at: number, net: number): boolean {
    return bound + DOUBLE_MARGIN * (this.#candidateField(at, START) + Math.abs(bound)) >= net
  }
}

function wholeLots(base: number, lot: number, margin: number): number {
  return Math.floor((base / lot) * (1 + margin) + margin)
}
