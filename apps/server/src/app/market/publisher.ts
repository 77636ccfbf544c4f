import type { BookFeed } from '../ports/book-feed.ts'
import type { EvidenceById, MarketSource, MarketState, PublishedRow } from '../ports/published.ts'
import type { FindingEvent, MarketEngine } from './market-engine.ts'
import { marketStats } from './market-stats.ts'
import { marketStatus } from './market-status.ts'
import { type SpotRow, spotEvidence, spotRow, withAges } from './present-spot.ts'
import { cryptoPrices, type DailyChanges } from './prices.ts'
import { ages, type SpotOpportunity, sameOffer } from './spot-opportunity.ts'

/** Closed evidence is kept this long (runtime.md, evidence). */
const CLOSED_KEPT_MS = 5 * 60_000
/** A row whose books were confirmed by newer frames is told again when its age differs by more than this. */
const AGE_NEWS_MS = 500

type Told = { readonly opportunity: SpotOpportunity; readonly bornAt: number; readonly revision: number }
type Closed = { readonly at: number; readonly json: string }

export type PublisherInputs = {
  readonly engine: MarketEngine
  readonly feeds: readonly BookFeed[]
  readonly changes: DailyChanges
  readonly source: MarketSource
  /** `MARKET=auto` has not chosen a source yet. */
  readonly isDeciding: boolean
  readonly startedAt: number
}

/** Turns the engine's state into the texts that HTTP serves: one consistent state a version. */
export class Publisher {
  #version = 0
  #revision = 0
  readonly #told = new Map<string, Told>()
  readonly #offers = new WeakMap<SpotOpportunity, SpotRow>()
  readonly #closed = new Map<string, Closed>()
  #closedSinceFreeze = new Set<string>()

  /** Everything as of `now` (epoch ms, by the market's clock), published at `wall` (epoch ms; another in a replay). */
  state(inputs: PublisherInputs, now: number, wall: number): MarketState {
    const { engine, feeds, changes, source, isDeciding, startedAt } = inputs
    const status = marketStatus(engine, feeds, { source: isDeciding ? null : source, startedAt, now, wall })
    const spot: { row: SpotRow; published: PublishedRow }[] = []
    let oldest = wall
    for (const { opportunity } of engine.open) {
      if (opportunity === null) continue
      const row = this.#row(opportunity, source, now)
      oldest = Math.min(oldest, wall - row.age_ms)
      spot.push({
        row,
        published: { id: row.id, revision: this.#revise(opportunity, row, now), json: JSON.stringify(row) },
      })
    }
    const listed = new Set(spot.map(({ row }) => row.id))
    for (const id of this.#told.keys()) if (!listed.has(id)) this.#told.delete(id)
    spot.sort((a, b) => b.row.net_roi - a.row.net_roi || (a.row.id < b.row.id ? -1 : 1))
    return {
      version: ++this.#version,
      asOf: wall,
      oldestInput: oldest,
      source,
      rows: { spot: spot.map(({ published }) => published), carry: [], tri: [] },
      stats: JSON.stringify(marketStats(engine, spot.length, now)),
      prices: JSON.stringify(cryptoPrices(engine, changes, now)),
      status: JSON.stringify(status),
      ready: status.engine.state === 'ready',
    }
  }

  /** Evidence of all open rows, and of those that closed since the last call. */
  freeze(
    inputs: PublisherInputs,
    now: number,
    wall: number,
  ): { state: MarketState; evidence: EvidenceById; closed: EvidenceById } {
    const state = this.state(inputs, now, wall)
    const evidence: Record<string, string> = {}
    for (const { opportunity } of inputs.engine.open) {
      if (opportunity !== null) evidence[opportunity.id] = this.#answer(opportunity, inputs.source, now)
    }
    const closed: Record<string, string> = {}
    for (const id of this.#closedSinceFreeze) {
      const kept = this.#closed.get(id)
      if (kept !== undefined && evidence[id] === undefined) closed[id] = kept.json
    }
    this.#closedSinceFreeze = new Set()
    return { state, evidence, closed }
  }

  /** The newest evaluation of a row, the last one of a row that closed up to 5 min ago, else null. */
  evidence(inputs: PublisherInputs, id: string, now: number): string | null {
    for (const { opportunity } of inputs.engine.open) {
      if (opportunity?.id === id) return this.#answer(opportunity, inputs.source, now)
    }
    return this.#closed.get(id)?.json ?? null
  }

  /** Keeps what a closing row said last. */
  closed({ t, route, opportunity }: FindingEvent, source: MarketSource): void {
    for (const [id, { at }] of this.#closed) {
      if (t - at <= CLOSED_KEPT_MS) break
      this.#closed.delete(id)
    }
    const row = {
      ...spotRow(opportunity, { ...opportunity, source, state: 'CLOSED' }),
      updated_at: new Date(t).toISOString(),
    }
    // Re-inserted so that the map stays in the order of closing.
    this.#closed.delete(route.id)
    this.#closed.set(route.id, { at: t, json: JSON.stringify({ row, evidence: spotEvidence(opportunity) }) })
    this.#closedSinceFreeze.add(route.id)
  }

  #row(opportunity: SpotOpportunity, source: MarketSource, now: number): SpotRow {
    const state = {
      ...ages(opportunity.legs[0].leg.slot, opportunity.legs[1].leg.slot, now),
      source,
      state: 'LIVE' as const,
    }
    const known = this.#offers.get(opportunity)
    if (known === undefined) {
      const row = spotRow(opportunity, state)
      this.#offers.set(opportunity, row)
      return row
    }
    return withAges(known, state)
  }

  #answer(opportunity: SpotOpportunity, source: MarketSource, now: number): string {
    return JSON.stringify({ row: this.#row(opportunity, source, now), evidence: spotEvidence(opportunity) })
  }

  #revise(opportunity: SpotOpportunity, row: SpotRow, now: number): number {
    const bornAt = now - row.age_ms
    const told = this.#told.get(row.id)
    if (told !== undefined) {
      const same = told.opportunity === opportunity || sameOffer(told.opportunity, opportunity)
      if (same && Math.abs(bornAt - told.bornAt) < AGE_NEWS_MS) return told.revision
    }
    this.#told.set(row.id, { opportunity, bornAt, revision: ++this.#revision })
    return this.#revision
  }
}
