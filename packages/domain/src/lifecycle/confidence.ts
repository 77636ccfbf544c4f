import type { ByMode, Mode } from './mode.ts'
import { exponentialShare } from './survival.ts'

/** Prior median lifetimes in ms, used until enough episodes are measured (formulas.md § 5). */
export const PRIOR_MEDIAN_MS: Readonly<ByMode<number>> = { spot: 1_500, tri: 900, carry: 8 * 3_600_000 }

/**
 * The prior confidence, a whole number 0–100: `100 · 2^(−(age + latency)/median)`, half to even (formulas.md § 5).
 * Ages and latency in ms, not negative.
 */
export function priorConfidence(mode: Mode, ageMs: number, latencyMs: number): number {
  return confidenceOf(exponentialShare(ageMs + latencyMs, PRIOR_MEDIAN_MS[mode]))
}

/** A share as a whole number 0–100, half to even. */
export function confidenceOf(share: number): number {
  const value = 100 * share
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
