import {
  affordSpot,
  type Decimal,
  detectSpot,
  type ExchangeId,
  type Leg,
  paysTierFee,
  rowNumber,
  type SpotAccount,
  ZERO,
} from '@makas/domain'
import type { MarketSource } from '../../../ports/market/market-source.ts'
import type { Wallet, Wallets } from '../../../ports/trading/wallets.ts'
import { spotOpportunity } from '../../detect/spot-detector.ts'
import type { MarketLeg } from '../../legs/market-leg.ts'
import { ages } from '../../opportunity/evaluation.ts'
import type { OutlookOf } from '../../opportunity/outlook.ts'
import { spotRow } from '../../opportunity/present/present-spot.ts'
import type { SpotRoute } from '../../route/spot-route.ts'
import type { MarketEngine } from '../market-engine.ts'

export type PersonalInputs = {
  readonly engine: MarketEngine
  readonly source: MarketSource
  readonly outlookOf: OutlookOf
  readonly spotCap: (quote: string) => Decimal | null
  /** Whether the user's keys belong to the shown market (live or demo). */
  readonly isKeysMarket: boolean
}

/** Part of a row that a user can afford, and what limits it; `size` is null where the balances are unknown. */
type Share = { readonly size: number | null; readonly net: number | null; readonly limitedBy: string }

const unknown = (limitedBy: string): Share => ({ size: null, net: null, limitedBy })

/**
 * The spot rows of one user (CALL-09): every route that pays now at the user's own fees, whether or not it is in the
 * public list, and how much of it the balances on both exchanges pay for.
 */
export function personalRows(inputs: PersonalInputs, wallets: Wallets, now: number) {
  const rows = inputs.engine.routes.flatMap((route) => {
    const row = personalRow(inputs, route, wallets, now)
    return row === null ? [] : [row]
  })
  return rows.sort((a, b) => b.net_roi - a.net_roi || (a.id < b.id ? -1 : 1))
}

function personalRow(inputs: PersonalInputs, route: SpotRoute, wallets: Wallets, now: number) {
  const { engine, source, outlookOf, spotCap, isKeysMarket } = inputs
  if (!(route.sell.bid > route.buy.ask) || !route.isLive(now) || route.isCrossed) return null
  const of = (exchange: ExchangeId) => (isKeysMarket ? wallets.get(exchange) : undefined)
  const [buyer, seller] = [of(route.buy.slot.exchange), of(route.sell.slot.exchange)]
  const buy = ownLeg(engine, route.buy, buyer)
  const sell = ownLeg(engine, route.sell, seller)
  if (buy === null || sell === null) return null
  const limits = { cap: spotCap(route.buy.identity.quote), confirmed: route.confirmed }
  const finding = detectSpot(buy.leg, sell.leg, limits)
  if (finding.kind === 'none') return null
  const opportunity = spotOpportunity(route, buy.leg, sell.leg, finding.account, now)
  const aged = ages(route.legs, now)
  const openSince = route.episode?.openedAt ?? opportunity.detectedAt
  const outlook = outlookOf({ id: route.id, mode: 'spot', openSince }, aged, now)
  const share = isKeysMarket
    ? shareOf(route, buy.leg, sell.leg, finding.account, buyer, seller)
    : unknown('other-market')
  return {
    ...spotRow(opportunity, { source, state: 'LIVE', time: now, ages: aged, outlook }),
    affordable_size: share.size,
    limited_by: share.limitedBy,
    net_pnl_affordable: share.net,
    fees_basis: buy.isOwnFee && sell.isOwnFee ? 'own' : buy.isOwnFee || sell.isOwnFee ? 'mixed' : 'public',
  }
}

/**
 * The leg at the user's own fee, where the exchange states one and it applies to the pair (product-decisions.md 25).
 */
function ownLeg(engine: MarketEngine, { slot, identity, terms }: MarketLeg, wallet: Wallet | undefined) {
  if (terms === null) return null
  const { exchange, market, symbol } = slot
  const special = engine.instrument(exchange, market, symbol)?.specialFee !== false
  const fee = wallet?.fee ?? null
  const isOwnFee = fee !== null && paysTierFee({ exchange, market, special, ...identity })
  const leg: Leg = { slot, terms: isOwnFee ? { ...terms, fee } : terms }
  return { leg, isOwnFee }
}

function shareOf(
  { buy: { identity } }: SpotRoute,
  buy: Leg,
  sell: Leg,
  best: SpotAccount,
  buyer: Wallet | undefined,
  seller: Wallet | undefined,
): Share {
  if (buyer === undefined) return unknown('buy-not-connected')
  if (seller === undefined) return unknown('sell-not-connected')
  if (buyer.free === null) return unknown('buy-unknown')
  if (seller.free === null) return unknown('sell-unknown')
  const balances = {
    quote: buyer.free.get(identity.quote) ?? ZERO,
    coins: seller.free.get(identity.base) ?? ZERO,
  }
  const { limit, account } = affordSpot(buy, sell, best, balances)
  return account === null
    ? { size: 0, net: 0, limitedBy: limit }
    : { size: rowNumber(account.size), net: rowNumber(account.net), limitedBy: limit }
}
