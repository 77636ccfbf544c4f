import type { ExchangeId, MarketKind } from '../exchange.ts'

declare const assetBrand: unique symbol
/**
 * Our name of an asset: one coin, one id, whatever the exchanges call it. Upper case, compared code unit by code unit.
 */
export type AssetId = string & { readonly [assetBrand]: true }

/**
 * Where a reviewer found the ticker: a recorded instrument list (exchange, market, day of the recording), the
 * reviewer's knowledge of the listing and its year, or the ISO code that exchanges use for state money.
 */
export type ListingSource =
  | 'binance-spot-2021-10-12'
  | 'binance-perp-2021-07-22'
  | 'bybit-spot-2026-08-09'
  | 'bybit-perp-2026-08-09'
  | 'okx-spot-2022-05-13'
  | 'okx-perp-2022-05-13'
  | 'kraken-spot-2021-04-17'
  | `listing ${number}`
  | 'ISO 4217'

/** One name under which an exchange lists an asset. */
export type Listing = {
  /** The exchange's own ticker, exactly as it writes it. */
  readonly ticker: string
  /** How many coins one unit of the ticker is: 1000 for 1000PEPE, else 1. */
  readonly multiplier: bigint
  /** The one market that has the ticker; null where both markets have it and it means one asset on both. */
  readonly only: MarketKind | null
  readonly source: ListingSource
}

export type Asset = {
  readonly id: AssetId
  /** `stable`: a token meant to follow a state's money. It is neither that money nor another token that follows it. */
  readonly kind: 'coin' | 'stable' | 'fiat'
  readonly name: string
  /** One sentence that distinguishes the asset from every other asset of a similar name. */
  readonly what: string
  readonly on: { readonly [exchange in ExchangeId]?: readonly Listing[] }
}

type Listings = Asset['on']

/** A row of the table. The id is a name that a reviewer has put there; nothing else makes ids. */
const row = (kind: Asset['kind'], id: string, name: string, what: string, listings: Listings): Asset => {
  return { id: id as AssetId, kind, name, what, on: listings }
}
export const coin = (id: string, name: string, what: string, listings: Listings) =>
  row('coin', id, name, what, listings)
export const stable = (id: string, name: string, what: string, listings: Listings) =>
  row('stable', id, name, what, listings)
export const fiat = (id: string, name: string, what: string, listings: Listings) =>
  row('fiat', id, name, what, listings)

/** A listing of the table; without options one unit is one coin and both markets have the ticker. */
export function on(
  ticker: string,
  source: ListingSource,
  { multiplier = 1n, only = null }: { readonly multiplier?: bigint; readonly only?: MarketKind | null } = {},
): Listing {
  return { ticker, multiplier, only, source }
}
