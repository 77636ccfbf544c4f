import type { EngineMessage, EngineRequest } from '../ports/published.ts'
import { engineMetrics } from './engine-metrics.ts'
import { episodesMetrics } from './episodes-metrics.ts'
import { lifetimesAnswer } from './lifetimes-answer.ts'
import type { Recorders } from './lifetimes-recorder.ts'
import { type PersonalInputs, personalRows } from './personal-spot.ts'
import { Publisher, type PublisherInputs } from './publisher.ts'
import type { FindingEvent } from './standings.ts'
import { worthOf } from './worth.ts'

/** The market that is shown now, and what its clock says (epoch ms; a recording has its own). */
export type Shown = Omit<PublisherInputs, 'startedAt'> &
  Pick<PersonalInputs, 'spotCap' | 'isKeysMarket'> & { readonly now: number }

const OTHER_MARKET = { kind: 'other-market' } as const

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

  /**
   * Makes the state a piece at a time and posts it with the last; other work may be done in between. `wall` is our own
   * time, epoch ms. A recording stands still meanwhile.
   */
  *publish(wall: () => number): Generator<void, void, void> {
    const inputs = this.#inputs
    const clock = inputs.source === 'replay' ? () => inputs.now : wall
    const state = yield* this.#publisher.making(inputs, clock, wall())
    this.#post({ kind: 'state', state })
  }

  /** Keeps what a closing row of the shown market said last. */
  closed(event: FindingEvent): void {
    this.#publisher.closed(event, this.#inputs)
  }

  answer(request: Exclude<EngineRequest, { kind: 'stop' }>, wall: number): void {
    const inputs = this.#inputs
    const { engine, feeds, now } = inputs
    switch (request.kind) {
      case 'freeze':
        this.#post({ kind: 'frozen', ...this.#publisher.freeze(inputs, now, wall) })
        return
      case 'evidence': {
        const json = this.#publisher.evidence(inputs, request.id, now)
        this.#post({ kind: 'evidence', requestId: request.requestId, json })
        return
      }
      case 'lifetimes': {
        const { lifetimes } = this.#recorders[request.source]
        const json = JSON.stringify(lifetimesAnswer(lifetimes, request.source, wall))
        this.#post({ kind: 'lifetimes', requestId: request.requestId, json })
        return
      }
      case 'worth': {
        const worth = inputs.isKeysMarket ? worthOf(engine, request.held, now) : OTHER_MARKET
        this.#post({ kind: 'worth', requestId: request.requestId, worth })
        return
      }
      case 'personal': {
        const json = JSON.stringify(personalRows(inputs, request.wallets, now))
        this.#post({ kind: 'personal', requestId: request.requestId, json })
        return
      }
      case 'metrics': {
        const text = engineMetrics(engine, feeds, now) + episodesMetrics(this.#recorders)
        this.#post({ kind: 'metrics', requestId: request.requestId, text })
      }
    }
  }

  get #inputs(): Shown & Pick<PublisherInputs, 'startedAt'> {
    return { ...this.#shown(), startedAt: this.#startedAt }
  }
}
