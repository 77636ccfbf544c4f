import { type Decimal, mantissaAt, pow10 } from '../money/decimal.ts'
import { coins, commonScale, type Leg, Levels, leastCommonMultiple, type Scale, take } from './leg.ts'
import { type SpotAccount, spotAccount } from './spot-account.ts'

/** Why a pair of books is no opportunity now; counted for `/api/market-stats`. */
export type SpotRejection = 'no-gap' | 'fees' | 'slippage' | 'size' | 'quarantine'

export type SpotFinding =
  | { readonly kind: 'none'; readonly why: SpotRejection }
  | { readonly kind: 'opportunity'; readonly account: SpotAccount }

/** What the caller decides about a walk. */
export type SpotLimits = {
  /** Bounds Σ(p·q) of the buy leg before fees, in the quote currency; null for none (formulas.md § 1). */
  readonly cap: Decimal | null
  /** Gaps above 5 % have been confirmed by fresh snapshots (formulas.md § 6). */
  readonly confirmed: boolean
}

/** A gap above this is not believed before it is confirmed; exactly this is (formulas.md § 6). */
const QUARANTINE_PERCENT = 5n

/**
 * Finds what buying on one book and selling on another pays, exactly (formulas.md § 1): both books are advanced level
 * by level while the next unit pays after both fees, the size is rounded down to both lots, and the result is
 * accounted for. Both books must be proven and not crossed: that is the caller's duty.
 */
export function detectSpot(buy: Leg, sell: Leg, limits: SpotLimits): SpotFinding {
  const scale = commonScale([buy, sell])
  const asks = new Levels(buy.slot.book.asks, buy, scale)
  const bids = new Levels(sell.slot.book.bids, sell, scale)
  if (asks.count === 0 || bids.count === 0) return none('no-gap')

  const ask0 = asks.price(0)
  const bid0 = bids.price(0)
  if (bid0 <= ask0) return none('no-gap')
  if (!limits.confirmed && (bid0 - ask0) * 100n > ask0 * QUARANTINE_PERCENT) return none('quarantine')

  const pays = paysAfterFees(buy.terms.fee, sell.terms.fee)
  if (!pays(bid0, ask0)) return none('fees')

  const walk = advance(asks, bids, pays, limits.cap === null ? null : wholeUnits(limits.cap, scale.price + scale.size))
  const lot = leastCommonMultiple(coins(buy.terms.lotStep, buy, scale), coins(sell.terms.lotStep, sell, scale))
  const size = (walk.size / lot) * lot
  if (size === 0n) return none(tooSmall(lot, asks, bids))
  const bought = take(asks, size)
  const sold = take(bids, size)
  const least = leastSize(buy, sell, lot, ask0, scale)
  if (size < least.quantity || !reaches(bought.notional, buy, scale) || !reaches(sold.notional, sell, scale)) {
    return none(tooSmall(least.order, asks, bids))
  }
  return {
    kind: 'opportunity',
    account: spotAccount({ buy, sell, scale, size, ask0, bid0, bought, sold, depthLimited: walk.depthLimited }),
  }
}

const none = (why: SpotRejection): SpotFinding => ({ kind: 'none', why })

type Pays = (bid: bigint, ask: bigint) => boolean

/** `bid·(1 − fB) > ask·(1 + fA)` in whole numbers. */
function paysAfterFees(buyFee: Decimal, sellFee: Decimal): Pays {
  const decimals = Math.max(buyFee.decimals, sellFee.decimals)
  const one = pow10(decimals)
  const kept = one - mantissaAt(sellFee, decimals)
  const paid = one + mantissaAt(buyFee, decimals)
  return (bid, ask) => bid * kept > ask * paid
}

type Walk = { readonly size: bigint; readonly depthLimited: boolean }

/** Advances both books while the next unit pays and the cap allows. */
function advance(asks: Levels, bids: Levels, pays: Pays, cap: bigint | null): Walk {
  let a = 0
  let b = 0
  let ask = asks.price(0)
  let bid = bids.price(0)
  let askRest = asks.size(0)
  let bidRest = bids.size(0)
  let size = 0n
  let spent = 0n
  while (pays(bid, ask)) {
    const part = askRest < bidRest ? askRest : bidRest
    if (cap !== null && spent + part * ask > cap) return { size: size + (cap - spent) / ask, depthLimited: false }
    size += part
    spent += part * ask
    askRest -= part
    bidRest -= part
    const asksUsed = askRest === 0n && ++a === asks.count
    const bidsUsed = bidRest === 0n && ++b === bids.count
    if (askRest === 0n && !asksUsed) {
      ask = asks.price(a)
      askRest = asks.size(a)
    }
    if (bidRest === 0n && !bidsUsed) {
      bid = bids.price(b)
      bidRest = bids.size(b)
    }
    // One side is used up: whether the true maximum is larger is unknown if the other's next unit would still pay.
    if (asksUsed || bidsUsed) return { size, depthLimited: spent !== cap && pays(bid, ask) }
  }
  return { size, depthLimited: false }
}

/** A bound in whole units of a scale, rounded down. */
function wholeUnits(bound: Decimal, decimals: number): bigint {
  return bound.decimals <= decimals ? mantissaAt(bound, decimals) : bound.mantissa / pow10(bound.decimals - decimals)
}

/** A leg's own Σ(p·q) against its minimum notional; none stated, none required. */
function reaches(notional: bigint, leg: Leg, scale: Scale): boolean {
  const minimum = leg.terms.minNotional
  if (minimum === null) return true
  const decimals = scale.price + scale.size
  return minimum.decimals <= decimals
    ? notional >= mantissaAt(minimum, decimals)
    : notional * pow10(minimum.decimals - decimals) >= minimum.mantissa
}

/** The least quantity that both exchanges accept, and about what order would also meet both minimum notionals. */
function leastSize(buy: Leg, sell: Leg, lot: bigint, ask0: bigint, scale: Scale) {
  let quantity = lot
  let order = lot
  for (const leg of [buy, sell]) {
    const { minQty, minNotional } = leg.terms
    if (minQty !== null) {
      const least = coins(minQty, leg, scale)
      if (least > quantity) quantity = least
    }
    if (minNotional !== null) {
      const units = (minNotional.mantissa * pow10(scale.price + scale.size)) / (ask0 * pow10(minNotional.decimals)) + 1n
      if (units > order) order = units
    }
  }
  return { quantity, order: quantity > order ? quantity : order }
}

/**
 * The paying part is below the smallest order. Where both books hold such an order, its price would eat the gap:
 * slippage. Where they do not, there is too little to trade: size.
 */
function tooSmall(order: bigint, asks: Levels, bids: Levels): SpotRejection {
  return holds(asks, order) && holds(bids, order) ? 'slippage' : 'size'
}

function holds(levels: Levels, quantity: bigint): boolean {
  let rest = quantity
  for (let rank = 0; rank < levels.count && rest > 0n; rank++) rest -= levels.size(rank)
  return rest <= 0n
}
