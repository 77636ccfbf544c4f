import type { ExchangeId } from '@makas/domain'

/** What a person types in. It goes into the vault and never comes out of it. */
export type KeyMaterial = {
  readonly apiKey: string
  readonly secret: string
  /** OKX only. */
  readonly passphrase: string | null
}

/** Which of an exchange's worlds a key belongs to: a key of one is unknown in the others. */
export type KeyWorld = {
  readonly exchange: ExchangeId
  readonly isTestnet: boolean
  /** Of the exchange as the built-in demo market simulates it: it never reaches a real one. */
  readonly isDemo: boolean
}

/** What a sealed key is bound to: in another record, of another user or for another exchange it does not open. */
export type KeyPlace = KeyWorld & { readonly recordId: string; readonly userId: string }

/** A key as it is stored (security.md 39, 41). */
export type SealedKey = {
  readonly sealedKey: Uint8Array
  readonly sealedSecret: Uint8Array
  readonly sealedPassphrase: Uint8Array | null
  readonly sealedDataKey: Uint8Array
  /** Which key-encryption key sealed the data key. */
  readonly keyId: string
  readonly formatVersion: number
}

/** What a key may do as its exchange tells; null: it cannot be asked there, or its answer could not be read. */
export type KeyPermissions = {
  readonly read: boolean | null
  readonly spotTrade: boolean | null
  readonly futuresTrade: boolean | null
  readonly withdraw: boolean | null
  /** Moves money without withdrawing it; on Kraken: changes where withdrawals go. */
  readonly transfer: boolean | null
}

/** Exact decimal texts. */
export type HeldAsset = { readonly asset: string; readonly free: string; readonly used: string; readonly total: string }

export type KeyBalances = {
  /** The spot or unified account: what an order is paid from. Money in other wallets is not in it. */
  readonly trading: readonly HeldAsset[]
  /** Where futures have a wallet of their own; null where they share the one above or there are none. */
  readonly futures: readonly HeldAsset[] | null
}

/** The user's own taker rates as fractions, exact decimal texts; null: not told. */
export type KeyFees = { readonly spot: string | null; readonly perp: string | null }

/** Why an exchange does not take a key. `key-or-address`: it does not say which of key, address and expiry is wrong. */
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
  | 'other'

/** Why nothing can be said of a key now. `blocked`: the exchange does not serve this place. */
export type Unreachable =
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
  | { readonly kind: 'unreachable'; readonly why: Unreachable }

/** A part that may fail while the rest is known. */
export type Part<T> = { readonly kind: 'read'; readonly value: T } | CallFailure

export type KeyReading = {
  readonly kind: 'read'
  readonly permissions: KeyPermissions
  readonly balances: Part<KeyBalances>
  readonly fees: Part<KeyFees>
}

/** `unopened`: the stored record was changed, moved, or its key-encryption key is gone (security.md 40). */
export type StoredKeyAnswer = KeyReading | CallFailure | { readonly kind: 'unopened' }

/** What is held, or why nobody can say. */
export type BalancesAnswer = Part<KeyBalances> | { readonly kind: 'unopened' }

/** The only place where secrets are used (security.md 42). None of these answers carries one. */
export interface KeyVault {
  /** False once it failed or ended by itself, until it works again. */
  readonly isWorking: boolean
  /** Asks the exchange what a key may do and has. */
  ask(world: KeyWorld, material: KeyMaterial): Promise<KeyReading | CallFailure>
  /** Seals a key for one record; null: the vault cannot work now. */
  seal(place: KeyPlace, material: KeyMaterial): Promise<SealedKey | null>
  /** Like `ask`, with a key that is stored. */
  askStored(place: KeyPlace, sealed: SealedKey): Promise<StoredKeyAnswer>
  /** What a stored key's account holds, and nothing else; `known` is what the key may do. */
  balances(place: KeyPlace, sealed: SealedKey, known: KeyPermissions): Promise<BalancesAnswer>
}
