import { ASSETS } from '../../market/asset-table.ts'

/** Ranks of coins that can be borrowed. */
const LENT = 60

/** Yearly borrow rate of a coin, as a fraction: the smaller the coin, the higher. Null where it cannot be borrowed. */
export function borrowRate(coin: string): number | null {
  if (coin === 'USDT' || coin === 'USDC') return 0.06
  const rank = ASSETS.findIndex(({ ticker }) => ticker === coin)
  return rank < 0 || rank >= LENT ? null : 0.005 + 0.0015 * rank
}
