import { byMode, EXCHANGES, type ExchangeId } from '@makas/domain'
import { z } from 'zod'
import type { MarketUpdate } from '../../app/engine-protocol/state.ts'
import { FEED_STATES } from '../../app/ports/market/book-feed.ts'

/** Name of the lease of the process that leads a shard. */
export const leaseName = (shard: number) => `shard:${shard}`
/** Name of the lease under which a topic of states is published. */
export const leaseOfTopic = (topic: string) => leaseName(Number(topic.split('.')[1]))
/** Topic of the states of a shard. */
export const stateTopic = (shard: number) => `market.${shard}.state`
export const frozenTopic = (shard: number) => `market.${shard}.frozen`
/** Topic on which a leader announces that it leaves. The version holds the epoch of its lease. */
export const leftTopic = (shard: number) => `market.${shard}.left`
/**
 * Topic of questions, by epoch: a process that lost its lease while asleep is still on the bus, and nobody may ask it.
 */
export const questionTopic = (shard: number, epoch: number) => `market.${shard}.questions.${epoch}`

const Rows = z.array(z.object({ id: z.string(), revision: z.number(), json: z.string() }))
const ByMode = <T extends z.ZodType>(one: T) => z.object(byMode(() => one))
const Exchange = z.enum(EXCHANGES as readonly [ExchangeId, ...ExchangeId[]])
const Feed = z.object({
  exchange: Exchange,
  state: z.enum(FEED_STATES),
  reason: z
    .enum([
      ...(['unreachable', 'tls', 'dns', 'banned', 'too-many-requests', 'region-refused', 'maintenance'] as const),
      ...(['instruments-unavailable', 'silent'] as const),
    ])
    .nullable(),
  reconnects: z.number(),
  bans: z.number(),
  refusedFrames: z.number(),
  unconfirmed: z.number(),
  clockOffsetMs: z.number().nullable(),
  total: z.number(),
  live: z.number(),
  gaps: z.number(),
  checksumsBad: z.number(),
  resyncs: z.number(),
  states: z.array(z.enum(['LIVE', 'LATE', 'STALE', 'RESYNC', 'HALTED', 'DOWN', 'GONE'])),
  provenAges: z.array(z.number()),
})
const Tally = z.object({
  isDeciding: z.boolean(),
  startedAt: z.number(),
  isLive: z.boolean(),
  wasLive: z.boolean(),
  liveExchanges: z.array(Exchange),
  feeds: z.array(Feed),
})
const State = z.object({
  version: z.number(),
  asOf: z.number(),
  oldestInput: ByMode(z.number()),
  source: z.enum(['live', 'demo', 'replay']),
  rows: ByMode(Rows),
  stats: z.string(),
  prices: z.string(),
  status: z.string(),
  ready: z.boolean(),
  // Versions without shards send neither `tally` nor `of`.
  tally: Tally.nullable().default(null),
})
const Evidence = z.record(z.string(), z.string())
const Update = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('state'), state: State }),
  z.object({ kind: z.literal('frozen'), state: State, evidence: Evidence, closed: Evidence }),
])
/** `node`: the process whose clock the times are from. `of`: the number of shards that share the coins. */
const PublicationSchema = z.object({ node: z.string(), of: z.number().default(1), news: Update })

export type Publication = { readonly node: string; readonly of: number; readonly news: MarketUpdate }

export const publicationBytes = (publication: Publication): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(publication))

/** Reads a publication; null for any other bytes. */
export function publicationIn(bytes: Uint8Array): Publication | null {
  try {
    return PublicationSchema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))).data ?? null
  } catch {
    return null
  }
}
