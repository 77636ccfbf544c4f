/** Rate limit: the most calls of a group in a minute by one address or one account (security.md 64). */
export type Rate = { readonly of: 'address' | 'account'; readonly group: string; readonly most: number }

/** Limits per address, far above one person's calls: people on a mobile network share addresses. */
export const ADDRESS_RATES = {
  market: { of: 'address', group: 'market', most: 3_000 },
  stream: { of: 'address', group: 'stream', most: 3_000 },
  /** Files of the site: many, and cheap. */
  site: { of: 'address', group: 'site', most: 12_000 },
} as const satisfies Readonly<Record<string, Rate>>

export const WRITES: Rate = { of: 'account', group: 'writes', most: 20 }
export const ADMIN_CALLS: Rate = { of: 'account', group: 'admin', most: 120 }
/** Calls that ask exchanges: keys that are added, checked or tried. */
export const KEY_QUESTIONS: Rate = { of: 'account', group: 'keys', most: 6 }
/** Checks of the audit log's chain; each reads the whole log. */
export const AUDIT_CHECKS: Rate = { of: 'account', group: 'audit checks', most: 6 }
/** Paper orders; each asks the engine twice and holds a request open for the row's latency. */
export const PAPER_ORDERS: Rate = { of: 'account', group: 'paper', most: 12 }
/** Trade plans; each asks the exchanges of its legs, and each change of the amount is another plan. */
export const TRADE_PLANS: Rate = { of: 'account', group: 'trade plans', most: 30 }
export const TRADES: Rate = { of: 'account', group: 'trades', most: 12 }
export const ARTICLE_VIEWS: Rate = { of: 'address', group: 'article views', most: 30 }
export const STREAM_CONNECTS: Rate = { of: 'account', group: 'stream', most: 20 }
/** Limit of one reading call: four tabs that poll it every 2 s stay within it. */
export const readsOf = (path: string): Rate => ({ of: 'account', group: path, most: 120 })
