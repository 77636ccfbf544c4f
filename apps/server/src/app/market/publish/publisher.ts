import { byMode, MODES, type Mode, type Shard, WHOLE } from '@makas/domain'
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
import {
  isListedBefore,
  netReturn,
  presentEvidence,
  presentRow,
  type Row,
  refreshed,
} from '../opportunity/present/present.ts'
import type { RowContext } from '../opportunity/present/present-leg.ts'
import { sameOffer } from '../opportunity/same-offer.ts'
import type { Route } from '../route/route.ts'
import { ClosedRows } from './closed-rows.ts'
import { marketStats, reachOf } from './market-stats.ts'
import { marketStatus, tallyFeeds } from './market-status.ts'

/**
 * A row of an unchanged offer gets a new revision when the moment of its oldest book differs from the published one by
 * this or more, ms.
 */
const AGE_CHANGE_MS = 500
/** Interval of the price computation, ms: the landing page asks every few seconds (CONST-03). */
const PRICES_EVERY_MS = 1_000

/** ms after which a row is written anew though its offer stays: outlook and mark change with time. */
const REWRITE_EVERY_MS = 1_000
/** Rows of one piece of work if no row has to be written. */
const LOOKED_AT_A_PIECE = 64

type SentRow = { readonly opportunity: Opportunity; readonly oldestAt: number; readonly revision: number }
/** A serialised row of a route. */
type Draft = {
  readonly route: Route
  readonly opportunity: Opportunity
  readonly row: Row
  readonly published: PublishedRow
  /** Sequence number in the order of writing. */
  readonly place: number
  /** When the row was written, epoch ms by the market's clock. */
  readonly writtenAt: number
  /** Time of its oldest book when it was written, epoch ms by the market's clock. */
  readonly oldestAt: number
  /** Epoch ms by our clock: the time of its oldest book or mark. */
  readonly inputAt: number
}
type Listing = {
  readonly drafts: readonly Draft[]
  readonly rows: readonly PublishedRow[]
  readonly places: Float64Array
  readonly oldestInput: number
}

