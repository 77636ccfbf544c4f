import {
  ArticleViews,
  CreateMessageBody,
  CreateTicketBody,
  PATHS,
  Ticket,
  TicketMessage,
  Tickets,
} from '@makas/contract'
import { type Call, call } from './account-calls.ts'
import { ARTICLE_VIEWS } from './rates.ts'

/** What people read and write: articles of the help centre and their own tickets (CALL-16 to CALL-19). */
export const SUPPORT_CALLS = {
  view: call(`POST ${PATHS.helpArticles}/:id/view`, 'visitor', 'Count a reader of an article, once an hour', {
    answer: ArticleViews,
    rate: ARTICLE_VIEWS,
  }),
  tickets: call(`GET ${PATHS.ticketsWithMessages}`, 'user', 'Own tickets with their threads, newest first', {
    answer: Tickets,
  }),
  open: call(`POST ${PATHS.tickets}`, 'user', 'A new ticket', {
    body: CreateTicketBody,
    answer: Ticket,
    status: 201,
  }),
  reply: call(`POST ${PATHS.tickets}/:id/messages`, 'user', 'A reply in an own ticket that is not closed', {
    body: CreateMessageBody,
    answer: TicketMessage,
    status: 201,
  }),
} as const

export const ALL_SUPPORT_CALLS: readonly Call[] = Object.values(SUPPORT_CALLS)
