import { type Censor, Episode, type EpisodeEnd, type FinishedEpisode } from '@makas/domain'
import { netPercent } from '../opportunity/net-percent.ts'
import type { Opportunity } from '../opportunity/opportunity.ts'
import type { OutlookOf } from '../opportunity/outlook.ts'
import { type CloseReason, unreadableReason } from '../route/judgement.ts'
import type { Rejection, Route } from '../route/route.ts'

/** Records finished episodes, and forecasts the lifetime of an episode that opens. */
export type EpisodeRecorder = {
  readonly outlookOf: OutlookOf
  readonly finished: (episode: FinishedEpisode) => void
}

const ENDED: EpisodeEnd = { kind: 'ended' }

/**
 * The episodes of one engine (formulas.md § 5), fed with each evaluation of a route that has an episode. A row closes
 * at the first negative evaluation, its episode at the third; until then the route is evaluated like a row.
 */
export class Episodes {
  readonly #recorder: EpisodeRecorder
  readonly #running = new Set<Route>()
  /** Routes with an episode whose row has closed: only their legs are watched here for being `LIVE`. */
  readonly #inDoubt = new Set<Route>()

  constructor(recorder: EpisodeRecorder) {
    this.#recorder = recorder
  }

  /** Takes a positive evaluation. `isNews`: it differs from the evaluation before, or is the first. */
  positive(route: Route, opportunity: Opportunity, isNews: boolean, now: number): void {
    const { episode } = route
    if (episode === null) this.#open(route, opportunity, now)
    else if (isNews) {
      episode.changed(now, roiOf(opportunity))
      this.#inDoubt.delete(route)
    } else episode.unchanged(now)
  }

  /** Takes a positive evaluation of an open row whose opportunity was not captured; `roi`: its net return, percent. */
  pays({ episode }: Route, roi: () => number, now: number): void {
    episode?.changed(now, roi())
  }

  /**
   * Takes a negative evaluation, or an evaluation that a missing book or fact prevented. Only an evaluation by which
   * the route does not pay counts towards the end.
   */
  negative(route: Route, reason: CloseReason, rejection: Rejection | null, now: number): void {
    const { episode } = route
    if (episode === null) return
    if (reason !== 'negative') this.#finish(route, episode, { kind: 'censored', why: reason })
    else if (isUnknown(rejection)) this.#finish(route, episode, { kind: 'censored', why: 'unknown' })
    else if (episode.negative(now, framesOf(route))) this.#finish(route, episode, ENDED)
    else this.#inDoubt.add(route)
  }

  /** Moves the clock: episodes whose routes can no longer be evaluated are censored. */
  tick(now: number): void {
    for (const route of this.#inDoubt) {
      if (!route.isLive(now)) this.negative(route, unreadableReason(route, now), null, now)
    }
  }

  /** Censors all open episodes: no evaluation follows. */
  censorAll(why: Censor): void {
    for (const route of this.#running) {
      if (route.episode !== null) this.#finish(route, route.episode, { kind: 'censored', why })
    }
  }

  #open(route: Route, opportunity: Opportunity, now: number): void {
    const { id, mode } = route
    const outlook = this.#recorder.outlookOf({ id, mode, openSince: now }, opportunity, now)
    route.episode = new Episode(now, {
      roi: roiOf(opportunity),
      size: opportunity.mode === 'tri' ? opportunity.account.spent : opportunity.account.size,
      forecast: { share: outlook.confidence / 100, basis: outlook.basis, latencyMs: opportunity.latencyMs },
    })
    this.#running.add(route)
  }

  #finish(route: Route, episode: Episode, end: EpisodeEnd): void {
    route.episode = null
    this.#running.delete(route)
    this.#inDoubt.delete(route)
    this.#recorder.finished(episode.finished(route.id, route.mode, end))
  }
}

const isUnknown = (rejection: Rejection | null) =>
  rejection === 'fee-unknown' || rejection === 'interval-unknown' || rejection === 'borrow-unknown'

function framesOf({ legs }: Route): number {
  let frames = 0
  for (const { slot } of legs) frames += slot.applications
  return frames
}

/** The net return in percent, for a carry trade over its whole hold. A double, for statistics alone. */
function roiOf(opportunity: Opportunity): number {
  switch (opportunity.mode) {
    case 'spot':
      return netPercent(opportunity.account.net, opportunity.account.cost)
    case 'carry':
      return netPercent(opportunity.account.net, opportunity.account.capital)
    case 'tri':
      return netPercent(opportunity.account.net, opportunity.account.spent)
  }
}
