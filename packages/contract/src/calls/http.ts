/** Paths of the calls; `{id}` is the row's id, percent-encoded. */
export const PATHS = {
  /** The list call of each mode. */
  lists: {
    spot: '/api/arbitrage-opportunities',
    carry: '/api/cash-carry-opportunities',
    tri: '/api/triangular-opportunities',
  },
  marketStats: '/api/market-stats',
  cryptoPrices: '/api/crypto-prices',
  status: '/api/status',
  stream: '/api/stream',
  lifetimes: '/api/lifetimes',
  /** Sign-up, login and sessions of users; `adminAuth` has the same for admins, without the sign-up. */
  auth: '/api/auth',
  adminAuth: '/api/admin/auth',
  adminSetup: '/api/admin/setup',
  adminAudit: '/api/admin/audit',
  account: '/api/account',
  accountExport: '/api/account/export',
  /** Where one is logged in; one is ended by its id. */
  accountSessions: '/api/account/sessions',
  accountSession: (id: string) => `/api/account/sessions/${encodeURIComponent(id)}`,
  apiKeys: '/api/api-keys',
  demoKey: '/api/demo-keys',
  tryKey: '/api/validate-exchange-credentials',
  portfolio: '/api/portfolio/balances',
  personalSpot: '/api/personalized-arbitrage',
  paperTrades: '/api/paper-trades',
  /** Real orders on test networks; `tradePlan` says what would be ordered. */
  trades: '/api/trades',
  tradePlan: '/api/trades/plan',
  trade: (id: string) => `/api/trades/${encodeURIComponent(id)}`,
  /** Of the help centre; `helpView` counts a reader. */
  helpArticles: '/api/help-articles',
  helpArticle: (id: string) => `/api/help-articles/${encodeURIComponent(id)}`,
  helpView: (id: string) => `/api/help-articles/${encodeURIComponent(id)}/view`,
  /** The caller's own tickets with their threads; new ones and replies go to `tickets`. */
  ticketsWithMessages: '/api/tickets-with-messages',
  tickets: '/api/tickets',
  ticket: (id: string) => `/api/tickets/${encodeURIComponent(id)}`,
  ticketMessages: (id: string) => `/api/tickets/${encodeURIComponent(id)}/messages`,
  ticketSeen: (id: string) => `/api/tickets/${encodeURIComponent(id)}/seen`,
  /** What moved since `?since=`: asked for often, and small. */
  ticketChanges: '/api/tickets/changes',
  adminStats: '/api/admin/dashboard/stats',
  adminTrends: '/api/admin/dashboard/trends',
  adminSystem: '/api/admin/system',
  adminAuditCheck: '/api/admin/audit/check',
  adminUsers: '/api/admin/users',
  adminUser: (id: string) => `/api/admin/users/${encodeURIComponent(id)}`,
  adminUserAudit: (id: string) => `/api/admin/users/${encodeURIComponent(id)}/audit`,
  adminTickets: '/api/admin/tickets',
  adminTicket: (id: string) => `/api/admin/tickets/${encodeURIComponent(id)}`,
  adminTicketNotes: (id: string) => `/api/admin/tickets/${encodeURIComponent(id)}/notes`,
  adminTicketPresence: (id: string) => `/api/admin/tickets/${encodeURIComponent(id)}/presence`,
  adminTicketChanges: '/api/admin/tickets/changes',
  adminTicketAssignees: '/api/admin/tickets/assignees',
  cannedReplies: '/api/admin/canned-replies',
  cannedReply: (id: string) => `/api/admin/canned-replies/${encodeURIComponent(id)}`,
  adminArticles: '/api/admin/help-articles',
  adminArticle: (id: string) => `/api/admin/help-articles/${encodeURIComponent(id)}`,
  /** The views that a person has saved of the opportunities. */
  views: '/api/views',
  evidence: (id: string) => `/api/opportunities/${encodeURIComponent(id)}/evidence`,
  history: (id: string) => `/api/opportunities/${encodeURIComponent(id)}/history`,
} as const

/** Header names, lower case as Node and fetch give them. */
export const HEADERS = {
  /** `AnswerSource` of a list call. */
  source: 'x-makas-source',
  /** ISO time of the oldest input of a list call. */
  asOf: 'x-makas-as-of',
  /** How many there are in all, of a list that comes in pages. */
  totalCount: 'x-total-count',
  requestId: 'x-request-id',
  /** 1 to 64 visible ASCII characters; a creating call that is sent again with the same one creates nothing more. */
  idempotencyKey: 'idempotency-key',
  lastEventId: 'last-event-id',
  /** Any value; calls that read the renewal cookie want it, and no page of another origin can send it (security.md 60). */
  renewal: 'x-makas-renewal',
} as const

/** Times and sizes both sides keep to (http-and-settings.md, HTTP; reliability-matrix.md, Rules). */
export const LIMITS = {
  /** Visitors' list, stream and evidence are frozen this often. */
  visitorFreezeMs: 5_000,
  /** The oldest frozen list that is still served. */
  visitorMaxAgeMs: 90_000,
  /** Live deltas come at most this often. */
  deltaMinGapMs: 250,
  streamHeartbeatMs: 15_000,
  /** Silence after which the browser marks rows itself. */
  streamSilenceMs: 5_000,
  /** The page polls this often while the stream is down (CONST-04). */
  pollMs: 5_000,
  /** Of whoever is logged in. */
  userPollMs: 2_000,
  /** Evidence of a closed row is kept this long. */
  evidenceKeptMs: 300_000,
  /** The site renews its token this long before it expires. */
  renewBeforeMs: 60_000,
  /** The shortest new password, in characters; one below `weakPassword` counts as weak (product-decisions.md 19). */
  password: 6,
  weakPassword: 8,
  adminPassword: 15,
  /** Bytes of the evidence that a ticket may carry. */
  ticketEvidence: 96 * 1024,
  /** Whoever has a ticket of the panel open says so this often, and is there for so long. */
  presenceEveryMs: 8_000,
  presenceMs: 20_000,
} as const
