import { type Cycles, findCycles, type Leg } from '@makas/domain'
import { apply, type Messages, type TriangularMarket } from '../triangular/triangular-market.ts'
import { gains, type Walk, walkOf } from '../triangular/triangular-walk.ts'

/**
 * The algorithm of bmino/binance-triangle-arbitrage (src/main/CalculationNode.js), rewritten: after an update every
 * relationship is calculated, by walking the levels of its three books with the configured investment. Unlike the
 * original it has books kept sorted in typed arrays (not objects keyed by price text, sorted and parsed again), one
 * investment (not several steps), and fees that compound (so that both sides mean the same by a gain).
 */
export class FullRecompute {
  readonly cycles: Cycles
  readonly #legs: readonly Leg[]
  readonly #walks: readonly Walk[]
  /** By number of the cycle: 1 if it paid at the last update. */
  readonly #pays: Uint8Array

  constructor(market: TriangularMarket) {
    this.cycles = findCycles(market.markets)
    this.#legs = market.legs()
    this.#pays = new Uint8Array(this.cycles.count)
    this.#walks = Array.from({ length: this.cycles.count }, (_, cycle) => walkOf(this.cycles, cycle, this.#legs))
    this.#calculate()
  }

  read(messages: Messages, at: number): void {
    apply(messages, at, (this.#legs[messages.markets[at] as number] as Leg).slot.book)
    this.#calculate()
  }

  /** Numbers of the cycles that pay, ascending. */
  get paying(): readonly number[] {
    return [...this.#pays.keys()].filter((cycle) => this.#pays[cycle] === 1)
  }

  #calculate(): void {
    for (let cycle = 0; cycle < this.#walks.length; cycle++) {
      this.#pays[cycle] = gains(this.#walks[cycle] as Walk) ? 1 : 0
    }
  }
}
