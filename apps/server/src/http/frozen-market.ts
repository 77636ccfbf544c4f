import { LIMITS } from '@makas/contract'
import type { EvidenceById, MarketState, MarketUpdate } from '../app/engine-protocol/state.ts'
import { aged, hasRows, oldestOf } from './presenters/market-view.ts'

export type FrozenUpdate = Extract<MarketUpdate, { kind: 'frozen' }>

/** `json`: `{row, evidence}` of a closed row. `until`: when it is dropped, epoch ms. */
type ClosedEvidence = { readonly json: string; readonly until: number }

/** Cap of a state's time on its way, ms; more means that the clocks of the two processes differ. */
const LONGEST_WAY_MS = 5_000

/**
 * How long a state was on its way, ms; its ages do not count this time. 0 for a replay, whose clock is the time of its
 * frames.
 */
const onItsWay = ({ source, asOf }: MarketState, now: number): number =>
  source === 'replay' ? 0 : Math.min(LONGEST_WAY_MS, Math.max(0, now - asOf))

/** Whether `kept` is shown on: it has rows, and `next` of the same market is empty only because no book is proven. */
export const outlasts = (kept: MarketState, next: MarketState): boolean =>
  !next.ready && !hasRows(next) && kept.source === next.source && hasRows(kept)

/**
 * What visitors see: the newest frozen state. It is shown until a proven state replaces it, or its oldest input is 90 s
 * old (http-and-settings.md, Visitors). Evidence of closed rows is kept for five minutes.
 */
export class FrozenMarket {
  #kept: { readonly frozen: FrozenUpdate; readonly time: number } | null = null
  readonly #closed = new Map<string, ClosedEvidence>()

  /** Takes the state that the engine froze, at `now`. */
  take(frozen: FrozenUpdate, now: number): void {
    for (const [id, json] of Object.entries(frozen.closed)) this.#keepClosed(id, json, now)
    if (this.#outlasts(frozen.state, now)) return
    this.#closeMissing(frozen.evidence, now)
    this.#kept = { frozen, time: now - onItsWay(frozen.state, now) }
  }

  /** Whether the oldest input of the kept state is more than 90 s old; all three lists end together. */
  isOver(now: number): boolean {
    if (this.#kept === null) return false
    const { frozen, time } = this.#kept
    return now - time + frozen.state.asOf - oldestOf(frozen.state) > LIMITS.visitorMaxAgeMs
  }

  /** The state to serve at `now`, aged to `now`; null when none is young enough. */
  state(now: number): MarketState | null {
    if (this.isOver(now)) {
      this.#closeMissing({}, now)
      this.#kept = null
    }
    if (this.#kept === null) return null
    const { frozen, time } = this.#kept
    return now - time < LIMITS.visitorFreezeMs ? frozen.state : aged(frozen.state, now - time)
  }

  /**
   * `{row, evidence}` of a row of the frozen list, or of a row that closed up to five minutes ago. Null for any other
   * id.
   */
  evidence(id: string, now: number): string | null {
    const listed = this.#kept?.frozen.evidence
    if (listed !== undefined && Object.hasOwn(listed, id)) return listed[id] ?? null
    const closed = this.#closed.get(id)
    return closed !== undefined && closed.until > now ? closed.json : null
  }

  /** Drops evidence of closed rows that is past its five minutes. */
  sweep(now: number): void {
    for (const [id, { until }] of this.#closed) {
      if (until > now) break
      this.#closed.delete(id)
    }
  }

  #outlasts(next: MarketState, now: number): boolean {
    const kept = this.state(now)
    return kept !== null && outlasts(kept, next)
  }

  #closeMissing(evidence: EvidenceById, now: number): void {
    for (const [id, json] of Object.entries(this.#kept?.frozen.evidence ?? {})) {
      const isKnown = Object.hasOwn(evidence, id) || (this.#closed.get(id)?.until ?? 0) > now
      if (!isKnown) this.#keepClosed(id, asClosed(json, now), now)
    }
  }

  #keepClosed(id: string, json: string, now: number): void {
    // Re-inserted: the map is kept in the order of closing.
    this.#closed.delete(id)
    this.#closed.set(id, { json, until: now + LIMITS.evidenceKeptMs })
  }
}

/** Marks a row as closed at `now`: the engine that should have reported it was lost. */
function asClosed(json: string, now: number): string {
  const { row, evidence } = JSON.parse(json) as { row: Record<string, unknown>; evidence: unknown }
  return JSON.stringify({ row: { ...row, state: 'CLOSED', updated_at: new Date(now).toISOString() }, evidence })
}
