import type { AccountParts } from '../accounts/account-parts.ts'
import type { AdminTicketStore, AdminTicketsMoved } from '../ports/support/admin-ticket-store.ts'
import type { MovedTicket, TicketStore } from '../ports/support/tickets.ts'
import { Briefly } from './briefly.ts'

const MOST = 100
/** TTL of an answer, ms: every open page asks every few seconds. */
const KEPT_MS = 1_000
const MOST_KEPT = 5_000
/**
 * Overlap of two answers, ms: a change is committed a little after the moment that it carries, and is repeated rather
 * than missed.
 */
const OVERLAP_MS = 3_000

type AsOf<T> = T & { readonly asOf: number }

/** The tickets that changed since a moment, from a cache. */
export type MovedTickets = {
  ofUser(userId: string, since: number): Promise<AsOf<Awaited<ReturnType<TicketStore['moved']>>>>
  ofAll(since: number): Promise<AsOf<Awaited<ReturnType<AdminTicketStore['moved']>>>>
}

/** One instance per server; `parts` is called at each question. */
export function movedTickets(parts: () => Pick<AccountParts, 'tickets' | 'adminTickets' | 'clock'>): MovedTickets {
  const now = () => parts().clock.now()
  const own = new Briefly<Awaited<ReturnType<TicketStore['moved']>>>(KEPT_MS, MOST_KEPT)
  const all = new Briefly<Awaited<ReturnType<AdminTicketStore['moved']>>>(KEPT_MS, 1)
  const selectSince = <M extends MovedTicket, T extends { readonly moved: readonly M[] }>(
    read: { readonly at: number; readonly value: T },
    isSince: (one: M) => boolean,
  ): AsOf<T> => ({ ...read.value, moved: read.value.moved.filter(isSince), asOf: read.at - OVERLAP_MS })
  return {
    ofUser: async (userId, since) =>
      selectSince(
        await own.get(userId, now(), () => parts().tickets.moved(userId, MOST)),
        ({ updatedAt }: MovedTicket) => updatedAt > since,
      ),
    ofAll: async (since) =>
      selectSince(
        await all.get('', now(), () => parts().adminTickets.moved(MOST)),
        ({ adminUpdatedAt }: AdminTicketsMoved['moved'][number]) => adminUpdatedAt > since,
      ),
  }
}
