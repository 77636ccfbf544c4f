/** The exchanges that we compare, in the order in which they are shown; their ids as they stand on the wire. */
export const EXCHANGES = ['binance', 'okx', 'bybit', 'kraken'] as const
export type ExchangeId = (typeof EXCHANGES)[number]

/** A spot order book, or that of a perpetual swap. */
export type MarketKind = 'spot' | 'perp'

/** Names of the exchanges as people write them. */
export const EXCHANGE_TITLES: Readonly<Record<ExchangeId, string>> = {
  binance: 'Binance',
  okx: 'OKX',
  bybit: 'Bybit',
  kraken: 'Kraken',
}
