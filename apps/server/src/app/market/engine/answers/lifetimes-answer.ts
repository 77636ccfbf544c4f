import { MODES, type Mode } from '@makas/domain'
import type { LifetimeSource } from '../../../ports/market/market-source.ts'
import type { Lifetime } from '../../lifetimes/lifetime.ts'
import type { Lifetimes } from '../../lifetimes/lifetimes.ts'
import { iso } from '../../opportunity/present/present-leg.ts'

/** Most routes of the answer: the routes with the most ended episodes. */
export const MOST_ROUTES = 200
/** Most points of a curve. */
export const MOST_POINTS = { mode: 100, route: 25 }

/** The body of `/api/lifetimes` at `now`, epoch ms. */
export function lifetimesAnswer(lifetimes: Lifetimes, source: LifetimeSource, now: number) {
  const basisOfMode = (mode: Mode) => (lifetimes.ofMode(mode) === null ? 'prior' : 'measured')
  const routes = [...lifetimes.routes()]
    .sort(([a, { lifetime: one }], [b, { lifetime: other }]) => other.ended - one.ended || (a < b ? -1 : 1))
    .slice(0, MOST_ROUTES)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    source,
    as_of: iso(now),
    modes: MODES.map((mode) => ({
      mode,
      basis: basisOfMode(mode),
      ...figures(lifetimes.mode(mode), MOST_POINTS.mode, now),
    })),
    routes: routes.map(([id, { mode, lifetime }]) => ({
      id,
      mode,
      basis: lifetimes.ofRoute(id) === null ? basisOfMode(mode) : 'measured',
      ...figures(lifetime, MOST_POINTS.route, now),
    })),
  }
}

function figures(lifetime: Lifetime, mostPoints: number, now: number) {
  const { episodes, ended } = lifetime
  const curve = lifetime.curve(now)
  const score = lifetime.score()
  return {
    episodes,
    ended,
    censored: episodes - ended,
    median_ms: curve.medianMs,
    survival: curve.steps(mostPoints).map(({ ms, share }) => ({ ms, share: to8(share) })),
    brier: score === null ? null : to8(score.brier),
    reliability: (score?.reliability ?? []).map(({ from, to, n, predicted, observed }) => ({
      from,
      to,
      n,
      predicted: to8(predicted),
      observed: to8(observed),
    })),
  }
}

/** Shares are estimates: more digits would be noise. */
const to8 = (share: number) => Math.round(share * 1e8) / 1e8
