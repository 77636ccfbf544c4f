import { type BookSlot, CycleScreen, type Cycles, findCycles, type Leg } from '@makas/domain'
import { apply, type Messages, type TriangularMarket } from './triangular-market.ts'
import { gains, KEPT, type Walk, walkOf } from './triangular-walk.ts'

/**
 * Our algorithm: when a book moves, the cycles through it are screened by best prices, and only the cycles that pass
 * are walked.
 */
export class Incremental {
  readonly cycles: Cycles
  /** Number of walks made. */
  walked = 0
  readonly #legs: readonly Leg[]
  readonly #units: Float64Array
  readonly #screen: CycleScreen
  readonly #walks: readonly Walk[]
  readonly #pays: Uint8Array

  constructor(market: TriangularMarket) {
    this.cycles = findCycles(market.markets)
    this.#legs = market.legs()
    this.#units = Float64Array.from(this.#legs, ({ slot }) => 10 ** -slot.book.priceDecimals)
    this.#screen = new CycleScreen(this.cycles)
    this.#walks = Array.from({ length: this.cycles.count }, (_, cycle) => walkOf(this.cycles, cycle, this.#legs))
    this.#pays = new Uint8Array(this.cycles.count)
    for (const { index } of market.markets) this.#tell(index)
    for (const { index } of market.markets) this.#look(index)
  }

  read(messages: Messages, at: number): void {
    const market = messages.markets[at] as number
    apply(messages, at, this.#slot(market).book)
    this.#tell(market)
    this.#look(market)
  }

  /** Numbers of the cycles that pay, ascending. */
  get paying(): readonly number[] {
    return [...this.#pays.keys()].filter((cycle) => this.#pays[cycle] === 1)
  }

  #tell(market: number): void {
    const { bids, asks } = this.#slot(market).book
    const unit = this.#units[market] as number
    const bid = bids.count === 0 ? 0 : bids.priceAt(0) * unit
    const ask = asks.count === 0 ? Number.POSITIVE_INFINITY : asks.priceAt(0) * unit
    this.#screen.set(market, bid, ask, KEPT)
  }

  #look(market: number): void {
    const found = this.#screen.touch(market)
    for (let at = 0; at < found; at++) {
      const cycle = this.#screen.hits[at] as number
      this.walked++
      const pays = gains(this.#walks[cycle] as Walk)
      this.#pays[cycle] = pays ? 1 : 0
      // A cycle that pays is checked at each move until it no longer pays, even where its best prices already reject
      // it.
      this.#screen.watch(cycle, pays)
    }
  }

  #slot(market: number): BookSlot {
    return (this.#legs[market] as Leg).slot
  }
}
