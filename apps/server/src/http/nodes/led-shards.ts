import type { Metric } from '../../app/ports/system/metric.ts'
import type { EngineClient } from '../engine/engine-client.ts'
import type { EngineCondition } from '../engine/engine-supervisor.ts'
import type { MarketBoard, Readiness } from '../market-board.ts'
import { metricsOfShards } from './merged-metrics.ts'

/** The part of a led shard that health and metrics ask. */
type LedShard = {
  readonly engine: Pick<EngineClient, 'condition' | 'metrics'>
  readonly board: Pick<MarketBoard, 'readiness'>
}

/** Readiness values, from the least useful to the most. */
const WORST_FIRST: readonly Readiness[] = ['starting', 'empty', 'cache', 'demo', 'replay', 'live']

/** The engines that this process leads, as its health and metrics show them. */
export class LedShards {
  readonly #shardCount: number
  readonly #led = new Map<number, LedShard>()
  readonly #givenUp = new Set<number>()

  /** `of`: number of shards. */
  constructor(of: number) {
    this.#shardCount = of
  }

  add(shard: number, led: LedShard): void {
    this.#led.set(shard, led)
    this.#givenUp.delete(shard)
  }

  remove(shard: number): void {
    this.#led.delete(shard)
  }

  /** Notes that this process gives the shard up: its engine failed again and again. */
  giveUp(shard: number): void {
    this.#givenUp.add(shard)
  }

  /** Shards that this process has given up and does not lead again yet. */
  get givenUp(): readonly number[] {
    return [...this.#givenUp].sort((a, b) => a - b)
  }

  /** Readiness of the worst engine; `none` where none is led. */
  get readiness(): Readiness | 'none' {
    const found = new Set([...this.#led.values()].map(({ board }) => board.readiness))
    return WORST_FIRST.find((one) => found.has(one)) ?? 'none'
  }

  get condition(): EngineCondition {
    const found = [...this.#led.values()].map(({ engine }) => engine.condition)
    if (found.length === 0 || found.includes('stopped')) return 'stopped'
    return found.includes('restarting') ? 'restarting' : 'running'
  }

  /** Figures of all led engines; null where none answers. */
  async metrics(): Promise<readonly Metric[] | null> {
    const answers = await Promise.all(
      [...this.#led].map(async ([shard, { engine }]) => ({ shard, metrics: await engine.metrics() })),
    )
    return metricsOfShards(answers, this.#shardCount)
  }
}
