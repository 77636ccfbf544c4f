/** Rate limit: the most calls of a group in a minute by one address or one user (security.md 64). */
export type Rate = { readonly per: 'address' | 'user'; readonly group: string; readonly most: number }

/** Limits per address, far above one person's calls: people on a mobile network share addresses. */
export const ADDRESS_RATES = {
  market: { per: 'address', group: 'market', most: 3_000 },
  stream: { per: 'address', group: 'stream', most: 3_000 },
  /** Files of the site: many, and cheap. */
  site: { per: 'address', group: 'site', most: 12_000 },
} as const satisfies Readonly<Record<string, Rate>>

export const WRITES: Rate = { per: 'user', group: 'writes', most: 20 }
export const ADMIN_CALLS: Rate = { per: 'user', group: 'admin', most: 120 }
/** Calls that ask exchanges: keys that are added, checked or tried. */
export const KEY_QUESTIONS: Rate = { per: 'user', group: 'keys', most: 6 }
/** Checks of the audit log's chain; each reads the whole log. */
export const AUDIT_CHECKS: Rate = { per: 'user', group: 'audit checks', most: 6 }
/** Paper orders; each asks the engine twice and holds a request open for the row's latency. */
export const PAPER_ORDERS: Rate = { per: 'user', group: 'paper', most: 12 }
/** Trade plans; each asks the exchanges of its legs, and each change of the amount is another plan. */
export const TRADE_PLANS: Rate = { per: 'user', group: 'trade plans', most: 30 }
export const TRADES: Rate = { per: 'user', group: 'trades', most: 12 }
export const ARTICLE_VIEWS: Rate = { per: 'address', group: 'article views', most: 30 }
export const STREAM_CONNECTS: Rate = { per: 'user', group: 'stream', most: 20 }
/** Limit of one reading call: four tabs that poll it every 2 s stay within it. */
export const readsOf = (path: string): Rate => ({ per: 'user', group: path, most: 120 })
