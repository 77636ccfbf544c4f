import type { CapturedSide, ExchangeId, PaperFill, PaperOrder } from '@makas/domain'
import type { MarketSource } from '../market/market-source.ts'
import type { AuditEntry } from '../users/audit-log.ts'

/** The two book sides that a paper order takes from, as of one moment. */
export type PaperBooks = { readonly buy: CapturedSide; readonly sell: CapturedSide }

/** A row at the moment of a paper order. */
type PaperOffer = {
  readonly source: MarketSource
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly buyExchange: ExchangeId
  readonly sellExchange: ExchangeId
  readonly latencyMs: number
  readonly order: PaperOrder
  readonly books: PaperBooks
  /** The fill that these books would give. */
  readonly expected: PaperFill
}

export type PaperQuote =
  | { readonly kind: 'offered'; readonly offer: PaperOffer }
  /** `closed`: no row now; `other-currency`: not paid in dollars; `too-small`: below the exchanges' least order. */
  | { readonly kind: 'closed' | 'other-currency' | 'too-small' }

/** The books of the row after its latency; `books` null where a book is not live. */
export type PaperMoment = { readonly at: number; readonly books: PaperBooks | null }

/** The engine's side of paper orders; null while it cannot be asked. */
export interface PaperMarket {
  quote(id: string, amount: string): Promise<PaperQuote | null>
  moment(id: string, size: string): Promise<PaperMoment | null>
}

/**
 * Why less was filled than ordered. `price`: the price rose or the books held less; `no-live-book`: a book was not
 * live.
 */
export type PaperShortfall = 'price' | 'no-live-book'

/** A stored paper trade; moments in epoch ms, amounts as exact texts. */
export type PaperTrade = Omit<PaperOffer, 'books'> & {
  readonly id: string
  readonly opportunityId: string
  readonly amount: string
  readonly fill: PaperFill
  readonly shortfall: PaperShortfall | null
  readonly orderedAt: number
  readonly filledAt: number
}

/** The books from which the trade can be recomputed. */
export type PaperEvidence = { readonly before: PaperBooks; readonly after: PaperBooks | null }

/** `full`: the user has reached the limit of trades; `balance`: the portfolio is worth less than the order. */
export type PaperRefused = 'full' | 'balance'

export interface PaperStore {
  /** All trades of a user, newest first; their number is limited by `add`. */
  ofUser(userId: string): Promise<readonly PaperTrade[]>
  /**
   * Adds a trade. `refuses` is asked under a lock on the user, with all trades of the user. `no-owner`: the
   * user is gone.
   */
  add(
    userId: string,
    trade: PaperTrade,
    evidence: PaperEvidence,
    refuses: (kept: readonly PaperTrade[]) => PaperRefused | null,
  ): Promise<'added' | PaperRefused | 'no-owner'>
  /** Deletes all trades of a user; `audit` receives their number. */
  reset(userId: string, audit: (count: number) => AuditEntry): Promise<void>
}
