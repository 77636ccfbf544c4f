import type { TriangularLeg } from './tri-ladder.ts'
import { type Place, TriSide } from './tri-side.ts'

/**
 * Doubles are only trusted to leave an amount out: what they say of it is off by a few roundings for each of at most
 * some thousand levels, far below this share of the amounts concerned.
 */
const MARGIN = 1e-9

/** The cap instead of a level of a leg. */
const CAP = -1

/** A start amount: where the walk of a leg (0 to 2) ends exactly on the level of a rank, or the cap. */
export type Candidate = { readonly leg: number; readonly rank: number } | { readonly leg: 'cap' }

/** Where each number of a candidate stands in the trail. The first two are known at once, the others when asked for. */
const LEG = 0
const RANK = 1
const START = 2
const GAIN = 3
const MARGINAL = 4
/** Of each leg, its price and base. */
const PLACES = 5
const STRIDE = 11

/** `STRIDE` numbers of each candidate of the one curve that is walked at a time, in order. */
let trail = new Float64Array(64 * STRIDE)

const nowhere = (): Place => ({ price: 0, base: 0, given: 0, got: 0 })
const places = [nowhere(), nowhere(), nowhere()] as const

/**
 * The gain of a cycle as a function of its start amount, with fees and without lots, in doubles: it rises and then
 * falls in straight pieces (every book only gets worse), with a bend at each candidate of formulas.md § 4. The walk
 * gives the candidates in order of amount, and for those that are asked about a bound that its exact net PnL, with lots,
 * cannot pass. A curve is done with before the next one is made.
 */
export class Curve {
  readonly #legs: readonly [TriSide, TriSide, TriSide]
  readonly #cap: number
  /** Of each leg: the level that the walk stands on, what it still takes of the asset given, and its rate after the fee. */
  readonly #ranks = [0, 0, 0]
  readonly #left = [0, 0, 0]
  readonly #rates = [0, 0, 0]
  #count = 0
  #capPassed = false
  #ended = false
  #start = 0
  #peak = -1

  constructor(legs: readonly [TriangularLeg, TriangularLeg, TriangularLeg], cap: number) {
    this.#legs = [new TriSide(legs[0]), new TriSide(legs[1]), new TriSide(legs[2])]
    this.#cap = cap
    for (const leg of [0, 1, 2] as const) this.#stand(leg)
  }

  get count(): number {
    return this.#count
  }

