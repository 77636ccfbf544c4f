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
type Position = {
  readonly side: TriangularLeg['side']
  readonly leg: Leg
  readonly count: number
  readonly kept: number
  readonly priceUnit: number
  readonly sizeUnit: number
  /** Coins of one lot. */
  readonly lot: number
  rank: number
  price: number
  /** Of the asset given, until the level is used up; and coins that were taken so far. */
  left: number
  base: number
  /** What one more unit brings after the fee. */
  rate: number
}

/**
 * The gain of a cycle as a function of its start amount, with fees and without lots, in doubles: it rises and then
 * falls in straight pieces (every book only gets worse), with a bend at each candidate of formulas.md § 4. The walk
 * gives the candidates in order of amount, and for each a bound that its exact net PnL, with lots, cannot pass.
 */
export class Curve {
  /** Of each candidate so far, in order: the amount, the gain without lots, two bounds of it, and what it is. */
  readonly #starts: number[] = []
  readonly #gains: number[] = []
  readonly #slopes: number[] = []
  readonly #bounds: number[] = []
  readonly #legs: number[] = []
  readonly #ranks: number[] = []
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
    return this.#starts.length
  }

  /** Whether one more unit of the start asset pays after fees. */
  get pays(): boolean {
    return this.#marginal > 1
  }

  candidate(at: number): Candidate {
    const leg = this.#legs[at] as number
    return leg === CAP ? { leg: 'cap' } : { leg, rank: this.#ranks[at] as number }
  }

  /** The candidate with the highest bound so far: where the search for the best begins. -1 without any. */
  get mostPromising(): number {
    let most = -1
    for (let at = 0; at < this.#bounds.length; at++) {
      if (most < 0 || (this.#bounds[at] as number) > (this.#bounds[most] as number)) most = at
    }
    return most
  }

  /** Whether a candidate may make at least so much: never false of one that does. */
  mayMake(at: number, net: number): boolean {
    return this.#isAbove(this.#bounds[at] as number, at, net)
  }

  /** Whether some candidate at or below this one, which is before the peak, may make at least so much. */
  mayMakeBelow(at: number, net: number): boolean {
    return this.#isAbove(this.#gains[at] as number, at, net)
  }

  /**
   * Whether some candidate at or above this one, which is beyond the peak, may make at least so much: the first leg
   * spends whole lots, so a lot of the level on which it ends may stay unspent, and the curve leads here on a slope.
   */
  mayMakeAbove(at: number, net: number): boolean {
    return this.#isAbove(Math.min(this.#most, (this.#gains[at] as number) + (this.#slopes[at] as number)), at, net)
  }

  /** Whether a candidate's amount is below another's by more than doubles err. */
  isBelow(at: number, other: number): boolean {
    return (this.#starts[at] as number) < (this.#starts[other] as number) * (1 - MARGIN)
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
    const [first] = this.#positions
    this.#most = Math.max(this.#most, this.#gain)
    this.#starts.push(this.#start)
    this.#gains.push(this.#gain)
    this.#slopes.push((first.side === 'buy' ? first.lot * first.price : first.lot) * Math.max(0, 1 - this.#marginal))
    this.#legs.push(leg)
    this.#ranks.push(rank)
    this.#bounds.push(this.#boundWithLots())
  }

  /**
   * What the amount makes with lots, or more. A leg that gets less than the curve gives it, or orders less than it could
   * for its lots, brings less by at least the rate at which its walk ends (a book only gets worse level by level), and
   * the first leg spends less by at most that.
   */
  #boundWithLots(): number {
    const [first, second, third] = this.#positions
    // Beyond the peak one lot less may be better: where doubles cannot tell which it is, only the slope is sure.
    if (wholeLots(first.base, first.lot, MARGIN) !== wholeLots(first.base, first.lot, -MARGIN)) {
      const at = this.#gains.length - 1
      return Math.min(this.#most, (this.#gains[at] as number) + (this.#slopes[at] as number))
    }
    const unspent = missing(first, 0)
    const afterSecond = missing(second, unspent * first.rate) * second.rate
    return this.#gain + unspent - missing(third, afterSecond) * third.rate
  }

  #isAbove(bound: number, at: number, net: number): boolean {
    return bound + MARGIN * ((this.#starts[at] as number) + Math.abs(bound)) >= net
  }
}

/**
 * How much less of the asset given a leg uses than the curve gives it, at least: it gets `less`, and orders whole lots
 * of the rest. Roundings up of a lot keep it so.
 */
function missing({ side, price, base, lot }: Position, less: number): number {
  const most = base - (side === 'buy' ? less / price : less)
  const unordered = Math.max(0, base - wholeLots(most, lot, MARGIN) * lot)
  return side === 'buy' ? unordered * price : unordered
}

function wholeLots(base: number, lot: number, margin: number): number {
  return Math.floor((base / lot) * (1 + margin) + margin)
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
  at.rate = at.side === 'buy' ? at.kept / at.price : at.kept * at.price
}

function give(at: Position, amount: number): void {
  at.left = Math.max(0, at.left - amount)
  at.base += at.side === 'buy' ? amount / at.price : amount
}
