import type { KeyPlace, SealedKey, Unreachable } from './key-vault.ts'

/** An order as an exchange is told it; quantity and price in its own units, exact decimal texts. */
export type ExchangeOrder = {
  /** Ours: by it the order is found again. At most 18 letters and digits, the least that all exchanges take. */
  readonly clientId: string
  readonly market: 'spot' | 'perp'
  /** The exchange's own name of the instrument. */
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: string
  /** Filled at once up to this price, the rest cancelled; null: at the market's price. */
  readonly limit: string | null
  /** Of a perpetual: only makes a position smaller. */
  readonly reduceOnly: boolean
}

export type OrderFill = {
  /** The exchange's. */
  readonly orderId: string
  /** Units of the exchange. */
  readonly filled: string
  /** Of the quote. */
  readonly value: string
  /** As they were taken, by the exchange's names of assets, and which side of the pair that is; a rebate is below zero. */
  readonly fees: readonly {
    /** Null: the exchange names none, as it is always that side. */
    readonly asset: string | null
    readonly amount: string
    readonly of: 'base' | 'quote' | 'other'
  }[]
}

/** Why an exchange did not take an order. */
export type OrderRefusal = 'balance' | 'size' | 'price' | 'instrument' | 'permission' | 'key' | 'busy' | 'other'

export type OrderAnswer =
  /** It rests nowhere any more. */
  | { readonly kind: 'done'; readonly fill: OrderFill }
  /** It is certain that nothing was filled. */
  | { readonly kind: 'refused'; readonly why: OrderRefusal }
  /** It may have been filled: it is to be looked up by its client id, never sent again. */
  | { readonly kind: 'unknown'; readonly why: Unreachable }

/** `not-found`: the exchange does not know it, which of an order on its way means nothing yet. */
export type FoundOrder = OrderAnswer | { readonly kind: 'not-found' }

/** Orders with stored keys: signed where the secrets are, and nowhere else. */
export interface OrderVault {
  /** Sends an order once; one that could not be sent within that time is refused as `busy`, and never sent. */
  placeOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder, withinMs: number): Promise<OrderAnswer>
  /** Asks what came of an order. */
  findOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder): Promise<FoundOrder>
}
