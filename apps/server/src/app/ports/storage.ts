/**
 * Why nothing was stored or read, as far as a use case can do something about it. The words of the database stay behind:
 * they quote what people sent.
 */
export class StorageFailure extends Error {
  readonly kind: 'unavailable' | 'full' | 'duplicate'
  /** The rule of the schema that a duplicate broke. */
  readonly rule: string | null

  constructor(kind: StorageFailure['kind'], message: string, rule: string | null = null) {
    super(message)
    this.kind = kind
    this.rule = rule
  }
}

/** `down`: lost, or it cannot be had here; the market is served all the same. */
export type StorageState = 'starting' | 'ready' | 'down'
