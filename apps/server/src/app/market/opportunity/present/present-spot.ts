import { exactText, rowNumber, rowPrice, subtract } from '@makas/domain'
import type { SpotOpportunity } from '../spot-opportunity.ts'
import { percent, presentLeg, type RowContext, refreshedFields, times } from './present-leg.ts'

/** The API row of a spot opportunity, field by field as numbers.md names them. */
export function spotRow(opportunity: SpotOpportunity, state: RowContext) {
  const { id, base, quote, account, legs } = opportunity
  const netRoi = percent({ n: account.net.n * account.cost.d, d: account.net.d * account.cost.n })
  return {
    id,
    mode: 'spot' as const,
    source: state.source,
    state: state.state,
    symbol: `${base}/${quote}`,
    base,
    quote,
    buy_exchange: legs[0].leg.slot.exchange,
    sell_exchange: legs[1].leg.slot.exchange,
    buy_price: rowPrice(account.buyPrice),
    sell_price: rowPrice(account.sellPrice),
    spread: percent(account.gross),
    slippage: percent(subtract(account.gross, account.grossDepth)),
    fees: percent({ n: account.fees.n * account.cost.d, d: account.fees.d * account.cost.n }),
    net_profit: netRoi,
    net_roi: netRoi,
    net_pnl: rowNumber(account.net),
    volume: rowNumber(account.volume),
    size: rowNumber(account.size),
    size_currency: base,
    depth_limited: account.depthLimited,
    ...refreshedFields(state),
    ...times(opportunity),
  }
}

/** The evidence from which the row can be recomputed: exact texts only. */
export function spotEvidence({ account, legs }: SpotOpportunity) {
  return {
    legs: legs.map(presentLeg),
    size: exactText(account.size),
    gross: exactText(account.grossPart),
    slippage: exactText(account.slippagePart),
    fees: exactText(account.fees),
    net: exactText(account.net),
    order_limited: account.orderLimited,
    cost: exactText(account.cost),
  }
}
