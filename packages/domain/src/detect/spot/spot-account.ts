import { mantissaAt, pow10 } from '../../money/decimal.ts'
import { type Ratio, ratio } from '../../money/ratio.ts'
import type { Leg, Scale } from '../leg.ts'
import type { BookFill } from '../levels.ts'

/** A spot opportunity accounted for exactly; money in the quote currency, sizes in coins (formulas.md § 1). */
export type SpotAccount = {
  readonly size: Ratio
  /** Average fill prices Vb and Vs, quote per coin. */
  readonly buyPrice: Ratio
  readonly sellPrice: Ratio
  /** Q·Vb, before fees. */
  readonly volume: Ratio
  /** grossPart − slippagePart − fees = net, exactly. */
  readonly grossPart: Ratio
  readonly slippagePart: Ratio
  readonly fees: Ratio
  readonly net: Ratio
  /** Q·Vb·(1 + fA): what the return is measured on. */
  readonly cost: Ratio
  /** Fractions, not percent. */
  readonly gross: Ratio
  readonly grossDepth: Ratio
  readonly depthLimited: boolean
  readonly orderLimited: boolean
  /** Levels of which the size takes a part. */
  readonly buyLevels: number
  readonly sellLevels: number
}

/** Result of the walk, in whole numbers at its scale. */
export type SpotWalk = {
  readonly buy: Leg
  readonly sell: Leg
  readonly scale: Scale
  readonly size: bigint
  readonly ask0: bigint
  readonly bid0: bigint
  readonly bought: BookFill
  readonly sold: BookFill
  readonly depthLimited: boolean
  readonly orderLimited: boolean
}

/** Does the sums of a walk. Every line is exact; nothing is rounded here. */
export function spotAccount(walk: SpotWalk): SpotAccount {
  const { buy, sell, scale, size, ask0, bid0, bought, sold, depthLimited, orderLimited } = walk
  const money = pow10(scale.price + scale.size)
  const feeDecimals = Math.max(buy.terms.fee.decimals, sell.terms.fee.decimals)
  const feeUnit = pow10(feeDecimals)
  const buyFee = bought.notional * mantissaAt(buy.terms.fee, feeDecimals)
  const sellFee = sold.notional * mantissaAt(sell.terms.fee, feeDecimals)
  const moneyWithFees = money * feeUnit
  const priceUnit = pow10(scale.price)
  const sizeUnit = pow10(scale.size)
  return {
    size: ratio(size, sizeUnit),
    buyPrice: ratio(bought.notional, size * priceUnit),
    sellPrice: ratio(sold.notional, size * priceUnit),
    volume: ratio(bought.notional, money),
    grossPart: ratio(size * (bid0 - ask0), money),
    slippagePart: ratio(bought.notional - size * ask0 + (size * bid0 - sold.notional), money),
    fees: ratio(buyFee + sellFee, moneyWithFees),
    net: ratio((sold.notional - bought.notional) * feeUnit - buyFee - sellFee, moneyWithFees),
    cost: ratio(bought.notional * feeUnit + buyFee, moneyWithFees),
    gross: ratio(bid0 - ask0, ask0),
    grossDepth: ratio(sold.notional - bought.notional, bought.notional),
    depthLimited,
    orderLimited,
    buyLevels: bought.levels,
    sellLevels: sold.levels,
  }
}
