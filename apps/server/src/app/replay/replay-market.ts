import type { MarketEngine } from '../market/engine/market-engine.ts'
import type { RecordedLine } from './recording.ts'
import { Replay, type ReplayOptions } from './replay.ts'

/**
 * A recording that is served as a market (`MARKET=replay`): its first line happens when the server starts. At speed 0
 * everything happens at once and time then stands still, so that what was open at the end stays to be looked at.
 */
export class ReplayMarket {
  readonly engine: MarketEngine
  readonly #replay: Replay
  readonly #speed: number
  readonly #startedAt: number

  /** `speed` is recorded ms per ms; `startedAt` epoch ms. */
  constructor(lines: readonly RecordedLine[], options: ReplayOptions, speed: number, startedAt: number) {
    this.#replay = new Replay(lines, options)
    this.engine = this.#replay.engine
    this.#speed = speed
    this.#startedAt = startedAt
  }

  /** Lets happen what has happened by `now`, epoch ms; returns the recorded time that this is. */
  advance(now: number): number {
    const { span } = this.#replay
    if (span === null) return now
    const at = this.#speed === 0 ? span.last : span.first + (now - this.#startedAt) * this.#speed
    this.#replay.advance(at)
    return at
  }
}
