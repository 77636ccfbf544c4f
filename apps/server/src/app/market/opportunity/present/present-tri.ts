import { exactText, type Ratio, ratio, rowNumber, rowPrice } from '@makas/domain'
import type { TriOpportunity } from '../tri-opportunity.ts'
import { percent, presentLeg, type RowContext, refreshedFields, times } from './present-leg.ts'

const basisPoints = ({ n, d }: Ratio) => rowNumber(ratio(n * 10_000n, d))

/** The API row of a triangular opportunity, field by field as numbers.md names them. */
export function triRow(opportunity: TriOpportunity, state: RowContext) {
  const { id, exchange, assets, pairs, account, legs } = opportunity
  const [start] = assets
  const spent = rowNumber(account.spent)
  return {
    id,
    mode: 'tri' as const,
    source: state.source,
    state: state.state,
    exchange,
    base_asset: start,
    cycle: [...assets, start].join('→'),
    gross_roi: percent(account.grossTop),
    net_roi: percent({ n: account.net.n * account.spent.d, d: account.net.d * account.spent.n }),
    total_fees_bp: basisPoints(account.fees),
    total_slippage_bp: basisPoints(account.slippage),
    start_amount: rowNumber(account.startAmount),
    executable_amount: spent,
    net_pnl: rowNumber(account.net),
    size: spent,
    size_currency: start,
    leg1_pair: pairs[0],
    leg1_side: legs[0].side,
    leg1_price: rowPrice(account.legs[0].price),
    leg2_pair: pairs[1],
    leg2_side: legs[1].side,
    leg2_price: rowPrice(account.legs[1].price),
    leg3_pair: pairs[2],
    leg3_side: legs[2].side,
    leg3_price: rowPrice(account.legs[2].price),
    depth_limited: account.depthLimited,
    ...refreshedFields(state),
    ...times(opportunity),
  }
}

/** The evidence from which the row can be recomputed: exact texts only. */
export function triEvidence({ account, legs }: TriOpportunity) {
  return {
    legs: legs.map((leg, at) => {
      const { ordered, spent, received, dust } = account.legs[at] as TriOpportunity['account']['legs'][0]
      return {
        ...presentLeg(leg),
        ordered: exactText(ordered),
        spent: exactText(spent),
        received: exactText(received),
        dust: exactText(dust),
      }
    }),
    size: exactText(account.spent),
    start_amount: exactText(account.startAmount),
    net: exactText(account.net),
    order_limited: account.orderLimited,
  }
}
