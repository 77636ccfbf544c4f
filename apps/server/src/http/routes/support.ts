import { HEADERS, HelpArticles, PATHS } from '@makas/contract'
import { countView } from '../../app/help/count-view.ts'
import type { Clock } from '../../app/ports/book-feed.ts'
import type { MessageAdded, TicketAdded } from '../../app/ports/tickets.ts'
import { openTicket } from '../../app/support/open-ticket.ts'
import { replyToTicket } from '../../app/support/reply-to-ticket.ts'
import { ApiFailure } from '../api-failure.ts'
import type { ArticleList } from '../article-list.ts'
import type { App } from '../fastify-app.ts'
import { type AccountSide, partsOf, visitOf } from '../policies/callers.ts'
import { sendPrepared } from '../presenters/send-prepared.ts'
import { presentMessage, presentTicket } from '../presenters/support.ts'
import { SUPPORT_CALLS } from '../support-calls.ts'
import { TICKET_CLOSED } from '../text.ts'
import { answers } from './answers.ts'
import { answerCall, callerIn } from './call.ts'
import { idIn } from './id-in.ts'
import { LargePage, pageIn } from './page.ts'

export type SupportOptions = {
  readonly accounts: AccountSide
  readonly articles: ArticleList
  readonly clock: Clock
}

/** The help centre, for everybody, and one's own tickets. What is somebody else's is not there (security.md 34). */
export function supportRoutes(app: App, { accounts, articles, clock }: SupportOptions): void {
  const parts = () => partsOf(accounts)

  app.get(
    PATHS.helpArticles,
    { schema: { summary: 'Published articles, in their order', response: answers(HelpArticles, true) } },
    async (request, reply) => {
      const body = await articles.body()
      reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache')
      return sendPrepared(request, reply, body) as never
    },
  )
  answerCall(app, SUPPORT_CALLS.view, async (_body, request) => {
    const id = idIn(request)
    const counted = await countView(parts(), id, visitOf(request).subscriber)
    if (counted === null) throw new ApiFailure('not-found')
    return { views: counted }
  })
  answerCall(
    app,
    SUPPORT_CALLS.tickets,
    async (_body, request, reply) => {
      const { rows, total } = await parts().tickets.ofUser(callerIn(request).accountId, pageIn(request))
      reply.header(HEADERS.totalCount, String(total))
      return rows.map(presentTicket)
    },
    LargePage,
  )
  answerCall(app, SUPPORT_CALLS.open, async (body, request) => {
    const added = await openTicket(parts(), callerIn(request).accountId, body)
    if (added.kind !== 'added') throw refusal(added, clock)
    return presentTicket(added.ticket)
  })
  answerCall(app, SUPPORT_CALLS.reply, async ({ message }, request) => {
    const added = await replyToTicket(parts(), callerIn(request).accountId, idIn(request), message)
    if (added.kind !== 'added') throw refusal(added, clock)
    return presentMessage(added.message)
  })
}

function refusal(refused: Exclude<MessageAdded | TicketAdded, { kind: 'added' }>, clock: Clock): ApiFailure {
  switch (refused.kind) {
    case 'no-owner':
      return new ApiFailure('unauthorized')
    case 'not-found':
      return new ApiFailure('not-found')
    case 'closed':
      return new ApiFailure('conflict', { detail: TICKET_CLOSED })
    case 'too-often':
      return new ApiFailure('rate-limited', {
        retryAfterS: Math.max(1, Math.ceil((refused.until - clock.now()) / 1_000)),
      })
  }
}
