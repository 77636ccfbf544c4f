import { type Mode, type Shard, WHOLE } from '@makas/domain'
import type { EvidenceById, ListedState, MarketState, MarketTally, PublishedRow } from '../../engine-protocol/state.ts'
import type { BookFeed } from '../../ports/market/book-feed.ts'
import type { MarketSource } from '../../ports/market/market-source.ts'
import type { MarketEngine } from '../engine/market-engine.ts'
import { cryptoPrices, type DailyChanges } from '../engine/prices.ts'
import { runToEnd } from '../engine/time-slices.ts'
import { ownerIn } from '../legs/owned.ts'
import type { FindingEvent } from '../lifetimes/opportunity-lifecycles.ts'
import { ages } from '../opportunity/evaluation.ts'
import type { Opportunity } from '../opportunity/opportunity.ts'
import type { OutlookOf } from '../opportunity/outlook.ts'
import { sameOffer } from '../opportunity/same-offer.ts'
import type { Route } from '../route/route.ts'
import { ClosedRows } from './closed-rows.ts'
import { marketStats, reachOf } from './market-stats.ts'
import { marketStatus, tallyFeeds } from './market-status.ts'
import { isListedBefore, netReturn, presentEvidence, presentRow, type Row, refreshed } from './present.ts'
import type { RowContext } from './present-leg.ts'

/**
 * A row of an unchanged offer gets a new revision when the moment of its oldest book differs from the published one by
 * this or more, ms.
 */
const AGE_CHANGE_MS = 500
/** Interval of the price computation, ms: the landing page asks every few seconds (CONST-03). */
const PRICES_EVERY_MS = 1_000

type SentRow = { readonly opportunity: Opportunity; readonly oldestAt: number; readonly revision: number }
/** A serialised row; valid while its route has this opportunity. */
type Draft = {
  readonly route: Route
  readonly opportunity: Opportunity
  readonly row: Row
  readonly published: PublishedRow
  /** Sequence number in the order of writing. */
  readonly place: number
}
/** The valid rows of a mode, best first. */
type Listing = {
  readonly drafts: readonly Draft[]
  readonly rows: readonly PublishedRow[]
  readonly places: Int32Array
  readonly oldestMs: number
}

/** A state with the drafts of its rows, from which their evidence can be published later. */
export type PublishedState = {
  readonly state: MarketState
  /** The sequence number in the order of writing, for each place of a list. */
  readonly places: ListedState['places']
  readonly listed: readonly Draft[]
}

type FrozenPart = { readonly evidence: EvidenceById; readonly closed: EvidenceById }

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

/** Turns the engine's state into the texts that HTTP serves; each version is one consistent state. */
export class Publisher {
  #version = 0
  #revision = 0
  readonly #sent = new WeakMap<Route, SentRow>()
  readonly #offers = new WeakMap<Opportunity, Row>()
  readonly #closed = new ClosedRows()
  readonly #shard: Shard
  readonly #owns: (coin: string) => boolean
  #prices = '[]'
  #priced: { readonly of: MarketEngine | null; readonly at: number } = { of: null, at: 0 }

  /** `shard`: the part of the coins that the engine looks after. */
  constructor(shard: Shard = WHOLE) {
    this.#shard = shard
    this.#owns = ownerIn(shard)
  }

  /**
   * The whole state as of `now` (epoch ms, the market's clock), published at `wall` (epoch ms, the local clock, which
   * differs in a replay).
   */
  state(inputs: PublisherInputs, now: number, wall: number): MarketState {
    return runToEnd(this.making(inputs, () => now, wall)).state
  }

