import type { CarryFinding, CarrySide, Decimal, FundingMean, LegTerms, Leverage } from '@makas/domain'
import type { MarketLeg } from '../legs/market-leg.ts'
import type { Mark, PerpState } from '../legs/perp-facts.ts'
import type { LegEvidence } from '../opportunity/evaluation.ts'
import { Route } from './route.ts'

/**
 * The walk of a pair, shared by all leverages, with the state of books and facts that it was made of. Facts and terms
 * are compared by identity: an unchanged fact is the same object.
 */
export type CarryWalk = {
  readonly spotVersion: number
  readonly perpVersion: number
  readonly mean: FundingMean
  readonly mark: Mark
  readonly spotTerms: LegTerms | null
  readonly perpTerms: LegTerms | null
  readonly borrowYearly: Decimal | null
  readonly confirmed: boolean
  readonly finding: CarryFinding
  /** The levels that the walk took; null until somebody asks for them. */
  legs: readonly [LegEvidence, LegEvidence] | null
}

/** A coin's spot book and its perpetual on one exchange, held on one side. */
export class CarryPair {
  readonly spot: MarketLeg
  readonly perp: MarketLeg
  readonly side: CarrySide
  readonly facts: PerpState
  /** The exchange's own name of the coin, for its borrow rate. */
  readonly ticker: string
  walk: CarryWalk | null = null

  constructor(spot: MarketLeg, perp: MarketLeg, side: CarrySide, facts: PerpState, ticker: string) {
    this.spot = spot
    this.perp = perp
    this.side = side
    this.facts = facts
    this.ticker = ticker
  }
}

/** Spot against the perpetual of the same coin and quote, funding collected. */
export class CarryRoute extends Route {
  readonly mode = 'carry'
  readonly pair: CarryPair
  readonly leverage: Leverage
  readonly #markLimitMs: number

  constructor(pair: CarryPair, leverage: Leverage, markLimitMs: number) {
    const { base, quote } = pair.spot.identity
    super(`carry.${base}-${quote}.${pair.spot.slot.exchange}.${pair.side}.${leverage}x`, [pair.spot, pair.perp])
    this.pair = pair
    this.leverage = leverage
    this.#markLimitMs = markLimitMs
  }

  /** The mark is an input like the books: without a fresh mark there is no row. */
  override isLive(now: number): boolean {
    const { mark } = this.pair.facts
    return mark !== null && now - mark.time <= this.#markLimitMs && super.isLive(now)
  }
}
