/** A creating call that names itself, so that sent again it creates nothing more (S7). */
export type NamedCall = {
  readonly actor: string
  readonly route: string
  /** As the client chose it. */
  readonly key: string
  /** Keyed, so that what was sent cannot be guessed from it. */
  readonly bodyHash: Uint8Array
}

/** `answer` is what the first one was told; `mismatch`: it had another body. */
export type NamedOutcome = { readonly kind: 'answered'; readonly answer: string } | { readonly kind: 'mismatch' }

/** Where the answers to creating calls are kept for a day. */
export interface OnceStore {
  /** What the same call was answered before; null where it was not made, or failed. */
  before(call: NamedCall, now: number): Promise<NamedOutcome | null>
  /**
   * Does `create` and keeps its answer in one transaction with everything that it stores, unless that was done before. It
   * may be done again as a whole, and where it fails nothing of it stays, counted attempts included.
   */
  create(call: NamedCall, now: number, create: () => Promise<string>): Promise<NamedOutcome>
}
