import type { MarketSource } from '../../ports/market/market-source.ts'
import type { FindingEvent } from '../lifetimes/opportunity-lifecycles.ts'
import type { Outlook } from '../opportunity/outlook.ts'
import { presentEvidence, presentRow } from '../opportunity/present/present.ts'
import { iso } from '../opportunity/present/present-leg.ts'

/** How long a closed row and its evidence can be asked for, ms (http-and-settings.md, Evidence). */
const CLOSED_KEPT_MS = 5 * 60_000

/** The last state of a closed row; serialised in idle time, or at the first request. */
class ClosedRow {
  readonly closedAt: number
  #serialise: (() => string) | null
  #json = ''

  constructor(at: number, serialise: () => string) {
    this.closedAt = at
    this.#serialise = serialise
  }

  get json(): string {
    if (this.#serialise !== null) {
      this.#json = this.#serialise()
      this.#serialise = null
    }
    return this.#json
  }
}

/** Row and evidence, as last evaluated, of the routes that closed up to five minutes ago. */
export class ClosedRows {
  readonly #byId = new Map<string, ClosedRow>()
  #unserialised: ClosedRow[] = []
  #sinceFreeze = new Set<string>()

  add({ t, route, opportunity }: FindingEvent, source: MarketSource, outlook: Outlook): void {
    this.forgetOld(t)
    const { detectedAt, updatedAt, ...last } = opportunity
    const closed = new ClosedRow(t, () => {
      const state = { source, state: 'CLOSED' as const, time: updatedAt, ages: last, outlook }
      const row = { ...presentRow(opportunity, state), updated_at: iso(t) }
      return JSON.stringify({ row, evidence: presentEvidence(opportunity) })
    })
    // Re-inserted so that the map stays in the order of closing.
    this.#byId.delete(route.id)
    this.#byId.set(route.id, closed)
    this.#unserialised.push(closed)
    this.#sinceFreeze.add(route.id)
  }

  /** Serialises the remaining rows, one at a time. The text needs far less memory than the evaluation. */
  *serialising(): Generator<void, void, void> {
    for (let next = this.#unserialised.pop(); next !== undefined; next = this.#unserialised.pop()) {
      if (next.json !== '') yield
    }
  }

  /** Drops rows that closed more than five minutes before `now`, epoch ms. */
  forgetOld(now: number): void {
    for (const [id, { closedAt }] of this.#byId) {
      if (now - closedAt <= CLOSED_KEPT_MS) break
      this.#byId.delete(id)
    }
  }

  json(id: string): string | null {
    return this.#byId.get(id)?.json ?? null
  }

  /** The ids of the rows that closed since the last call. */
  takeSinceFreeze(): ReadonlySet<string> {
    const taken = this.#sinceFreeze
    this.#sinceFreeze = new Set()
    return taken
  }
}
