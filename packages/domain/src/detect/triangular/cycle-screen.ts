import { buyOf, type Cycles, marketOf, sellOf } from './cycles.ts'

/**
 * A loop whose rates multiply to no more than this is no opportunity. Each rate is the exact one but for a relative
 * error of at most 1e-12 (the caller's price and fee: a few roundings of 2^-53) and the one division here; two
 * multiplications and the division by the first rate add 4 · 2^-53. All is below 4e-12, and nothing underflows: prices
 * of books lie between 1e-21 and 1e16. So a product above 1 never comes out below 1 - 1e-11, and a loser that passes
 * loses less than a millionth of a per cent.
 */
const BOUND = 1 - 1e-9

/** A product above this is a gap also as the caller computes it, in whatever order it multiplies. */
const SURELY_GAP = 1 + 1e-11

/** Ints of one loop in a conversion's list: the two other conversions and the loop. */
const STRIDE = 3

/**
 * The four ints of a market, read together at every touch: [0] start of its loops as a purchase, [1] as a sale;
 * [2] number of watched cycles through the purchase, [3] through the sale (mostly 0).
 */
const MARKET = 4
const WATCHERS = 2

/** End of a loop's range: the loop is not watched, so only its product lets a touch find it. */
const UNWATCHED = -1
/** End of a loop's range: every touch finds the loop. */
const ALWAYS = 0

/**
 * Finds the loops through one market that may pay at the best prices, by two multiplications for each loop. It may pass
 * a loser, but never rejects a winner.
 */
export class CycleScreen {
  /** The cycles that the last `touch` found, in its first places. */
  readonly hits: Int32Array
  /** What one unit converted brings at the best price; 0 where the book may not be used. */
  readonly #rates: Float64Array
  /** `STRIDE` ints for each loop through a conversion; the ints of the next conversion follow. */
  readonly #others: Int32Array
  readonly #markets: Int32Array
  readonly #loops: Int32Array
  readonly #loopOf: Int32Array
  /** 1 for each watched cycle. */
  readonly #wanted: Uint8Array
  /** Number of watched cycles of each loop. */
  readonly #watched: Uint8Array
  /** 1 for each cycle that is skipped while its prices stay in its range. */
  readonly #held: Uint8Array
  /** Number of held cycles of each loop. */
  readonly #holds: Uint8Array
  /** Product of the rates at which a loop's held cycles are found again. */
  readonly #highs: Float64Array
  /** Per loop, derived from the arrays above: the end of its range, `UNWATCHED` or `ALWAYS`. */
  readonly #ends: Float64Array
  readonly #conversions: Int32Array

  constructor(cycles: Cycles) {
    const { conversions, loops, offsets } = cycles
    const markets = offsets.length - 1
    const loopCount = loops.length - 1
    let most = 0
    for (let market = 0; market < markets; market++) {
      most = Math.max(most, (offsets[market + 1] as number) - (offsets[market] as number))
    }
    this.hits = new Int32Array(most)
    this.#rates = new Float64Array(markets * 2)
    this.#loops = loops
    this.#watched = new Uint8Array(loopCount)
    this.#conversions = conversions
    this.#wanted = new Uint8Array(cycles.count)
    this.#held = new Uint8Array(cycles.count)
    this.#holds = new Uint8Array(loopCount)
    this.#highs = new Float64Array(loopCount)
    this.#ends = new Float64Array(loopCount).fill(UNWATCHED)
    this.#loopOf = new Int32Array(cycles.count)
    const starts = new Int32Array(markets * 2 + 1)
    for (let loop = 0; loop < loopCount; loop++) {
      const first = loops[loop] as number
      this.#loopOf.fill(loop, first, loops[loop + 1])
      for (let leg = 0; leg < 3; leg++) (starts[(conversions[first * 3 + leg] as number) + 1] as number) += STRIDE
    }
    for (let at = 0; at < markets * 2; at++) (starts[at + 1] as number) += starts[at] as number
    this.#markets = new Int32Array((markets + 1) * MARKET)
    for (const [at, start] of starts.entries()) this.#markets[placeOf(at)] = start
    const next = starts.slice()
    this.#others = new Int32Array(loopCount * 3 * STRIDE)
    for (let loop = 0; loop < loopCount; loop++) {
      const first = (loops[loop] as number) * 3
      for (let leg = 0; leg < 3; leg++) {
        const own = conversions[first + leg] as number
        const at = next[own] as number
        next[own] = at + STRIDE
        this.#others[at] = conversions[first + ((leg + 1) % 3)] as number
        this.#others[at + 1] = conversions[first + ((leg + 2) % 3)] as number
        this.#others[at + 2] = loop
      }
    }
  }

