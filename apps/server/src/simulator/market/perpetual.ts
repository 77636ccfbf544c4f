import type { Funding, FundingState } from './funding.ts'
import { Instrument, type Listing } from './instrument.ts'
import type { PerpTerms } from './perp-listings.ts'

/** A perpetual with its living book, its index and mark price, and its funding. */
export class Perpetual extends Instrument {
  readonly terms: PerpTerms
  readonly funding: Funding
  /** The first update id of the last move. Ids are drawn from a row that other markets share, so they jump. */
  firstId = 0
  /** The spot markets' fair price, quote per unit of this exchange; moves with the book. */
  indexPrice = 0
  /** Distance of the book's middle from the index, as a fraction: where it wanders now, and smoothed. */
  basis = 0
  smoothedBasis = 0

  constructor(listing: Listing, terms: PerpTerms, funding: Funding, index: number, updateId: number) {
    super(listing, index, updateId)
    this.terms = terms
    this.funding = funding
  }

  /** The index price in units of 10^-markDecimals. */
  get indexTicks(): number {
    return Math.round(this.indexPrice * 10 ** this.terms.markDecimals)
  }

  /** The mark price in units of 10^-markDecimals: the index and the smoothed distance of the book from it. */
  get markTicks(): number {
    return Math.round(this.indexPrice * (1 + this.smoothedBasis) * 10 ** this.terms.markDecimals)
  }

  /** How its funding stands when this exchange's clock says so (epoch ms). */
  fundingAt(wallMs: number): FundingState {
    return this.funding.at(wallMs)
  }
}
