import { type Decimal, mantissaAt, pow10 } from '../../money/decimal.ts'
import { PRICE } from '../depth.ts'
import { commonScale, type Leg } from '../leg.ts'
import { Levels } from '../levels.ts'
import { MarginalCondition } from '../marginal-condition.ts'
import { largestOrder } from '../pair-walk.ts'
import { QUARANTINE_PERCENT } from '../quarantine.ts'
import { type SpotAccount, spotAccount } from './spot-account.ts'

/** Why a pair of books is no opportunity now; counted for `/api/market-stats`. */
export type SpotRejection = 'no-gap' | 'fees' | 'slippage' | 'size' | 'quarantine'

export type SpotFinding =
  | { readonly kind: 'none'; readonly why: SpotRejection }
  | { readonly kind: 'opportunity'; readonly account: SpotAccount }

/** What the caller decides about a walk. */
export type SpotLimits = {
  /** Bounds Σ(p·q) of the buy leg before fees, in the quote currency; null for none (formulas.md § 1). */
  readonly cap: Decimal | null
  /** Gaps above 5 % have been confirmed by fresh snapshots (formulas.md § 6). */
  readonly confirmed: boolean
}

/**
 * Finds what buying on one book and selling on another pays, exactly (formulas.md § 1): both books are advanced level
 * by level while the next unit pays after both fees, the size is rounded down to both lots, and the result is
 * accounted for. Both books must be proven and not crossed: that is the caller's duty.
 */
export function detectSpot(buy: Leg, sell: Leg, limits: SpotLimits): SpotFinding {
  const scale = commonScale([buy, sell])
  const asks = new Levels(buy.slot.book.asks, buy, scale)
  const bids = new Levels(sell.slot.book.bids, sell, scale)
  if (asks.count === 0 || bids.count === 0) return none('no-gap')

  const ask0 = asks.price(0)
  const bid0 = bids.price(0)
  if (bid0 <= ask0) return none('no-gap')
  if (!limits.confirmed && (bid0 - ask0) * 100n > ask0 * QUARANTINE_PERCENT) return none('quarantine')

  const condition = conditionAfterFees(buy.terms.fee, asks.priceFactor, sell.terms.fee, bids.priceFactor)
  if (!condition.holdsAt(asks.depth.about(0, PRICE), bids.depth.about(0, PRICE))) return none('fees')

  const order = largestOrder({ leg: buy, levels: asks }, { leg: sell, levels: bids }, scale, condition, limits.cap)
  if (typeof order === 'string') return none(order)
  const { first: bought, second: sold, ...rest } = order
  return {
    kind: 'opportunity',
    account: spotAccount({ buy, sell, scale, ask0, bid0, bought, sold, ...rest }),
  }
}

const none = (why: SpotRejection): SpotFinding => ({ kind: 'none', why })

/** `ask·(1 + fA) − bid·(1 − fB) < 0` in whole numbers. */
function conditionAfterFees(
  buyFee: Decimal,
  askFactor: bigint,
  sellFee: Decimal,
  bidFactor: bigint,
): MarginalCondition {
  const decimals = Math.max(buyFee.decimals, sellFee.decimals)
  const one = pow10(decimals)
  const kept = one - mantissaAt(sellFee, decimals)
  const paid = one + mantissaAt(buyFee, decimals)
  return new MarginalCondition(paid * askFactor, -kept * bidFactor, 0n)
}
