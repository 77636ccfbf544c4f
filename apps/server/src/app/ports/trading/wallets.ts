import type { AssetId, Decimal, ExchangeId, Ratio } from '@makas/domain'

/** Coins of one asset on one exchange; `asset` is the name of the identity table. */
export type HeldCoins = { readonly exchange: ExchangeId; readonly asset: AssetId; readonly coins: Ratio }

/** A user's fee and free balances on one exchange, for spot trades. */
export type Wallet = {
  /** The user's own taker rate of ordinary pairs, a fraction; null: unknown, so the public rate holds. */
  readonly fee: Decimal | null
  /** Free balances, in coins by asset; null: there is a connection, but its balances are unknown now. */
  readonly free: ReadonlyMap<string, Ratio> | null
}

/** Wallets by exchange; exchanges without a connection are missing. */
export type Wallets = ReadonlyMap<ExchangeId, Wallet>
