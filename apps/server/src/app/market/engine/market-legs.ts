import type { BookSlot, LegTerms } from '@makas/domain'
import type { Detector } from '../detect/detector.ts'
import { type Identity, MarketLeg } from '../legs/market-leg.ts'
import type { TopOfBookTable } from '../legs/top-of-book-table.ts'

/** The legs of all books, with their places in the top-of-book table and in the detectors. */
export class MarketLegs {
  readonly #table: TopOfBookTable
  readonly #detectors: readonly Detector[]
  readonly #owns: (coin: string) => boolean
  /** Legs by the index of their book. */
  readonly #ofBook: (MarketLeg | undefined)[] = []

  constructor(table: TopOfBookTable, detectors: readonly Detector[], owns: (coin: string) => boolean) {
    this.#table = table
    this.#detectors = detectors
    this.#owns = owns
  }

  of({ index }: BookSlot): MarketLeg | undefined {
    return this.#ofBook[index]
  }

  join(slot: BookSlot, identity: Identity, terms: LegTerms | null): void {
    const leg = new MarketLeg(this.#table.add(slot, identity, this.#owns(identity.base)), slot, identity, terms)
    this.#ofBook[slot.index] = leg
    this.#table.setFee(leg)
    this.#table.read(leg.number, slot)
    for (const detector of this.#detectors) detector.join(leg)
  }

  /** Takes out the leg of a delisted book, which was lost before; another ticker of its pair takes its place (F18). */
  leave(slot: BookSlot): void {
    const leg = this.of(slot)
    if (leg === undefined) return
    this.#remove(leg)
    const next = this.#ofBook.find((other) => other !== undefined && this.#isWaiting(other, leg))
    if (next === undefined) return
    this.#remove(next)
    this.join(next.slot, next.identity, next.terms)
  }

  /** Whether a leg has the same pair as `first`, and no route because `first` was listed before it. */
  #isWaiting(leg: MarketLeg, first: MarketLeg): boolean {
    const isSamePair =
      leg.slot.exchange === first.slot.exchange &&
      leg.slot.market === first.slot.market &&
      leg.identity.base === first.identity.base &&
      leg.identity.quote === first.identity.quote
    return isSamePair && this.#detectors.every((detector) => detector.routesOf(leg).length === 0)
  }

  #remove(leg: MarketLeg): void {
    for (const detector of this.#detectors) detector.leave(leg)
    this.#table.remove(leg)
    this.#ofBook[leg.slot.index] = undefined
  }
}
