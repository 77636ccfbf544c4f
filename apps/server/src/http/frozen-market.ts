import { LIMITS } from '@makas/contract'
import type { EvidenceById, MarketNews, MarketState } from '../app/engine-protocol/state.ts'
import { aged, hasRows, oldestOf } from './presenters/market-view.ts'

export type Frozen = Extract<MarketNews, { kind: 'frozen' }>

type Closed = { readonly json: string; readonly until: number }

/** A state is not longer on its way from the engine's thread, unless the clocks of the two differ. */
const LONGEST_WAY_MS = 5_000

/** How long a state was on its way, ms: as much older it is than it says. A replay's time is that of its frames, which tells nothing. */
const onItsWay = ({ source, asOf }: MarketState, now: number): number =>
  source === 'replay' ? 0 : Math.min(LONGEST_WAY_MS, Math.max(0, now - asOf))

/** A state with rows outlasts one that is empty only because no book is proven; never one of another market. */
export const outlasts = (kept: MarketState, next: MarketState): boolean =>
  !next.ready && !hasRows(next) && kept.source === next.source && hasRows(kept)

/**
 * What visitors see: the newest frozen state, kept while the market has nothing proven to put in its place, until its
 * oldest input is 90 s old (http-and-settings.md, Visitors). Evidence of what closed stays five minutes.
 */
export class FrozenMarket {
  #kept: { readonly frozen: Frozen; readonly at: number } | null = null
  readonly #closed = new Map<string, Closed>()

  /** Takes what the engine froze at `now`. */
  take(frozen: Frozen, now: number): void {
    for (const [id, json] of Object.entries(frozen.closed)) this.#keepClosed(id, json, now)
    if (this.#outlasts(frozen.state, now)) return
    this.#closeMissing(frozen.evidence, now)
    this.#kept = { frozen, at: now - onItsWay(frozen.state, now) }
  }

  /** Whether the oldest input of what is kept, if anything is, has passed its 90 s: all lists are of one moment and end together. */
  isOver(now: number): boolean {
    if (this.#kept === null) return false
    const { frozen, at } = this.#kept
    return now - at + frozen.state.asOf - oldestOf(frozen.state) > LIMITS.visitorMaxAgeMs
  }

  /** The state to serve at `now` with its ages as of then; null when there is none that is young enough. */
  state(now: number): MarketState | null {
    if (this.isOver(now)) {
      this.#closeMissing({}, now)
      this.#kept = null
    }
    if (this.#kept === null) return null
    const { frozen, at } = this.#kept
    return now - at < LIMITS.visitorFreezeMs ? frozen.state : aged(frozen.state, now - at)
  }

  /** `{row, evidence}` of a row of the frozen list, or of one that closed up to five minutes ago; null of any other. */
  evidence(id: string, now: number): string | null {
    const listed = this.#kept?.frozen.evidence
    if (listed !== undefined && Object.hasOwn(listed, id)) return listed[id] ?? null
    const closed = this.#closed.get(id)
    return closed !== undefined && closed.until > now ? closed.json : null
  }

  /** Forgets closed evidence whose time is over. */
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
    // Re-inserted so that the map stays in the order of closing.
    this.#closed.delete(id)
    this.#closed.set(id, { json, until: now + LIMITS.evidenceKeptMs })
  }
}

/** A row of which the engine never said that it closed, because the engine itself was lost. */
function asClosed(json: string, now: number): string {
  const { row, evidence } = JSON.parse(json) as { row: Record<string, unknown>; evidence: unknown }
  return JSON.stringify({ row: { ...row, state: 'CLOSED', updated_at: new Date(now).toISOString() }, evidence })
}
