import { queryOptions } from '@tanstack/react-query'

// The schemas of the answers are loaded with the first call: a visitor makes none.
const questions = () => import('./own-questions.ts')

/** Exchange connections of the logged-in user. */
export const ownKeysQuery = queryOptions({
  queryKey: ['user', 'keys'],
  queryFn: async ({ signal }) => (await questions()).readOwnKeys(signal),
})

/** Balances of the logged-in user's exchange connections. */
export const ownPortfolioQuery = queryOptions({
  queryKey: ['user', 'portfolio'],
  queryFn: async ({ signal }) => (await questions()).readOwnPortfolio(signal),
})
