/** What one host of an exchange answers before anybody asks anything. */
export type HostProbe = {
  /** Name and port. */
  readonly host: string
  readonly addresses: readonly string[]
  /** Time of the name resolution, ms; null where it failed. */
  readonly lookupMs: number | null
  /** Time of the connection with its TLS handshake, ms; null where it failed. */
  readonly connectMs: number | null
  /** Null on a plain connection, which only a simulated exchange has. */
  readonly tls: { readonly protocol: string; readonly issuer: string; readonly validUntil: string } | null
  readonly failure: { readonly reason: string; readonly detail: string } | null
}
