import type { ExchangeId, KeptSide, PaperFill, PaperOrder } from '@makas/domain'
import type { AuditEntry } from './audit-log.ts'

/** Both sides that an order takes, as they were at one moment: all that its sums need. */
export type PaperBooks = { readonly buy: KeptSide; readonly sell: KeptSide }

/** A row at the moment at which somebody orders it on paper. */
type PaperOffer = {
  /** Of the row: a `MarketSource`, spelt out because that file knows this one. */
  readonly source: 'live' | 'demo' | 'replay'
  readonly symbol: string
  readonly base: string
  readonly quote: string
  readonly buyExchange: ExchangeId
  readonly sellExchange: ExchangeId
  readonly latencyMs: number
  readonly order: PaperOrder
  readonly books: PaperBooks
  /** What these very books would give. */
  readonly expected: PaperFill
}

export type PaperQuote =
  | { readonly kind: 'offered'; readonly offer: PaperOffer }
  /** No row now; not paid in dollars; less than the exchanges take as one order. */
  | { readonly kind: 'closed' | 'other-currency' | 'too-small' }

/** The books of the row after its latency; null where one of them is not live. */
export type PaperMoment = { readonly at: number; readonly books: PaperBooks | null }

/** The engine that holds the books; null while it cannot be asked. */
export interface PaperMarket {
  quote(id: string, amount: string): Promise<PaperQuote | null>
  moment(id: string, size: string): Promise<PaperMoment | null>
}

/** Why less was filled than was ordered: the price rose or the books held less, or a book was not live. */
export type PaperShortfall = 'price' | 'no-live-book'

/** A paper trade as it is kept; moments in epoch ms, all amounts exact texts. */
export type PaperTrade = Omit<PaperOffer, 'books'> & {
  readonly id: string
  readonly opportunityId: string
  readonly amount: string
  readonly fill: PaperFill
  readonly shortfall: PaperShortfall | null
  readonly orderedAt: number
  readonly filledAt: number
}

/** The books from which it can be computed again. */
export type PaperEvidence = { readonly before: PaperBooks; readonly after: PaperBooks | null }

/** `full`: there are as many as one person may have; `balance`: the portfolio is worth less than the order. */
export type PaperRefused = 'full' | 'balance'

export interface PaperStore {
  /** Newest first; all there are, since there can be no more than are allowed. */
  ofUser(userId: string): Promise<readonly PaperTrade[]>
  /**
   * `refuses` is asked once nobody else can add for this person: others of theirs may have been added since the order.
   * `no-owner`: the account is gone.
   */
  add(
    userId: string,
    trade: PaperTrade,
    evidence: PaperEvidence,
    refuses: (kept: readonly PaperTrade[]) => PaperRefused | null,
  ): Promise<'added' | PaperRefused | 'no-owner'>
  /** Deletes all of somebody; the audit line is told how many there were. */
  reset(userId: string, audit: (count: number) => AuditEntry): Promise<void>
}
