/** Origin of the market data: the exchanges, the built-in simulated ones, or recordings. */
export type MarketSource = 'live' | 'demo' | 'replay'

/** Sources whose episodes are stored: the exchanges, and the demo market. They never mix (product-decisions.md 27). */
export type LifetimeSource = Exclude<MarketSource, 'replay'>
