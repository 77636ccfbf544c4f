import type { CarryEvidence } from '@makas/contract'
import {
  add,
  atHold,
  type CarryLines,
  type CarryResult,
  carryResult,
  compare,
  type Decimal,
  divide,
  exactText,
  multiply,
  netApyPercent,
  type Ratio,
  ratio,
  rowNumber,
  rowPrice,
  ZERO,
} from '@makas/domain'
import { exactValue, minus, notional } from '../../../shared/opportunity/exact.ts'

/** A line of the sum that leads to the net of a hold; `amount` is exact text with its sign. */
type CarryLine = {
  readonly kind: 'funding' | 'slippage-entry' | 'slippage-exit' | 'fees' | 'spot-fees' | 'perp-fees' | 'borrow' | 'net'
  readonly amount: string
  /** Percent of the tied-up capital; for orientation. */
  readonly percent: number
}

/** Figures of the offer when held for `days`. */
export type HeldCarry = {
  readonly days: number
  readonly lines: readonly CarryLine[]
  /** Percent a year; `apy` is compounded, and null where more than everything is lost. */
  readonly apr: number
  readonly apy: number | null
  /** Percent of the capital, for the whole hold. */
  readonly netReturn: number
  readonly net: number
  readonly daily: number
  readonly breakEvenDays: number | null
}

export const SHORTEST_HOLD = 1
export const LONGEST_HOLD = 365

/** The hold that the row was computed with, in whole days. */
export const holdOf = (evidence: CarryEvidence): number => Number(evidence.hold_days)

/**
 * The account of the offer held for `days`: funding and borrowing last as long as the hold, all else is paid once
 * (formulas.md § 2). Exact, by the domain's own code; each figure is rounded once, as the server rounds its rows.
 */
export function heldFor(evidence: CarryEvidence, days: number): HeldCarry {
  const lines = atHold(linesOf(evidence), holdOf(evidence), days)
  const result = carryResult(lines, days)
  const apy = netApyPercent(result.netReturn, days)
  return {
    days,
    lines: shownLines(evidence, lines, result),
    apr: percentOf(result.netApr),
    apy: apy === null ? null : asNumber(apy),
    netReturn: percentOf(result.netReturn),
    net: rowNumber(result.net),
    daily: rowNumber(result.daily),
    breakEvenDays: result.breakEvenDays === null ? null : rowNumber(result.breakEvenDays),
  }
}

function linesOf(evidence: CarryEvidence): CarryLines {
  return {
    funding: exactValue(evidence.funding),
    basisPnl: ZERO,
    fees: exactValue(evidence.fees),
    slippage: add(exactValue(evidence.slippage_entry), exactValue(evidence.slippage_exit)),
    borrow: exactValue(evidence.borrow),
    capital: exactValue(evidence.capital),
  }
}

function shownLines(evidence: CarryEvidence, lines: CarryLines, { net }: CarryResult): readonly CarryLine[] {
  const line = (kind: CarryLine['kind'], amount: Ratio): CarryLine => ({
    kind,
    amount: exactText(amount),
    percent: percentOf(divide(amount, lines.capital)),
  })
  const borrow = lines.borrow.n === 0n ? [] : [line('borrow', minus(lines.borrow))]
  return [
    line('funding', lines.funding),
    line('slippage-entry', minus(exactValue(evidence.slippage_entry))),
    line('slippage-exit', minus(exactValue(evidence.slippage_exit))),
    ...feeLines(evidence, lines, line),
    ...borrow,
    line('net', net),
  ]
}

/** Fees of spot and perpetual, two fills each, where they add up to the server's fees; else in one line. */
function feeLines(
  evidence: CarryEvidence,
  { fees }: CarryLines,
  line: (kind: CarryLine['kind'], amount: Ratio) => CarryLine,
): readonly CarryLine[] {
  const [spot, perp] = evidence.legs.map((leg) =>
    multiply(ratio(2n), multiply(notional(leg, evidence.size), exactValue(leg.fee))),
  )
  if (!spot || !perp || compare(add(spot, perp), fees) !== 0) return [line('fees', minus(fees))]
  return [line('spot-fees', minus(spot)), line('perp-fees', minus(perp))]
}

const percentOf = (fraction: Ratio): number => rowNumber(multiply(fraction, ratio(100n)))
const asNumber = ({ mantissa, decimals }: Decimal): number => rowNumber(ratio(mantissa, 10n ** BigInt(decimals)))

/** Funding payments as percent of the position's value per 8 hours, oldest first; for drawing. */
export function paymentsPer8Hours(evidence: CarryEvidence): readonly number[] {
  return evidence.rates.map((rate, at) =>
    percentOf(divide(multiply(exactValue(rate), ratio(8n)), exactValue(evidence.intervals[at] ?? evidence.interval_h))),
  )
}

/** Average price of a leg over the size, in quote currency per coin. */
export function averagePrice(evidence: CarryEvidence, leg: 0 | 1): number {
  return rowPrice(divide(notional(evidence.legs[leg], evidence.size), exactValue(evidence.size)))
}
