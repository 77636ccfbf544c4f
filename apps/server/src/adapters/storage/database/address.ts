import type { ClientConfig } from 'pg'

/** Time limit for a connection, from the pool or new (S4). */
export const CONNECT_WITHIN_MS = 2_000

/** Connection settings of the owner on an external server, whose address is `databaseUrl`. */
export const atAddress = (databaseUrl: string): ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
})

/** `atAddress` for sessions with the rights of `role`, which has been granted to the owner. */
export function atAddressAs(role: string, databaseUrl: string): ClientConfig {
  // `options` in the address replace the field below, so the role is appended there too: PostgreSQL takes the last one.
  return {
    ...atAddress(databaseUrl.replace(/[?&]options=[^&#]*/g, `$&%20-c%20role=${role}`)),
    options: `-c role=${role}`,
  }
}
