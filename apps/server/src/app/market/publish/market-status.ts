import type { BookSlot, BookState, Shard } from '@makas/domain'
import type { FeedTally, MarketTally } from '../../engine-protocol/state.ts'
import { type BookFeed, type FeedStatus, MOST_SKEW_MS } from '../../ports/market/book-feed.ts'
import type { MarketSource } from '../../ports/market/market-source.ts'
import type { MarketEngine } from '../engine/market-engine.ts'

/** Books per piece of work: some hundredths of a millisecond. */
const SLOTS_A_PIECE = 128

/** Why there are no rows yet. */
type EngineReason = 'choosing-source' | 'proving-books' | 'no-live-book'

/** The fields of a tally that are counted from books and feeds. */
type BookTally = Pick<MarketTally, 'isLive' | 'wasLive' | 'feeds'>

/** Counts, in pieces, each exchange's books of own coins at `now` (epoch ms), beside its feed's status. */
export function* tallyFeeds(
  engine: MarketEngine,
  feeds: readonly BookFeed[],
  { shardCount }: Shard,
  owns: (coin: string) => boolean,
  now: number,
): Generator<void, BookTally, void> {
  const tallies = new Map(feeds.map((feed) => [feed.exchange, new Tally()]))
  let isLive = false
  let wasLive = false
  for (const [at, slot] of engine.slots.entries()) {
    if (at % SLOTS_A_PIECE === 0) yield
    isLive ||= slot.isLive(now)
    wasLive ||= slot.snapshots > 0
    if (!slot.isWanted || slot.validity === 'GONE') continue
    // Several shards keep the books between hubs and of cycles; the shard of their coin counts them.
    const coin = shardCount === 1 ? null : engine.legOf(slot)?.identity.base
    if (coin === null || (coin !== undefined && owns(coin))) tallies.get(slot.exchange)?.add(slot, now)
  }
  const counted: FeedTally[] = []
  for (const feed of feeds) {
    yield
    counted.push((tallies.get(feed.exchange) ?? new Tally()).beside(feed.status(now)))
  }
  return { isLive, wasLive, feeds: counted }
}

/** The body of `/api/status` (reliability-matrix.md 10), `wall` epoch ms by our clock. */
export function marketStatus(tally: MarketTally, source: MarketSource, wall: number) {
  const { isDeciding, isLive, wasLive } = tally
  const reason: EngineReason | null = isDeciding
    ? 'choosing-source'
    : isLive
      ? null
      : wasLive
        ? 'no-live-book'
        : 'proving-books'
  return {
    source: isDeciding ? null : source,
    as_of: new Date(wall).toISOString(),
    started_at: new Date(tally.startedAt).toISOString(),
    engine: { state: isLive ? 'ready' : wasLive ? 'down' : 'starting', reason },
    exchanges: tally.feeds.map(exchangeStatus),
  }
}

/** Sums over the books of one exchange. */
class Tally {
  #total = 0
  #live = 0
  #gaps = 0
  #checksumsBad = 0
  #resyncs = 0
  readonly #states = new Set<BookState>()
  readonly #provenAges: number[] = []

  add(slot: BookSlot, now: number): void {
    const state = slot.state(now)
    this.#states.add(state)
    this.#total++
    if (state === 'LIVE') this.#live++
    // A frame that is read between two pieces of the count is newer than `now`.
    if (slot.acceptsDeltas) this.#provenAges.push(Math.max(0, Math.round(slot.ageMs(now))))
    this.#gaps += slot.sequenceGaps
    this.#checksumsBad += slot.checksumMismatches
    this.#resyncs += slot.resyncs
  }

  beside(feed: FeedStatus): FeedTally {
    const { exchange, state, reason, reconnects, bans, refusedFrames, unconfirmed, clockOffsetMs } = feed
    return {
      ...{ exchange, state, reason, reconnects, bans, refusedFrames, unconfirmed, clockOffsetMs },
      total: this.#total,
      live: this.#live,
      gaps: this.#gaps,
      checksumsBad: this.#checksumsBad,
      resyncs: this.#resyncs,
      states: [...this.#states],
      provenAges: [...Float64Array.from(this.#provenAges).sort()],
    }
  }
}

function exchangeStatus(feed: FeedTally) {
  return {
    id: feed.exchange,
    state: stateOf(feed),
    reason: feed.reason,
    books_live: feed.live,
    books_total: feed.total,
    age_p50_ms: percentile(feed.provenAges, 0.5),
    age_p99_ms: percentile(feed.provenAges, 0.99),
    gaps: feed.gaps,
    checksum_failures: feed.checksumsBad,
    resyncs: feed.resyncs,
    reconnects: feed.reconnects,
    bans: feed.bans,
    refused_frames: feed.refusedFrames,
    unconfirmed: feed.unconfirmed,
    skew_ms: feed.clockOffsetMs === null ? null : Math.round(feed.clockOffsetMs),
  }
}

/** The state of a feed: the failure of its connection, else the worst state of its books. */
function stateOf(feed: FeedTally) {
  if (feed.state === 'rate-limited') return 'rate_limited'
  if (feed.state === 'connecting') return 'starting'
  if (feed.state !== 'live') return feed.state
  if (feed.clockOffsetMs !== null && Math.abs(feed.clockOffsetMs) > MOST_SKEW_MS) return 'clock_skew'
  const has = (state: BookState) => feed.states.includes(state)
  if (has('LIVE')) return 'live'
  if (has('LATE') || has('STALE')) return 'late'
  return has('RESYNC') ? 'resync' : 'starting'
}

/** The nearest-rank percentile of sorted numbers; null for an empty list. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
