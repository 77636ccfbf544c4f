import { HEADERS, TicketStatus, UserSearch } from '@makas/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AdminVisit } from '../../app/admin/admin-line.ts'
import { changeArticle, deleteArticle, writeArticle } from '../../app/admin/articles.ts'
import { changeMember, readMembers } from '../../app/admin/members.ts'
import { readStats } from '../../app/admin/stats.ts'
import { changeTicket, readTickets } from '../../app/admin/tickets.ts'
import { ADMIN_CALLS } from '../admin-calls.ts'
import { ApiFailure } from '../api-failure.ts'
import type { ArticleList } from '../article-list.ts'
import type { App } from '../fastify-app.ts'
import type { MarketBoard } from '../market-board.ts'
import { type AccountSide, partsOf, visitOf } from '../policies/callers.ts'
import { presentMember, presentStats } from '../presenters/admin.ts'
import { presentArticle, presentOwnedTicket } from '../presenters/support.ts'
import { HELP_FULL } from '../text.ts'
import { answerCall, callerIn } from './call.ts'
import { idIn } from './id-in.ts'
import { LargePage, Page } from './page.ts'

const UserQuery = Page.extend({ q: UserSearch.default('') })
const TicketQuery = LargePage.extend({ status: TicketStatus.optional() })

export type AdminOptions = {
  readonly accounts: AccountSide
  readonly articles: ArticleList
  readonly board: Pick<MarketBoard, 'openCount'>
}

const byAdmin = (request: FastifyRequest): AdminVisit => ({
  adminId: callerIn(request).accountId,
  visit: visitOf(request),
})

/** What admins look after: users, tickets, articles, and how the product does. */
export function adminRoutes(app: App, { accounts, articles, board }: AdminOptions): void {
  const parts = () => partsOf(accounts)

  answerCall(app, ADMIN_CALLS.stats, async () => presentStats(await readStats(parts()), board.openCount))
  answerCall(
    app,
    ADMIN_CALLS.users,
    async (_body, request, reply) => {
      const { q, ...page } = request.query as z.output<typeof UserQuery>
      const { rows, total } = await readMembers(parts(), q, page, byAdmin(request))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentMember)
    },
    UserQuery,
  )
  answerCall(app, ADMIN_CALLS.changeUser, async ({ is_premium, selectedPlan, is_active }, request) => {
    const change = given({ isPremium: is_premium, plan: selectedPlan, isActive: is_active })
    return presentMember(found(await changeMember(parts(), idIn(request), change, byAdmin(request))))
  })
  answerCall(
    app,
    ADMIN_CALLS.tickets,
    async (_body, request, reply) => {
      const { status, ...page } = request.query as z.output<typeof TicketQuery>
      const { rows, total } = await readTickets(parts(), status ?? null, page, byAdmin(request))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentOwnedTicket)
    },
    TicketQuery,
  )
  answerCall(app, ADMIN_CALLS.changeTicket, async ({ status, admin_response }, request) => {
    const change = { status: status ?? null, response: admin_response ?? null }
    return presentOwnedTicket(found(await changeTicket(parts(), idIn(request), change, byAdmin(request))))
  })
  answerCall(app, ADMIN_CALLS.articles, async () => (await parts().articles.all()).map(presentArticle))
  answerCall(app, ADMIN_CALLS.addArticle, async ({ is_published, ...text }, request) => {
    const written = await writeArticle(parts(), { ...text, isPublished: is_published }, byAdmin(request))
    if (written.kind === 'full') throw new ApiFailure('conflict', { detail: HELP_FULL })
    articles.forget()
    return presentArticle(written.article)
  })
  answerCall(app, ADMIN_CALLS.changeArticle, async ({ title, content, category, order, is_published }, request) => {
    const change = given({ title, content, category, order, isPublished: is_published })
    const written = await changeArticle(parts(), idIn(request), change, byAdmin(request))
    if (written.kind === 'not-found') throw new ApiFailure('not-found')
    if (written.kind === 'full') throw new ApiFailure('conflict', { detail: HELP_FULL })
    articles.forget()
    return presentArticle(written.article)
  })
  answerCall(app, ADMIN_CALLS.removeArticle, async (_body, request) => {
    if (!(await deleteArticle(parts(), idIn(request), byAdmin(request)))) throw new ApiFailure('not-found')
    articles.forget()
  })
}

/** @throws ApiFailure where there is none */
function found<T>(one: T | null): T {
  if (one === null) throw new ApiFailure('not-found')
  return one
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** Only what was named: what was not stays as it is. */
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
