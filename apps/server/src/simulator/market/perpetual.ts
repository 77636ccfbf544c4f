import type { Funding, FundingState } from './funding.ts'
import { Instrument, type Listing } from './instrument.ts'
import type { PerpTerms } from './perp-listings.ts'

/** A perpetual with its order book, its index and mark price, and its funding. */
export class Perpetual extends Instrument {
  readonly terms: PerpTerms
  readonly funding: Funding
  /** First update id of the last move. Other markets draw from the same ids, so the ids jump. */
  firstId = 0
  /** The spot markets' fair price, quote per base unit of this exchange. It changes with the book. */
  indexPrice = 0
  /** Distance of the mid price from the index, as a fraction. */
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

  /** The mark price in units of 10^-markDecimals: the index plus the smoothed basis. */
  get markTicks(): number {
    return Math.round(this.indexPrice * (1 + this.smoothedBasis) * 10 ** this.terms.markDecimals)
  }

  /** Funding at `wallMs` (epoch ms, by the exchange's clock). */
  fundingAt(wallMs: number): FundingState {
    return this.funding.at(wallMs)
  }
}
