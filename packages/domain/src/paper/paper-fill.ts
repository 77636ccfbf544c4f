import { leastCommonMultiple } from '../detect/leg.ts'
import { type Decimal, decimalText, mantissaAt, parseExact, pow10 } from '../money/decimal.ts'
import { type CapturedScale, type CapturedSide, capturedCoins, capturedLevels, capturedScale } from './captured-side.ts'

/**
 * An order placed on both exchanges at once. `size` is in coins; nothing is bought above `limit`, quote currency per
 * coin.
 */
export type PaperOrder = { readonly size: string; readonly limit: string }

/** The fill of a paper order, exact texts in coins and in quote currency. */
export type PaperFill = {
  readonly size: string
  /** Quote currency paid and received, before fees. */
  readonly bought: string
  readonly sold: string
  readonly fees: string
  readonly net: string
}

/** Limit over the offered price, 1.001: how far the price may have risen since the offer. */
const TOLERANCE = { mantissa: 1_001n, decimals: 3 }

/**
 * The order that an amount of quote currency pays for, its fee included: at most `most` coins, in whole lots of both
 * exchanges, and no more than either exchange takes at once. Null where the order would be below a minimum of either
 * exchange.
 */
export function paperOrder(amount: string, most: string, buy: CapturedSide, sell: CapturedSide): PaperOrder | null {
  const scale = capturedScale([buy, sell], parseExact(most))
  const asks = capturedLevels(buy, scale)
  const lot = lotOf(buy, sell, scale)
  const fee = parseExact(buy.fee)
  const one = pow10(fee.decimals)
  const given = parseExact(amount)
  const units = pow10(scale.price + scale.size)
  let rest = (given.mantissa * units * one) / (pow10(given.decimals) * (one + fee.mantissa))
  let size = 0n
  for (const level of asks) {
    const affordable = rest / level.price
    size += affordable < level.size ? affordable : level.size
    if (affordable < level.size) break
    rest -= level.size * level.price
  }
  const bids = capturedLevels(sell, scale)
  size = smaller(size, mantissaAt(parseExact(most), scale.size))
  size = wholeLots(mostAtOnce(mostAtOnce(size, asks, buy, scale), bids, sell, scale), lot)
  if (size === 0n || !isTaken(size, asks, buy, scale) || !isTaken(size, bids, sell, scale)) return null
  const worst = asks[rankHolding(asks, size)]
  if (worst === undefined) return null
  return {
    size: decimalText({ mantissa: size, decimals: scale.size }),
    limit: limitAbove(worst.price, buy, scale),
  }
}

/**
 * Fills an order from two books as they were kept; a pure function of its arguments. Coins that can be bought up to the
 * limit are sold at once into the other book, in whole lots, as far as its levels carry them.
 */
export function paperFill(order: PaperOrder, buy: CapturedSide, sell: CapturedSide): PaperFill {
  const wanted = parseExact(order.size)
  const scale = capturedScale([buy, sell], wanted)
  const asks = underLimit(capturedLevels(buy, scale), parseExact(order.limit), scale)
  const bids = capturedLevels(sell, scale)
  const most = smaller(mantissaAt(wanted, scale.size), smaller(sumOf(asks), sumOf(bids)))
  const size = wholeLots(most, lotOf(buy, sell, scale))
  const money = scale.price + scale.size
  const [bought, sold] = [notional(asks, size), notional(bids, size)]
  const [buyFee, sellFee] = [parseExact(buy.fee), parseExact(sell.fee)]
  const decimals = Math.max(buyFee.decimals, sellFee.decimals)
  const fees = bought * mantissaAt(buyFee, decimals) + sold * mantissaAt(sellFee, decimals)
  const text = (mantissa: bigint, at: number) => decimalText({ mantissa, decimals: at })
  return {
    size: text(size, scale.size),
    bought: text(bought, money),
    sold: text(sold, money),
    fees: text(fees, money + decimals),
    net: text((sold - bought) * pow10(decimals) - fees, money + decimals),
  }
}

type Level = { readonly price: bigint; readonly size: bigint }

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)
const wholeLots = (size: bigint, lot: bigint) => (size / lot) * lot
const sumOf = (levels: readonly Level[]) => levels.reduce((sum, { size }) => sum + size, 0n)

const lotOf = (buy: CapturedSide, sell: CapturedSide, scale: CapturedScale) =>
  leastCommonMultiple(capturedCoins(buy.lot_step, buy, scale), capturedCoins(sell.lot_step, sell, scale))

function underLimit(levels: readonly Level[], limit: Decimal, scale: CapturedScale): readonly Level[] {
  const above = levels.findIndex(({ price }) => price * pow10(limit.decimals) > limit.mantissa * pow10(scale.price))
  return above === -1 ? levels : levels.slice(0, above)
}

/** Σ(p·q) of the best levels to a quantity that they hold. */
function notional(levels: readonly Level[], size: bigint): bigint {
  let rest = size
  let sum = 0n
  for (const level of levels) {
    if (rest === 0n) break
    const taken = smaller(rest, level.size)
    sum += taken * level.price
    rest -= taken
  }
  return sum
}

/** The limit of a purchase that reaches a price: a little above, on a step of the exchange's prices. */
function limitAbove(price: bigint, { tick, multiplier_digits }: CapturedSide, scale: CapturedScale): string {
  const limit = { mantissa: price * TOLERANCE.mantissa, decimals: scale.price + TOLERANCE.decimals }
  if (tick == null) return decimalText(limit)
  const step = parseExact(tick)
  const decimals = Math.max(limit.decimals, step.decimals + multiplier_digits)
  const unit = mantissaAt({ ...step, decimals: step.decimals + multiplier_digits }, decimals)
  const stepped = wholeLots(mantissaAt(limit, decimals), unit)
  const reached = mantissaAt({ mantissa: price, decimals: scale.price }, decimals)
  return decimalText({ mantissa: stepped < reached ? reached : stepped, decimals })
}

/**
 * The part of a quantity that the exchange takes as one order: its value counts as the greater of what its levels cost
 * and what all of it costs at the worst of them.
 */
function mostAtOnce(size: bigint, levels: readonly Level[], side: CapturedSide, scale: CapturedScale): bigint {
  const most = side.max_qty == null ? size : smaller(size, capturedCoins(side.max_qty, side, scale))
  if (side.max_notional == null) return most
  const bound = parseExact(side.max_notional)
  const value = (bound.mantissa * pow10(scale.price + scale.size)) / pow10(bound.decimals)
  let [held, spent] = [0n, 0n]
  for (const { price, size: there } of levels) {
    const part = smaller(there, most - held)
    const room = smaller(value / price - held, (value - spent) / price)
    if (room < part) return room > 0n ? held + room : held
    held += part
    spent += part * price
  }
  return most
}

/**
 * The rank of the level down to which the best levels hold a quantity; one past the last rank where all levels hold
 * less.
 */
function rankHolding(levels: readonly Level[], size: bigint): number {
  let held = 0n
  const rank = levels.findIndex((level) => {
    held += level.size
    return held >= size
  })
  return rank === -1 ? levels.length : rank
}

/** Whether the levels hold a quantity and the exchange takes it as one order. */
function isTaken(size: bigint, levels: readonly Level[], side: CapturedSide, scale: CapturedScale): boolean {
  if (rankHolding(levels, size) === levels.length) return false
  if (side.min_qty !== null && size < capturedCoins(side.min_qty, side, scale)) return false
  if (side.min_notional === null) return true
  const least = parseExact(side.min_notional)
  return notional(levels, size) * pow10(least.decimals) >= least.mantissa * pow10(scale.price + scale.size)
}
