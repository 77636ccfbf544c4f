import { foldText } from '@makas/domain'
import type { AccountParts } from '../accounts/account-parts.ts'
import type { Allowed, NewTicket, TicketAdded } from '../ports/tickets.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** security.md 64. They are counted by what was stored: shared by every node, and not reset by a restart. */
const ALLOWED: readonly Allowed[] = [
  { most: 5, withinMs: MINUTE },
  { most: 20, withinMs: DAY },
]

type Parts = Pick<AccountParts, 'tickets' | 'randomness' | 'clock' | 'limitScale'>

/** As `RATE_LIMIT_SCALE` has it. */
export const scaled = (allowed: readonly Allowed[], scale: number): readonly Allowed[] =>
  allowed.map((one) => ({ ...one, most: Math.max(1, Math.floor(one.most * scale)) }))

type Asked = Pick<NewTicket, 'title' | 'description' | 'category' | 'priority' | 'evidence'>

/** A new ticket of a user; everything but what the form asks for is ours to say (security.md 36). */
export function openTicket(
  { tickets, randomness, clock, limitScale }: Parts,
  userId: string,
  { title, description, category, priority, evidence }: Asked,
): Promise<TicketAdded> {
  const asked = { title, description, category, priority, evidence, search: foldText(`${title}\n${description}`) }
  const ticket = { ...asked, id: randomness.newId(), userId, createdAt: clock.now() }
  return tickets.add(ticket, scaled(ALLOWED, limitScale))
}
