import { type CryptoPrice, type FeedState, type MarketStats, Status } from '@makas/contract'
import { byMode, EXCHANGES, type ExchangeId, type Mode, sumOfModes } from '@makas/domain'
import type { FeedTally, MarketState, MarketTally, PublishedRow } from '../../app/engine-protocol/state.ts'
import { priceOrder } from '../../app/market/engine/prices.ts'
import { isListedBefore } from '../../app/market/opportunity/present/present.ts'
import { marketStatus } from '../../app/market/publish/market-status.ts'
import { FEED_STATES } from '../../app/ports/market/book-feed.ts'
import type { MarketSource } from '../../app/ports/market/market-source.ts'
import { netReturnIn } from './shard-rows.ts'
import type { ReadState } from './shard-texts.ts'
import { type TimelyState, timely } from './timely-state.ts'

/** Sources by priority where shards differ. The live market comes first, as soon as one shard receives it. */
const SOURCES: readonly MarketSource[] = ['live', 'demo', 'replay']

/** States of a feed with healthy connections. */
const OF_BOOKS: ReadonlySet<FeedState> = new Set(['live', 'late', 'resync', 'starting'])
const PARTLY_RECEIVED = { state: 'reconnecting', reason: 'engine-restarting' } as const

export type ShardStates = {
  /** The newest state of each shard that is heard. */
  readonly heard: readonly ReadState[]
  /** The last known tally of each shard that is not heard; null: unknown. */
  readonly away: readonly (MarketTally | null)[]
  /** Epoch ms, by the clock of the states. */
  readonly now: number
}

/** Merges the states of several shards into the state of one process with all coins. */
export class MarketMerger {
  #version = 0
  #prices: { readonly lists: readonly (readonly CryptoPrice[])[]; readonly merged: string } = {
    lists: [],
    merged: '[]',
  }

  /**
   * Merges as of the newest state. Once one state was held up, merges as of `now`: rows and books are aged, and rows
   * past their limit are removed. Frozen rows are only aged. Null where no shard is heard.
   */
  merge({ heard, away, now }: ShardStates, isFrozen = false): MarketState | null {
    const source = shownSource(heard)
    if (source === null) return null
    const shown = heard.filter((one) => one.state.source === source && isDecided(one) === heard.some(isDecided))
    const all = shown.map(({ state, stats }) => ({ ...timely(state, now, isFrozen), stats }))
    const newest = Math.max(...shown.map(({ state }) => state.asOf))
    const asOf = all.some(({ isAged }) => isAged) ? now : newest
    const others = [...away, ...heard.filter((one) => !shown.includes(one)).map(() => null)]
    const tally = mergedTally(all.flatMap(({ state }) => state.tally ?? []))
    const read = Status.safeParse(marketStatus(withTotals(tally, others), source, asOf)).data
    if (read === undefined) return null
    const status = withAway(read, others.length)
    return {
      version: ++this.#version,
      asOf,
      oldestInput: byMode((mode) => oldestInput(all, mode, newest)),
      source,
      rows: byMode((mode) => mergedRows(all, mode)),
      stats: mergedStats(all, tally.liveExchanges.length),
      prices: this.#mergedPrices(shown.map(({ prices }) => prices)),
      status: JSON.stringify(status),
      ready: status.engine.state === 'ready',
      tally: null,
    }
  }

  /** Merges the lists of prices. They change once a second, so the last merged text is mostly used again. */
  #mergedPrices(lists: readonly (readonly CryptoPrice[])[]): string {
    const { lists: before } = this.#prices
    if (before.length !== lists.length || lists.some((list, index) => list !== before[index]))
      this.#prices = { lists, merged: JSON.stringify(lists.flat().sort(priceOrder)) }
    return this.#prices.merged
  }
}

const isDecided = ({ tally }: ReadState) => !tally.isDeciding

/** The source to show; null where no shard is heard. While no shard has chosen a source, the source that they try. */
function shownSource(heard: readonly ReadState[]): MarketSource | null {
  const decided = heard.filter(isDecided)
  const of = decided.length > 0 ? decided : heard
  return SOURCES.find((source) => of.some(({ state }) => state.source === source)) ?? null
}

/** Oldest input of a mode's rows (epoch ms); the newest state's time where no row is listed. */
function oldestInput(all: readonly TimelyState[], mode: Mode, newest: number): number {
  const listing = all.filter(({ state }) => state.rows[mode].length > 0)
  return Math.min(newest, ...listing.map(({ state }) => state.oldestInput[mode]))
}

/** A row with the net return that it is listed by. */
type RankedRow = { readonly row: PublishedRow; readonly netReturn: number }

const isRankedBefore = (a: RankedRow, b: RankedRow) => isListedBefore(a.netReturn, a.row.id, b.netReturn, b.row.id)

