import type { AssetId, Decimal, ExchangeId, Ratio } from '@makas/domain'

/** Coins of one asset on one exchange, by the name of the identity table. */
export type HeldCoins = { readonly exchange: ExchangeId; readonly asset: AssetId; readonly coins: Ratio }

/** What a person has on one exchange, as far as a spot trade there is concerned. */
export type Wallet = {
  /** The person's own taker rate of ordinary pairs, a fraction; null: not told, so the public one holds. */
  readonly fee: Decimal | null
  /** What orders can be paid from, in coins by asset; null: there is a connection, and nothing is known now. */
  readonly free: ReadonlyMap<string, Ratio> | null
}

/** By exchange; those without a connection are missing. */
export type Wallets = ReadonlyMap<ExchangeId, Wallet>
