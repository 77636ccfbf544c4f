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
  /** Sign-up, login and sessions of users; `adminAuth` has the same calls for admins, without the sign-up. */
  auth: '/api/auth',
  adminAuth: '/api/admin/auth',
  adminSetup: '/api/admin/setup',
  adminAudit: '/api/admin/audit',
  account: '/api/account',
  accountExport: '/api/account/export',
  /** The caller's open sessions. With an id behind it, the address of one session, to end it. */
  accountSessions: '/api/account/sessions',
  accountSession: (id: string) => `/api/account/sessions/${encodeURIComponent(id)}`,
  /** The newest events of the caller's account. */
  accountEvents: '/api/account/events',
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
  /** Articles of the help centre; `helpView` counts a reader. */
  helpArticles: '/api/help-articles',
  helpArticle: (id: string) => `/api/help-articles/${encodeURIComponent(id)}`,
  helpView: (id: string) => `/api/help-articles/${encodeURIComponent(id)}/view`,
  /** The caller's own tickets with their threads; new ones and replies go to `tickets`. */
  ticketsWithMessages: '/api/tickets-with-messages',
  tickets: '/api/tickets',
  ticket: (id: string) => `/api/tickets/${encodeURIComponent(id)}`,
  ticketMessages: (id: string) => `/api/tickets/${encodeURIComponent(id)}/messages`,
  ticketSeen: (id: string) => `/api/tickets/${encodeURIComponent(id)}/seen`,
  /** Tickets changed since `?since=`; polled often, with a small answer. */
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
  /** A user's saved views of the opportunities. */
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
  /** Total number of items of a list that comes in pages. */
  totalCount: 'x-total-count',
  requestId: 'x-request-id',
  /** 1 to 64 visible ASCII characters; a creating call that is repeated with this key creates nothing more. */
  idempotencyKey: 'idempotency-key',
  lastEventId: 'last-event-id',
  /**
   * Any value; required by calls that read the renewal cookie, because no page of another origin can send it
   * (security.md 60).
   */
  renewal: 'x-makas-renewal',
} as const

/** Times and sizes that both sides use (http-and-settings.md, HTTP; reliability-matrix.md, Rules). */
export const LIMITS = {
  /** Interval at which the visitors' list, stream and evidence are frozen. */
  visitorFreezeMs: 5_000,
  /** Greatest age of a frozen list that is still served. */
  visitorMaxAgeMs: 90_000,
  /** Least time between two live deltas. */
  deltaMinGapMs: 250,
  streamHeartbeatMs: 15_000,
  /** Silence of the stream after which the browser marks rows as old itself. */
  streamSilenceMs: 5_000,
  /** Polling interval of visitors (CONST-04). */
  pollMs: 5_000,
  /** Polling interval of logged-in users. */
  userPollMs: 2_000,
  /** Time that the evidence of a closed row is kept. */
  evidenceKeptMs: 300_000,
  /** Time before its expiry at which the site renews its token. */
  renewBeforeMs: 60_000,
  /** Least characters of a new password. A password below `weakPassword` counts as weak (product-decisions.md 19). */
  password: 6,
  weakPassword: 8,
  adminPassword: 15,
  /** Reading speed from which the minutes of an article are computed, letters a minute. */
  readingPace: 1_200,
  /** Most bytes of the evidence of a ticket. */
  ticketEvidence: 96 * 1024,
  /** Interval at which the admin panel reports an open ticket, ms. */
  presenceEveryMs: 8_000,
  presenceMs: 20_000,
} as const
