/** NATS servers, with name and password. */
export type NatsAddress = {
  readonly servers: readonly string[]
  readonly user: string | undefined
  readonly pass: string | undefined
  readonly isSecure: boolean
}

/** Parses comma-separated `nats://` or `tls://` addresses; name and password come from the first address. */
export function natsAddress(text: string): NatsAddress {
  const urls = text.split(',').map((one) => new URL(one.trim()))
  const [first] = urls
  const decoded = (value: string | undefined) =>
    value === undefined || value === '' ? undefined : decodeURIComponent(value)
  return {
    servers: urls.map(({ host }) => host),
    user: decoded(first?.username),
    pass: decoded(first?.password),
    isSecure: first?.protocol === 'tls:',
  }
}
