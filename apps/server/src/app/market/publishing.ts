import type { EngineMessage, EngineRequest, MarketSource } from '../ports/published.ts'
import { engineMetrics } from './engine-metrics.ts'
import type { FindingEvent } from './market-engine.ts'
import { Publisher, type PublisherInputs } from './publisher.ts'

/** The market that is shown now. */
export type Shown = Omit<PublisherInputs, 'startedAt'>

/** Answers the HTTP thread and posts states to it; holds nothing but what has to be said. */
export class Publishing {
  readonly #publisher = new Publisher()
  readonly #post: (message: EngineMessage) => void
  readonly #shown: () => Shown
  readonly #startedAt: number

  constructor(post: (message: EngineMessage) => void, shown: () => Shown, startedAt: number) {
    this.#post = post
    this.#shown = shown
    this.#startedAt = startedAt
  }

  /** Posts the state as of `now`, epoch ms. */
  publish(now: number): void {
    this.#post({ kind: 'state', state: this.#publisher.state(this.#inputs, now) })
  }

  closed(event: FindingEvent, source: MarketSource): void {
    this.#publisher.closed(event, source)
  }

  answer(request: Exclude<EngineRequest, { kind: 'stop' }>, now: number): void {
    if (request.kind === 'freeze') {
      this.#post({ kind: 'frozen', ...this.#publisher.freeze(this.#inputs, now) })
    } else if (request.kind === 'evidence') {
      const json = this.#publisher.evidence(this.#inputs, request.id, now)
      this.#post({ kind: 'evidence', requestId: request.requestId, json })
    } else {
      const { engine, feeds } = this.#inputs
      this.#post({ kind: 'metrics', requestId: request.requestId, text: engineMetrics(engine, feeds, now) })
    }
  }

  get #inputs(): PublisherInputs {
    return { ...this.#shown(), startedAt: this.#startedAt }
  }
}
