import { ArticleDetail, ArticlePreviews, PATHS } from '@makas/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../shared/api/ask.ts'
import { NO_CONTENT } from '../../shared/api/no-content.ts'
import { withProof } from '../../shared/second-factor/proof.tsx'

/** All articles without their texts, drafts too. */
export const articlesQuery = queryOptions({
  queryKey: ['admin', 'articles'],
  queryFn: async ({ signal }) => {
    const path = `${PATHS.adminArticles}?content=0`
    return (await ask({ path, answer: ArticlePreviews, as: 'admin', signal })).value
  },
})

/** Articles whose title or text has these words, in the shape and order of `articlesQuery`. */
export const articleSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', 'found', search],
    queryFn: async ({ signal }) => {
      const path = `${PATHS.adminArticles}?${new URLSearchParams({ content: '0', q: search })}`
      return (await ask({ path, answer: ArticlePreviews, as: 'admin', signal })).value
    },
    placeholderData: keepPreviousData,
  })

/** One article with its text. Never from the cache: an editor must start with the newest text. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'articles', id],
    queryFn: async ({ signal }) =>
      (await ask({ path: PATHS.adminArticle(id), answer: ArticleDetail, as: 'admin', signal })).value,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Fields of an article that an admin writes. */
export type ArticleDraft = Pick<ArticleDetail, 'title' | 'content' | 'category' | 'order' | 'is_published'>

/** Creates an article, or changes the article that was last read as `before`. @throws ApiFailure */
export async function saveArticle(before: ArticleDetail | null, written: ArticleDraft): Promise<ArticleDetail> {
  const answer = ArticleDetail
  const { value } = await withProof('admin', () =>
    before === null
      ? ask({ method: 'POST', path: PATHS.adminArticles, body: written, answer, as: 'admin' })
      : ask({
          method: 'PATCH',
          path: PATHS.adminArticle(before.id),
          body: { ...written, expected_updated_at: before.updated_at },
          answer,
          as: 'admin',
        }),
  )
  return value
}

/** @throws ApiFailure */
export async function removeArticle(id: string): Promise<void> {
  const path = PATHS.adminArticle(id)
  await withProof('admin', () => ask({ method: 'DELETE', path, answer: NO_CONTENT, as: 'admin' }))
}
