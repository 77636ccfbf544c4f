import type { Bus } from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import { RemoteEngine } from './remote-engine.ts'

type Options = {
  readonly bus: Bus
  /** Number of shards in our settings. */
  readonly shardCount: number
  /** Largest number of shards that any process may be set to. */
  readonly most: number
  readonly clock: Clock
  readonly log: EventLog
}

/**
 * Hears whether an engine leads a shard that our settings do not have: it was set to another number of shards, and is
 * refused.
 */
export class OtherShards {
  readonly #remotes: readonly RemoteEngine[]

  constructor({ shardCount, most, ...common }: Options) {
    this.#remotes = Array.from(
      { length: most - shardCount },
      (_, after) => new RemoteEngine({ ...common, shard: { shard: shardCount + after, shardCount } }),
    )
  }

  get areHeard(): boolean {
    return this.#remotes.some(({ shardsHeard }) => shardsHeard === 'refused')
  }

  start(): void {
    for (const remote of this.#remotes) remote.start()
  }

  async stop(): Promise<void> {
    await Promise.all(this.#remotes.map((remote) => remote.stop()))
  }
}
