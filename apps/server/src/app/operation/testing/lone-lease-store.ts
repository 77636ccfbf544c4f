import type { Lease, LeaseStore } from '../../ports/system/lease-store.ts'

/** The leases of a single process: every lease is free, and nobody takes over. */
export function loneLeaseStore(): LeaseStore {
  const done = new Map<string, string>()
  let epoch = 0
  const lease = async (name: string, holder: string): Promise<Lease> => ({ name, holder, epoch: ++epoch })
  return {
    lease,
    claim: async (name, turn, holder) =>
      done.get(name) === turn ? { kind: 'done' } : { kind: 'claimed', lease: await lease(name, holder) },
    free: async (names) => names.map((name) => ({ name, isAbandoned: false })),
    epochOf: async () => epoch,
    renew: async () => true,
    release: async () => undefined,
    async done({ name }, turn) {
      done.set(name, turn)
      return true
    },
    fenced: async (_, write) => ({ kind: 'written', value: await write() }),
  }
}
