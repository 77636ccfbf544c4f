import { type Censor, type Mode, nextLifecycle, type Verdict } from '@makas/domain'
import type { Opportunity } from '../opportunity/opportunity.ts'
import { sameOffer } from '../opportunity/same-offer.ts'
import type { CloseReason } from '../route/judgement.ts'
import type { Rejection, Route } from '../route/route.ts'
import { type EpisodeRecorder, Episodes } from './episodes.ts'

export type FindingEvent = {
  readonly t: number
  readonly event: 'opened' | 'changed' | 'closed'
  readonly reason: CloseReason | null
  readonly route: Route
  /** The last positive evaluation. */
  readonly opportunity: Opportunity
}

/** Opens, changes and closes the rows of all routes and reports each as a finding; counts why the others have no row. */
export class OpportunityLifecycles {
  readonly open = new Set<Route>()
  readonly openByMode: Record<Mode, number> = { spot: 0, carry: 0, tri: 0 }
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
  readonly #tell: (event: FindingEvent) => void
  /** Null where lifetimes are not measured. */
  readonly #episodes: Episodes | null

  constructor(tell: (event: FindingEvent) => void, recorder: EpisodeRecorder | null) {
    this.#tell = tell
    this.#episodes = recorder === null ? null : new Episodes(recorder)
  }

  /**
   * Takes a positive evaluation at `now` (epoch ms): opens the row or changes it. `isKnown`: `pays` was called for it
   * already, and the books have not moved since.
   */
  positive(route: Route, opportunity: Opportunity, now: number, isKnown = false): void {
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

  /** Moves the clock of the episodes. */
  tick(now: number): void {
    this.#episodes?.tick(now)
  }

  /** Censors open episodes: no evaluation follows. */
  censorEpisodes(why: Censor): void {
    this.#episodes?.censorAll(why)
  }

  #close(route: Route, reason: CloseReason, now: number): void {
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