/** What a state is made of, and for whom. */
export type Making = {
  /** Epoch ms by the market's clock; it goes on while the state is made. */
  readonly clock: () => number
  /** Epoch ms by our clock. */
  readonly wall: number
  /** Modes whose rows are made; left out: all. */
  readonly modes?: readonly Mode[]
  /** Every row is written as of now, also unchanged rows. */
  readonly isAnew?: boolean
  /** Called with each newly written row and its sequence number, also with rows that are not listed in the end. */
  readonly wrote?: (row: PublishedRow, place: number) => void
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
  #listed = new Map<Route, Draft>()
  #places = 0
  #prices = '[]'
  #priced: { readonly engine: MarketEngine | null; readonly time: number } = { engine: null, time: 0 }

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
    return runToEnd(this.making(inputs, { clock: () => now, wall, isAnew: true })).state
  }

  /**
   * Makes a state in pieces. Between two pieces the market may move, and the clock with it. The state that the last
   * piece returns has no rows that closed meanwhile; rows that opened or changed are in it as of their piece. Only
   * changed rows are written anew. Prices and the figures of books and feeds are as of the moment at which they were
   * computed.
   */
  *making(
    inputs: PublisherInputs,
    { clock, wall, modes = MODES, isAnew = false, wrote }: Making,
  ): Generator<void, PublishedState, void> {
    const { engine, feeds, changes, source, isDeciding, startedAt } = inputs
    const drafts = new Map<Route, Draft>()
    // A recording's clock is not ours: its rows cannot be aged later.
    const mayKeep = !isAnew && source !== 'replay'
    const write = (route: Route, now: number) => {
      const { opportunity } = route
      if (opportunity === null || !modes.includes(route.mode)) return false
      const draft = drafts.get(route) ?? (mayKeep ? this.#listed.get(route) : undefined)
      const isKept = draft !== undefined && isStillTrue(draft, opportunity, now)
      const next = isKept ? draft : this.#draft(inputs, route, opportunity, now, wall)
      drafts.set(route, next)
      if (!isKept) wrote?.(next.published, next.place)
      return !isKept
    }
    yield* this.#closed.serialising()
    const writing = function* () {
      let looked = 0
      for (const route of [...engine.open]) if (write(route, clock()) || ++looked % LOOKED_AT_A_PIECE === 0) yield
    }
    yield* writing()
    const prices = yield* this.#pricesOf(engine, changes, clock())
    const counted = yield* tallyFeeds(engine, feeds, this.#shard, this.#owns, clock())
    const reach = yield* reachOf(engine, this.#owns, clock())
    const tally: MarketTally = { ...counted, isDeciding, startedAt, liveExchanges: reach.exchanges }
    const status = marketStatus(tally, source, wall)
    yield
    // Writes rows that opened or changed since then, so that hardly any are left for the last piece.
    yield* writing()
    const statusText = JSON.stringify(status)
    yield
    const now = clock()
    for (const route of engine.open) if (drafts.get(route)?.opportunity !== route.opportunity) write(route, now)
    const lists = byMode((mode) => this.#listing(drafts, mode, wall))
    const listed = MODES.flatMap((mode) => lists[mode].drafts)
    this.#listed = new Map(listed.map((draft) => [draft.route, draft]))
    const state = {
      version: ++this.#version,
      asOf: wall,
      oldestInput: byMode((mode) => lists[mode].oldestInput),
      source,
      rows: byMode((mode) => lists[mode].rows),
      stats: JSON.stringify(marketStats(engine, reach)),
      prices,
      status: statusText,
      ready: status.engine.state === 'ready',
      tally: this.#shard.shardCount === 1 ? null : tally,
    }
    return { state, places: byMode((mode) => lists[mode].places), listed }
  }

  /** The drafts of a mode's routes that are still open, best first. */
  #listing(drafts: ReadonlyMap<Route, Draft>, mode: Mode, wall: number): Listing {
    const listed: Draft[] = []
    // The order of the last list is nearly the new order, which sorts fastest.
    for (const route of this.#listed.keys()) {
      const draft = drafts.get(route)
      if (draft !== undefined && route.mode === mode && route.opportunity !== null) listed.push(draft)
    }
    for (const [route, draft] of drafts) {
      if (route.mode === mode && route.opportunity !== null && !this.#listed.has(route)) listed.push(draft)
    }
    listed.sort(inListOrder)
    let oldestInput = wall
    for (const { inputAt } of listed) oldestInput = Math.min(oldestInput, inputAt)
    const places = Float64Array.from(listed, ({ place }) => place)
    return { drafts: listed, rows: listed.map(({ published }) => published), places, oldestInput }
  }

  /**
   * The evidence of all rows of the newest state, and of the rows that closed since the last call: one row a piece,
   * each as of the newest state even if the row has changed or closed since.
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
      if (route.id !== id) continue
      inputs.engine.capture(route, now)
      const { opportunity } = route
      if (opportunity !== null) return evidenceText(this.#row(inputs, route, opportunity, now), opportunity)
      break
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
    const { engine: of, time } = this.#priced
    // Another market's prices are never shown, however new.
    if (of !== engine || now < time || now - time >= PRICES_EVERY_MS) {
      this.#prices = yield* cryptoPrices(engine, changes, this.#owns, now)
      this.#priced = { engine, time: now }
    }
    return this.#prices
  }

  #draft(inputs: PublisherInputs, route: Route, opportunity: Opportunity, now: number, wall: number): Draft {
    const row = this.#row(inputs, route, opportunity, now)
    const oldestAt = now - row.age_ms
    const at = inputs.source === 'replay' ? wall : now
    const published = {
      id: row.id,
      revision: this.#revise(route, opportunity, oldestAt),
      json: JSON.stringify(row),
      at,
    }
    const inputAt = at - inputAgeMs(row)
    return { route, opportunity, row, published, place: ++this.#places, writtenAt: now, oldestAt, inputAt }
  }

  #row({ source, outlookOf }: PublisherInputs, route: Route, opportunity: Opportunity, now: number): Row {
    const aged = ages(route.legs, now)
    const outlook = outlookOf(lived(route, opportunity), aged, now)
    const state: RowContext = { source, state: 'LIVE', time: now, ages: aged, outlook }
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
 * How long a route's gap is open, for its outlook. After a short interruption the row is new, but the episode goes on,
 * and survival curves are made of episodes.
 */
const lived = ({ id, mode, episode }: Route, { detectedAt }: Opportunity) => ({
  id,
  mode,
  openSince: episode?.openedAt ?? detectedAt,
})

const evidenceText = (row: Row, opportunity: Opportunity) =>
  JSON.stringify({ row, evidence: presentEvidence(opportunity) })

function inListOrder({ row }: Draft, { row: other }: Draft): number {
  return isListedBefore(netReturn(row), row.id, netReturn(other), other.id) ? -1 : 1
}

/**
 * Whether a row that was written earlier says what a row of now would say, without ages, which go on by themselves. Its
 * age may be up to half a second too old, never too young.
 */
function isStillTrue(draft: Draft, opportunity: Opportunity, now: number): boolean {
  const sinceMs = now - draft.writtenAt
  if (sinceMs >= REWRITE_EVERY_MS || sinceMs >= draft.row.expires_in_ms) return false
  if (!sameOffer(draft.opportunity, opportunity)) return false
  return now - ages(draft.route.legs, now).ageMs - draft.oldestAt < AGE_CHANGE_MS
}

/** Age of a row's oldest input. A replay has no limit for marks: there a mark holds until the next mark. */
const inputAgeMs = (row: Row): number =>
  row.mode === 'carry' && row.source !== 'replay' ? Math.max(row.age_ms, row.mark_age_ms) : row.age_ms
