import { LIMITS } from '@makas/contract'
import type { ReceivedRow } from './list-state.ts'

/** Facts of the whole list that the age of its rows depends on. */
export type ListFreshness = {
  /** Steady time of the list's last sign of life, ms. */
  readonly heardAt: number
  /** Whether it is the visitors' list, which is renewed every few seconds and states its own age. */
  readonly frozen: boolean
}

/** `left`: unused share of the freshness limit, 1 to 0; null if the row has no limit. */
export type RowAge = { readonly ageMs: number; readonly left: number | null; readonly stale: boolean }

/** Silence after which the browser marks rows, ms (reliability-matrix.md 3); a frozen list may miss one renewal. */
export function silenceLimitMs(frozen: boolean): number {
  return frozen ? LIMITS.visitorFreezeMs + LIMITS.streamSilenceMs : LIMITS.streamSilenceMs
}

/** Age of a row at steady time `now`: the server's figure, plus the time since by the browser's monotonic clock. */
export function rowAge(held: ReceivedRow, freshness: ListFreshness, now: number): RowAge {
  // A sample cannot go stale; its cell says that it is a sample.
  if (held.via === 'sample') return { ageMs: 0, left: null, stale: false }
  const elapsed = Math.max(0, now - held.receivedAt)
  const ageMs = held.row.age_ms + elapsed
  const silent = now - freshness.heardAt >= silenceLimitMs(freshness.frozen)
  if (freshness.frozen) return { ageMs, left: null, stale: held.gone || silent }
  const limit = held.row.age_ms + held.row.expires_in_ms
  const left = limit > 0 ? Math.min(1, Math.max(0, (limit - ageMs) / limit)) : 0
  return { ageMs, left, stale: held.gone || silent || ageMs >= limit }
}
