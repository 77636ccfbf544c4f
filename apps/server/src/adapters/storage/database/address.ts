import type { ClientConfig } from 'pg'

/** Time limit for a connection, from the pool or new (S4). */
export const CONNECT_WITHIN_MS = 2_000

/** Connection settings of the owner on an external server, whose address is `databaseUrl`. */
export const atAddress = (databaseUrl: string): ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
})

/** The same with the rights of `role`, which the owner has been granted. */
export function atAddressAs(role: string, databaseUrl: string): ClientConfig {
  // Options of the address replace those beside it, so that ours go behind them there: the last one counts.
  return {
    ...atAddress(databaseUrl.replace(/[?&]options=[^&#]*/g, `$&%20-c%20role=${role}`)),
    options: `-c role=${role}`,
  }
}
