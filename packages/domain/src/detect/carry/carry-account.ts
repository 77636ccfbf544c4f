import { divide, multiply, type Ratio, ratio, subtract, ZERO } from '../../money/ratio.ts'
import { leastCommonMultiple } from '../leg.ts'

/** `long-spot`: spot bought, perpetual sold. `reverse`: spot borrowed and sold, perpetual bought. */
export type CarrySide = 'long-spot' | 'reverse'
export type Leverage = 1 | 2

/** Income, costs and capital of a carry trade over its hold, in the quote currency. */
export type CarryLines = {
  /** Received; negative where it is paid. */
  readonly funding: Ratio
  /** Gained by the two prices closing in on each other; 0 in a forecast (formulas.md § 2). */
  readonly basisPnl: Ratio
  /** Of all four fills. */
  readonly fees: Ratio
  readonly slippage: Ratio
  readonly borrow: Ratio
  /** Spot notional and initial margin. */
  readonly capital: Ratio
}

/** Results of the lines. Fractions, not percent. */
export type CarryResult = {
  /** funding + basisPnl − fees − slippage − borrow, exactly. */
  readonly net: Ratio
  readonly netReturn: Ratio
  readonly netApr: Ratio
  /** net / days. */
  readonly daily: Ratio
  /** Days until funding has paid fees and slippage; null where borrowing costs as much as funding brings. */
  readonly breakEvenDays: Ratio | null
}

/** A carry opportunity accounted for exactly; money in the quote currency, sizes in coins, prices per coin. */
export type CarryAccount = CarryLines &
  CarryResult & {
    readonly side: CarrySide
    readonly leverage: Leverage
    readonly holdDays: number
    readonly size: Ratio
    /** The entry's best prices S0 and P0, of the sides that the trade takes. */
    readonly s0: Ratio
    readonly p0: Ratio
    /** Average fill prices at entry. */
    readonly spotPrice: Ratio
    readonly perpPrice: Ratio
    readonly mark: Ratio
    /** The mean funding rate of the forecast, a fraction of a position's value per hour. */
    readonly meanPerHour: Ratio
    /** Borrowing rate a year, a fraction; 0 where the spot is bought outright. */
    readonly borrowYearly: Ratio
    /** (P0 − S0)/S0: shown, not counted. */
    readonly basis: Ratio
    /** fees = spotFees + perpFees, slippage = slippageEntry + slippageExit. */
    readonly spotFees: Ratio
    readonly perpFees: Ratio
    readonly slippageEntry: Ratio
    readonly slippageExit: Ratio
    /** capital = spotNotional + margin. */
    readonly spotNotional: Ratio
    readonly perpNotional: Ratio
    readonly margin: Ratio
    readonly depthLimited: boolean
    readonly orderLimited: boolean
    /** Levels of which the size takes a part. */
    readonly spotLevels: number
    readonly perpLevels: number
  }

const YEAR_DAYS = 365n

/** Does the sums of a hold of `days`. Throws a RangeError for a hold that is no positive number of whole days. */
export function carryResult(lines: CarryLines, days: number): CarryResult {
  const hold = wholeDays(days)
  const spent = total([lines.fees, lines.slippage])
  const costs = total([spent, lines.borrow])
  const net = total([lines.funding, lines.basisPnl, subtract(ZERO, costs)])
  const netReturn = divide(net, lines.capital)
  const earned = total([lines.funding, subtract(ZERO, lines.borrow)])
  return {
    net,
    netReturn,
    netApr: multiply(netReturn, ratio(YEAR_DAYS, hold)),
    daily: divide(net, ratio(hold)),
    breakEvenDays: earned.n > 0n ? divide(multiply(spent, ratio(hold)), earned) : null,
  }
}

/** A sum on the least common denominator: lines of one account share most of theirs, and products would grow long. */
export function total(parts: readonly Ratio[]): Ratio {
  const unit = parts.map(({ d }) => d).reduce(leastCommonMultiple)
  return ratio(
    parts.reduce((sum, { n, d }) => sum + n * (unit / d), 0n),
    unit,
  )
}

/** The lines of a trade for another hold: funding and borrowing scale with its days, the rest is paid once. */
export function atHold(lines: CarryLines, from: number, to: number): CarryLines {
  const share = ratio(wholeDays(to), wholeDays(from))
  return { ...lines, funding: multiply(lines.funding, share), borrow: multiply(lines.borrow, share) }
}

/** The account with another leverage: margin and capital change; size, prices and costs do not. */
export function atLeverage(account: CarryAccount, leverage: Leverage): CarryAccount {
  const margin = divide(account.perpNotional, ratio(BigInt(leverage)))
  const lines = { ...account, leverage, margin, capital: total([account.spotNotional, margin]) }
  return { ...lines, ...carryResult(lines, account.holdDays) }
}

/** Cost of borrowing spot of a value over a hold: rate · value · days/365. */
export function borrowCost(yearly: Ratio, notional: Ratio, days: number): Ratio {
  return multiply(multiply(yearly, notional), ratio(wholeDays(days), YEAR_DAYS))
}

/** A hold as a whole number. Throws a RangeError for a hold that is no positive whole number. */
export function wholeDays(days: number): bigint {
  if (!Number.isSafeInteger(days) || days <= 0) throw new RangeError('a hold is a positive number of whole days')
  return BigInt(days)
}
