import { Count, IsoTime, Milliseconds } from '../calls/scalars.ts'
import { z } from '../calls/zod.ts'
import { ExchangeId } from './exchange.ts'
import { MarketSource } from './source.ts'

/** State of one exchange's feed, the worst state that holds; `starting` until its first book is proven. */
const FEED_STATES = [
  'starting',
  'live',
  'late',
  'reconnecting',
  'resync',
  'maintenance',
  'rate_limited',
  'clock_skew',
  'down',
] as const
export const FeedState = z.enum(FEED_STATES)
export type FeedState = z.infer<typeof FeedState>

/** `ready`: rows are being computed from proven books. Anything else carries a reason. */
const EngineState = z.enum(['starting', 'ready', 'down'])

/** Why the engine is not `ready`, as a machine word; the site has a sentence for each. */
const ENGINE_REASONS = [
  'choosing-source',
  'proving-books',
  'no-live-book',
  'engine-restarting',
  'engine-stopped',
] as const
export const EngineReason = z.enum(ENGINE_REASONS)
export type EngineReason = z.infer<typeof EngineReason>

export const ExchangeStatus = z.object({
  id: ExchangeId,
  state: FeedState,
  /** A short machine word or the exchange's own message; `null` while `live`. */
  reason: z.string().max(300).nullable(),
  books_live: Count,
  books_total: Count,
  /** Ages of the books with a proven state; `null` when there is none. */
  age_p50_ms: Milliseconds.nullable(),
  age_p99_ms: Milliseconds.nullable(),
  gaps: Count,
  checksum_failures: Count,
  resyncs: Count,
  reconnects: Count,
  bans: Count,
  refused_frames: Count,
  /** Subscriptions that the exchange has neither confirmed nor refused yet. */
  unconfirmed: Count,
  /** Exchange clock − ours; `null` until it was measured. */
  skew_ms: z.number().nullable(),
})
export type ExchangeStatus = z.infer<typeof ExchangeStatus>

/** `GET /api/status` and the stream's `status` event. */
export const Status = z.object({
  /** `null` while `MARKET=auto` is still deciding. */
  source: MarketSource.nullable(),
  as_of: IsoTime,
  started_at: IsoTime,
  engine: z.object({ state: EngineState, reason: EngineReason.nullable() }),
  exchanges: z.array(ExchangeStatus),
})
export type Status = z.infer<typeof Status>
