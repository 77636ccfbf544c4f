import type { ExchangeId, MarketKind } from '@makas/domain'

/** A key as a person types it in. It goes into the vault and never comes out of it. */
export type KeyMaterial = {
  readonly apiKey: string
  readonly secret: string
  /** OKX only; else null. */
  readonly passphrase: string | null
}

/** Which of an exchange's worlds a key belongs to: the other worlds do not know the key. */
export type KeyWorld = {
  readonly exchange: ExchangeId
  readonly isTestnet: boolean
  /** A key of the built-in demo market's simulated exchange, which is never sent to a real exchange. */
  readonly isDemo: boolean
}

/**
 * The record that a sealed key is bound to: it does not open in another record, for another user or another exchange.
 */
export type KeyPlace = KeyWorld & { readonly recordId: string; readonly userId: string }

/** A key as it is stored (security.md 39, 41). */
export type SealedKey = {
  readonly sealedKey: Uint8Array
  readonly sealedSecret: Uint8Array
  readonly sealedPassphrase: Uint8Array | null
  readonly sealedDataKey: Uint8Array
  /** Id of the key-encryption key that sealed the data key. */
  readonly keyId: string
  readonly formatVersion: number
}

/**
 * Permissions of a key by its exchange; null: the exchange does not state the permission, or its answer could not be
 * read.
 */
export type KeyPermissions = {
  readonly read: boolean | null
  readonly spotTrade: boolean | null
  readonly futuresTrade: boolean | null
  readonly withdraw: boolean | null
  /** Internal transfers; on Kraken: changing withdrawal addresses. */
  readonly transfer: boolean | null
}

/** Balance of an asset, in exact decimal texts. */
export type HeldAsset = { readonly asset: string; readonly free: string; readonly used: string; readonly total: string }

export type KeyBalances = {
  /** The spot or unified account, from which orders are paid; other wallets are not in it. */
  readonly trading: readonly HeldAsset[]
  /**
   * The futures wallet; null where futures share the account above, the exchange has no futures, or it was not read.
   */
  readonly futures: readonly HeldAsset[] | null
}

/** The user's own taker rates as fractions, exact decimal texts; null: unknown. */
export type KeyFees = { readonly spot: string | null; readonly perp: string | null }

/**
 * Why an exchange refuses a key. `key-or-address`: the exchange does not say which of key, address and expiry is wrong.
 */
export type KeyRefusal =
  | 'key-or-address'
  | 'key'
  | 'signature'
  | 'passphrase'
  | 'environment'
  | 'address'
  | 'expired'
  | 'permission'
  | 'clock'
  | 'nonce'
  | 'locked'
  | 'position-side'
  | 'other'

/** Why a key cannot be checked now. `blocked`: the exchange does not serve our region. */
export type UnreachableReason =
  | 'network'
  | 'timeout'
  | 'rate-limited'
  | 'maintenance'
  | 'server-error'
  | 'unreadable'
  | 'blocked'
  | 'busy'
  | 'vault'

export type CallFailure =
  | { readonly kind: 'refused'; readonly why: KeyRefusal }
  | {
      readonly kind: 'unreachable'
      readonly why: UnreachableReason
      /** When the exchange may be asked again, epoch ms: the end of its ban; left out where nobody knows. */
      readonly until?: number
    }

/** A part of an answer, which may fail while the rest is read. */
export type Part<T> = { readonly kind: 'read'; readonly value: T } | CallFailure

export type KeyReading = {
  readonly kind: 'read'
  readonly permissions: KeyPermissions
  readonly balances: Part<KeyBalances>
  readonly fees: Part<KeyFees>
}

/** `unopened`: the stored record was changed, moved, or its key-encryption key is gone (security.md 40). */
export type StoredKeyAnswer = KeyReading | CallFailure | { readonly kind: 'unopened' }

/** The balances, or why they could not be read. */
export type BalancesAnswer = Part<KeyBalances> | { readonly kind: 'unopened' }

/** A leg of which an account holds something: the base of a spot instrument, or the position in a perpetual. */
export type HeldLeg = {
  readonly market: 'spot' | 'perp'
  /** The exchange's own name of the instrument. */
  readonly symbol: string
  /** The exchange's own name of the quote; nothing reads a perpetual's. */
  readonly quote: string
}

/** What an account holds of each leg: exact decimal texts in the exchange's units, negative for a short position. */
export type HoldingsAnswer = Part<readonly string[]> | { readonly kind: 'unopened' }

/** The first order on an instrument; on a perpetual it opens the position that its row describes. */
export type WantedOrder = {
  readonly market: MarketKind
  /** The exchange's own name of the instrument. */
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: string
  /** Leverage of the isolated position; 1 on spot. */
  readonly leverage: number
  /** Most open orders on the instrument by the exchange's list; null where its documents state the number. */
  readonly maxOpenOrders: number | null
}

/**
 * What keeps an account from an order. `open-orders`: the exchange takes no more open orders; `position`: the perpetual
 * has a position already; `hedge-mode`: the account keeps long and short apart; `margin-mode`, `leverage`: the exchange
 * did not set them.
 */
export type OrderObstacle = 'open-orders' | 'position' | 'hedge-mode' | 'margin-mode' | 'leverage'

export type PreparedAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'obstacle'; readonly why: OrderObstacle }
  | CallFailure
  | { readonly kind: 'unopened' }

/** The only place where secrets are used (security.md 42). No answer carries a secret. */
export interface KeyVault {
  /** False after the vault failed or ended by itself, until it works again. */
  readonly isWorking: boolean
  /** Asks the exchange for a key's permissions, balances and fees, for a user: users take turns. */
  ask(world: KeyWorld, material: KeyMaterial, userId: string): Promise<KeyReading | CallFailure>
  /** Seals a key for one record; null: the vault cannot work now. */
  seal(place: KeyPlace, material: KeyMaterial): Promise<SealedKey | null>
  /** Like `ask`, with a stored key. */
  askStored(place: KeyPlace, sealed: SealedKey): Promise<StoredKeyAnswer>
  /** Asks for the balances of a stored key alone; `known` are its permissions. */
  balances(place: KeyPlace, sealed: SealedKey, known: KeyPermissions): Promise<BalancesAnswer>
  /**
   * Reads how many orders are open on an instrument and, of a perpetual, its position and the account's position mode;
   * unless `isLook`, it sets the perpetual's margin mode and leverage and reads them back.
   */
  prepareOrder(place: KeyPlace, sealed: SealedKey, wanted: WantedOrder, isLook: boolean): Promise<PreparedAnswer>
  /** Reads what an account holds of each leg. `question`: the request waits with questions, and gives way to orders. */
  holdings(
    place: KeyPlace,
    sealed: SealedKey,
    legs: readonly HeldLeg[],
    lane: 'order' | 'question',
  ): Promise<HoldingsAnswer>
}
