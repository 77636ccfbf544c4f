import type { Mode } from '@makas/domain'
import type { BookFeed } from '../ports/book-feed.ts'
import type { EvidenceById, MarketSource, MarketState, PublishedRow } from '../ports/published.ts'
import { ages } from './evaluation.ts'
import type { MarketEngine } from './market-engine.ts'
import { marketStats } from './market-stats.ts'
import { marketStatus } from './market-status.ts'
import type { Opportunity } from './opportunity.ts'
import type { OutlookOf } from './outlook.ts'
import { netReturn, presentEvidence, presentRow, type Row, refreshed } from './present.ts'
import { iso, type RowState } from './present-leg.ts'
import { cryptoPrices, type DailyChanges } from './prices.ts'
import type { Route } from './route.ts'
import { sameOffer } from './same-offer.ts'
import type { FindingEvent } from './standings.ts'

/** Closed evidence is kept this long (runtime.md, evidence). */
const CLOSED_KEPT_MS = 5 * 60_000
/** A row whose books were confirmed by newer frames is told again when its age differs by more than this. */
const AGE_NEWS_MS = 500
/** Prices are asked for every few seconds, by the landing page (CONST-03). */
const PRICES_EVERY_MS = 1_000
/** Rows that are put into words before frames are read again: a fraction of a millisecond. */
const PIECE = 16

type Told = { readonly opportunity: Opportunity; readonly bornAt: number; readonly revision: number }
type Closed = { readonly at: number; readonly json: string }
type Listed = { readonly row: Row; readonly published: PublishedRow }

export type PublisherInputs = {
  readonly engine: MarketEngine
  readonly feeds: readonly BookFeed[]
  readonly changes: DailyChanges
  readonly source: MarketSource
  readonly outlookOf: OutlookOf
  /** `MARKET=auto` has not chosen a source yet. */
  readonly isDeciding: boolean
  readonly startedAt: number
}

/** Turns the engine's state into the texts that HTTP serves: one consistent state a version. */
export class Publisher {
  #version = 0
  #revision = 0
  readonly #told = new Map<string, Told>()
  readonly #offers = new WeakMap<Opportunity, Row>()
  readonly #closed = new Map<string, Closed>()
  #closedSinceFreeze = new Set<string>()
  #prices = '[]'
  #priced: { readonly of: MarketEngine | null; readonly at: number } = { of: null, at: 0 }

  /** Everything as of `now` (epoch ms, by the market's clock), published at `wall` (epoch ms; another in a replay). */
  state(inputs: PublisherInputs, now: number, wall: number): MarketState {
    const making = this.making(inputs, () => now, wall)
    for (;;) {
      const { done, value } = making.next()
      if (done === true) return value
    }
  }

