/** Leave to do what only one process may do at a time; kept by renewing it. */
export type Lease = {
  readonly name: string
  /** The process that has it. */
  readonly holder: string
  /** Higher than that of every holder before. */
  readonly epoch: number
}

/** A lease that nobody has. `isAbandoned`: its holder let its time run out; else it was given back, or nobody had it yet. */
export type FreeLease = { readonly name: string; readonly isAbandoned: boolean }

/** `held`: another process is at it; `done`: this turn of it needs nobody any more. */
type Claim = { readonly kind: 'claimed'; readonly lease: Lease } | { readonly kind: 'held' } | { readonly kind: 'done' }

/** `refused`: somebody else has taken over, and nothing was written. */
type Fenced<T> = { readonly kind: 'written'; readonly value: T } | { readonly kind: 'refused' }

/** What processes that share a database agree upon. Every call may throw a `StorageFailure`. */
export interface Ledger {
  /** Null while another holder has it. Without a renewal it is anybody's again after `forMs`. */
  lease(name: string, holder: string, forMs: number): Promise<Lease | null>
  /** The same, to do one turn (such as a night) of something that is done once a turn. */
  claim(name: string, turn: string, holder: string, forMs: number): Promise<Claim>
  /** Those of the leases of these names that nobody has now: asked for by `lease`, each may be somebody's by then. */
  free(names: readonly string[]): Promise<readonly FreeLease[]>
  /** False: it was given back, or somebody else has it. */
  renew(lease: Lease, forMs: number): Promise<boolean>
  /** Gives it back. */
  release(lease: Lease): Promise<void>
  /** Notes that the turn is done to its end, and gives the lease back. False: somebody else has taken over. */
  done(lease: Lease, turn: string): Promise<boolean>
  /** Does `write`, all of it in one transaction, as long as nobody has taken over before that transaction ends. */
  fenced<T>(lease: Lease, write: () => Promise<T>): Promise<Fenced<T>>
}
