import type { AdminTicketStore, ChangedAdminTickets } from '../ports/support/admin-ticket-store.ts'
import type { ChangedTicket, TicketStore } from '../ports/support/tickets.ts'
import type { UserParts } from '../users/user-parts.ts'
import { ShortLivedCache } from './short-lived-cache.ts'

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
export type RecentTicketChanges = {
  ofUser(userId: string, since: number): Promise<AsOf<Awaited<ReturnType<TicketStore['lastChanged']>>>>
  ofAll(since: number): Promise<AsOf<Awaited<ReturnType<AdminTicketStore['lastChanged']>>>>
}

/** One instance per server; `parts` is called at each question. */
export function recentTicketChanges(
  parts: () => Pick<UserParts, 'tickets' | 'adminTickets' | 'clock'>,
): RecentTicketChanges {
  const now = () => parts().clock.now()
  const own = new ShortLivedCache<Awaited<ReturnType<TicketStore['lastChanged']>>>(KEPT_MS, MOST_KEPT)
  const all = new ShortLivedCache<Awaited<ReturnType<AdminTicketStore['lastChanged']>>>(KEPT_MS, 1)
  const selectSince = <M extends ChangedTicket, T extends { readonly tickets: readonly M[] }>(
    read: { readonly time: number; readonly value: T },
    isSince: (one: M) => boolean,
  ): AsOf<T> => ({ ...read.value, tickets: read.value.tickets.filter(isSince), asOf: read.time - OVERLAP_MS })
  return {
    ofUser: async (userId, since) =>
      selectSince(
        await own.get(userId, now(), () => parts().tickets.lastChanged(userId, MOST)),
        ({ updatedAt }: ChangedTicket) => updatedAt > since,
      ),
    ofAll: async (since) =>
      selectSince(
        await all.get('', now(), () => parts().adminTickets.lastChanged(MOST)),
        ({ adminUpdatedAt }: ChangedAdminTickets['tickets'][number]) => adminUpdatedAt > since,
      ),
  }
}