  /**
   * Makes a state in pieces, begun at `wall` (epoch ms). Between two pieces the market may move, and the clock with it:
   * rows that closed since then are not in the state that the last piece returns; rows that opened or changed are in it
   * as of that piece. `wrote` is called with each row as soon as it is serialised, also with some that are not listed
   * in the end. Prices and the figures of books and feeds are as of the moment at which they were computed.
   */
  *making(
    inputs: PublisherInputs,
    clock: () => number,
    wall: number,
    wrote?: (row: PublishedRow) => void,
  ): Generator<void, PublishedState, void> {
    const { engine, feeds, changes, source, isDeciding, startedAt } = inputs
    const drafts = new Map<Opportunity, Draft>()
    const lists: Record<Mode, Draft[]> = { spot: [], carry: [], tri: [] }
    const write = (route: Route, now: number) => {
      const { opportunity } = route
      if (opportunity === null || drafts.has(opportunity)) return false
      const draft = this.#draft(inputs, route, opportunity, now, drafts.size)
      drafts.set(opportunity, draft)
      insert(lists[draft.row.mode], draft)
      wrote?.(draft.published)
      return true
    }
    yield* this.#closed.serialising()
    for (const route of [...engine.open]) if (write(route, clock())) yield
    const prices = yield* this.#pricesOf(engine, changes, clock())
    const counted = yield* tallyFeeds(engine, feeds, this.#shard, this.#owns, clock())
    const reach = yield* reachOf(engine, this.#owns, clock())
    const tally: MarketTally = { ...counted, isDeciding, startedAt, liveExchanges: reach.exchanges }
    const status = marketStatus(tally, source, wall)
    yield
    // Rows that opened or changed since then are written now, so that hardly any are left for the last piece.
    for (const route of [...engine.open]) if (write(route, clock())) yield
    const statusText = JSON.stringify(status)
    yield
    let listed = listings(lists)
    if (listed.count < engine.open.size) {
      const now = clock()
      for (const route of engine.open) write(route, now)
      listed = listings(lists)
    }
    const { spot, carry, tri } = listed
    const state = {
      version: ++this.#version,
      asOf: wall,
      oldestInput: { spot: wall - spot.oldestMs, carry: wall - carry.oldestMs, tri: wall - tri.oldestMs },
      source,
      rows: { spot: spot.rows, carry: carry.rows, tri: tri.rows },
      stats: JSON.stringify(marketStats(engine, reach)),
      prices,
      status: statusText,
      ready: status.engine.state === 'ready',
      tally: this.#shard.of === 1 ? null : tally,
    }
    const places = { spot: spot.places, carry: carry.places, tri: tri.places }
    return { state, places, listed: [...spot.drafts, ...carry.drafts, ...tri.drafts] }
  }

  /**
   * The evidence of all rows of the newest state, and of the rows that closed since the last call: one row per piece,
   * each as of that state even if it has changed or closed since.
   */
  freezing({ listed }: PublishedState): Generator<FrozenPart, void, void> {
    return this.#evidenceOf(listed, this.#closed.takeSinceFreeze())
  }

  *#evidenceOf(listed: readonly Draft[], closed: ReadonlySet<string>): Generator<FrozenPart, void, void> {
    const ids = new Set<string>()
    for (const { row, opportunity } of listed) {
      ids.add(row.id)
      yield { evidence: { [row.id]: evidenceText(row, opportunity) }, closed: {} }
    }
    for (const id of closed) {
      const json = ids.has(id) ? null : this.#closed.json(id)
      if (json !== null) yield { evidence: {}, closed: { [id]: json } }
    }
  }

  /** Row and evidence by the newest evaluation as JSON, also of a row that closed up to 5 min ago; else null. */
  evidence(inputs: PublisherInputs, id: string, now: number): string | null {
    for (const route of inputs.engine.open) {
      const { opportunity } = route
      if (route.id === id && opportunity !== null)
        return evidenceText(this.#row(inputs, route, opportunity, now), opportunity)
    }
    this.#closed.forgetOld(now)
    return this.#closed.json(id)
  }

  /** Keeps the last state of a closing row. */
  closed(event: FindingEvent, { source, outlookOf }: PublisherInputs): void {
    const { route, opportunity } = event
    this.#sent.delete(route)
    this.#closed.add(event, source, outlookOf(lived(route, opportunity), opportunity, opportunity.updatedAt))
  }

  *#pricesOf(engine: MarketEngine, changes: DailyChanges, now: number): Generator<void, string, void> {
    const { of, at } = this.#priced
    // Another market's prices are never shown, however new.
    if (of !== engine || now < at || now - at >= PRICES_EVERY_MS) {
      this.#prices = yield* cryptoPrices(engine, changes, this.#owns, now)
      this.#priced = { of: engine, at: now }
    }
    return this.#prices
  }

  #draft(inputs: PublisherInputs, route: Route, opportunity: Opportunity, now: number, place: number): Draft {
    const row = this.#row(inputs, route, opportunity, now)
    const revision = this.#revise(route, opportunity, now - row.age_ms)
    return { route, opportunity, row, published: { id: row.id, revision, json: JSON.stringify(row) }, place }
  }

