import { isNewer, MOST_STATE_BYTES, type Published, type StateVersion } from '../../app/ports/bus.ts'

export type OwnState = { readonly version: StateVersion; readonly bytes: Uint8Array }

/** The newest state of each topic that this process publishes. */
export class OwnStates {
  readonly #newest = new Map<string, OwnState>()

  take(topic: string, version: StateVersion, bytes: Uint8Array): Published {
    if (bytes.length > MOST_STATE_BYTES) return 'too-large'
    if (!isNewer(version, this.#newest.get(topic)?.version ?? null)) return 'older'
    this.#newest.set(topic, { version, bytes })
    return 'taken'
  }

  get(topic: string): OwnState | undefined {
    return this.#newest.get(topic)
  }

  get topics(): readonly string[] {
    return [...this.#newest.keys()]
  }

  withdraw(topic: string): void {
    this.#newest.delete(topic)
  }
}
