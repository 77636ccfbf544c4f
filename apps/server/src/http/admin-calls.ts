import {
  AdminTicket,
  AdminTickets,
  ChangeArticleBody,
  ChangeTicketBody,
  ChangeUserBody,
  CreateArticleBody,
  DashboardStats,
  HelpArticle,
  HelpArticles,
  ManagedUser,
  ManagedUsers,
  PATHS,
} from '@makas/contract'
import { type Call, call } from './account-calls.ts'

/** A long text in any script fits, however it is escaped (security.md 51). */
const ARTICLE_BYTES = 256 * 1024

/** The admin panel (CALL-21 to CALL-29). */
export const ADMIN_CALLS = {
  stats: call(`GET ${PATHS.adminStats}`, 'admin', 'What the dashboard counts', { answer: DashboardStats }),
  users: call(
    `GET ${PATHS.adminUsers}`,
    'admin',
    'Users a page at a time, the newest first; `q` searches all of them',
    {
      answer: ManagedUsers,
    },
  ),
  changeUser: call(`PATCH ${PATHS.adminUsers}/:id`, 'admin', 'Plan, premium, and whether the account may be used', {
    body: ChangeUserBody,
    answer: ManagedUser,
  }),
  tickets: call(`GET ${PATHS.adminTickets}`, 'admin', "Everybody's tickets, newest first", { answer: AdminTickets }),
  changeTicket: call(`PATCH ${PATHS.adminTickets}/:id`, 'admin', 'Status and answer of a ticket', {
    body: ChangeTicketBody,
    answer: AdminTicket,
  }),
  articles: call(`GET ${PATHS.adminArticles}`, 'admin', 'All articles, drafts too', { answer: HelpArticles }),
  addArticle: call(`POST ${PATHS.adminArticles}`, 'admin', 'A new article', {
    body: CreateArticleBody,
    answer: HelpArticle,
    status: 201,
    bodyLimit: ARTICLE_BYTES,
  }),
  changeArticle: call(`PATCH ${PATHS.adminArticles}/:id`, 'admin', 'Change an article', {
    body: ChangeArticleBody,
    answer: HelpArticle,
    bodyLimit: ARTICLE_BYTES,
  }),
  removeArticle: call(`DELETE ${PATHS.adminArticles}/:id`, 'admin', 'Delete an article'),
} as const

export const ALL_ADMIN_CALLS: readonly Call[] = Object.values(ADMIN_CALLS)
