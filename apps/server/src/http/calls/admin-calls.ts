import {
  ArticleDetail,
  ArticleDetails,
  ArticlePreviews,
  AuditCheck,
  ChangeArticleBody,
  ChangeUserBody,
  CreateArticleBody,
  DashboardStats,
  DashboardTrends,
  ManagedUser,
  ManagedUsers,
  PATHS,
  SystemFacts,
  TRADING_PATHS,
  TradingBody,
  TradingState,
  UserDetail,
  UserTrail,
} from '@makas/contract'
import { z } from 'zod'
import { AUDIT_CHECKS } from './rates.ts'
import { type Call, call } from './user-calls.ts'

/** Largest body of an article, bytes: a long text in any script fits, however it is escaped (security.md 51). */
const ARTICLE_BYTES = 256 * 1024

/** The admin panel (CALL-21 to CALL-23, CALL-26 to CALL-29); tickets have a table of their own. */
export const ADMIN_CALLS = {
  stats: call(`GET ${PATHS.adminStats}`, 'admin', 'What the dashboard counts', { answer: DashboardStats }),
  trends: call(`GET ${PATHS.adminTrends}`, 'admin', 'What was counted on each of the last `days` (7, 30 or 90)', {
    answer: DashboardTrends,
  }),
  system: call(
    `GET ${PATHS.adminSystem}`,
    'admin',
    'Version, keys by name, copies, and the last look at the audit log',
    {
      answer: SystemFacts,
    },
  ),
  auditCheck: call(`POST ${PATHS.adminAuditCheck}`, 'admin', 'Follow the chain of the audit log to its end, now', {
    answer: AuditCheck,
    rate: AUDIT_CHECKS,
    audit: ['audit-checked'],
  }),
  trading: call(`PUT ${TRADING_PATHS.admin}`, 'admin', 'Stop all new trades, or take them again', {
    body: TradingBody,
    answer: TradingState,
    audit: ['trading-stopped', 'trading-resumed'],
  }),
  users: call(
    `GET ${PATHS.adminUsers}`,
    'admin',
    'Users a page at a time, the newest first or as `sort` says, all or of one `kind`; `q` searches all of them',
    { answer: ManagedUsers, audit: ['users-read'] },
  ),
  user: call(`GET ${PATHS.adminUsers}/:id`, 'admin', 'One user with the connected exchanges, without their keys', {
    answer: UserDetail,
    audit: ['user-read'],
  }),
  userAudit: call(
    `GET ${PATHS.adminUsers}/:id/audit`,
    'admin',
    'What the audit log says of one user, newest first; with `looks=0` without who was shown it',
    {
      answer: UserTrail,
      audit: ['user-trail-read'],
    },
  ),
  changeUser: call(
    `PATCH ${PATHS.adminUsers}/:id`,
    'admin',
    'Plan, premium, and whether the account may be used; with `expected` only if nobody was quicker',
    {
      body: ChangeUserBody,
      answer: ManagedUser,
      audit: ['user-changed', 'user-read'],
    },
  ),
  articles: call(
    `GET ${PATHS.adminArticles}`,
    'admin',
    'All articles, drafts too; with `content=0` only their beginnings; `q` searches titles and whole texts, and answers with beginnings',
    {
      answer: z.union([ArticleDetails, ArticlePreviews]),
    },
  ),
  article: call(`GET ${PATHS.adminArticles}/:id`, 'admin', 'One article, published or not', { answer: ArticleDetail }),
  addArticle: call(`POST ${PATHS.adminArticles}`, 'admin', 'A new article', {
    body: CreateArticleBody,
    answer: ArticleDetail,
    status: 201,
    audit: ['article-added'],
    bodyLimit: ARTICLE_BYTES,
  }),
  changeArticle: call(
    `PATCH ${PATHS.adminArticles}/:id`,
    'admin',
    'Change an article, unless somebody else was quicker',
    {
      body: ChangeArticleBody,
      answer: ArticleDetail,
      audit: ['article-changed'],
      bodyLimit: ARTICLE_BYTES,
    },
  ),
  removeArticle: call(`DELETE ${PATHS.adminArticles}/:id`, 'admin', 'Delete an article', {
    audit: ['article-deleted'],
  }),
} as const

export const ALL_ADMIN_CALLS: readonly Call[] = Object.values(ADMIN_CALLS)
