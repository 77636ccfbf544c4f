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
  rank: number
  price: number
  given: number
  /** What one more unit brings after the fee. */
  rate: number
}

/**
 * The gain of a cycle as a function of its start amount, with fees and without lots, in doubles: it rises and then
 * falls in straight pieces (every book only gets worse), with a bend at each candidate of formulas.md § 4. The walk
 * gives the candidates in order of amount, and for each a bound that its exact net PnL, with lots, cannot pass.
 */
export class Curve {
  /** Of each candidate so far, in order: the amount, the gain without lots, the bound with lots, and what it is. */
  readonly #starts: number[] = []
  readonly #bounds: number[] = []
  readonly #legs: number[] = []
  readonly #ranks: number[] = []
  readonly #positions: readonly [Position, Position, Position]
  readonly #cap: number
  /** Units of the start asset that one lot of the first leg is, for each quote per coin or as it is. */
  readonly #lot: number
  #capPassed = false
  #ended = false
  #start = 0
  #gain = 0
  #most = 0

  constructor(legs: readonly [TriangularLeg, TriangularLeg, TriangularLeg], cap: number) {
    const [first, second, third] = legs
    this.#positions = [position(first), position(second), position(third)]
    this.#cap = cap
    const { lotStep, multiplierDigits } = first.leg.terms
    this.#lot = Number(lotStep.mantissa) * 10 ** (multiplierDigits - lotStep.decimals)
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

  /** Whether a candidate may make at least so much: never false of one that does. */
  mayMake(at: number, net: number): boolean {
    const bound = this.#bounds[at] as number
    return bound + MARGIN * ((this.#starts[at] as number) + Math.abs(bound)) >= net
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
    const marginal = this.#marginal
    let leg = 0
    let part = first.given
    if (second.given / toSecond < part) {
      leg = 1
      part = second.given / toSecond
    }
    if (third.given / toThird < part) {
      leg = 2
      part = third.given / toThird
    }
    const next = this.#start + part
    if (!this.#capPassed && next >= this.#cap) {
      this.#capPassed = true
      this.#record(CAP, 0, this.#cap, this.#gain + (this.#cap - this.#start) * (marginal - 1), marginal)
      return true
    }
    if (next > this.#cap * (1 + MARGIN)) return false
    this.#start = next
    this.#gain += part * (marginal - 1)
    first.given = Math.max(0, first.given - part)
    second.given = Math.max(0, second.given - part * toSecond)
    third.given = Math.max(0, third.given - part * toThird)
    const used = this.#positions[leg] as Position
    this.#record(leg, used.rank, next, this.#gain, marginal)
    if (++used.rank === used.count) this.#ended = true
    else stand(used)
    return true
  }

  get #marginal(): number {
    const [first, second, third] = this.#positions
    return first.rate * second.rate * third.rate
  }

  /**
   * The first leg spends a whole number of lots, so less than one lot of the level that it ends on stays unspent. On the
   * rising part of the curve less is worse; on the falling part the gain at what is spent lies at most on the straight
   * line on to which the curve comes to this candidate, and nowhere above the peak.
   */
  #record(leg: number, rank: number, start: number, gain: number, marginal: number): void {
    const { side, price } = this.#positions[0]
    const unspent = side === 'buy' ? this.#lot * price : this.#lot
    this.#most = Math.max(this.#most, gain)
    this.#starts.push(start)
    this.#bounds.push(Math.min(this.#most, gain + unspent * Math.max(0, 1 - marginal)))
    this.#legs.push(leg)
    this.#ranks.push(rank)
  }
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
    rank: 0,
    price: 0,
    given: 0,
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
  at.given = at.side === 'buy' ? size * at.price : size
  at.rate = at.side === 'buy' ? at.kept / at.price : at.kept * at.price
}
