/** Ceiling of the first wait, ms; it doubles with every attempt that fails. */
const BASE_MS = 500
/** Largest ceiling, ms: a quarter of the 60 s in which all must be back (reliability-matrix.md C3). */
const CAP_MS = 15_000

/**
 * Full-jitter back-off: a random wait in ms between 0 and the doubling ceiling, so that many browsers that lost one
 * server do not come back together. `attempt` counts from 0; `leastMs` is the wait that the server asked for. It is
 * part of the contract since servers are built to bear exactly this (reliability-matrix.md C3).
 */
export function backOffMs(attempt: number, leastMs: number, random: () => number): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempt, 10))
  return leastMs + Math.round(random() * ceiling)
}
