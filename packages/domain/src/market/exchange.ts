/** The exchanges that we compare, in the order in which they are shown. */
export const EXCHANGES = ['binance', 'okx', 'bybit', 'kraken'] as const
export type ExchangeId = (typeof EXCHANGES)[number]

/** A spot order book, or that of a perpetual swap. */
export type MarketKind = 'spot' | 'perp'
