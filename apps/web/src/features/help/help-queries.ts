import { ArticleDetail, ArticlePreviews, ArticleViews, PATHS } from '@makas/contract'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'
import { failureStatus, isUnreachable } from '../../shared/api/failure.ts'

const MINUTE = 60_000

/** Retries while the server starts: its database needs a moment longer. */
const PATIENT = {
  retry: (count: number, error: unknown) => count < 8 && (failureStatus(error) === 503 || isUnreachable(error)),
  retryDelay: 2_000,
}

/** All published articles without their texts. */
export const previewsQuery = queryOptions({
  queryKey: ['help', 'previews'],
  queryFn: async ({ signal }) => {
    const path = `${PATHS.helpArticles}?content=0`
    return (await ask({ path, answer: ArticlePreviews, as: 'visitor', signal })).value
  },
  staleTime: MINUTE,
  ...PATIENT,
})

/** Articles that have all words, each with the place where the words stand. */
export const searchQuery = (typed: string) =>
  queryOptions({
    queryKey: ['help', 'search', typed],
    queryFn: async ({ signal }) => {
      const path = `${PATHS.helpArticles}?q=${encodeURIComponent(typed)}`
      return (await ask({ path, answer: ArticlePreviews, as: 'visitor', signal })).value
    },
    staleTime: MINUTE,
    enabled: typed !== '',
  })

export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['help', 'article', id],
    queryFn: async ({ signal }) =>
      (await ask({ path: PATHS.helpArticle(id), answer: ArticleDetail, as: 'visitor', signal })).value,
    staleTime: MINUTE,
    ...PATIENT,
  })

/** Counts a reader; returns the number of readers so far. */
export async function countView(id: string): Promise<number> {
  return (await ask({ method: 'POST', path: PATHS.helpView(id), answer: ArticleViews, as: 'visitor' })).value.views
}
