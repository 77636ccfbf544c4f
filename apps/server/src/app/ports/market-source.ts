/** Where the numbers come from: the exchanges, the built-in simulated ones, or recordings. */
export type MarketSource = 'live' | 'demo' | 'replay'

/** Whose episodes are asked for: those of the exchanges or of the demo market, which never mix (product-decisions.md 27). */
export type LifetimeSource = Exclude<MarketSource, 'replay'>