  #row({ source, outlookOf }: PublisherInputs, route: Route, opportunity: Opportunity, now: number): Row {
    const aged = ages(route.legs, now)
    const outlook = outlookOf(lived(route, opportunity), aged, now)
    const state: RowContext = { source, state: 'LIVE', at: now, ages: aged, outlook }
    const known = this.#offers.get(opportunity)
    if (known !== undefined) return refreshed(known, opportunity, state)
    const row = presentRow(opportunity, state)
    this.#offers.set(opportunity, row)
    return row
  }

  #revise(route: Route, opportunity: Opportunity, oldestAt: number): number {
    const sent = this.#sent.get(route)
    if (sent !== undefined) {
      const same = sent.opportunity === opportunity || sameOffer(sent.opportunity, opportunity)
      if (same && Math.abs(oldestAt - sent.oldestAt) < AGE_CHANGE_MS) return sent.revision
    }
    this.#sent.set(route, { opportunity, oldestAt, revision: ++this.#revision })
    return this.#revision
  }
}

/**
 * Since when a route's gap is open, for its outlook: after a short interruption the row is new, but the episode goes on,
 * and survival curves are made of episodes.
 */
const lived = ({ id, mode, episode }: Route, { detectedAt }: Opportunity) => ({
  id,
  mode,
  openSince: episode?.openedAt ?? detectedAt,
})

const evidenceText = (row: Row, opportunity: Opportunity) =>
  JSON.stringify({ row, evidence: presentEvidence(opportunity) })

/** Inserts a row in the order of the list: best net return first. */
function insert(list: Draft[], draft: Draft): void {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const { row } = list[middle] as Draft
    if (isListedBefore(netReturn(row), row.id, netReturn(draft.row), draft.row.id)) from = middle + 1
    else to = middle
  }
  list.splice(from, 0, draft)
}

function listings({ spot, carry, tri }: Readonly<Record<Mode, readonly Draft[]>>) {
  const listed = { spot: listing(spot), carry: listing(carry), tri: listing(tri) }
  return { ...listed, count: listed.spot.rows.length + listed.carry.rows.length + listed.tri.rows.length }
}

/** Age of a row's oldest input. A replay has no limit for marks: there the newest one holds until the next. */
const inputAgeMs = (row: Row): number =>
  row.mode === 'carry' && row.source !== 'replay' ? Math.max(row.age_ms, row.mark_age_ms) : row.age_ms

function listing(list: readonly Draft[]): Listing {
  const drafts: Draft[] = []
  const rows: PublishedRow[] = []
  const places = new Int32Array(list.length)
  let oldestMs = 0
  for (const draft of list) {
    if (draft.route.opportunity !== draft.opportunity) continue
    places[rows.length] = draft.place
    rows.push(draft.published)
    drafts.push(draft)
    oldestMs = Math.max(oldestMs, inputAgeMs(draft.row))
  }
  return { drafts, rows, places: places.slice(0, rows.length), oldestMs }
}