/** Rows in the order of one engine's list (`publisher.ts`): best net return first, then by id. */
function mergedRows(all: readonly TimelyState[], mode: Mode): readonly PublishedRow[] {
  const lists = all.map(({ state }) => state.rows[mode].map((row) => ({ row, netReturn: netReturnIn(row, mode) })))
  return lists.reduce(zipped, []).map(({ row }) => row)
}

function zipped(one: readonly RankedRow[], other: readonly RankedRow[]): readonly RankedRow[] {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one
  const both: RankedRow[] = []
  let at = 0
  for (const next of other) {
    for (let before = one[at]; before !== undefined && isRankedBefore(before, next); before = one[++at])
      both.push(before)
    both.push(next)
  }
  return both.concat(one.slice(at))
}

/** A shard's aged state with its stats parsed. */
type StateWithStats = TimelyState & { readonly stats: MarketStats }

function mergedStats(parts: readonly StateWithStats[], exchanges: number): string {
  const all = parts.map(({ stats }) => stats)
  const open = (mode: Mode) => sum(all.map(({ by_mode }) => by_mode[mode])) - sum(parts.map(({ left }) => left[mode]))
  const by_mode = byMode(open)
  const pairs = all.flatMap(({ carry_pairs: count }) => count ?? [])
  const reasons = [...new Set(all.flatMap(({ rejected }) => Object.keys(rejected)))]
  return JSON.stringify({
    active_exchanges: exchanges,
    total_opportunities: sumOfModes(by_mode),
    by_mode,
    // All pairs of a coin are in one shard. The count is told only where every shard tells its own.
    carry_pairs: pairs.length < all.length ? undefined : sum(pairs) - sum(parts.map(({ left }) => left.carryPairs)),
    live_pairs: sum(all.map(({ live_pairs }) => live_pairs)),
    rejected: Object.fromEntries(reasons.map((why) => [why, sum(all.map(({ rejected }) => rejected[why] ?? 0))])),
  })
}

function mergedTally(all: readonly MarketTally[]): MarketTally {
  const feeds = EXCHANGES.flatMap((exchange) => {
    const here = all.flatMap((tally) => tally.feeds.filter((feed) => feed.exchange === exchange))
    return here.length === 0 ? [] : [mergedFeed(exchange, here)]
  })
  return {
    isDeciding: all.every(({ isDeciding }) => isDeciding),
    startedAt: Math.min(...all.map(({ startedAt }) => startedAt)),
    isLive: all.some(({ isLive }) => isLive),
    wasLive: all.some(({ wasLive }) => wasLive),
    liveExchanges: EXCHANGES.filter((exchange) => all.some(({ liveExchanges }) => liveExchanges.includes(exchange))),
    feeds,
  }
}

/** One exchange's feed over all shards. Each shard has connections of its own. */
function mergedFeed(exchange: ExchangeId, here: readonly FeedTally[]): FeedTally {
  const state = FEED_STATES.findLast((one) => here.some((feed) => feed.state === one)) ?? 'down'
  const offsets = here.flatMap(({ clockOffsetMs }) => clockOffsetMs ?? [])
  const total = (count: (feed: FeedTally) => number) => sum(here.map(count))
  return {
    exchange,
    state,
    reason: here.find((feed) => feed.state === state && feed.reason !== null)?.reason ?? null,
    reconnects: total(({ reconnects }) => reconnects),
    bans: total(({ bans }) => bans),
    refusedFrames: total(({ refusedFrames }) => refusedFrames),
    unconfirmed: total(({ unconfirmed }) => unconfirmed),
    clockOffsetMs:
      offsets.length === 0 ? null : offsets.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most)),
    total: total((feed) => feed.total),
    live: total((feed) => feed.live),
    gaps: total(({ gaps }) => gaps),
    checksumsBad: total(({ checksumsBad }) => checksumsBad),
    resyncs: total(({ resyncs }) => resyncs),
    states: [...new Set(here.flatMap(({ states }) => states))],
    provenAges: [...Float64Array.from(here.flatMap(({ provenAges }) => provenAges)).sort()],
  }
}

/** Adds the books of absent shards to the totals. */
function withTotals(tally: MarketTally, away: readonly (MarketTally | null)[]): MarketTally {
  if (away.length === 0) return tally
  const missing = (exchange: ExchangeId) =>
    sum(away.map((one) => one?.feeds.find((feed) => feed.exchange === exchange)?.total ?? 0))
  const feeds = tally.feeds.map((feed) => ({ ...feed, total: feed.total + missing(feed.exchange) }))
  return { ...tally, feeds }
}

/**
 * Status with absent shards. No exchange is received whole then, even if all connections of the other shards are
 * healthy.
 */
function withAway(status: Status, away: number): Status {
  if (away === 0) return status
  const { engine } = status
  return {
    ...status,
    engine: engine.state === 'ready' ? engine : { ...engine, reason: 'engine-restarting' },
    exchanges: status.exchanges.map((one) => (OF_BOOKS.has(one.state) ? { ...one, ...PARTLY_RECEIVED } : one)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
