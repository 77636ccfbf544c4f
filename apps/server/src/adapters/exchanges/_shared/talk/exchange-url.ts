const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export type ExchangeUrl = {
  readonly transport: 'ws' | 'rest'
  /** The host, or on a loopback host the path prefix that stands for it. */
  readonly host: { readonly kind: 'domain'; readonly name: string } | { readonly kind: 'prefix'; readonly name: string }
  readonly path: string
}

/**
 * Recognises the urls of an exchange: by registrable domain, and on a loopback host by the path prefix that stands for
 * the exchange's host (http-and-settings.md, EXCHANGE_ORIGIN). Null for any other.
 */
export function readUrl(url: URL, domains: readonly string[], prefixes: readonly string[]): ExchangeUrl | null {
  const transport = transportOf(url.protocol)
  if (transport === null) return null
  const name = url.hostname
  if (!LOOPBACK.test(name)) {
    const isOurs = domains.some((domain) => name === domain || name.endsWith(`.${domain}`))
    return isOurs ? { transport, host: { kind: 'domain', name }, path: url.pathname } : null
  }
  const prefix = url.pathname.split('/')[1] ?? ''
  if (!prefixes.includes(prefix)) return null
  return { transport, host: { kind: 'prefix', name: prefix }, path: url.pathname.slice(prefix.length + 1) || '/' }
}

function transportOf(protocol: string): 'ws' | 'rest' | null {
  switch (protocol) {
    case 'ws:':
    case 'wss:':
      return 'ws'
    case 'http:':
    case 'https:':
      return 'rest'
    default:
      return null
  }
}
