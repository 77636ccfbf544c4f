/** A state's place in time: those of a later lease go before all of an earlier one. */
export type StateVersion = {
  /** Of the lease under which it was published (`ports/ledger.ts`); 0 where there is none. */
  readonly epoch: number
  /** Grows with every state of the epoch. */
  readonly count: number
}

/** Bytes that a question or an answer may have; every bus carries so many. */
export const MOST_ASKED_BYTES = 1_000_000
/** Bytes that a state may have: it is carried in parts. */
export const MOST_STATE_BYTES = 32 * 1_048_576

/**
 * `nobody`: nobody serves the topic now. `late`: no answer came in time; whoever was asked may have done it all the same.
 * `cut`: there is no way to anybody. `failed`: whoever was asked could not answer. `too-large`: the question, or the answer.
 */
export type Unanswered = 'nobody' | 'late' | 'cut' | 'failed' | 'too-large'

export type BusAnswer =
  | { readonly kind: 'answered'; readonly bytes: Uint8Array }
  | { readonly kind: 'unanswered'; readonly why: Unanswered }

/** `older`: this process published a newer one. */
export type Published = 'taken' | 'older' | 'too-large'

/**
 * What joins several processes. It holds nothing that may not be lost: no call throws because it is cut, and what is said
 * meanwhile is made good by the newest state as soon as it is whole again. Topics are of small letters, digits, `-` and `.`.
 */
export interface Bus {
  /** Whether anybody can be reached now. */
  readonly isWhole: boolean
  /**
   * Newest wins; may be lost. It is told again to whoever comes later, until it is withdrawn. The bytes are the bus's from
   * here on. `isStill` is asked each time before it is told: a process that slept may say so no longer when it wakes.
   */
  publishState(topic: string, version: StateVersion, bytes: Uint8Array, isStill?: () => boolean): Published
  /** Whoever comes later is no longer told. */
  withdrawState(topic: string): void
  /** Hears the newest state there is at once, then newer ones only; ends with the returned function. */
  watchState(topic: string, handler: (version: StateVersion, bytes: Uint8Array) => void): () => void
  /** Asks one of those who serve the topic; ends within `deadlineMs`. */
  ask(topic: string, bytes: Uint8Array, deadlineMs: number): Promise<BusAnswer>
  /** Answers questions until the returned function is called. */
  serve(topic: string, handler: (bytes: Uint8Array) => Promise<Uint8Array>): () => void
  /** Leaves the bus; afterwards everything is `cut`. */
  stop(): Promise<void>
}

export const isNewer = (one: StateVersion, other: StateVersion | null): boolean =>
  other === null || one.epoch > other.epoch || (one.epoch === other.epoch && one.count > other.count)
