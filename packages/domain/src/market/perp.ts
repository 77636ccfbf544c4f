import type { Decimal } from '../money/decimal.ts'

/**
 * A funding payment that has happened. `rate` is the fraction of the position's value paid for the whole interval that
 * ended at `time` (epoch ms); positive: longs pay shorts. The digits are those that the exchange sent.
 */
export type SettledRate = { readonly time: number; readonly rate: Decimal }

/** From `floor` on, the maintenance margin rate is `mmr`, a fraction of the notional. */
export type MarginTier = { readonly floor: Decimal; readonly mmr: Decimal }

/**
 * The margin tiers of a perpetual, ascending, the first floor 0. Floors are notionals in the quote currency, or
 * quantities in base units where the exchange tells them in contracts (OKX).
 */
export type TierTable = { readonly by: 'notional' | 'quantity'; readonly tiers: readonly MarginTier[] }
