import type { BookState, LossReason } from '@makas/domain'
import type { Opportunity } from '../opportunity/opportunity.ts'
import type { Rejection, Route } from './route.ts'

/** Why an opportunity ended; the words of `closed` findings (http-and-settings.md, Findings). */
export type CloseReason = 'negative' | 'stale' | 'halted' | 'quarantine' | LossReason

/** A negative verdict: what it means for an open row, and how the gap is counted. */
export type NegativeVerdict = { readonly reason: CloseReason; readonly rejection: Rejection | null }

/**
 * A positive verdict: the exact account pays. `capture` copies the levels that it took, as long as the books have not
 * moved; `roi` is its net return in percent, a double for statistics alone.
 */
type PositiveVerdict = { readonly roi: () => number; readonly capture: () => Opportunity }

/** What an evaluation says of a route. */
export type Judgement = NegativeVerdict | PositiveVerdict

export const NO_GAP: NegativeVerdict = { reason: 'negative', rejection: null }
const CROSSED: NegativeVerdict = { reason: 'crossed', rejection: 'crossed' }
const CROSSED_NO_GAP: NegativeVerdict = { reason: 'crossed', rejection: null }

/** Every counted verdict, made once: the hot path allocates no verdicts. */
export const REJECTED: Readonly<Record<Exclude<Rejection, 'stale' | 'crossed'>, NegativeVerdict>> = {
  fees: { reason: 'negative', rejection: 'fees' },
  slippage: { reason: 'negative', rejection: 'slippage' },
  size: { reason: 'negative', rejection: 'size' },
  quarantine: { reason: 'quarantine', rejection: 'quarantine' },
  'fee-unknown': { reason: 'negative', rejection: 'fee-unknown' },
  'interval-unknown': { reason: 'negative', rejection: 'interval-unknown' },
  'borrow-unknown': { reason: 'negative', rejection: 'borrow-unknown' },
}

/**
 * The verdict on a route with a leg that may not be read; null where all may be read. `isGap`: the route counts as a
 * gap.
 */
export function unreadable(route: Route, isGap: boolean, now: number): NegativeVerdict | null {
  if (!route.isLive(now)) return { reason: unreadableReason(route, now), rejection: isGap ? 'stale' : null }
  if (route.isCrossed) return isGap ? CROSSED : CROSSED_NO_GAP
  return null
}

/** Why a route may not be read: the state of the first leg, in order of execution, that is not `LIVE`. */
export function unreadableReason(route: Route, now: number): CloseReason {
  for (const { slot } of route.legs) {
    const state: BookState = slot.state(now)
    if (state === 'LIVE') continue
    if (state === 'LATE' || state === 'STALE') return 'stale'
    return state === 'HALTED' ? 'halted' : state === 'RESYNC' ? slot.lossReason : 'down'
  }
  return 'stale'
}
