import { LIMITS } from '@makas/contract'

/** A `refetchInterval` that polls a query only after it has failed. */
export const whileFailing = ({ state }: { readonly state: { readonly status: string } }): number | false =>
  state.status === 'error' && LIMITS.pollMs
