import type { ExchangeName } from '../market/instrument.ts'
import type { FeeTier } from './fee-tiers.ts'

/** Live and test network are two worlds: a key of one is unknown in the other. */
export type World = 'live' | 'test'

/** What a key may do; each exchange prints it in a shape of its own. */
export interface Rights {
  readonly read: boolean
  readonly spotTrade: boolean
  readonly futuresTrade: boolean
  readonly withdraw: boolean
  /** Moves money without withdrawing it: between accounts (Binance, Bybit), or the address book of withdrawals (Kraken). */
  readonly transfer: boolean
}

/**
 * How the permission call answers: as documented, without the field that tells of withdrawals, with a permission that
 * nobody knows yet, or with that field of another type.
 */
export const PERMISSION_SHAPES = ['documented', 'missing', 'added', 'mistyped'] as const
export type PermissionShape = (typeof PERMISSION_SHAPES)[number]

/** `trading` is the spot or unified account. `funding` is on Kraken what earns by itself (`ETH.F`). */
type Wallet = 'trading' | 'funding' | 'futures'

/** Amounts count 10^-8 coins. */
export interface Holding {
  readonly wallet: Wallet
  /** By its plain name: `BTC`. */
  readonly asset: string
  readonly free: number
  readonly locked: number
}

/** Decimals of a holding's amounts. */
export const AMOUNT_DECIMALS = 8

/** An account with its one key. */
export interface TestAccount {
  readonly exchange: ExchangeName
  /** Kraken's derivatives have keys of their own; on the other exchanges one key serves all. */
  readonly system: 'main' | 'futures'
  readonly name: string
  /** What it is for, in a few words. */
  readonly purpose: string
  readonly world: World
  readonly apiKey: string
  readonly secret: string
  /** OKX only. */
  readonly passphrase: string | null
  readonly rights: Rights
  /** The key works from these only; empty: from anywhere. */
  readonly addresses: readonly string[]
  readonly isExpired: boolean
  readonly shape: PermissionShape
  /** Bybit: false for an account from before the unified one. */
  readonly isUnified: boolean
  readonly fees: FeeTier
  /** Orders change them. */
  readonly holdings: Holding[]
}

/** What it holds in a wallet, by asset. */
export const holdingsIn = (account: TestAccount, wallet: Wallet): readonly Holding[] =>
  account.holdings.filter((one) => one.wallet === wallet)
