/**
 * Failure of a storage call, by the kinds that use cases handle. Carries no message of the database, which may quote
 * what people sent.
 */
export class StorageFailure extends Error {
  readonly kind: 'unavailable' | 'full' | 'duplicate'
  /** Name of the constraint that a duplicate broke. */
  readonly rule: string | null

  constructor(kind: StorageFailure['kind'], message: string, rule: string | null = null) {
    super(message)
    this.kind = kind
    this.rule = rule
  }
}

/** `down`: the database was lost, or cannot be reached; the market is served nevertheless. */
export type StorageState = 'starting' | 'ready' | 'down'
