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
  apiKeys: '/api/api-keys',
  tryKey: '/api/validate-exchange-credentials',
  portfolio: '/api/portfolio/balances',
  personalSpot: '/api/personalized-arbitrage',
  /** Of the help centre; `helpView` counts a reader. */
  helpArticles: '/api/help-articles',
  helpView: (id: string) => `/api/help-articles/${encodeURIComponent(id)}/view`,
  /** The caller's own tickets with their threads; new ones and replies go to `tickets`. */
  ticketsWithMessages: '/api/tickets-with-messages',
  tickets: '/api/tickets',
  ticketMessages: (id: string) => `/api/tickets/${encodeURIComponent(id)}/messages`,
  adminStats: '/api/admin/dashboard/stats',
  adminUsers: '/api/admin/users',
  adminTickets: '/api/admin/tickets',
  adminArticles: '/api/admin/help-articles',
  evidence: (id: string) => `/api/opportunities/${encodeURIComponent(id)}/evidence`,
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

/** Times and sizes both sides keep to (runtime.md, HTTP; reliability.md §1). */
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
  /** Evidence of a closed row is kept this long. */
  evidenceKeptMs: 300_000,
  /** The site renews its token this long before it expires. */
  renewBeforeMs: 60_000,
  /** The shortest new password, in characters; one below `weakPassword` counts as weak (decisions.md 19). */
  password: 6,
  weakPassword: 8,
  adminPassword: 15,
} as const
