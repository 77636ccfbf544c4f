/** A lease: the exclusive right to a task, which expires unless it is renewed. */
export type Lease = {
  readonly name: string
  /** Id of the process that holds the lease. */
  readonly holder: string
  /** Fencing number, higher than every earlier holder's. */
  readonly epoch: number
}

/** A lease without a holder. `isAbandoned`: it expired; else it was released, or never held. */
export type FreeLease = { readonly name: string; readonly isAbandoned: boolean }

/** `held`: another process holds the lease; `done`: the turn is complete. */
type Claim = { readonly kind: 'claimed'; readonly lease: Lease } | { readonly kind: 'held' } | { readonly kind: 'done' }

/** `refused`: another process has taken over, and nothing was written. */
type FencedWrite<T> = { readonly kind: 'written'; readonly value: T } | { readonly kind: 'refused' }

/** Leases of the processes that share a database. Every call may throw a `StorageFailure`. */
export interface LeaseStore {
  /** Takes a lease for `forMs`; null while another process holds it. It is free again when it expires. */
  lease(name: string, holder: string, forMs: number): Promise<Lease | null>
  /** Takes the lease of a task that is done once a turn (such as a night), unless the turn is done. */
  claim(name: string, turn: string, holder: string, forMs: number): Promise<Claim>
  /** The leases of these names that nobody holds now; each may be taken before `lease` is called. */
  free(names: readonly string[]): Promise<readonly FreeLease[]>
  /** The highest epoch that the lease of this name ever had; 0 where it was never held. */
  epochOf(name: string): Promise<number>
  /** Extends a lease by `forMs` from now. False: it was released, or another process holds it. */
  renew(lease: Lease, forMs: number): Promise<boolean>
  release(lease: Lease): Promise<void>
  /** Notes that the turn is complete, and releases the lease. False: another process has taken over. */
  done(lease: Lease, turn: string): Promise<boolean>
  /** Runs `write` in one transaction, which commits only while the lease is still held. */
  fenced<T>(lease: Lease, write: () => Promise<T>): Promise<FencedWrite<T>>
}
