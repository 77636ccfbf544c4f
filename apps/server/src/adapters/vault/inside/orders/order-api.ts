import { type Decimal, decimalText } from '@makas/domain'
import type { ExchangeOrder, OrderFill, OrderRefusal } from '../../../../app/ports/order-vault.ts'
import type { Ask } from '../account-api.ts'
import { amountOf, at } from '../fields.ts'
import { sum } from '../held.ts'
import type { Reply } from '../send.ts'
import type { Call } from '../signer.ts'

/** What a look at an order shows. `resting`: not all of it is decided, or told, yet. */
export type SeenOrder =
  | { readonly kind: 'done'; readonly fill: OrderFill }
  | { readonly kind: 'refused'; readonly why: OrderRefusal }
  | { readonly kind: 'resting' }
  | { readonly kind: 'not-found' }

/** One key's questions about orders. */
type OrderCalls = {
  /** @throws CallRefusal where the exchange says no, or nothing */
  readonly ask: Ask
  /** The same, and null where the exchange does not know the order. @throws CallRefusal */
  readonly askAbout: (call: Call) => Promise<unknown>
}

/** What differs between the exchanges' orders. Their codes and fields: docs/exchanges, Private REST. */
export type OrderApi = {
  /** The call that sends an order. Some need to ask about its instrument first. @throws CallRefusal */
  readonly placing: (order: ExchangeOrder, ask: Ask) => Promise<Call>
  /** Why an order was not taken, in the exchange's codes; null: the answer says nothing of the kind. */
  readonly refusal: (reply: Reply) => OrderRefusal | null
  /** Whether an answer says that it has an order of this client id already. */
  readonly isDuplicate: (reply: Reply) => boolean
  /** Whether an answer says that it knows no such order. */
  readonly isUnknown: (reply: Reply) => boolean
  /** What the answer of a taken order tells already; null: it has to be looked up. @throws CallRefusal */
  readonly told: (said: unknown, order: ExchangeOrder) => SeenOrder | null
  /** Looks an order up by its client id. @throws CallRefusal */
  readonly lookUp: (order: ExchangeOrder, calls: OrderCalls) => Promise<SeenOrder>
}

type Fee = OrderFill['fees'][number]

/** Which side of an instrument an asset is, by the exchange's own names: symbols begin with the base and end with the quote. */
export function sideOfFee(asset: string, symbol: string): Fee['of'] {
  if (symbol.startsWith(asset)) return 'base'
  return symbol.endsWith(asset) ? 'quote' : 'other'
}

/** Far more fills than an order of a test network has. */
export const MOST_PAGES = 20

/** Whether fills are all that an order tells of: lists of fills may be behind it. */
export const addUp = (fills: readonly unknown[], name: string, whole: Decimal): boolean =>
  decimalText(sum(...fills.map((one) => amountOf(at(one, name))))) === decimalText(whole)

/** Fees of several fills, an entry for each asset. */
export function feesOf(taken: readonly Fee[]): readonly Fee[] {
  const byAsset = new Map<string | null, Fee>()
  for (const fee of taken) {
    const before = byAsset.get(fee.asset)
    const amount = before === undefined ? amountOf(fee.amount) : sum(amountOf(before.amount), amountOf(fee.amount))
    byAsset.set(fee.asset, { ...fee, amount: decimalText(amount) })
  }
  return [...byAsset.values()].filter(({ amount }) => amount !== '0')
}
