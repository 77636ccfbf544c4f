import { type Decimal, pow10 } from '../../money/decimal.ts'
import { multiply, ONE, ofDecimal, type Ratio, ratio, subtract } from '../../money/ratio.ts'
import { coins, commonScale, type Leg } from '../leg.ts'
import { Levels, take } from '../levels.ts'

/** A purchase whose coins travel to the selling exchange. */
export type Transfer = {
  /** Coins bought, before the fee. */
  readonly bought: Ratio
  /** Quote currency paid for them; the fee is taken in coins here. */
  readonly paid: Ratio
  readonly buyFee: Decimal
  /** Coins that the withdrawal costs. */
  readonly withdrawalFee: Decimal
}

export type TransferVariant =
  | { readonly kind: 'possible'; readonly arrives: Ratio; readonly proceeds: Ratio; readonly net: Ratio }
  | { readonly kind: 'none'; readonly why: 'nothing-arrives' | 'too-thin' }

/**
 * The account of a spot trade whose coins really travel (formulas.md § 1, golden G1b): the buy fee and the withdrawal
 * fee are taken in coins, what arrives is rounded down to the seller's lot and sold through its bids.
 */
export function transferVariant(sell: Leg, { bought, paid, buyFee, withdrawalFee }: Transfer): TransferVariant {
  const scale = commonScale([sell])
  const lot = coins(sell.terms.lotStep, sell, scale)
  const kept = subtract(multiply(bought, subtract(ONE, ofDecimal(buyFee))), ofDecimal(withdrawalFee))
  const size = ((kept.n * pow10(scale.size)) / (kept.d * lot)) * lot
  if (kept.n <= 0n || size === 0n) return { kind: 'none', why: 'nothing-arrives' }
  const bids = new Levels(sell.slot.book.bids, sell, scale)
  if (bids.rankOfTotal(size, 1n) === null) return { kind: 'none', why: 'too-thin' }
  const sold = ratio(take(bids, size).notional, pow10(scale.price + scale.size))
  const proceeds = multiply(sold, subtract(ONE, ofDecimal(sell.terms.fee)))
  return { kind: 'possible', arrives: ratio(size, pow10(scale.size)), proceeds, net: subtract(proceeds, paid) }
}
