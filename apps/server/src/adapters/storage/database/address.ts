import type { ClientConfig } from 'pg'

/** Time limit for a connection, from the pool or new (S4). */
export const CONNECT_WITHIN_MS = 2_000

/** The login that the server works as; `password` null: its password stays as it is. */
export type AppLogin = { readonly name: string; readonly password: string | null }

/** Connection settings of a login on an external server, by its address. */
export const atAddress = (databaseUrl: string): ClientConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
})

/** `atAddress` for another login of the same database. */
export function atAddressAs({ name, password }: AppLogin, databaseUrl: string): ClientConfig {
  const who = [name, ...(password === null ? [] : [password])].map(encodeURIComponent).join(':')
  return atAddress(
    databaseUrl
      .replace(/^(\w+:\/\/)(?:[^/?#]*@)?/, (_all, scheme: string) => `${scheme}${who}@`)
      .replace(/(?<=[?&])(?:user|password)=[^&#]*&?/g, '')
      .replace(/(?<=[?&]options=)[^&#]*/g, withoutRole),
  )
}

/** Options of an address without a role: another login may not take the owner's. */
const withoutRole = (options: string) =>
  encodeURIComponent(
    decodeURIComponent(options.replaceAll('+', ' '))
      .replace(/(?:-c ?|--)role=\S*/g, '')
      .trim(),
  )
