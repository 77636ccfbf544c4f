import type { MarketStats, Status } from '@makas/contract'
import { type ExchangeId, shardOf } from '@makas/domain'
import { vi } from 'vitest'
import type { FeedTally, MarketTally, MarketUpdate } from '../../../app/engine-protocol/state.ts'
import { EngineSupervisor } from '../../engine/engine-supervisor.ts'
import { row } from '../../testing/rows.ts'
import { ScriptedEngine } from '../../testing/scripted-engine.ts'
import { settle } from '../../testing/test-server.ts'
import { EnginePublisher } from '../engine-publisher.ts'
import { ShardedEngine } from '../sharded-engine.ts'
import { clock, ends, HISTORY, log, member } from './bus-members.ts'

/** Number of shards, each led by a scripted engine; one process hears them. */
export const OF = 2

/** The `nth` coin of a shard. */
export const coinIn = (shard: number, nth = 0): string => {
  const coins = ['SOL', 'ADA', 'XRP', 'DOT', 'LINK', 'ATOM', 'DOGE', 'LTC', 'AVAX', 'TRX']
  return coins.filter((coin) => shardOf(coin, OF) === shard)[nth] as string
}
export const idIn = (shard: number, nth = 0) => `spot.${coinIn(shard, nth)}-USDT.okx.binance`
export const rowIn = (shard: number, net_roi: number, nth = 0) => row(idIn(shard, nth), { net_roi })

export const feed = (exchange: ExchangeId, change: Partial<FeedTally> = {}): FeedTally => ({
  ...{ exchange, state: 'live', reason: null, reconnects: 1, bans: 0, refusedFrames: 0, unconfirmed: 0 },
  ...{ clockOffsetMs: 3, total: 10, live: 8, gaps: 2, checksumsBad: 0, resyncs: 1, states: ['LIVE'] },
  provenAges: [100, 300],
  ...change,
})
export const tallyOf = (...feeds: FeedTally[]): MarketTally => ({
  ...{ isDeciding: false, startedAt: 1_000, isLive: true, wasLive: true, liveExchanges: ['okx'] },
  feeds,
})

/** What a scripted engine publishes beside its rows. */
type PublishOptions = { readonly source?: 'live' | 'demo'; readonly tally?: MarketTally; readonly ready?: boolean }

/** An engine that leads a shard and publishes. */
export function leading(shard: number, epoch = 1, shardCount = OF) {
  const engines: ScriptedEngine[] = []
  const engine = new EngineSupervisor({
    spawn: () => {
      const next = new ScriptedEngine(() => clock.now())
      engines.push(next)
      return next
    },
    clock,
    log,
  })
  const node = `node-${shard}-${epoch}`
  const voice = new EnginePublisher({
    engine,
    bus: member(),
    lease: { name: `shard:${shard}`, holder: node, epoch },
    isLost: () => false,
    shard: { shard, shardCount },
    node,
    clock,
    history: { history: async () => HISTORY },
  })
  engine.start()
  ends.push(
    () => engine.stop(),
    () => voice.stop(),
  )
  const script = () => engines.at(-1) as ScriptedEngine
  return {
    voice,
    script,
    asked: (kind: string) => script().requests.filter((one) => one.kind === kind).length,
    publish: (
      rows: ReturnType<typeof row>[],
      { source = 'demo', tally = tallyOf(feed('okx')), ready = true }: PublishOptions = {},
    ) => script().publish({ rows, source, tally, ready }),
  }
}

export function listening() {
  const engine = new ShardedEngine({ bus: member(), shardCount: OF, clock, log })
  const news: MarketUpdate[] = []
  const conditions: string[] = []
  engine.listen({ message: (one) => news.push(one), condition: (condition) => conditions.push(condition) })
  engine.start()
  ends.push(() => engine.stop())
  const state = () => news.findLast(({ kind }) => kind === 'state')?.state
  return {
    engine,
    news,
    conditions,
    state,
    ids: () => state()?.rows.spot.map(({ id }) => id) ?? [],
    stats: () => JSON.parse(state()?.stats ?? '{}') as MarketStats,
    status: () => JSON.parse(state()?.status ?? '{}') as Status,
  }
}

/** Both shards publish until both are heard. */
export async function both() {
  const shards = [leading(0), leading(1)] as const
  const here = listening()
  const publish = () => {
    clock.advance(200)
    shards[0].publish([rowIn(0, 0.5), rowIn(0, 0.2, 1)])
    shards[1].publish([rowIn(1, 0.4)])
  }
  await vi.waitUntil(
    async () => {
      publish()
      await settle()
      // The second shard's state is merged up to 100 ms after the first's, by the tests' clock.
      clock.advance(100)
      // Waits for a moment at which no state was held up.
      return here.ids().length === 3 && here.status().exchanges[0]?.age_p99_ms === 300
    },
    { timeout: 120_000 },
  )
  return { shards, here, publish }
}