  /** Walks as long as one more unit of the start asset pays after fees: to the peak. */
  climb(): void {
    while (this.#pays && this.advance());
    this.#peak = this.#count - 1
  }

  candidate(at: number): Candidate {
    const leg = trail[at * STRIDE + LEG] as number
    return leg === CAP ? { leg: 'cap' } : { leg, rank: trail[at * STRIDE + RANK] as number }
  }

  /** The candidate with the highest bound so far: where the search for the best begins. -1 without any. */
  get mostPromising(): number {
    let most = -1
    let bound = Number.NEGATIVE_INFINITY
    // Before the peak no bound is above the gain without lots, which only falls from here on.
    for (let at = this.count - 1; at >= 0 && this.#told(at, GAIN) > bound; at--) {
      const own = this.#boundWithLots(at)
      if (own <= bound) continue
      most = at
      bound = own
    }
    return most
  }

  /** Whether a candidate may make at least so much: never false of one that does. */
  mayMake(at: number, net: number): boolean {
    return this.#isAbove(this.#boundWithLots(at), at, net)
  }

  /** Whether some candidate at or below this one, which is before the peak, may make at least so much. */
  mayMakeBelow(at: number, net: number): boolean {
    return this.#isAbove(this.#told(at, GAIN), at, net)
  }

  /** Whether some candidate at or above this one, which is beyond the peak, may make at least so much. */
  mayMakeAbove(at: number, net: number): boolean {
    return this.#isAbove(this.#boundOnSlope(at), at, net)
  }

  /** Whether a candidate's amount is below another's by more than doubles err. */
  isBelow(at: number, other: number): boolean {
    return this.#told(at, START) < this.#told(other, START) * (1 - MARGIN)
  }

  /** Walks to the next candidate. False where the depth of a leg ends, or beyond the cap. */
  advance(): boolean {
    if (this.#ended) return false
    const left = this.#left
    const rates = this.#rates
    const toSecond = rates[0] as number
    const toThird = toSecond * (rates[1] as number)
    let leg: 0 | 1 | 2 = 0
    let part = left[0] as number
    if ((left[1] as number) < part * toSecond) {
      leg = 1
      part = (left[1] as number) / toSecond
    }
    if ((left[2] as number) < part * toThird) {
      leg = 2
      part = (left[2] as number) / toThird
    }
    const isCap = !this.#capPassed && this.#start + part >= this.#cap
    if (isCap) {
      this.#capPassed = true
      part = this.#cap - this.#start
    } else if (this.#start + part > this.#cap * (1 + MARGIN)) return false
    this.#start += part
    left[0] = Math.max(0, (left[0] as number) - part)
    left[1] = Math.max(0, (left[1] as number) - part * toSecond)
    left[2] = Math.max(0, (left[2] as number) - part * toThird)
    this.#record(isCap ? CAP : leg, this.#ranks[leg] as number)
    if (isCap) return true
    if (++(this.#ranks[leg] as number) === this.#legs[leg].count) this.#ended = true
    else this.#stand(leg)
    return true
  }

  get #pays(): boolean {
    const [first, second, third] = this.#rates as [number, number, number]
    return first * second * third > 1
  }

  /** Stands on the whole level of a leg's rank. */
  #stand(leg: 0 | 1 | 2): void {
    const side = this.#legs[leg]
    const rank = this.#ranks[leg] as number
    this.#left[leg] = side.gives(rank)
    this.#rates[leg] = side.rate(side.price(rank))
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

  #told(at: number, what: number): number {
    if (Number.isNaN(trail[at * STRIDE + START])) this.#measure(at * STRIDE)
    return trail[at * STRIDE + what] as number
  }

  /** Walks a candidate's amount through the running sums of all three legs. */
  #measure(at: number): void {
    const [first, second, third] = this.#legs
    const [one, two, three] = places
    const leg = trail[at + LEG] as number
    const rank = trail[at + RANK] as number
    if (leg === CAP) first.give(one, this.#cap)
    if (leg === 0) first.toLevel(one, rank)
    if (leg === 1) second.toLevel(two, rank)
    if (leg === 2) third.toLevel(three, rank)
    if (leg === 2) second.get(two, three.given / second.kept)
    if (leg >= 1) first.get(one, two.given / first.kept)
    if (leg < 1) second.give(two, one.got * first.kept)
    if (leg < 2) third.give(three, two.got * second.kept)
    trail[at + START] = one.given
    trail[at + GAIN] = three.got * third.kept - one.given
    trail[at + MARGINAL] = first.rate(one.price) * second.rate(two.price) * third.rate(three.price)
    for (let leg = 0; leg < 3; leg++) {
      trail[at + PLACES + 2 * leg] = (places[leg] as Place).price
      trail[at + PLACES + 2 * leg + 1] = (places[leg] as Place).base
    }
  }

  #price(at: number, leg: 0 | 1 | 2): number {
    return this.#told(at, PLACES + 2 * leg)
  }

  #base(at: number, leg: 0 | 1 | 2): number {
    return this.#told(at, PLACES + 2 * leg + 1)
  }

  /**
   * What the amount makes with lots, or more. A leg that gets less than the curve gives it, or orders less than it could
   * for its lots, brings less by at least the rate at which its walk ends (a book only gets worse level by level), and
   * the first leg spends less by at most that.
   */
  #boundWithLots(at: number): number {
    const [first, second, third] = this.#legs
    const base = this.#base(at, 0)
    // Beyond the peak one lot less may be better: where doubles cannot tell which it is, only the slope is sure.
    if (wholeLots(base, first.lot, MARGIN) !== wholeLots(base, first.lot, -MARGIN)) return this.#boundOnSlope(at)
    const unspent = this.#missing(at, 0, 0)
    const afterSecond = this.#missing(at, 1, unspent * first.rate(this.#price(at, 0))) * second.rate(this.#price(at, 1))
    return this.#told(at, GAIN) + unspent - this.#missing(at, 2, afterSecond) * third.rate(this.#price(at, 2))
  }

  /**
   * The first leg spends whole lots, so a lot of the level on which it ends may stay unspent: what is spent makes no more
   * than the straight line on which the curve came to the candidate, nor than the peak.
   */
  #boundOnSlope(at: number): number {
    const { isBuy, lot } = this.#legs[0]
    const unspent = isBuy ? lot * this.#price(at, 0) : lot
    const onSlope = this.#told(at, GAIN) + unspent * Math.max(0, 1 - this.#told(at, MARGINAL))
    return this.#peak < 0 || at <= this.#peak ? onSlope : Math.min(this.#told(this.#peak, GAIN), onSlope)
  }

  /**
   * How much less of the asset given a leg uses than the curve gives it, at least: it gets `less`, and orders whole lots
   * of the rest. Roundings up of a lot keep it so.
   */
  #missing(at: number, leg: 0 | 1 | 2, less: number): number {
    const { isBuy, lot } = this.#legs[leg]
    const price = this.#price(at, leg)
    const base = this.#base(at, leg)
    const most = base - (isBuy ? less / price : less)
    const unordered = Math.max(0, base - wholeLots(most, lot, MARGIN) * lot)
    return isBuy ? unordered * price : unordered
  }

  #isAbove(bound: number, at: number, net: number): boolean {
    return bound + MARGIN * (this.#told(at, START) + Math.abs(bound)) >= net
  }
}

function wholeLots(base: number, lot: number, margin: number): number {
  return Math.floor((base / lot) * (1 + margin) + margin)
}
