import type { MarketEngine } from '../market/engine/market-engine.ts'
import type { RecordedLine } from './recording.ts'
import { Replay, type ReplayOptions } from './replay.ts'

/**
 * A recording served as a market (`MARKET=replay`), whose first line plays when the server starts. At speed 0 all lines
 * play at once and the clock then stands still, so that the rows open at the end stay visible.
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

  /** Plays the lines due by `now` (epoch ms); returns the corresponding recorded time. */
  advance(now: number): number {
    const { span } = this.#replay
    if (span === null) return now
    const at = this.#speed === 0 ? span.last : span.first + (now - this.#startedAt) * this.#speed
    this.#replay.advance(at)
    return at
  }
}
