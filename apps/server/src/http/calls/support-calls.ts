import { ArticleDetail, ArticleViews, PATHS } from '@makas/contract'
import { ARTICLE_VIEWS } from './rates.ts'
import { type Call, call } from './user-calls.ts'

/** Reading the help centre (CALL-15, CALL-16). */
export const SUPPORT_CALLS = {
  article: call(`GET ${PATHS.helpArticles}/:id`, 'visitor', 'One published article', { answer: ArticleDetail }),
  view: call(`POST ${PATHS.helpArticles}/:id/view`, 'visitor', 'Count a reader of an article, once an hour', {
    answer: ArticleViews,
    rate: ARTICLE_VIEWS,
  }),
} as const

export const ALL_SUPPORT_CALLS: readonly Call[] = Object.values(SUPPORT_CALLS)
