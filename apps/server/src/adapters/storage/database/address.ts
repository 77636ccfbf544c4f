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
  const url = new URL(databaseUrl)
  // Within the address, since its options replace those given beside it; behind them, since the last one counts.
  const options = [...url.searchParams.getAll('options').slice(-1), `-c role=${role}`]
  url.searchParams.set('options', options.join(' '))
  return atAddress(url.href)
}
