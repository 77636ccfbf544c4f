import type { Leg } from './leg.ts'
import type { TriangularLeg } from './tri-ladder.ts'

/**
 * Doubles are only trusted to leave an amount out: what they say of it is off by a few roundings for each of at most
 * some thousand levels, far below this share of the amounts concerned.
 */
const MARGIN = 1e-9

/** The cap instead of a level of a leg. */
const CAP = -1

/** A start amount: where the walk of a leg (0 to 2) ends exactly on the level of a rank, or the cap. */
export type Candidate = { readonly leg: number; readonly rank: number } | { readonly leg: 'cap' }

/** One side of a book in doubles: what is left of the level that the walk stands on. */
type Position = Place & {
  readonly leg: Leg
  readonly count: number
  readonly priceUnit: number
  readonly sizeUnit: number
  rank: number
  price: number
  /** Of the asset given, until the level is used up. */
  left: number
  /** What one more unit brings after the fee. */
  rate: number
  base: number
}

/** How far a leg's walk has come. */
type Place = {
  readonly side: TriangularLeg['side']
  readonly kept: number
  /** Coins of one lot. */
  readonly lot: number
  /** Of the level that it ends on, quote per coin; and coins taken so far. */
  readonly price: number
  readonly base: number
}

/** Where each number of a candidate stands in the trail. */
const START = 0
const GAIN = 1
const LEG = 2
const RANK = 3
const MARGINAL = 4
/** Of each leg, its price and base. */
const PLACES = 5
const STRIDE = 11

/**
 * The gain of a cycle as a function of its start amount, with fees and without lots, in doubles: it rises and then
 * falls in straight pieces (every book only gets worse), with a bend at each candidate of formulas.md § 4. The walk
 * gives the candidates in order of amount, and for each a bound that its exact net PnL, with lots, cannot pass.
 */
export class Curve {
  /** `STRIDE` numbers of each candidate so far, in order. */
  readonly #trail: number[] = []
  readonly #positions: readonly [Position, Position, Position]
  readonly #cap: number
  #capPassed = false
  #ended = false
  #start = 0
  #gain = 0
  #most = 0

  constructor(legs: readonly [TriangularLeg, TriangularLeg, TriangularLeg], cap: number) {
    const [first, second, third] = legs
    this.#positions = [position(first), position(second), position(third)]
    this.#cap = cap
  }

  get count(): number {
    return this.#trail.length / STRIDE
  }

  /** Whether one more unit of the start asset pays after fees. */
  get pays(): boolean {
    return this.#marginal > 1
  }

  candidate(at: number): Candidate {
    const leg = this.#told(at, LEG)
    return leg === CAP ? { leg: 'cap' } : { leg, rank: this.#told(at, RANK) }
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
    const [first, second, third] = this.#positions
    const toSecond = first.rate
    const toThird = first.rate * second.rate
    let used = first
    let leg = 0
    let part = first.left
    if (second.left / toSecond < part) {
      used = second
      leg = 1
      part = second.left / toSecond
    }
    if (third.left / toThird < part) {
      used = third
      leg = 2
      part = third.left / toThird
    }
    if (!this.#capPassed && this.#start + part >= this.#cap) {
      this.#capPassed = true
      this.#go(this.#cap - this.#start)
      this.#record(CAP, 0)
      return true
    }
    if (this.#start + part > this.#cap * (1 + MARGIN)) return false
    this.#go(part)
    this.#record(leg, used.rank)
    if (++used.rank === used.count) this.#ended = true
    else stand(used)
    return true
  }

  get #marginal(): number {
    const [first, second, third] = this.#positions
    return first.rate * second.rate * third.rate
  }

  /** Goes on by a part of the start asset that no leg's level ends within. */
  #go(part: number): void {
    const [first, second, third] = this.#positions
    this.#gain += part * (this.#marginal - 1)
    this.#start += part
    give(first, part)
    give(second, part * first.rate)
    give(third, part * first.rate * second.rate)
  }

