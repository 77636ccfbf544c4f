import { foldText } from '@makas/domain'
import type { NewTicket, RateLimit, TicketAdded } from '../ports/support/tickets.ts'
import type { UserParts } from '../users/user-parts.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * Rate limits of new tickets (security.md 64), counted by the stored tickets: shared by all nodes, and not reset by a
 * restart.
 */
const RATE_LIMITS: readonly RateLimit[] = [
  { most: 5, withinMs: MINUTE },
  { most: 20, withinMs: DAY },
]

type Parts = Pick<UserParts, 'tickets' | 'randomness' | 'clock' | 'limitScale'>

/** Rate limits multiplied by `RATE_LIMIT_SCALE`, at least 1. */
export const scaled = (limits: readonly RateLimit[], scale: number): readonly RateLimit[] =>
  limits.map((one) => ({ ...one, most: Math.max(1, Math.floor(one.most * scale)) }))

type TicketForm = Pick<NewTicket, 'title' | 'description' | 'category' | 'priority' | 'evidence'>

/** Opens a ticket of a user; only the form's fields come from the request (security.md 36). */
export function openTicket(
  { tickets, randomness, clock, limitScale }: Parts,
  userId: string,
  { title, description, category, priority, evidence }: TicketForm,
): Promise<TicketAdded> {
  const asked = { title, description, category, priority, evidence, search: foldText(`${title}\n${description}`) }
  const ticket = { ...asked, id: randomness.newId(), userId, createdAt: clock.now() }
  return tickets.add(ticket, scaled(RATE_LIMITS, limitScale))
}
