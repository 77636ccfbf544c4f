import {
  add,
  compare,
  divide,
  EXCHANGE_FACTS,
  type ExchangeId,
  exactText,
  multiply,
  paysFeeInQuote,
  planTrade,
  type Ratio,
  ratioOfText,
  type TradeLeg,
  type TradePlan,
  withFee,
  ZERO,
} from '@makas/domain'
import { inCoins } from '../portfolio/coins.ts'
import type { KeyBalances } from '../ports/trading/key-vault.ts'
import type { Trade, TradeMarket, TradeOffer } from '../ports/trading/trades.ts'
import type { LegKey, LegKeys, PreparationRefusal, TradeConnections, Unusable } from './trade-connections.ts'

/** The fields of a trade that are known before it is stored. */
export type PlannedTrade = Pick<
  Trade,
  'opportunityId' | 'mode' | 'source' | 'world' | 'name' | 'amount' | 'plan' | 'keys' | 'held'
>

export type OrderPlan =
  | { readonly kind: 'planned'; readonly trade: PlannedTrade }
  | Exclude<LegKeys, { kind: 'found' }>
  /**
   * `closed`: no such row now; `too-small`: below an exchange's least order; `away`: the engine does not answer; the
   * other kinds: rows whose legs are not traded.
   */
  | { readonly kind: 'closed' | 'too-small' | 'away' | 'kraken-carry' | 'reverse' | 'replay' }
  | ShortBalance
  | FuturesUnread
  | PreparationRefusal

/** The wallet that would pay for the perpetual was not read, since its exchange refuses the key, for example. */
type FuturesUnread = { readonly kind: 'futures-unread'; readonly connection: string }

/** An account that cannot pay for its leg; the amounts are exact decimal texts. */
export type ShortBalance = {
  readonly kind: 'balance'
  readonly connection: string
  readonly asset: string
  readonly needed: string
  readonly free: string
}

/** The trade that a user asks for. */
type TradeRequest = {
  readonly opportunityId: string
  /** Largest amount put in, in the plan's asset, exact decimal text. */
  readonly amount: string
  /** A preview: nothing is ordered. */
  readonly isLook: boolean
}

type Parts = { readonly market: TradeMarket; readonly connections: TradeConnections }

/**
 * The orders for an amount as of now, and the connections that pay. The books are read last, since they age fastest.
 */
export async function planOrder(parts: Parts, userId: string, given: TradeRequest): Promise<OrderPlan> {
  const first = await parts.market.offer(given.opportunityId)
  if (first === null) return { kind: 'away' }
  if (first === 'closed') return { kind: 'closed' }
  const refused = untraded(first)
  if (refused !== null) return { kind: refused }
  const found = await parts.connections.for(userId, first.legs, given.isLook)
  if (found.kind !== 'found') return found
  const keyOf = (exchange: ExchangeId) => found.keys.get(exchange) as LegKey
  const before = planOf(first, given)
  // No order goes out before its account was made ready.
  if (before === null && !given.isLook) return { kind: 'too-small' }
  const early =
    before === null
      ? null
      : (unpaidOf(before, first, keyOf) ?? (await orderRefusal(parts.connections, before, first, given, keyOf)))
  if (early !== null) return early
  const held = given.isLook ? null : await heldBefore(parts.connections, first, keyOf)
  if (held !== null && 'kind' in held) return held
  const offer = await parts.market.offer(given.opportunityId)
  if (offer === null) return { kind: 'away' }
  if (offer === 'closed') return { kind: 'closed' }
  const plan = planOf(offer, given)
  if (plan === null) return { kind: 'too-small' }
  const unpaid = unpaidOf(plan, offer, keyOf)
  if (unpaid !== null) return unpaid
  const { mode } = offer
  const used = plan.legs.map(({ exchange }) => keyOf(exchange).key)
  return {
    kind: 'planned',
    trade: {
      opportunityId: given.opportunityId,
      mode,
      source: offer.source,
      world: used.every(({ isDemo }) => isDemo) ? 'demo' : 'testnet',
      name: offer.name,
      amount: given.amount,
      plan,
      keys: used.map(({ recordId, name }) => ({ recordId, name })),
      held,
    },
  }
}

const planOf = ({ legs, most, mode }: TradeOffer, { amount }: TradeRequest): TradePlan | null =>
  planTrade({ kind: mode === 'tri' ? 'cycle' : 'pair', legs, most, amount })

/** What the account of each leg holds of the leg before the first order; else why an account cannot be read. */
async function heldBefore(
  connections: TradeConnections,
  { legs }: TradeOffer,
  keyOf: (exchange: ExchangeId) => LegKey,
): Promise<readonly string[] | Unusable> {
  const read = await Promise.all(
    legs.map(({ exchange, market, symbol, quote }) =>
      connections.holding(keyOf(exchange).key, { market, symbol, quote }),
    ),
  )
  const unusable = read.find((one) => typeof one !== 'string')
  return unusable ?? read.filter((one) => typeof one === 'string')
}

