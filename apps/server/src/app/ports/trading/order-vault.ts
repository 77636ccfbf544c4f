import type { HeldLeg, KeyPlace, SealedKey, UnreachableReason } from './key-vault.ts'

/** An order as sent to an exchange; quantity and price in its own units, exact decimal texts. */
export type ExchangeOrder = {
  /** Our id of the order, for look-ups: at most 18 letters and digits, which all exchanges take. */
  readonly clientId: string
  readonly market: 'spot' | 'perp'
  /** The exchange's own name of the instrument. */
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: string
  /** Limit price of an immediate-or-cancel order; null: a market order. */
  readonly limit: string | null
  /** Perpetuals only: the order may only reduce a position. */
  readonly reduceOnly: boolean
  /** The order takes back what an earlier order of its trade did, and waits for no order that opens. */
  readonly isUnwind: boolean
}

export type OrderFill = {
  readonly orderId: string
  /** Filled quantity, in units of the exchange. */
  readonly filled: string
  /** Value of the fill, in the quote. */
  readonly value: string
  /**
   * Fees as charged, by the exchange's names of assets; a rebate is negative. `of`: the side of the pair that the asset
   * is.
   */
  readonly fees: readonly {
    /** Null: the exchange names no asset, since it is always the asset of the side `of`. */
    readonly asset: string | null
    readonly amount: string
    readonly of: 'base' | 'quote' | 'other'
  }[]
}

/** Why an exchange refused an order. */
export type OrderRefusal = 'balance' | 'size' | 'price' | 'instrument' | 'permission' | 'key' | 'busy' | 'other'

/** `until`: end of the exchange's ban of our address, epoch ms. */
export type OrderAnswer =
  /** The order is closed: filled, partly filled or cancelled. */
  | { readonly kind: 'done'; readonly fill: OrderFill }
  /** Nothing was filled. */
  | { readonly kind: 'refused'; readonly why: OrderRefusal; readonly until?: number }
  /**
   * The exchange has the order, whose result has to be looked up. `orderId` null: the answer does not name the order.
   */
  | { readonly kind: 'accepted'; readonly orderId: string | null }
  /** The order may have been filled: it has to be looked up by its client id, never sent again. */
  | { readonly kind: 'unknown'; readonly why: UnreachableReason; readonly until?: number }

/**
 * `not-found`: the exchange does not know the order, which proves nothing while it may be on its way, nor after it was
 * accepted.
 */
export type OrderLookup = OrderAnswer | { readonly kind: 'not-found' }

/** An order that an exchange lists, by its client id, which orders of other programs may lack. */
export type ListedOrder = { readonly clientId: string; readonly orderId: string; readonly side: 'buy' | 'sell' }

/** What an exchange has of one instrument since a moment: open orders, order history, fills, and the holding. */
export type OrderTrail = {
  readonly kind: 'read'
  /** Orders that any list names, including orders that were cancelled by their client id. */
  readonly orders: readonly ListedOrder[]
  /** Some fill belongs to an order that no list names yet. */
  readonly hasStrayFill: boolean
  /** What the account holds of each watched leg, as in a `HoldingsAnswer`. */
  readonly held: readonly string[]
}

/** The instrument and the time of a trail. */
export type TrailWish = Pick<HeldLeg, 'market' | 'symbol'> & {
  /** Legs whose holdings are read at the end. */
  readonly watched: readonly HeldLeg[]
  /** Epoch ms. */
  readonly since: number
  /** Client id of the order that is cancelled first, so that it cannot come about later; null: no order. */
  readonly cancel: string | null
}

/** `unread`: a part could not be read, so the trail says nothing. */
export type TrailAnswer =
  | OrderTrail
  | { readonly kind: 'unread'; readonly why: UnreachableReason; readonly until?: number }

/** Orders with stored keys, signed inside the vault. */
export interface OrderVault {
  /** Sends an order once. An order that cannot be sent within `withinMs` is refused as `busy`, and never sent. */
  placeOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder, withinMs: number): Promise<OrderAnswer>
  /** Looks an order up at its exchange, for some seconds. */
  findOrder(place: KeyPlace, sealed: SealedKey, order: ExchangeOrder): Promise<OrderLookup>
  /** Cancels an order by its client id, and reads all that the exchange has of its instrument. */
  orderTrail(place: KeyPlace, sealed: SealedKey, wish: TrailWish): Promise<TrailAnswer>
}
