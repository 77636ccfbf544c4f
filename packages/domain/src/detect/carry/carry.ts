import { type Decimal, pow10 } from '../../money/decimal.ts'
import { add, divide, multiply, ONE, ofDecimal, type Ratio, ratio, subtract, ZERO } from '../../money/ratio.ts'
import { PRICE } from '../depth.ts'
import { commonScale, type Leg, leastCommonMultiple, type Scale } from '../leg.ts'
import { Levels } from '../levels.ts'
import { MarginalCondition } from '../marginal-condition.ts'
import { largestOrder, type PairOrder } from '../pair-walk.ts'
import { QUARANTINE_PERCENT } from '../quarantine.ts'
import {
  borrowCost,
  type CarryAccount,
  type CarrySide,
  carryResult,
  type Leverage,
  total,
  wholeDays,
} from './carry-account.ts'

/**
 * Why a spot book and a perpetual are no opportunity now; counted for `/api/market-stats`. `no-funding`: this side of
 * the trade receives no funding. `fees`, `borrow`: this cost exceeds the funding already at the best prices.
 */
export type CarryRejection =
  | 'empty-book'
  | 'no-mark'
  | 'no-funding'
  | 'borrow-unknown'
  | 'quarantine'
  | 'fees'
  | 'borrow'
  | 'slippage'
  | 'size'

export type CarryFinding =
  | { readonly kind: 'none'; readonly why: CarryRejection }
  | { readonly kind: 'opportunity'; readonly account: CarryAccount }

export type CarryTerms = {
  readonly side: CarrySide
  readonly leverage: Leverage
  /** A positive number of whole days. */
  readonly holdDays: number
  /** Average payment of the perpetual per hour, a fraction of the position's value (`FundingHistory.mean`). */
  readonly meanPerHour: Ratio
  /** The current mark price, quote per unit of the exchange as it sends it. */
  readonly mark: Decimal
  /** Cost of borrowing the coin, a fraction a year; null where it is not known. Not used where spot is bought. */
  readonly borrowYearly: Decimal | null
  /** Bounds Σ(p·q) of the spot leg before fees, in the quote currency; null for none. */
  readonly cap: Decimal | null
  /** A basis above 5 % has been confirmed by fresh snapshots (formulas.md § 6). */
  readonly confirmed: boolean
}

/**
 * Finds what holding spot against a perpetual of the same exchange pays, exactly (formulas.md § 2): both books are
 * advanced level by level while one more coin's funding pays for its four fills and its borrowing. Both books must be
 * proven and not crossed: that is the caller's duty. Throws a RangeError for a hold that is no whole number of days.
 */
export function detectCarry(spot: Leg, perp: Leg, terms: CarryTerms): CarryFinding {
  wholeDays(terms.holdDays)
  const scale = commonScale([spot, perp])
  const isLong = terms.side === 'long-spot'
  const spots = new Levels(isLong ? spot.slot.book.asks : spot.slot.book.bids, spot, scale)
  const perps = new Levels(isLong ? perp.slot.book.bids : perp.slot.book.asks, perp, scale)
  if (spots.count === 0 || perps.count === 0) return none('empty-book')
  if (terms.mark.mantissa <= 0n) return none('no-mark')

  const funding = fundingPerCoin(terms, perp.terms.multiplierDigits)
  if (funding.n <= 0n) return none('no-funding')
  const borrowYearly = isLong ? ZERO : terms.borrowYearly === null ? null : ofDecimal(terms.borrowYearly)
  if (borrowYearly === null) return none('borrow-unknown')
  const best = { spot: spots.price(0), perp: perps.price(0) }
  const gap = best.perp > best.spot ? best.perp - best.spot : best.spot - best.perp
  if (!terms.confirmed && gap * 100n > best.spot * QUARANTINE_PERCENT) return none('quarantine')

  const conditionAt = (yearly: Ratio) =>
    marginalCondition({
      spot,
      perp,
      spots,
      perps,
      scale,
      best,
      isLong,
      funding,
      heldCost: borrowCost(yearly, ONE, terms.holdDays),
    })
  const [spot0, perp0] = [spots.depth.about(0, PRICE), perps.depth.about(0, PRICE)]
  const condition = conditionAt(borrowYearly)
  if (!condition.holdsAt(spot0, perp0)) return none(conditionAt(ZERO).holdsAt(spot0, perp0) ? 'borrow' : 'fees')

  const order = largestOrder({ leg: spot, levels: spots }, { leg: perp, levels: perps }, scale, condition, terms.cap)
  if (typeof order === 'string') return none(order)
  return { kind: 'opportunity', account: account({ spot, perp, scale, best, terms, funding, borrowYearly, order }) }
}

const none = (why: CarryRejection): CarryFinding => ({ kind: 'none', why })

