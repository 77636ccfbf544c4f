import { ArticlePreviews, ArticleSearch, HelpArticles, PATHS } from '@makas/contract'
import { searchWords } from '@makas/domain'
import { z } from 'zod'
import { countView } from '../../../app/help/count-view.ts'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import { ApiFailure } from '../../api-failure.ts'
import type { ArticleList } from '../../articles/article-list.ts'
import { SUPPORT_CALLS } from '../../calls/support-calls.ts'
import type { App } from '../../fastify-app.ts'
import { partsOf, sharerIn, type UserPartsProvider, visitOf } from '../../policies/callers.ts'
import { sendPrepared } from '../../presenters/send-prepared.ts'
import { presentArticleDetail } from '../../presenters/support.ts'
import { answers } from '../answers.ts'
import { answerCall } from '../call.ts'
import { idIn } from '../id-in.ts'

const ArticleQuery = z.object({ content: z.enum(['0', '1']).default('1'), q: ArticleSearch.default('') })

export type SupportOptions = {
  readonly users: UserPartsProvider
  readonly articles: ArticleList
  readonly searches: FairQueue
}

/** The help centre, for everybody. */
export function supportRoutes(app: App, { users, articles, searches }: SupportOptions): void {
  const parts = () => partsOf(users)

  app.get(
    PATHS.helpArticles,
    {
      schema: {
        summary:
          'Published articles, in their order; with `content=0` only their beginnings, with `q` those that hold its words',
        querystring: ArticleQuery,
        response: answers(z.union([HelpArticles, ArticlePreviews]), true),
      },
    },
    async (request, reply) => {
      const { content, q } = request.query as z.output<typeof ArticleQuery>
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache')
      const words = searchWords(q)
      const search = () => searches.run(sharerIn(request, null), () => articles.search(words))
      const body = words.length > 0 ? search() : content === '0' ? articles.previews() : articles.body()
      return sendPrepared(request, reply, await body) as never
    },
  )
  answerCall(app, SUPPORT_CALLS.article, async (_body, request) => {
    const article = await articles.find(idIn(request))
    if (article === null) throw new ApiFailure('not-found')
    return presentArticleDetail(article)
  })
  answerCall(app, SUPPORT_CALLS.view, async (_body, request) => {
    const id = idIn(request)
    const counted = await countView(parts(), id, visitOf(request).subscriber)
    if (counted === null) throw new ApiFailure('not-found')
    articles.counted()
    return { views: counted }
  })
}
