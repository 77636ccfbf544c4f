import type { DemoMarket } from '../ports/market/demo-market.ts'
import type { DemoKeyUse } from '../ports/trading/key-store.ts'
import type { KeyMaterial } from '../ports/trading/key-vault.ts'
import { type DemoAccounts, masked } from './key-parts.ts'

type Options = {
  readonly isShown: () => boolean
  readonly market: () => DemoMarket | null
}

export const demoAccounts = ({ isShown, market }: Options): DemoAccounts => ({
  isShown,
  accountsOf: (exchange) => market()?.accounts[exchange] ?? [],
})

/**
 * The account that a user gets: the account they have, else the account that fewest others have, so that users share
 * balances only where accounts are short. Null: there is no account.
 */
export function accountFor(
  userId: string,
  accounts: readonly KeyMaterial[],
  uses: readonly DemoKeyUse[],
): KeyMaterial | null {
  const users = new Map(accounts.map(({ apiKey }) => [masked(apiKey), new Set<string>()]))
  for (const use of uses) users.get(use.maskedKey)?.add(use.userId)
  const usersOf = ({ apiKey }: KeyMaterial) => users.get(masked(apiKey)) ?? new Set()
  const own = accounts.find((account) => usersOf(account).has(userId))
  if (own !== undefined) return own
  // Begins at a place of the user's own: two users who connect at the same time rarely get one account, and a user
  // who comes back rarely gets another's.
  const first = placeOf(userId, accounts.length)
  const inOrder = [...accounts.slice(first), ...accounts.slice(0, first)]
  const fewest = Math.min(...inOrder.map((account) => usersOf(account).size))
  return inOrder.find((account) => usersOf(account).size === fewest) ?? null
}

/** Maps an id to one of `places` indexes: a polynomial hash modulo a prime, which only spreads the ids evenly. */
function placeOf(id: string, places: number): number {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return places === 0 ? 0 : sum % places
}
