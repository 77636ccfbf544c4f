/** Ids of the exchanges that we compare, as the API writes them, in the order in which the site shows them. */
export const EXCHANGES = ['binance', 'okx', 'bybit', 'kraken'] as const
export type ExchangeId = (typeof EXCHANGES)[number]

/** `spot`: order book of a spot market. `perp`: order book of a perpetual swap. */
export type MarketKind = 'spot' | 'perp'

/** Names of the exchanges as people write them. */
export const EXCHANGE_TITLES: Readonly<Record<ExchangeId, string>> = {
  binance: 'Binance',
  okx: 'OKX',
  bybit: 'Bybit',
  kraken: 'Kraken',
}