  /**
   * The same in pieces, begun at `wall`: between two of them the market may move, and the clock with it. What closed
   * meanwhile is not in the state that the last piece gives, and what opened or changed is there as it is then.
   */
  *making(inputs: PublisherInputs, clock: () => number, wall: number): Generator<void, MarketState, void> {
    const { engine, feeds, changes, source, isDeciding, startedAt } = inputs
    const drafts = new Map<Opportunity, Listed>()
    for (const route of [...engine.open]) {
      if (route.opportunity === null) continue
      drafts.set(route.opportunity, this.#listed(inputs, route, route.opportunity, clock()))
      if (drafts.size % PIECE === 0) yield
    }
    const now = clock()
    const status = marketStatus(engine, feeds, { source: isDeciding ? null : source, startedAt, now, wall })
    const lists: Record<Mode, Listed[]> = { spot: [], carry: [], tri: [] }
    const listed = new Set<string>()
    for (const route of engine.open) {
      const { opportunity } = route
      if (opportunity === null) continue
      const one = drafts.get(opportunity) ?? this.#listed(inputs, route, opportunity, now)
      lists[one.row.mode].push(one)
      listed.add(one.row.id)
    }
    for (const id of this.#told.keys()) if (!listed.has(id)) this.#told.delete(id)
    return {
      version: ++this.#version,
      asOf: wall,
      oldestInput: {
        spot: oldestInput(lists.spot, wall),
        carry: oldestInput(lists.carry, wall),
        tri: oldestInput(lists.tri, wall),
      },
      source,
      rows: { spot: inOrder(lists.spot), carry: inOrder(lists.carry), tri: inOrder(lists.tri) },
      stats: JSON.stringify(marketStats(engine, now)),
      prices: this.#pricesOf(engine, changes, now),
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
    for (const route of inputs.engine.open) {
      const answer = this.#answer(inputs, route, now)
      if (answer !== null) evidence[route.id] = answer
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
    for (const route of inputs.engine.open) if (route.id === id) return this.#answer(inputs, route, now)
    return this.#closed.get(id)?.json ?? null
  }

  /** Keeps what a closing row said last. */
  closed({ t, route, opportunity }: FindingEvent, { source, outlookOf }: PublisherInputs): void {
    for (const [id, { at }] of this.#closed) {
      if (t - at <= CLOSED_KEPT_MS) break
      this.#closed.delete(id)
    }
    const { detectedAt, updatedAt, ...last } = opportunity
    const outlook = outlookOf(lived(route, opportunity), last, updatedAt)
    const row = {
      ...presentRow(opportunity, { source, state: 'CLOSED', at: updatedAt, ages: last, outlook }),
      updated_at: iso(t),
    }
    // Re-inserted so that the map stays in the order of closing.
    this.#closed.delete(route.id)
    this.#closed.set(route.id, { at: t, json: JSON.stringify({ row, evidence: presentEvidence(opportunity) }) })
    this.#closedSinceFreeze.add(route.id)
  }

  #pricesOf(engine: MarketEngine, changes: DailyChanges, now: number): string {
    const { of, at } = this.#priced
    // Another market's prices are never shown, however new.
    if (of !== engine || now < at || now - at >= PRICES_EVERY_MS) {
      this.#priced = { of: engine, at: now }
      this.#prices = JSON.stringify(cryptoPrices(engine, changes, now))
    }
    return this.#prices
  }

  #listed(inputs: PublisherInputs, route: Route, opportunity: Opportunity, now: number): Listed {
    const row = this.#row(inputs, route, opportunity, now)
    return { row, published: { id: row.id, revision: this.#revise(opportunity, row, now), json: JSON.stringify(row) } }
  }

  #row({ source, outlookOf }: PublisherInputs, route: Route, opportunity: Opportunity, now: number): Row {
    const aged = ages(route.legs, now)
    const outlook = outlookOf(lived(route, opportunity), aged, now)
    const state: RowState = { source, state: 'LIVE', at: now, ages: aged, outlook }
    const known = this.#offers.get(opportunity)
    if (known !== undefined) return refreshed(known, opportunity, state)
    const row = presentRow(opportunity, state)
    this.#offers.set(opportunity, row)
    return row
  }

  #answer(inputs: PublisherInputs, route: Route, now: number): string | null {
    const { opportunity } = route
    if (opportunity === null) return null
    const row = this.#row(inputs, route, opportunity, now)
    return JSON.stringify({ row, evidence: presentEvidence(opportunity) })
  }

  #revise(opportunity: Opportunity, row: Row, now: number): number {
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

/** Since when a route pays: a row that flickered is new, its episode is not, and curves are made of episodes. */
const lived = ({ id, mode, episode }: Route, { detectedAt }: Opportunity) => ({
  id,
  mode,
  openSince: episode?.openedAt ?? detectedAt,
})

/** The best net return first. */
function inOrder(rows: Listed[]): PublishedRow[] {
  rows.sort((a, b) => netReturn(b.row) - netReturn(a.row) || (a.row.id < b.row.id ? -1 : 1))
  return rows.map(({ published }) => published)
}

const oldestInput = (rows: readonly Listed[], wall: number): number =>
  rows.reduce((oldest, { row }) => Math.min(oldest, wall - row.age_ms), wall)
