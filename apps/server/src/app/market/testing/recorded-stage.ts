import type { FinishedEpisode } from '@makas/domain'
import { priorOutlook } from '../opportunity/outlook.ts'
import { instrument, Stage } from './stage.ts'

/** SOL is bought on OKX and sold on Binance. */
export const ROUTE = 'spot.SOL-USDT.okx.binance'

/** A stage that keeps the episodes that finished, with a gap that pays from 1,000 ms on. */
export class RecordedStage extends Stage {
  readonly finished: FinishedEpisode[]

  constructor(options: ConstructorParameters<typeof Stage>[0] = {}) {
    const finished: FinishedEpisode[] = []
    super({ episodes: { outlookOf: priorOutlook, finished: (episode) => finished.push(episode) }, ...options })
    this.finished = finished
  }

  open(): this {
    this.list(instrument('binance', 'SOL', 'USDT'), instrument('okx', 'SOL', 'USDT'))
    this.book(1_000, 'binance', 'SOLUSDT', '101', '101.1')
    this.book(1_000, 'okx', 'SOLUSDT', '99.9', '100')
    return this
  }

  /** A frame of OKX after which the gap pays, or no longer does. */
  frame(now: number, pays: boolean): void {
    this.book(now, 'okx', 'SOLUSDT', '99.9', pays ? '100' : '101.2')
  }

  /** The finished episodes as short texts: how long each lasted and why it ended. */
  get lives(): string[] {
    return this.finished.map(({ openedAt, closedAt, end }) => {
      return `${closedAt - openedAt} ms ${end.kind === 'ended' ? 'ended' : end.why}`
    })
  }
}
