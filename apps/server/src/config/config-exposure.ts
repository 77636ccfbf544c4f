import { isLoopbackHost, isLoopbackOrigin } from './config-checks.ts'

type Settings = Readonly<Record<string, string | undefined>>

const UNLESS = 'or PRIVATE_NETWORK=1 where nobody else is on that network'

/**
 * Mistakes in addresses of bus, database and archive on other machines: without encryption, or without a name and a
 * password on the bus. Values may contain passwords: no mistake repeats them. Malformed addresses are refused
 * elsewhere.
 */
export function openLinks(settings: Settings): readonly string[] {
  const { NATS_URL, DATABASE_URL, DATABASE_OWNER_URL, ARCHIVE_URL, PRIVATE_NETWORK } = settings
  if (PRIVATE_NETWORK === '1') return []
  const found: string[] = []
  const buses = (NATS_URL?.split(',') ?? []).flatMap((text) => parsed(text.trim()))
  const [first] = buses
  const remote = buses.filter(({ hostname }) => !isLoopbackHost(hostname))
  // The first address decides for all whether the connection is encrypted, and under which name.
  if (remote.length > 0 && ([first, ...remote].some((url) => url?.protocol !== 'tls:') || !hasName(first)))
    found.push(`NATS_URL: beyond this machine wants tls://NAME:PASSWORD@host, ${UNLESS}`)
  for (const [name, text] of Object.entries({ DATABASE_URL, DATABASE_OWNER_URL }))
    if (parsed(text ?? '').some((url) => !isLocalDatabase(url, settings) && !isEncrypted(url, settings)))
      found.push(`${name}: beyond this machine wants ?sslmode=verify-full, ${UNLESS}`)
  if (parsed(ARCHIVE_URL ?? '').some((url) => url.protocol === 'http:' && !isLoopbackHost(url.hostname)))
    found.push(`ARCHIVE_URL: beyond this machine wants https://, ${UNLESS}`)
  return found
}

type Exposed = {
  readonly rateLimitScale: number
  readonly market: string
  readonly exchangeOrigin: string | null
  readonly role: string
  readonly host: string
  readonly publicOrigin: string | null
  readonly trustProxy: readonly string[]
}

/** Remarks on accepted settings that open more than a server for other people should, one line each. */
export function doubtsOf(config: Exposed): readonly string[] {
  const { rateLimitScale, market, exchangeOrigin, role, host, publicOrigin, trustProxy } = config
  const found: string[] = []
  const mayBeLive = role === 'api' || ((market === 'live' || market === 'auto') && exchangeOrigin === null)
  if (rateLimitScale > 1 && mayBeLive)
    found.push(`RATE_LIMIT_SCALE=${rateLimitScale}: limits are that many times as wide; this is for tests`)
  const isNamed = publicOrigin !== null && (publicOrigin.startsWith('https:') || isLoopbackOrigin(publicOrigin))
  if (!isLoopbackHost(host) && !isNamed && trustProxy.length === 0)
    found.push(
      `HOST=${host}: others may reach this server without encryption; set PUBLIC_ORIGIN (https://…) or TRUST_PROXY`,
    )
  return found
}

const parsed = (text: string): URL[] => (URL.canParse(text) ? [new URL(text)] : [])
const hasName = (url: URL | undefined) => url !== undefined && url.username !== '' && url.password !== ''

/** Whether the address leads the driver to this machine, or to a folder of sockets. */
function isLocalDatabase({ hostname, searchParams }: URL, { PGHOST }: Settings): boolean {
  const host = searchParams.get('host') || hostname || PGHOST || ''
  return host === '' || /^(\/|%2f)/i.test(host) || isLoopbackHost(host)
}

/** Whether the driver refuses servers without encryption, or with a certificate that it does not trust. */
function isEncrypted({ searchParams }: URL, { PGSSLMODE }: Settings): boolean {
  const mode = searchParams.get('sslmode') ?? PGSSLMODE ?? ''
  // Without further settings the driver checks certificates in all three modes.
  return mode === 'verify-full' || (/^(require|verify-ca)$/.test(mode) && searchParams.get('uselibpqcompat') !== 'true')
}
