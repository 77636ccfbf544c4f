import { add, compare, exactText, type PaperFill, paperFill, ratioOfText } from '@makas/domain'
import type { PaperEvidence, PaperMarket, PaperRefused, PaperTrade } from '../ports/trading/paper.ts'
import type { UserParts } from '../users/user-parts.ts'

type Parts = {
  readonly paper: Pick<UserParts['paper'], 'ofUser'>
  readonly randomness: Pick<UserParts['randomness'], 'newId'>
  readonly clock: Pick<UserParts['clock'], 'now' | 'after'>
}

/** Rules of the portfolio. `start`: virtual dollars at the start. `trades`: most trades of a user. */
export type PaperRules = { readonly start: number; readonly trades: number }

export type PaperOrderOutcome =
  | { readonly kind: 'filled'; readonly trade: PaperTrade; readonly evidence: PaperEvidence }
  | { readonly kind: 'closed' | 'other-currency' | 'too-small' | PaperRefused }
  /** The engine does not answer. */
  | { readonly kind: 'away' }

/** Cap of the wait for a row's measured latency, ms. */
const LONGEST_WAIT_MS = 5_000

const NOTHING: PaperFill = { size: '0', bought: '0', sold: '0', fees: '0', net: '0' }

/** Value of the portfolio: the start plus the net of every trade. */
export function paperBalance(start: number, trades: readonly PaperTrade[]): string {
  return exactText(trades.reduce((sum, { fill }) => add(sum, ratioOfText(fill.net)), ratioOfText(String(start))))
}

/** Why an order of this amount is refused, given the trades of the portfolio; null where it is taken. */
export function refusedBy(rules: PaperRules, trades: readonly PaperTrade[], amount: string): PaperRefused | null {
  if (trades.length >= rules.trades) return 'full'
  return compare(ratioOfText(amount), ratioOfText(paperBalance(rules.start, trades))) > 0 ? 'balance' : null
}

/**
 * Orders a spot row on paper and fills it from its books after the row's latency; stores nothing. `amount`: upper bound
 * of the cost, in dollars.
 */
export async function placePaperOrder(
  { paper, randomness, clock }: Parts,
  market: PaperMarket,
  rules: PaperRules,
  userId: string,
  given: { readonly opportunityId: string; readonly amount: string },
): Promise<PaperOrderOutcome> {
  const refused = refusedBy(rules, await paper.ofUser(userId), given.amount)
  if (refused !== null) return { kind: refused }
  const quote = await market.quote(given.opportunityId, given.amount)
  if (quote === null) return { kind: 'away' }
  if (quote.kind !== 'offered') return { kind: quote.kind }
  const { books, ...offer } = quote.offer
  const orderedAt = clock.now()
  await new Promise<void>((resolve) => {
    clock.after(Math.min(offer.latencyMs, LONGEST_WAIT_MS), resolve)
  })
  const moment = await market.moment(given.opportunityId, offer.order.size)
  if (moment === null) return { kind: 'away' }
  const fill = moment.books === null ? NOTHING : paperFill(offer.order, moment.books.buy, moment.books.sell)
  const isShort = compare(ratioOfText(fill.size), ratioOfText(offer.order.size)) < 0
  const trade: PaperTrade = {
    ...offer,
    id: randomness.newId(),
    opportunityId: given.opportunityId,
    amount: given.amount,
    fill,
    shortfall: moment.books === null ? 'no-live-book' : isShort ? 'price' : null,
    orderedAt,
    filledAt: clock.now(),
  }
  return { kind: 'filled', trade, evidence: { before: books, after: moment.books } }
}
