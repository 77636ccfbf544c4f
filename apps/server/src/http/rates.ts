/** How many calls of a group an address, or an account, may make in a minute (security.md 64). */
export type Rate = { readonly of: 'address' | 'account'; readonly group: string; readonly most: number }

/** Mobile networks share addresses, so that these are far above what one person does. */
export const ADDRESS_RATES = {
  market: { of: 'address', group: 'market', most: 3_000 },
  stream: { of: 'address', group: 'stream', most: 3_000 },
  /** Files of the site are many and cost nothing. */
  site: { of: 'address', group: 'site', most: 12_000 },
} as const satisfies Readonly<Record<string, Rate>>

export const WRITES: Rate = { of: 'account', group: 'writes', most: 20 }
export const ADMIN_CALLS: Rate = { of: 'account', group: 'admin', most: 120 }
/** Questions to exchanges: keys that are added, checked or tried. */
export const KEY_QUESTIONS: Rate = { of: 'account', group: 'keys', most: 6 }
/** Each reads the whole log. */
export const AUDIT_CHECKS: Rate = { of: 'account', group: 'audit checks', most: 6 }
/** Each keeps the engine busy twice, and a request open for the row's latency. */
export const PAPER_ORDERS: Rate = { of: 'account', group: 'paper', most: 12 }
/** Each asks the exchanges of its legs, and a change of the amount is a plan of its own. */
export const TRADE_PLANS: Rate = { of: 'account', group: 'trade plans', most: 30 }
export const TRADES: Rate = { of: 'account', group: 'trades', most: 12 }
export const ARTICLE_VIEWS: Rate = { of: 'address', group: 'article views', most: 30 }
export const STREAM_CONNECTS: Rate = { of: 'account', group: 'stream', most: 20 }
/** Of each call by itself: four tabs that poll one at 2 s stay within it, whatever else they poll. */
export const readsOf = (path: string): Rate => ({ of: 'account', group: path, most: 120 })
