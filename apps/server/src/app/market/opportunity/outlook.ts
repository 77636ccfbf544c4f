import { type Mode, PRIOR_MEDIAN_MS, priorConfidence } from '@makas/domain'
import type { Ages } from './evaluation.ts'

/** Confidence (percent) that a row still pays when it is filled, and how long it may last (formulas.md § 5). */
export type Outlook = { readonly confidence: number; readonly basis: 'prior' | 'measured'; readonly ttlMs: number }

/** The outlook of a route that is open since `openSince` (epoch ms), at `now`. */
export type OutlookOf = (
  route: { readonly id: string; readonly mode: Mode; readonly openSince: number },
  ages: Ages,
  now: number,
) => Outlook

/** The prior outlook, our documented assumption, used until enough episodes are measured. */
export const priorOutlook: OutlookOf = ({ mode }, { ageMs, latencyMs }) => ({
  confidence: priorConfidence(mode, ageMs, latencyMs),
  basis: 'prior',
  ttlMs: PRIOR_MEDIAN_MS[mode],
})
