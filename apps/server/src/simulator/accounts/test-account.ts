import type { ExchangeId } from '@makas/domain'
import type { FeeTier } from './fee-tiers.ts'

/** Live or test network. A key of one network is unknown in the other. */
export type World = 'live' | 'test'

/** Rights of a key; each exchange prints them in a shape of its own. */
export interface Rights {
  readonly read: boolean
  readonly spotTrade: boolean
  readonly futuresTrade: boolean
  readonly withdraw: boolean
  /** Moves money without withdrawing it: between accounts (Binance, Bybit), or the address book of withdrawals (Kraken). */
  readonly transfer: boolean
}

/**
 * Shapes of the permission call's answer. `missing`: without the field of withdrawals. `added`: with an undocumented
 * permission. `mistyped`: the field of withdrawals has another type.
 */
export const PERMISSION_SHAPES = ['documented', 'missing', 'added', 'mistyped'] as const
export type PermissionShape = (typeof PERMISSION_SHAPES)[number]

/** `trading`: the spot or unified account. `funding`: on Kraken the coins that earn rewards (`ETH.F`). */
type Wallet = 'trading' | 'funding' | 'futures'

/** Amounts in 10^-8 coins. */
export interface Holding {
  readonly wallet: Wallet
  /** Plain name of the asset, such as `BTC`. */
  readonly asset: string
  readonly free: number
  readonly locked: number
}

export const AMOUNT_DECIMALS = 8

/** An account with its one key. */
export interface TestAccount {
  readonly exchange: ExchangeId
  /** Kraken's derivatives have keys of their own; on the other exchanges one key serves all. */
  readonly system: 'main' | 'futures'
  readonly name: string
  /** Purpose of the account, in a few words. */
  readonly purpose: string
  readonly world: World
  readonly apiKey: string
  readonly secret: string
  /** OKX only; null elsewhere. */
  readonly passphrase: string | null
  readonly rights: Rights
  /** Addresses from which the key works; empty: from anywhere. */
  readonly addresses: readonly string[]
  readonly isExpired: boolean
  readonly shape: PermissionShape
  /** Bybit: false for an account from before the unified one. */
  readonly isUnified: boolean
  readonly fees: FeeTier
  /** Holdings; orders change them. */
  readonly holdings: Holding[]
}

export const holdingsIn = (account: TestAccount, wallet: Wallet): readonly Holding[] =>
  account.holdings.filter((one) => one.wallet === wallet)
