import { type Decimal, pow10 } from '../../money/decimal.ts'
import type { Ratio } from '../../money/ratio.ts'
import { coins, commonScale, type Leg, leastCommonMultiple } from '../leg.ts'
import { Levels } from '../levels.ts'
import { accepted } from '../pair-walk.ts'
import { type SpotAccount, spotAccount } from './spot-account.ts'

/**
 * Balances that a route may spend: quote currency where it buys, coins where it sells. Below zero counts as nothing.
 */
export type SpotBalances = { readonly quote: Ratio; readonly coins: Ratio }

/** What bounds the size first: a balance, or `market`: the balances suffice for all that the books carry. */
type BalanceLimit = 'market' | 'buy-balance' | 'sell-balance'

/**
 * The part that the balances pay for; `account` is null where they pay for less than the smallest order that both
 * exchanges accept.
 */
export type AffordablePart = { readonly limit: BalanceLimit; readonly account: SpotAccount | null }

/**
 * The largest part of an opportunity that is paid for in advance on both sides, since no coin travels (formulas.md §
 * 1). The buying exchange's quote currency pays for the purchase and its fee, the selling exchange's coins for the
 * sale, in whole lots of both. Every unit of `best` pays, so the largest part is the best part.
 */
export function affordSpot(buy: Leg, sell: Leg, best: SpotAccount, balances: SpotBalances): AffordablePart {
  const scale = commonScale([buy, sell])
  const asks = new Levels(buy.slot.book.asks, buy, scale)
  const bids = new Levels(sell.slot.book.bids, sell, scale)
  const lot = leastCommonMultiple(coins(buy.terms.lotStep, buy, scale), coins(sell.terms.lotStep, sell, scale))
  const most = (best.size.n * pow10(scale.size)) / best.size.d
  const payable = payableSize(asks, budget(balances.quote, buy.terms.fee, scale.price + scale.size), most)
  const held = (balances.coins.n * pow10(scale.size)) / balances.coins.d
  const [bought, sold] = [payable, held].map((size) => (size > most ? most : size < 0n ? 0n : (size / lot) * lot)) as [
    bigint,
    bigint,
  ]
  if (bought === most && sold === most) return { limit: 'market', account: best }
  const limit = bought <= sold ? 'buy-balance' : 'sell-balance'
  const size = bought <= sold ? bought : sold
  const taken = size === 0n ? null : accepted({ leg: buy, levels: asks }, { leg: sell, levels: bids }, size, scale)
  if (taken === null) return { limit, account: null }
  const limited = { depthLimited: false, orderLimited: false }
  const walk = { buy, sell, scale, size, ask0: asks.price(0), bid0: bids.price(0), ...limited }
  return { limit, account: spotAccount({ ...walk, bought: taken.first, sold: taken.second }) }
}

/** The notional that an amount pays for together with its fee, in whole units, rounded down. */
function budget({ n, d }: Ratio, fee: Decimal, decimals: number): bigint {
  const one = pow10(fee.decimals)
  return (n * pow10(decimals) * one) / (d * (one + fee.mantissa))
}

/** The size that a notional buys, in whole units, at most `most`. */
function payableSize(asks: Levels, notional: bigint, most: bigint): bigint {
  let size = 0n
  let rest = notional
  for (let rank = 0; rank < asks.count && size < most && rest > 0n; rank++) {
    const price = asks.price(rank)
    const level = asks.size(rank)
    if (level * price > rest) return size + rest / price
    size += level
    rest -= level * price
  }
  return size
}
