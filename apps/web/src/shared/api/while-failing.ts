import { LIMITS } from '@makas/contract'

/** A query's `refetchInterval`: one that failed is asked again, for it has no other way back. */
export const whileFailing = ({ state }: { readonly state: { readonly status: string } }): number | false =>
  state.status === 'error' && LIMITS.pollMs