/** Funding that one coin receives over the hold: hours · mean · mark, for the side that is held. */
function fundingPerCoin({ side, holdDays, meanPerHour, mark }: CarryTerms, multiplierDigits: number): Ratio {
  const hours = BigInt(24 * holdDays)
  return multiply(
    ratio(side === 'long-spot' ? hours : -hours),
    multiply(meanPerHour, markPerCoin(mark, multiplierDigits)),
  )
}

const markPerCoin = (mark: Decimal, multiplierDigits: number): Ratio =>
  ratio(mark.mantissa, pow10(mark.decimals + multiplierDigits))

/** The best prices of the sides taken, in whole units of the common scale. */
type BestPrices = { readonly spot: bigint; readonly perp: bigint }

/**
 * The marginal condition of formulas.md § 2 in whole numbers. With s = 1 where spot is bought and −1 where it is sold,
 * a coin at spot price a and perpetual price b pays while
 * `funding − 2s·((a − S0) + (P0 − b)) − 2·(fs·a + fp·b) − heldCost·a > 0`.
 */
function marginalCondition(trade: {
  readonly spot: Leg
  readonly perp: Leg
  readonly spots: Levels
  readonly perps: Levels
  readonly scale: Scale
  readonly best: BestPrices
  readonly isLong: boolean
  /** Per coin and hold, in the quote currency. */
  readonly funding: Ratio
  /** Cost of borrowing over the hold, a fraction of the spot's value. */
  readonly heldCost: Ratio
}): MarginalCondition {
  const { spot, perp, scale, best, funding, heldCost } = trade
  const turned = ratio(trade.isLong ? 2n : -2n)
  const two = ratio(2n)
  const perSpot = add(add(turned, multiply(two, ofDecimal(spot.terms.fee))), heldCost)
  const perPerp = subtract(multiply(two, ofDecimal(perp.terms.fee)), turned)
  const room = add(multiply(funding, ratio(pow10(scale.price))), multiply(turned, ratio(best.spot - best.perp)))

  const unit = [perSpot.d, perPerp.d, room.d].reduce(leastCommonMultiple)
  const whole = ({ n, d }: Ratio) => n * (unit / d)
  return new MarginalCondition(
    whole(perSpot) * trade.spots.priceFactor,
    whole(perPerp) * trade.perps.priceFactor,
    whole(room),
  )
}

/** Does the sums of a walk. Every line is exact; nothing is rounded here. */
function account(walk: {
  readonly spot: Leg
  readonly perp: Leg
  readonly scale: Scale
  readonly best: BestPrices
  readonly terms: CarryTerms
  readonly funding: Ratio
  readonly borrowYearly: Ratio
  readonly order: PairOrder
}): CarryAccount {
  const { spot, perp, scale, best, terms, borrowYearly, order } = walk
  const { side, leverage, holdDays } = terms
  const priceUnit = pow10(scale.price)
  const money = priceUnit * pow10(scale.size)
  const spotNotional = ratio(order.first.notional, money)
  const perpNotional = ratio(order.second.notional, money)
  const size = ratio(order.size, pow10(scale.size))

  // Slippage: average fill prices against the best prices; a reverse trade sells the spot and buys the perpetual.
  const lost = order.first.notional - order.size * best.spot + (order.size * best.perp - order.second.notional)
  const slippageEntry = ratio(side === 'long-spot' ? lost : -lost, money)
  const spotFees = multiply(ratio(2n), multiply(spotNotional, ofDecimal(spot.terms.fee)))
  const perpFees = multiply(ratio(2n), multiply(perpNotional, ofDecimal(perp.terms.fee)))
  const margin = divide(perpNotional, ratio(BigInt(leverage)))
  const lines = {
    funding: multiply(walk.funding, size),
    // The exit is forecast at the entry's best prices: the basis is shown, not counted.
    basisPnl: ZERO,
    fees: total([spotFees, perpFees]),
    slippage: add(slippageEntry, slippageEntry),
    borrow: borrowCost(borrowYearly, spotNotional, holdDays),
    capital: total([spotNotional, margin]),
  }
  return {
    ...lines,
    ...carryResult(lines, holdDays),
    side,
    leverage,
    holdDays,
    size,
    s0: ratio(best.spot, priceUnit),
    p0: ratio(best.perp, priceUnit),
    spotPrice: ratio(order.first.notional, order.size * priceUnit),
    perpPrice: ratio(order.second.notional, order.size * priceUnit),
    mark: markPerCoin(terms.mark, perp.terms.multiplierDigits),
    meanPerHour: terms.meanPerHour,
    borrowYearly,
    basis: ratio(best.perp - best.spot, best.spot),
    spotFees,
    perpFees,
    slippageEntry,
    slippageExit: slippageEntry,
    spotNotional,
    perpNotional,
    margin,
    depthLimited: order.depthLimited,
    orderLimited: order.orderLimited,
    spotLevels: order.first.levels,
    perpLevels: order.second.levels,
  }
}
