import {
  decimalText,
  divide,
  exactText,
  type Liquidation,
  liquidation,
  liquidationDistance,
  netApyPercent,
  ofDecimal,
  pow10,
  type Ratio,
  ratio,
  rowNumber,
  rowPrice,
} from '@makas/domain'
import type { Mark } from '../../legs/perp-facts.ts'
import type { CarryOpportunity } from '../carry-opportunity.ts'
import { iso, percent, presentLeg, type RowContext, refreshedFields, times } from './present-leg.ts'

/** A rate per hour (fraction) as percent per 8 hours. */
const percentPer8Hours = ({ n, d }: Ratio) => rowNumber(ratio(n * 800n, d))

/** The API row of a carry opportunity, field by field as numbers.md names them. */
export function carryRow(opportunity: CarryOpportunity, state: RowContext) {
  const { id, base, quote, account, funding, facts, intervalHours } = opportunity
  const ofSpot = (part: Ratio) => percent(divide(part, account.spotNotional))
  const apy = netApyPercent(account.netReturn, account.holdDays)
  const { nextFundingAt } = facts.funding
  const liquidated = liquidationOf(opportunity)
  return {
    id,
    mode: 'carry' as const,
    source: state.source,
    state: state.state,
    exchange: opportunity.legs[0].leg.slot.exchange,
    symbol: `${base}/${quote}`,
    base,
    quote,
    side: account.side,
    leverage: account.leverage,
    hold_days: account.holdDays,
    funding_rate: percentPer8Hours(account.meanPerHour),
    last_funding_rate: percentPer8Hours(divide(ofDecimal(funding.lastRate), ratio(BigInt(funding.lastInterval)))),
    funding_interval_h: intervalHours,
    next_funding_at: nextFundingAt === null ? null : iso(nextFundingAt),
    basis: percent(account.basis),
    spot_fees: ofSpot(account.spotFees),
    perp_fees: ofSpot(account.perpFees),
    total_slippage: ofSpot(account.slippage),
    net_apr: percent(account.netApr),
    net_apy: apy === null ? Number.NaN : rowNumber(ofDecimal(apy)),
    daily_pnl: rowNumber(account.daily),
    net_pnl: rowNumber(account.net),
    margin_required: rowNumber(account.margin),
    break_even_days: account.breakEvenDays === null ? null : rowNumber(account.breakEvenDays),
    liquidation_price: liquidated?.kind === 'at' ? rowPrice(liquidated.price) : null,
    liquidation_unknown:
      liquidated === null ? ('no-tiers' as const) : liquidated.kind === 'never' ? ('never' as const) : null,
    size: rowNumber(account.size),
    size_currency: base,
    depth_limited: account.depthLimited,
    ...markFields(opportunity, liquidated, state),
    ...refreshedFields(state),
    ...times(opportunity),
  }
}

/**
 * The fields that change while the offer stays: a changed mark alone is no `changed` finding, but the row has it
 * (formulas.md § 2).
 */
export function refreshedCarryFields(opportunity: CarryOpportunity, state: RowContext) {
  return { ...markFields(opportunity, liquidationOf(opportunity), state), ...refreshedFields(state) }
}

function markFields(opportunity: CarryOpportunity, liquidated: Liquidation | null, { state, time }: RowContext) {
  const mark: Mark = (state === 'LIVE' ? opportunity.facts.mark : null) ?? opportunity.mark
  const price = markPerCoin(opportunity, mark)
  return {
    mark_price: rowPrice(price),
    mark_age_ms: Math.max(0, Math.round(time - mark.time)),
    liquidation_distance:
      liquidated?.kind === 'at' ? percent(liquidationDistance(sideOf(opportunity), liquidated.price, price)) : null,
  }
}

const sideOf = ({ account }: CarryOpportunity) =>
  account.side === 'long-spot' ? ('short' as const) : ('long' as const)

const markPerCoin = ({ legs }: CarryOpportunity, { price }: Mark): Ratio =>
  ratio(price.mantissa, pow10(price.decimals + legs[1].leg.terms.multiplierDigits))

const prices = new WeakMap<CarryOpportunity, Liquidation | null>()

/** The liquidation price of the perpetual by the tiers and the mark of the evaluation; null without tiers. */
function liquidationOf(opportunity: CarryOpportunity): Liquidation | null {
  const known = prices.get(opportunity)
  if (known !== undefined) return known
  const { account, tiers, legs } = opportunity
  const position = {
    side: sideOf(opportunity),
    entry: account.perpPrice,
    size: account.size,
    leverage: account.leverage,
  }
  // OKX counts the closing fee into what a position must keep (formulas.md § 3).
  const feeRate = legs[1].leg.slot.exchange === 'okx' ? legs[1].leg.terms.fee : null
  const found = tiers === null ? null : liquidation(position, tiers, feeRate)
  prices.set(opportunity, found)
  return found
}

/** The evidence from which the row can be recomputed: exact texts only. */
export function carryEvidence(opportunity: CarryOpportunity) {
  const { account, funding, intervalHours, legs, tiers } = opportunity
  return {
    legs: legs.map((leg) => presentLeg(leg)),
    size: exactText(account.size),
    qty: exactText(account.size),
    s0: exactText(account.s0),
    p0: exactText(account.p0),
    mark: exactText(account.mark),
    rates: funding.rates.map(decimalText),
    intervals: funding.intervals.map(String),
    last_rate: decimalText(funding.lastRate),
    interval_h: String(intervalHours),
    hold_days: String(account.holdDays),
    leverage: String(account.leverage),
    borrow_rate: exactText(account.borrowYearly),
    funding: exactText(account.funding),
    slippage_entry: exactText(account.slippageEntry),
    slippage_exit: exactText(account.slippageExit),
    fees: exactText(account.fees),
    borrow: exactText(account.borrow),
    net: exactText(account.net),
    order_limited: account.orderLimited,
    capital: exactText(account.capital),
    tiers: tiers === null ? null : tiers.map(({ floor, mmr, cum }) => [floor, mmr, cum].map(decimalText)),
  }
}