/**
 * What keeps an account from the first order of its leg; asked before anything is ordered, since a leg without the
 * other leg is given back at a loss. The perpetual comes last, because its settings are changed. A preview leaves spot
 * out: each change of the amount is a preview, and exchanges count our requests.
 */
async function orderRefusal(
  connections: TradeConnections,
  { legs }: TradePlan,
  { leverage }: TradeOffer,
  { isLook }: TradeRequest,
  keyOf: (exchange: ExchangeId) => LegKey,
): Promise<PreparationRefusal | null> {
  for (const wanted of isLook ? (['perp'] as const) : (['spot', 'perp'] as const)) {
    const prepared = await Promise.all(
      legs
        .filter(({ market }) => market === wanted)
        .map(({ exchange, market, symbol, side, quantity, max_open_orders: maxOpenOrders = null }) => {
          const order = { market, symbol, side, quantity, maxOpenOrders, leverage: market === 'perp' ? leverage : 1 }
          return connections.prepare(keyOf(exchange).key, order, isLook)
        }),
    )
    const refusal = prepared.find((one) => one !== null)
    if (refusal !== undefined) return refusal
  }
  return null
}

/** Why a row's legs are not traded: Kraken keys are spot keys, and nothing is borrowed (product-decisions.md 9, 24). */
function untraded({ mode, legs, source }: TradeOffer): 'kraken-carry' | 'reverse' | 'replay' | null {
  // Recorded books say nothing of the present books.
  if (source === 'replay') return 'replay'
  if (mode !== 'carry') return null
  if (legs.some(({ exchange }) => !EXCHANGE_FACTS[exchange].hasOneKey)) return 'kraken-carry'
  return legs.some(({ market, side }) => market === 'spot' && side === 'sell') ? 'reverse' : null
}

/** The wallet that pays for a leg; null where it was not read. */
function walletOf({ exchange, market }: TradeLeg, { trading, futures }: KeyBalances): KeyBalances['futures'] {
  if (market === 'spot') return trading
  return futures ?? (EXCHANGE_FACTS[exchange].hasFuturesWallet ? null : trading)
}

/**
 * The account that cannot pay for its legs, or whose wallet is unread; null where all can pay. In a cycle only the first
 * leg is paid from the balance. A unified account pays the spot leg of a carry position and the margin of its perpetual
 * from one wallet.
 */
function unpaidOf(
  { kind, legs }: TradePlan,
  offer: TradeOffer,
  keyOf: (exchange: ExchangeId) => LegKey,
): ShortBalance | FuturesUnread | null {
  const taken: { readonly wallet: KeyBalances['trading']; readonly asset: string; readonly amount: Ratio }[] = []
  for (const leg of kind === 'cycle' ? legs.slice(0, 1) : legs) {
    const { key, balances } = keyOf(leg.exchange)
    const wallet = walletOf(leg, balances)
    if (wallet === null) return { kind: 'futures-unread', connection: key.name }
    const { asset, amount: own } = needed(leg, offer.leverage)
    const amount = taken
      .filter((one) => one.wallet === wallet && one.asset === asset)
      .reduce((sum, one) => add(sum, one.amount), own)
    const free = freeOf(leg.exchange, wallet, asset)
    if (compare(free, amount) < 0)
      return { kind: 'balance', connection: key.name, asset, needed: exactText(amount), free: exactText(free) }
    taken.push({ wallet, asset, amount: own })
  }
  return null
}

/**
 * The free balance that a leg needs at its limit price: the sold coin, the cost with its fee, or the margin of a
 * perpetual.
 */
function needed(leg: TradeLeg, leverage: number): { readonly asset: string; readonly amount: Ratio } {
  const units = ratioOfText(leg.quantity)
  const coins = multiply(units, ratioOfText(leg.multiplier))
  if (leg.market === 'spot' && leg.side === 'sell') return { asset: leg.base, amount: coins }
  const value = multiply(units, ratioOfText(leg.limit))
  if (leg.market === 'perp') return { asset: leg.quote, amount: divide(value, { n: BigInt(leverage), d: 1n }) }
  return {
    asset: leg.quote,
    amount: paysFeeInQuote(leg) ? multiply(value, withFee(leg.fee)) : value,
  }
}

function freeOf(exchange: ExchangeId, wallet: KeyBalances['trading'], asset: string): Ratio {
  return wallet.reduce((sum, held) => {
    const coins = inCoins(exchange, held)
    return coins?.asset === asset ? add(sum, coins.free) : sum
  }, ZERO)
}
