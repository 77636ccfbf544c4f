import type { BookSlot, BookState } from '@makas/domain'
import type { BookFeed, FeedStatus } from '../../ports/book-feed.ts'
import type { MarketSource } from '../../ports/market-source.ts'
import type { MarketEngine } from '../engine/market-engine.ts'

/** A clock that differs from ours by more than this is reported, ms (F13). */
const SKEW_MS = 1_000
/** Books per piece of work: some hundredths of a millisecond. */
const SLOTS_A_PIECE = 128

/** Why there may be no rows yet. */
type EngineReason = 'choosing-source' | 'proving-books' | 'no-live-book'

/** Epoch ms: `now` by the market's clock, `wall` by ours (a recording's differs). `source` is null while it is chosen. */
export type StatusTimes = {
  readonly source: MarketSource | null
  readonly startedAt: number
  readonly now: number
  readonly wall: number
}

/** The body of `/api/status`, in pieces: each feed, its books and the engine (reliability-matrix.md 10). */
export function* marketStatus(
  engine: MarketEngine,
  feeds: readonly BookFeed[],
  { source, startedAt, now, wall }: StatusTimes,
) {
  const tallies = new Map(feeds.map((feed) => [feed.exchange, new Tally()]))
  let isLive = false
  let wasLive = false
  for (const [at, slot] of engine.slots.entries()) {
    if (at % SLOTS_A_PIECE === 0) yield
    isLive ||= slot.isLive(now)
    wasLive ||= slot.snapshots > 0
    if (slot.validity !== 'GONE') tallies.get(slot.exchange)?.add(slot, now)
  }
  const reason: EngineReason | null =
    source === null ? 'choosing-source' : isLive ? null : wasLive ? 'no-live-book' : 'proving-books'
  const exchanges: ReturnType<typeof exchangeStatus>[] = []
  for (const feed of feeds) {
    yield
    exchanges.push(exchangeStatus(feed.status(now), tallies.get(feed.exchange) ?? new Tally()))
  }
  return {
    source,
    as_of: new Date(wall).toISOString(),
    started_at: new Date(startedAt).toISOString(),
    engine: { state: isLive ? 'ready' : wasLive ? 'down' : 'starting', reason },
    exchanges,
  }
}

/** Sums over the books of one exchange. */
class Tally {
  total = 0
  live = 0
  gaps = 0
  checksumsBad = 0
  resyncs = 0
  readonly states = new Set<BookState>()
  readonly provenAges: number[] = []

  add(slot: BookSlot, now: number): void {
    const state = slot.state(now)
    this.states.add(state)
    this.total++
    if (state === 'LIVE') this.live++
    if (slot.acceptsDeltas) this.provenAges.push(Math.round(slot.ageMs(now)))
    this.gaps += slot.gaps
    this.checksumsBad += slot.checksumsBad
    this.resyncs += slot.resyncs
  }
}

function exchangeStatus(feed: FeedStatus, books: Tally) {
  const ages = Float64Array.from(books.provenAges).sort()
  return {
    id: feed.exchange,
    state: stateOf(feed, books.states),
    reason: feed.reason,
    books_live: books.live,
    books_total: books.total,
    age_p50_ms: percentile(ages, 0.5),
    age_p99_ms: percentile(ages, 0.99),
    gaps: books.gaps,
    checksum_failures: books.checksumsBad,
    resyncs: books.resyncs,
    reconnects: feed.reconnects,
    bans: feed.bans,
    refused_frames: feed.refusedFrames,
    unconfirmed: feed.unconfirmed,
    skew_ms: feed.clockOffsetMs === null ? null : Math.round(feed.clockOffsetMs),
  }
}

/** The state of a feed: the connection's own trouble if it has any, else the worst state of its books. */
function stateOf(feed: FeedStatus, states: ReadonlySet<BookState>) {
  if (feed.state === 'rate-limited') return 'rate_limited'
  if (feed.state === 'connecting') return 'starting'
  if (feed.state !== 'live') return feed.state
  if (feed.clockOffsetMs !== null && Math.abs(feed.clockOffsetMs) > SKEW_MS) return 'clock_skew'
  if (states.has('LIVE')) return 'live'
  if (states.has('LATE') || states.has('STALE')) return 'late'
  return states.has('RESYNC') ? 'resync' : 'starting'
}

/** The nearest-rank percentile of sorted numbers; null of none. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
