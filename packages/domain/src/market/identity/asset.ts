import type { ExchangeId, MarketKind } from '../exchange.ts'

declare const assetBrand: unique symbol
/**
 * Our name of an asset: one coin, one id, whatever the exchanges call it. Upper case, compared code unit by code unit.
 */
export type AssetId = string & { readonly [assetBrand]: true }

/** The recorded instrument lists in which a reviewer found tickers, with the day of the recording. */
const RECORDED = {
  binance: { spot: 'binance-spot-2021-10-12', perp: 'binance-perp-2021-07-22' },
  okx: { spot: 'okx-spot-2022-05-13', perp: 'okx-perp-2022-05-13' },
  bybit: { spot: 'bybit-spot-2026-08-09', perp: 'bybit-perp-2026-08-09' },
  kraken: { spot: 'kraken-spot-2021-04-17' },
} as const satisfies Record<ExchangeId, { readonly [market in MarketKind]?: string }>

type Recorded = typeof RECORDED
export type RecordedSource = { [exchange in ExchangeId]: Recorded[exchange][keyof Recorded[exchange]] }[ExchangeId]

/**
 * Where a reviewer found the ticker: a recorded instrument list, the reviewer's knowledge of the listing and its year,
 * or the ISO code that exchanges use for state money.
 */
type ListingSource = RecordedSource | `listing ${number}` | 'ISO 4217'

/** One name under which an exchange lists an asset. */
type Listing = {
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

/** A source as a row of the table states it: the recorded list of a market, the year of the listing, or ISO. */
type Found<Exchange extends ExchangeId> = keyof Recorded[Exchange] | number | 'ISO 4217'
type Ticker<Exchange extends ExchangeId> = Omit<Listing, 'source'> & { readonly found: Found<Exchange> }
/** By exchange: the source alone where the ticker is the id and one unit is one coin, else each ticker. */
type Listings = { readonly [exchange in ExchangeId]?: Found<exchange> | readonly Ticker<exchange>[] }

function sourceOf(exchange: ExchangeId, found: string | number): ListingSource {
  if (found === 'ISO 4217') return found
  if (typeof found === 'number') return `listing ${found}`
  return (RECORDED[exchange] as Readonly<Record<string, RecordedSource>>)[found] as RecordedSource
}

/** A row of the table. The id is a name that a reviewer has put there; nothing else makes ids. */
const row =
  (kind: Asset['kind']) =>
  (id: string, name: string, what: string, listings: Listings): Asset => {
    const listed = Object.entries(listings).map(([key, stated]) => {
      const exchange = key as ExchangeId
      const tickers = typeof stated === 'object' ? stated : [on(id, stated)]
      return [exchange, tickers.map(({ found, ...ticker }) => ({ ...ticker, source: sourceOf(exchange, found) }))]
    })
    return { id: id as AssetId, kind, name, what, on: Object.fromEntries(listed) as Asset['on'] }
  }
export const coin = row('coin')
export const stable = row('stable')
export const fiat = row('fiat')

/** A ticker of the table; without options one unit is one coin and both markets have the ticker. */
export function on<Source extends string | number>(
  ticker: string,
  found: Source,
  { multiplier = 1n, only = null }: { readonly multiplier?: bigint; readonly only?: MarketKind | null } = {},
) {
  return { ticker, multiplier, only, found }
}
