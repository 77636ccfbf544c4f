import { isNewer, MOST_STATE_BYTES, type PublishResult, type StateVersion } from '../../app/ports/system/bus.ts'

export type OwnState = { readonly version: StateVersion; readonly bytes: Uint8Array; readonly isStill: () => boolean }

/** The newest state of each topic that this process publishes. */
export class OwnStates {
  readonly #newest = new Map<string, OwnState>()

  take(topic: string, version: StateVersion, bytes: Uint8Array, isStill = () => true): PublishResult {
    if (bytes.length > MOST_STATE_BYTES) return 'too-large'
    if (!isNewer(version, this.#newest.get(topic)?.version ?? null)) return 'older'
    this.#newest.set(topic, { version, bytes, isStill })
    return 'taken'
  }

  /** The state of a topic that may be sent now. */
  get(topic: string): OwnState | undefined {
    const state = this.#newest.get(topic)
    return state?.isStill() === true ? state : undefined
  }

  get topics(): readonly string[] {
    return [...this.#newest.keys()]
  }

  withdraw(topic: string): void {
    this.#newest.delete(topic)
  }
}