  /**
   * Sets the best prices of a market, in quote per base, and what a conversion leaves after its fee (1 − fee; 1 to
   * screen gaps before fees). A side without a price, or of a book that may not be used, is 0 or Infinity or NaN.
   */
  set(market: number, bid: number, ask: number, kept: number): void {
    this.#rates[sellOf(market)] = usable(bid * kept)
    this.#rates[buyOf(market)] = usable(kept / ask)
  }

  /** Excludes all cycles through a market until `set` is called for it again. */
  block(market: number): void {
    this.#rates[sellOf(market)] = 0
    this.#rates[buyOf(market)] = 0
  }

  /** The product of a cycle's three rates at the best prices, in order of execution; 0 where a book may not be used. */
  product(cycle: number): number {
    const rates = this.#rates
    const conversions = this.#conversions
    const first = rates[conversions[cycle * 3] as number] as number
    const second = rates[conversions[cycle * 3 + 1] as number] as number
    return first * second * (rates[conversions[cycle * 3 + 2] as number] as number)
  }

  /**
   * With `wanted`, finds a cycle at every touch of its markets, whatever its product, because it is listed or counted.
   * Without, ends that.
   */
  watch(cycle: number, wanted: boolean): void {
    this.#setHeld(cycle, 0)
    const change = (wanted ? 1 : 0) - (this.#wanted[cycle] as number)
    const loop = this.#loopOf[cycle] as number
    if (change !== 0) {
      this.#wanted[cycle] = wanted ? 1 : 0
      this.#watched[loop] = (this.#watched[loop] as number) + change
      for (let leg = 0; leg < 3; leg++) {
        const at = placeOf(this.#conversions[cycle * 3 + leg] as number) + WATCHERS
        this.#markets[at] = (this.#markets[at] as number) + change
      }
    }
    this.#deriveEnd(loop)
  }

  /** Watches a cycle, but finds it only while the product of its rates is no gap, or is `high` or more. */
  hold(cycle: number, high: number): void {
    this.watch(cycle, true)
    this.#setHeld(cycle, 1)
    const loop = this.#loopOf[cycle] as number
    this.#highs[loop] = high
    this.#deriveEnd(loop)
  }

  /** Derives the end of a loop's range: only a loop whose watched cycles are all held has one. */
  #deriveEnd(loop: number): void {
    const watched = this.#watched[loop]
    if (watched === 0) this.#ends[loop] = UNWATCHED
    else this.#ends[loop] = this.#holds[loop] === watched ? (this.#highs[loop] as number) : ALWAYS
  }

  #setHeld(cycle: number, held: 0 | 1): void {
    const change = held - (this.#held[cycle] as number)
    if (change === 0) return
    this.#held[cycle] = held
    const loop = this.#loopOf[cycle] as number
    this.#holds[loop] = (this.#holds[loop] as number) + change
  }

  /**
   * Puts the cycles through a market that may pay, or are watched, into `hits`; returns their number. Allocates
   * nothing.
   */
  touch(market: number): number {
    return this.#scan(sellOf(market), this.#scan(buyOf(market), 0))
  }

  #scan(conversion: number, found: number): number {
    const at = placeOf(conversion)
    const markets = this.#markets
    const from = markets[at] as number
    const end = markets[placeOf(conversion + 1)] as number
    if (markets[at + WATCHERS] !== 0) return this.#scanWatched(conversion, from, end, found)
    const rates = this.#rates
    const others = this.#others
    // Infinite where this side may not be used: no product exceeds it.
    const needed = BOUND / (rates[conversion] as number)
    let hits = found
    for (let at = from; at < end; at += STRIDE) {
      const product = (rates[others[at] as number] as number) * (rates[others[at + 1] as number] as number)
      if (product > needed) hits = this.#add(others[at + 2] as number, hits)
    }
    return hits
  }

  /** `#scan` of a conversion through which cycles are watched. */
  #scanWatched(conversion: number, from: number, end: number, found: number): number {
    const rates = this.#rates
    const others = this.#others
    const own = rates[conversion] as number
    const needed = BOUND / own
    let hits = found
    for (let at = from; at < end; at += STRIDE) {
      const product = (rates[others[at] as number] as number) * (rates[others[at + 1] as number] as number)
      const loop = others[at + 2] as number
      const high = this.#ends[loop] as number
      const gain = product * own
      const isFound = high === UNWATCHED ? product > needed : !(gain > SURELY_GAP && gain < high)
      if (isFound) hits = this.#add(loop, hits)
    }
    return hits
  }

  #add(loop: number, found: number): number {
    let hits = found
    const end = this.#loops[loop + 1] as number
    for (let cycle = this.#loops[loop] as number; cycle < end; cycle++) this.hits[hits++] = cycle
    return hits
  }
}

/** A rate that can be multiplied: positive and finite, else 0. */
const usable = (rate: number): number => (rate > 0 && rate < Number.POSITIVE_INFINITY ? rate : 0)

/** Index of a conversion's ints in `#markets`. */
const placeOf = (conversion: number): number => marketOf(conversion) * MARKET + (conversion & 1)
