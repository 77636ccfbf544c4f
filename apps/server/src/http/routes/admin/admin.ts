import { ArticleSearch } from '@makas/contract'
import { searchWords } from '@makas/domain'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AdminVisit } from '../../../app/admin/admin-line.ts'
import { changeArticle, deleteArticle, writeArticle } from '../../../app/admin/articles.ts'
import type { FairQueue } from '../../../app/ports/system/fair-queue.ts'
import { wantFreshProof } from '../../../app/users/proof.ts'
import { adminOf } from '../../../app/users/sharers.ts'
import type { UserParts } from '../../../app/users/user-parts.ts'
import { ApiFailure } from '../../api-failure.ts'
import type { ArticleList } from '../../articles/article-list.ts'
import { ADMIN_CALLS } from '../../calls/admin-calls.ts'
import type { App } from '../../fastify-app.ts'
import { partsOf, type UserPartsProvider, visitOf } from '../../policies/callers.ts'
import { presentArticleDetail, presentExcerpt } from '../../presenters/support.ts'
import { CHANGED_MEANWHILE, HELP_FULL } from '../../text.ts'
import { answerCall, callerIn } from '../call.ts'
import { idIn } from '../id-in.ts'

const ArticleQuery = z.object({ content: z.enum(['0', '1']).default('1'), q: ArticleSearch.default('') })
/** Most words of a search: more words would only make the search slow. */
const MOST_WORDS = 6
/** Letters that are read for an excerpt, Markdown marks included. */
const BEGINNING = 500

export type AdminOptions = {
  readonly users: UserPartsProvider
  readonly articles: ArticleList
  readonly searches: FairQueue
}

/** The admin who calls, on a route for admins. */
export const byAdmin = (request: FastifyRequest): AdminVisit => ({
  adminId: callerIn(request).userId,
  visit: visitOf(request),
})

/** Whose share a search by an admin takes. */
export const searcherIn = (request: FastifyRequest) => adminOf(callerIn(request).userId)

/** The admin who changes other people's data or the market's settings, with a recent proof. @throws UserRefusal */
export function byProvenAdmin({ clock }: Pick<UserParts, 'clock'>, request: FastifyRequest): AdminVisit {
  wantFreshProof(callerIn(request), clock.now())
  return byAdmin(request)
}

/** Articles, as admins manage them. */
export function adminRoutes(app: App, { users, articles, searches }: AdminOptions): void {
  const parts = () => partsOf(users)

  answerCall(
    app,
    ADMIN_CALLS.articles,
    async (_body, request) => {
      const { content, q } = request.query as z.output<typeof ArticleQuery>
      const words = searchWords(q).slice(0, MOST_WORDS)
      if (content === '1' && words.length === 0) return (await articles.all()).map(presentArticleDetail)
      const read = () => parts().articles.beginnings(BEGINNING, words)
      const found = await (words.length > 0 ? searches.run(searcherIn(request), read) : read())
      return found.map((one) => presentExcerpt(one, one.characters))
    },
    ArticleQuery,
  )
  answerCall(app, ADMIN_CALLS.article, async (_body, request) =>
    presentArticleDetail(orNotFound(await parts().articles.find(idIn(request)))),
  )
  answerCall(app, ADMIN_CALLS.addArticle, async ({ is_published, ...text }, request) => {
    const written = await writeArticle(parts(), { ...text, isPublished: is_published }, byProvenAdmin(parts(), request))
    if (written.kind === 'full') throw new ApiFailure('conflict', { detail: HELP_FULL })
    articles.forget()
    return presentArticleDetail(written.article)
  })
  answerCall(app, ADMIN_CALLS.changeArticle, async ({ expected_updated_at, is_published, ...text }, request) => {
    const change = given({ ...text, isPublished: is_published })
    const expected = expected_updated_at === undefined ? null : Date.parse(expected_updated_at)
    const written = await changeArticle(parts(), idIn(request), change, expected, byProvenAdmin(parts(), request))
    if (written.kind === 'changed')
      throw new ApiFailure('conflict', {
        detail: CHANGED_MEANWHILE.article,
        current: presentArticleDetail(written.current),
      })
    if (written.kind === 'not-found') throw new ApiFailure('not-found')
    if (written.kind === 'full') throw new ApiFailure('conflict', { detail: HELP_FULL })
    articles.forget()
    return presentArticleDetail(written.article)
  })
  answerCall(app, ADMIN_CALLS.removeArticle, async (_body, request) => {
    if (!(await deleteArticle(parts(), idIn(request), byProvenAdmin(parts(), request))))
      throw new ApiFailure('not-found')
    articles.forget()
  })
}

/** The value. @throws ApiFailure where it is null */
export function orNotFound<T>(one: T | null): T {
  if (one === null) throw new ApiFailure('not-found')
  return one
}

/** The fields of `T` that are not undefined. */
type PresentFields<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that the request names; the others stay as they are. */
export const given = <T extends object>(fields: T): PresentFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as PresentFields<T>
