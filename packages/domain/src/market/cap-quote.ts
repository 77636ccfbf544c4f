/**
 * Quote currencies whose amounts count as dollars (formulas.md § 1): for the cap on a position's notional, and wherever
 * an amount is stated in dollars (paper trades, simulation, tour).
 */
const CAP_QUOTES: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'DAI'])

/** Whether the notional cap, which is stated in dollars, bounds pairs of this quote (a name of the identity table). */
export function isCapQuote(quote: string): boolean {
  return CAP_QUOTES.has(quote)
}
