import type { BookSlot, BookState } from '@makas/domain'
import type { BookFeed, FeedStatus } from '../ports/book-feed.ts'
import type { MarketSource } from '../ports/published.ts'
import type { MarketEngine } from './market-engine.ts'

/** A clock that differs by more than this is said so (F13). */
const SKEW_MS = 1_000

/** Why there may be no rows yet. */
type EngineReason = 'choosing-source' | 'proving-books' | 'no-live-book'

/** Epoch ms: `now` by the market's clock, `wall` by ours (a recording's differs). `source` is null while it is chosen. */
export type StatusTimes = {
  readonly source: MarketSource | null
  readonly startedAt: number
  readonly now: number
  readonly wall: number
}

/** The body of `/api/status`: each feed, its books and the engine (reliability.md 10). */
export function marketStatus(
  engine: MarketEngine,
  feeds: readonly BookFeed[],
  { source, startedAt, now, wall }: StatusTimes,
) {
  const exchanges = feeds.map((feed) => exchangeStatus(engine, feed.status(now), now))
  const isLive = engine.slots.some((slot) => slot.isLive(now))
  const wasLive = engine.slots.some((slot) => slot.snapshots > 0)
  const reason: EngineReason | null =
    source === null ? 'choosing-source' : isLive ? null : wasLive ? 'no-live-book' : 'proving-books'
  return {
    source,
    as_of: new Date(wall).toISOString(),
    started_at: new Date(startedAt).toISOString(),
    engine: { state: isLive ? 'ready' : wasLive ? 'down' : 'starting', reason },
    exchanges,
  }
}

function exchangeStatus(engine: MarketEngine, feed: FeedStatus, now: number) {
  const slots = engine.slots.filter((slot) => slot.exchange === feed.exchange && slot.validity !== 'GONE')
  const states = slots.map((slot) => slot.state(now))
  const proven = slots.filter((slot) => slot.isSynced).map((slot) => Math.round(slot.ageMs(now)))
  proven.sort((a, b) => a - b)
  const sum = (count: (slot: BookSlot) => number) => slots.reduce((total, slot) => total + count(slot), 0)
  return {
    id: feed.exchange,
    state: stateOf(feed, states),
    reason: feed.reason,
    books_live: states.filter((state) => state === 'LIVE').length,
    books_total: slots.length,
    age_p50_ms: percentile(proven, 0.5),
    age_p99_ms: percentile(proven, 0.99),
    gaps: sum((slot) => slot.gaps),
    checksum_failures: sum((slot) => slot.checksumsBad),
    resyncs: sum((slot) => slot.resyncs),
    reconnects: feed.reconnects,
    bans: feed.bans,
    refused_frames: feed.refusedFrames,
    unconfirmed: feed.unconfirmed,
    skew_ms: feed.clockOffsetMs === null ? null : Math.round(feed.clockOffsetMs),
  }
}

/** The connection's own trouble first, then the worst that its books say. */
function stateOf(feed: FeedStatus, states: readonly BookState[]) {
  if (feed.state === 'rate-limited') return 'rate_limited'
  if (feed.state === 'connecting') return 'starting'
  if (feed.state !== 'live') return feed.state
  if (feed.clockOffsetMs !== null && Math.abs(feed.clockOffsetMs) > SKEW_MS) return 'clock_skew'
  if (states.includes('LIVE')) return 'live'
  if (states.includes('LATE') || states.includes('STALE')) return 'late'
  return states.includes('RESYNC') ? 'resync' : 'starting'
}

/** The nearest-rank percentile of sorted numbers; null of none. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
