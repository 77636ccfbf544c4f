import { type Decimal, decimalText } from '@makas/domain'
import type { HeldLeg, OrderObstacle, WantedOrder } from '../../../../app/ports/trading/key-vault.ts'
import type { ExchangeOrder, ListedOrder, OrderFill, OrderRefusal } from '../../../../app/ports/trading/order-vault.ts'
import { type Ask, CallRefusal, unreachable } from '../account-api.ts'
import { amountOf, at } from '../fields.ts'
import { sum } from '../held.ts'
import type { Reply } from '../send.ts'
import type { Call } from '../signer.ts'

/** State of an order that an exchange has. `resting`: the order is not wholly decided or reported yet. */
export type TakenOrder =
  | { readonly kind: 'done'; readonly fill: OrderFill }
  | { readonly kind: 'refused'; readonly why: OrderRefusal }
  | { readonly kind: 'resting'; readonly orderId: string }

/** Result of looking an order up. */
type OrderReport = TakenOrder | { readonly kind: 'not-found' }

/** Calls about orders with one key. */
export type OrderCalls = {
  /** Makes a call. @throws CallRefusal where the exchange refuses it or does not answer */
  readonly ask: Ask
  /** Makes a call about an order; null where the exchange does not know the order. @throws CallRefusal */
  readonly askAbout: (call: Call) => Promise<unknown>
}

/** An entry of a list, with its time, epoch ms. */
export type ListedOrderAt = ListedOrder & { readonly time: number }
type ListedFill = { readonly orderId: string; readonly time: number }

export type ListedLeg = Pick<HeldLeg, 'market' | 'symbol'>

/** A list of an exchange, newest entries first or last; `most`: as many as it lists at a time. */
export type Page<T> = { readonly entries: readonly T[]; readonly most: number }

/** The orders of an exchange. Codes and fields: docs/exchanges, Private REST. */
export type OrderApi = {
  /** Makes the call that sends an order; some exchanges need a call about the instrument first. @throws CallRefusal */
  readonly placing: (order: ExchangeOrder, ask: Ask) => Promise<Call>
  /** The reason of a refused order, by the exchange's code; null: the answer is no refusal. */
  readonly refusal: (reply: Reply) => OrderRefusal | null
  /** Whether an answer reports a duplicate client id. */
  readonly isDuplicate: (reply: Reply) => boolean
  /** Whether an answer reports an unknown order, also to a cancellation. */
  readonly isUnknown: (reply: Reply) => boolean
  /** The order's state in the answer that takes it. @throws CallRefusal */
  readonly readPlaced: (said: unknown, order: ExchangeOrder) => TakenOrder
  /** Most open orders of an account on one instrument; null where the exchange's list states it. */
  readonly maxOpenOrders: number | null
  /** The number of open orders that count for the limit of an instrument; counting may stop at `most`. */
  readonly countOpen: (on: Pick<WantedOrder, 'market' | 'symbol'>, ask: Ask, most: number) => Promise<number>
  /** Positions in one perpetual, in units of its book, negative for short. An account may keep long and short apart. */
  readonly positions: (symbol: string, ask: Ask) => Promise<readonly Decimal[]>
  /**
   * Reads the settings of an account's next position and, unless `isLook`, sets them as wanted; null where nothing
   * keeps the account from the position. `reply`: the raw answer to a call. @throws CallRefusal
   */
  readonly prepare: (
    wanted: WantedOrder,
    calls: { readonly ask: Ask; readonly reply: (call: Call) => Promise<Reply> },
    isLook: boolean,
  ) => Promise<OrderObstacle | null>
  /** Looks an order up by its client id. @throws CallRefusal */
  readonly lookUp: (order: ExchangeOrder, calls: OrderCalls) => Promise<OrderReport>
  /** Makes the call that cancels an order by its client id. */
  readonly cancelling: (leg: ListedLeg, clientId: string) => Call
  /** Open orders of an instrument. @throws CallRefusal */
  readonly openOrders: (leg: ListedLeg, ask: Ask) => Promise<Page<ListedOrderAt>>
  /** The newest orders of an instrument that have ended; on some exchanges open orders too. @throws CallRefusal */
  readonly history: (leg: ListedLeg, ask: Ask) => Promise<Page<ListedOrderAt>>
  /** The newest fills of an instrument. @throws CallRefusal */
  readonly fills: (leg: ListedLeg, ask: Ask) => Promise<Page<ListedFill>>
}

/** The client id in a list; an order of another program may have none. */
export const clientIdIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The side in a list, however an exchange writes it. @throws CallRefusal */
export function sideIn(value: unknown): ListedOrder['side'] {
  const side = typeof value === 'string' ? value.toLowerCase() : null
  if (side === 'buy' || side === 'sell') return side
  throw new CallRefusal(unreachable('unreadable'))
}

/** A time in ms, as a number or a text. @throws CallRefusal */
export function timeIn(value: unknown): number {
  const at = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof at === 'number' && Number.isFinite(at)) return at
  throw new CallRefusal(unreachable('unreadable'))
}

/** The base of a symbol: on some exchanges a sign parts it from the quote. @throws CallRefusal */
export function baseIn({ symbol, quote }: HeldLeg): string {
  const [base = '', other] = symbol.split(/[-/]/)
  if (other !== undefined) return base
  if (symbol.endsWith(quote) && symbol.length > quote.length) return symbol.slice(0, -quote.length)
  throw new CallRefusal(unreachable('unreadable'))
}

type Fee = OrderFill['fees'][number]

/** The side of an instrument that an asset is: symbols begin with the base and end with the quote. */
export function sideOfFee(asset: string, symbol: string): Fee['of'] {
  if (symbol.startsWith(asset)) return 'base'
  return symbol.endsWith(asset) ? 'quote' : 'other'
}

/** Pages of fills, at most: far more than an order of a test network has. */
export const MOST_PAGES = 20

/** Whether fills add up to the order's filled quantity: the list of fills may lag behind. */
export const addUp = (fills: readonly unknown[], name: string, whole: Decimal): boolean =>
  decimalText(sum(...fills.map((one) => amountOf(at(one, name))))) === decimalText(whole)

/** Fees of several fills, summed by asset. */
export function feesOf(taken: readonly Fee[]): readonly Fee[] {
  const byAsset = new Map<string | null, Fee>()
  for (const fee of taken) {
    const before = byAsset.get(fee.asset)
    const amount = before === undefined ? amountOf(fee.amount) : sum(amountOf(before.amount), amountOf(fee.amount))
    byAsset.set(fee.asset, { ...fee, amount: decimalText(amount) })
  }
  return [...byAsset.values()].filter(({ amount }) => amount !== '0')
}
