import type { MessageAdded, RateLimit } from '../ports/support/tickets.ts'
import type { UserParts } from '../users/user-parts.ts'
import { scaled } from './open-ticket.ts'

/** Rate limit of replies (security.md 64). */
const RATE_LIMITS: readonly RateLimit[] = [{ most: 10, withinMs: 60_000 }]

type Parts = Pick<UserParts, 'tickets' | 'randomness' | 'clock' | 'limitScale'>

/** A user's reply in the thread of an own ticket. */
export function replyToTicket(
  { tickets, randomness, clock, limitScale }: Parts,
  userId: string,
  ticketId: string,
  message: string,
): Promise<MessageAdded> {
  const ids = { id: randomness.newId(), changeId: randomness.newId() }
  const reply = { ...ids, ticketId, userId, message, createdAt: clock.now() }
  return tickets.reply(reply, scaled(RATE_LIMITS, limitScale))
}
