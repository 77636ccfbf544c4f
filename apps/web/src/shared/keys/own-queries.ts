import { queryOptions } from '@tanstack/react-query'

// What the answers look like comes with the first question: a visitor asks none.
const questions = () => import('./own-questions.ts')

/** The connections of whoever is logged in. */
export const ownKeysQuery = queryOptions({
  queryKey: ['user', 'keys'],
  queryFn: async ({ signal }) => (await questions()).readOwnKeys(signal),
})

/** What those accounts hold. */
export const ownPortfolioQuery = queryOptions({
  queryKey: ['user', 'portfolio'],
  queryFn: async ({ signal }) => (await questions()).readOwnPortfolio(signal),
})
