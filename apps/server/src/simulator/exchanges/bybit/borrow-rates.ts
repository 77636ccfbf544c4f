import { ASSETS } from '../../market/asset-table.ts'

/** Coins that can be borrowed at all. */
const LENT = 60

/**
 * What borrowing a coin costs, a fraction a year: little for the most traded ones, more the smaller the coin. Null where
 * nobody lends it.
 */
export function borrowRate(coin: string): number | null {
  if (coin === 'USDT' || coin === 'USDC') return 0.06
  const rank = ASSETS.findIndex(({ ticker }) => ticker === coin)
  return rank < 0 || rank >= LENT ? null : 0.005 + 0.0015 * rank
}