  #record(leg: number, rank: number): void {
    const [a, b, c] = this.#positions
    this.#most = Math.max(this.#most, this.#gain)
    this.#trail.push(this.#start, this.#gain, leg, rank, this.#marginal)
    this.#trail.push(a.price, a.base, b.price, b.base, c.price, c.base)
  }

  #told(at: number, what: number): number {
    return this.#trail[at * STRIDE + what] as number
  }

  /** Where a leg's walk was at a candidate. */
  #place(at: number, leg: 0 | 1 | 2): Place {
    const { side, kept, lot } = this.#positions[leg]
    return { side, kept, lot, price: this.#told(at, PLACES + 2 * leg), base: this.#told(at, PLACES + 2 * leg + 1) }
  }

  /**
   * What the amount makes with lots, or more. A leg that gets less than the curve gives it, or orders less than it could
   * for its lots, brings less by at least the rate at which its walk ends (a book only gets worse level by level), and
   * the first leg spends less by at most that.
   */
  #boundWithLots(at: number): number {
    const first = this.#place(at, 0)
    // Beyond the peak one lot less may be better: where doubles cannot tell which it is, only the slope is sure.
    if (wholeLots(first.base, first.lot, MARGIN) !== wholeLots(first.base, first.lot, -MARGIN)) {
      return this.#boundOnSlope(at)
    }
    const second = this.#place(at, 1)
    const third = this.#place(at, 2)
    const unspent = missing(first, 0)
    const afterSecond = missing(second, unspent * rateOf(first)) * rateOf(second)
    return this.#told(at, GAIN) + unspent - missing(third, afterSecond) * rateOf(third)
  }

  /**
   * The first leg spends whole lots, so a lot of the level on which it ends may stay unspent: what is spent makes no more
   * than the straight line on which the curve came to the candidate, nor than the peak.
   */
  #boundOnSlope(at: number): number {
    const { side, lot, price } = this.#place(at, 0)
    const unspent = side === 'buy' ? lot * price : lot
    return Math.min(this.#most, this.#told(at, GAIN) + unspent * Math.max(0, 1 - this.#told(at, MARGINAL)))
  }

  #isAbove(bound: number, at: number, net: number): boolean {
    return bound + MARGIN * (this.#told(at, START) + Math.abs(bound)) >= net
  }
}

/**
 * How much less of the asset given a leg uses than the curve gives it, at least: it gets `less`, and orders whole lots
 * of the rest. Roundings up of a lot keep it so.
 */
function missing({ side, price, base, lot }: Place, less: number): number {
  const most = base - (side === 'buy' ? less / price : less)
  const unordered = Math.max(0, base - wholeLots(most, lot, MARGIN) * lot)
  return side === 'buy' ? unordered * price : unordered
}

function wholeLots(base: number, lot: number, margin: number): number {
  return Math.floor((base / lot) * (1 + margin) + margin)
}

function rateOf({ side, kept, price }: Place): number {
  return side === 'buy' ? kept / price : kept * price
}

/** Prices of a book's units as quote per coin, by one rounding. */
export function perCoin({ slot, terms }: Leg, price: number): number {
  return price / 10 ** (slot.book.priceDecimals + terms.multiplierDigits)
}

export function keptShare({ terms: { fee } }: Leg): number {
  return 1 - Number(fee.mantissa) / 10 ** fee.decimals
}

function position({ leg, side }: TriangularLeg): Position {
  const { slot, terms } = leg
  const { book } = slot
  const contract =
    terms.contractSize === null ? 1 : Number(terms.contractSize.mantissa) / 10 ** terms.contractSize.decimals
  const start: Position = {
    side,
    leg,
    count: Math.min(side === 'buy' ? book.asks.count : book.bids.count, slot.visibleDepth),
    kept: keptShare(leg),
    priceUnit: perCoin(leg, 1),
    sizeUnit: contract * 10 ** (terms.multiplierDigits - book.sizeDecimals),
    lot: (Number(terms.lotStep.mantissa) * 10 ** terms.multiplierDigits) / 10 ** terms.lotStep.decimals,
    rank: 0,
    price: 0,
    left: 0,
    base: 0,
    rate: 0,
  }
  stand(start)
  return start
}

/** Stands on the whole level of the position's rank. */
function stand(at: Position): void {
  const { asks, bids } = at.leg.slot.book
  const levels = at.side === 'buy' ? asks : bids
  at.price = levels.priceAt(at.rank) * at.priceUnit
  const size = levels.sizeAt(at.rank) * at.sizeUnit
  at.left = at.side === 'buy' ? size * at.price : size
  at.rate = rateOf(at)
}

function give(at: Position, amount: number): void {
  at.left = Math.max(0, at.left - amount)
  at.base += at.side === 'buy' ? amount / at.price : amount
}
