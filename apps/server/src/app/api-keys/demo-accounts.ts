import type { DemoMarket } from '../ports/market/demo-market.ts'
import type { DemoAccounts } from './key-parts.ts'

type Options = {
  readonly isShown: () => boolean
  readonly market: () => DemoMarket | null
}

/** Assigns each person one account of the demo market by a hash of the user id: the same one at every call. */
export const demoAccounts = ({ isShown, market }: Options): DemoAccounts => ({
  isShown,
  accountOf: (exchange, userId) => {
    const accounts = market()?.accounts[exchange] ?? []
    return accounts[placeOf(userId, accounts.length)] ?? null
  },
})

/** Maps an id to one of `places` indexes: a polynomial hash modulo a prime, which only spreads the ids evenly. */
function placeOf(id: string, places: number): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return places === 0 ? 0 : sum % places
}
