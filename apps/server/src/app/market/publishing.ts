import type { EngineMessage, EngineRequest } from '../ports/published.ts'
import { engineMetrics } from './engine-metrics.ts'
import { episodesMetrics } from './episodes-metrics.ts'
import { lifetimesAnswer } from './lifetimes-answer.ts'
import type { Recorders } from './lifetimes-recorder.ts'
import { Publisher, type PublisherInputs } from './publisher.ts'
import type { FindingEvent } from './standings.ts'

/** The market that is shown now, and what its clock says (epoch ms; a recording has its own). */
export type Shown = Omit<PublisherInputs, 'startedAt'> & { readonly now: number }

/** Answers the HTTP thread and posts states to it; holds nothing but what has to be said. */
export class Publishing {
  readonly #publisher = new Publisher()
  readonly #post: (message: EngineMessage) => void
  readonly #shown: () => Shown
  readonly #startedAt: number
  readonly #recorders: Recorders

  constructor(post: (message: EngineMessage) => void, shown: () => Shown, startedAt: number, recorders: Recorders) {
    this.#post = post
    this.#shown = shown
    this.#startedAt = startedAt
    this.#recorders = recorders
  }

  /** Posts the state; `wall` is our own time, epoch ms. */
  publish(wall: number): void {
    const inputs = this.#inputs
    this.#post({ kind: 'state', state: this.#publisher.state(inputs, inputs.now, wall) })
  }

  /** Keeps what a closing row of the shown market said last. */
  closed(event: FindingEvent): void {
    this.#publisher.closed(event, this.#inputs)
  }

  answer(request: Exclude<EngineRequest, { kind: 'stop' }>, wall: number): void {
    const inputs = this.#inputs
    if (request.kind === 'freeze') {
      this.#post({ kind: 'frozen', ...this.#publisher.freeze(inputs, inputs.now, wall) })
    } else if (request.kind === 'evidence') {
      const json = this.#publisher.evidence(inputs, request.id, inputs.now)
      this.#post({ kind: 'evidence', requestId: request.requestId, json })
    } else if (request.kind === 'lifetimes') {
      const { lifetimes } = this.#recorders[request.source]
      const json = JSON.stringify(lifetimesAnswer(lifetimes, request.source, wall))
      this.#post({ kind: 'lifetimes', requestId: request.requestId, json })
    } else {
      const text = engineMetrics(inputs.engine, inputs.feeds, inputs.now) + episodesMetrics(this.#recorders)
      this.#post({ kind: 'metrics', requestId: request.requestId, text })
    }
  }

  get #inputs(): PublisherInputs & { readonly now: number } {
    return { ...this.#shown(), startedAt: this.#startedAt }
  }
}
