import { LIMITS } from '@makas/contract'
import type { Held } from './list-state.ts'

/** What the list as a whole says about the age of its rows. */
export type Hearing = {
  /** Steady time at which anything was last heard of the list. */
  readonly heardAt: number
  /** The visitors' list, which is renewed every few seconds and says its age itself. */
  readonly frozen: boolean
}

/** `left` is the share of the freshness limit that is not used up, 1 to 0; null where the row has no such limit. */
export type RowAge = { readonly ageMs: number; readonly left: number | null; readonly stale: boolean }

/** Silence after which the browser marks rows itself (reliability-matrix.md 3); a frozen list may miss one renewal. */
export function silenceLimitMs(frozen: boolean): number {
  return frozen ? LIMITS.visitorFreezeMs + LIMITS.streamSilenceMs : LIMITS.streamSilenceMs
}

/** Age of a row at steady time `now`: what the server said, and what has passed since by our own monotonic clock. */
export function rowAge(held: Held, hearing: Hearing, now: number): RowAge {
  // A sample was never fresh and cannot go stale; its cell says what it is.
  if (held.via === 'sample') return { ageMs: 0, left: null, stale: false }
  const elapsed = Math.max(0, now - held.receivedAt)
  const ageMs = held.row.age_ms + elapsed
  const silent = now - hearing.heardAt >= silenceLimitMs(hearing.frozen)
  if (hearing.frozen) return { ageMs, left: null, stale: held.gone || silent }
  const limit = held.row.age_ms + held.row.expires_in_ms
  const left = limit > 0 ? Math.min(1, Math.max(0, (limit - ageMs) / limit)) : 0
  return { ageMs, left, stale: held.gone || silent || ageMs >= limit }
}
