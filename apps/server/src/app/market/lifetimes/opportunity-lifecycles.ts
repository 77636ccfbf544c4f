import { type ByMode, byMode, type Censor, nextLifecycle, type Verdict } from '@makas/domain'
import type { Opportunity } from '../opportunity/opportunity.ts'
import { sameOffer } from '../opportunity/same-offer.ts'
import { type CloseReason, unreadableReason } from '../route/judgement.ts'
import { byId, type Rejection, type Route } from '../route/route.ts'
import { type EpisodeRecorder, Episodes } from './episodes.ts'

export type FindingEvent = {
  readonly t: number
  readonly event: 'opened' | 'changed' | 'closed'
  readonly reason: CloseReason | null
  readonly route: Route
  /** The last positive evaluation. */
  readonly opportunity: Opportunity
}

/**
 * Opens, changes and closes the rows of all routes, and reports each step as a finding. Counts why other routes have no
 * row.
 */
export class OpportunityLifecycles {
  readonly open = new Set<Route>()
  readonly openByMode: ByMode<number> = byMode(() => 0)
  /** Routes whose latest evaluation had a gap and no row, by reason. */
  readonly rejected: Record<Rejection, number> = {
    fees: 0,
    slippage: 0,
    size: 0,
    quarantine: 0,
    stale: 0,
    crossed: 0,
    'fee-unknown': 0,
    'interval-unknown': 0,
    'borrow-unknown': 0,
  }
  readonly #uncaptured = new Set<Route>()
  readonly #tell: (event: FindingEvent) => void
  /** Null where lifetimes are not measured. */
  readonly #episodes: Episodes | null

  constructor(tell: (event: FindingEvent) => void, recorder: EpisodeRecorder | null) {
    this.#tell = tell
    this.#episodes = recorder === null ? null : new Episodes(recorder)
  }

  /** Open routes that pay while their row still has the opportunity of an earlier evaluation (`pays`). */
  get uncaptured(): ReadonlySet<Route> {
    return this.#uncaptured
  }

  /** Closes rows with a leg that may no longer be read at `now` (epoch ms), one row a piece, in id order. */
  *closing(now: number): Generator<void, void, void> {
    const dying = [...this.open].filter((route) => !route.isLive(now))
    for (const route of dying.sort(byId)) {
      // A frame read since then may have closed the row, or made its books live again.
      if (route.opportunity === null || route.isLive(now)) continue
      this.negative(route, unreadableReason(route, now), now, 'stale')
      yield
    }
  }

  /** Ends all rows, in id order, and closes them unless the reason is `end`. */
  end(reason: CloseReason | 'end', now: number): readonly Route[] {
    const routes = [...this.open].sort(byId)
    if (reason !== 'end') for (const route of routes) this.negative(route, reason, now, 'stale')
    return routes
  }

  /** Takes a positive evaluation at `now` (epoch ms): opens the row or changes it. */
  positive(route: Route, opportunity: Opportunity, now: number): void {
    // `pays` has told of it where the books have not moved since.
    const isKnown = this.#uncaptured.delete(route) && !route.isDeferred
    if (route.isDeferred) route.isDeferred = false
    this.#count(route, null)
    const before = route.opportunity
    const verdict: Verdict = before !== null && sameOffer(before, opportunity) ? 'unchanged' : 'positive'
    const { lifecycle, event } = nextLifecycle(route.lifecycle, verdict, now)
    if (event === 'opened') {
      this.open.add(route)
      this.openByMode[route.mode]++
    }
    route.lifecycle = lifecycle
    route.opportunity = opportunity
    if (!isKnown) this.#episodes?.positive(route, opportunity, verdict === 'positive', now)
    if (event !== null) this.#tell({ t: now, event, reason: null, route, opportunity })
  }

  /**
   * Takes a positive evaluation of a route whose row is open, at `now` (epoch ms), without capturing it: the row keeps
   * the opportunity that it has. `roi`: the net return in percent, computed only for an episode.
   */
  pays(route: Route, roi: () => number, now: number): void {
    if (route.isDeferred) route.isDeferred = false
    this.#uncaptured.add(route)
    this.#count(route, null)
    this.#episodes?.pays(route, roi, now)
  }

  /**
   * Takes a negative evaluation at `now` (epoch ms): closes the route's row if one is open; `rejection` says why a gap
   * is no row.
   */
  negative(route: Route, reason: CloseReason, now: number, rejection: Rejection | null): void {
    if (route.isDeferred) route.isDeferred = false
    if (route.rejection !== rejection) this.#count(route, rejection)
    if (route.lifecycle.kind === 'open') this.#close(route, reason, now)
    this.#episodes?.negative(route, reason, rejection, now)
  }

  /** Takes the loss of a book of a route whose row, if any, has closed already; its episode may go on. */
  lostFromSight(route: Route, reason: CloseReason, now: number): void {
    this.#episodes?.negative(route, reason, null, now)
  }

  tick(now: number): void {
    this.#episodes?.tick(now)
  }

  /** Censors open episodes: no evaluation follows. */
  censorEpisodes(why: Censor): void {
    this.#episodes?.censorAll(why)
  }

  #close(route: Route, reason: CloseReason, now: number): void {
    this.#uncaptured.delete(route)
    const { lifecycle, event } = nextLifecycle(route.lifecycle, 'negative', now)
    const { opportunity } = route
    route.lifecycle = lifecycle
    route.opportunity = null
    this.open.delete(route)
    this.openByMode[route.mode]--
    if (event !== null && opportunity !== null) this.#tell({ t: now, event, reason, route, opportunity })
  }

  #count(route: Route, rejection: Rejection | null): void {
    if (route.rejection !== null) this.rejected[route.rejection]--
    if (rejection !== null) this.rejected[rejection]++
    route.rejection = rejection
  }
}
