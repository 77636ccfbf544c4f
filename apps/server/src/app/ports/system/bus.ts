/** Version of a state: a higher epoch is newer whatever the count. */
export type StateVersion = {
  /** Epoch of the lease under which the state was published (`lease-store.ts`); 0 without a lease. */
  readonly epoch: number
  /** Number of the state within the epoch. */
  readonly count: number
}

/** Largest size of a question or an answer, bytes; every bus carries that much. */
export const MOST_ASKED_BYTES = 1_000_000
/** Largest size of a state, bytes; it is carried in parts. */
export const MOST_STATE_BYTES = 32 * 1_048_576

/**
 * `nobody`: no process serves the topic now. `late`: no answer came in time; the asked process may have acted
 * nevertheless. `cut`: the bus is disconnected. `failed`: the asked process could not answer. `too-large`: the question
 * or the answer.
 */
export type BusFailure = 'nobody' | 'late' | 'cut' | 'failed' | 'too-large'

export type BusAnswer =
  | { readonly kind: 'answered'; readonly bytes: Uint8Array }
  | { readonly kind: 'unanswered'; readonly why: BusFailure }

/** `older`: this process has published a newer state. */
export type PublishResult = 'taken' | 'older' | 'too-large'

/**
 * Message bus between processes. Messages may be lost: no call throws because the bus is cut, and the newest state is
 * sent again once it is connected. Topics consist of small letters, digits, `-` and `.`.
 */
export interface Bus {
  readonly isConnected: boolean
  /**
   * Publishes a state; newest wins, may be lost. It is sent to later subscribers, too, until it is withdrawn. The bus
   * owns the bytes from here on. `isStill` is asked before each sending: a process that was suspended may have lost the
   * right to publish.
   */
  publishState(topic: string, version: StateVersion, bytes: Uint8Array, isStill?: () => boolean): PublishResult
  /** Stops sending the state to later subscribers. */
  withdrawState(topic: string): void
  /**
   * Calls the handler with the newest state at once, then with newer states only, until the returned function is
   * called.
   */
  watchState(topic: string, handler: (version: StateVersion, bytes: Uint8Array) => void): () => void
  /** Asks one of the processes that serve the topic; ends within `deadlineMs`. */
  ask(topic: string, bytes: Uint8Array, deadlineMs: number): Promise<BusAnswer>
  /** Answers questions until the returned function is called. */
  serve(topic: string, handler: (bytes: Uint8Array) => Promise<Uint8Array>): () => void
  /** Leaves the bus; afterwards every question is `cut`. */
  stop(): Promise<void>
}

export const isNewer = (one: StateVersion, other: StateVersion | null): boolean =>
  other === null || one.epoch > other.epoch || (one.epoch === other.epoch && one.count > other.count)
