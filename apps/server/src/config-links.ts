import { isLoopbackHost } from './config-checks.ts'

type Settings = Readonly<Record<string, string | undefined>>

const UNLESS = 'or PRIVATE_NETWORK=1 where nobody else is on that network'

/**
 * Mistakes in how the bus and the database are reached beyond this machine: without encryption, or without a name and
 * a password on the bus. Values may contain passwords and are not repeated. Malformed addresses are refused elsewhere.
 */
export function openLinks({ NATS_URL, DATABASE_URL, PRIVATE_NETWORK }: Settings): readonly string[] {
  if (PRIVATE_NETWORK === '1') return []
  const found: string[] = []
  const buses = (NATS_URL?.split(',') ?? []).flatMap((text) => parsed(text.trim()))
  const [first] = buses
  const remote = buses.filter(({ hostname }) => !isLoopbackHost(hostname))
  // Whether the connection is encrypted, and by whom it is made, follows from the first address for all.
  if (remote.length > 0 && ([first, ...remote].some((url) => url?.protocol !== 'tls:') || !hasName(first)))
    found.push(`NATS_URL: beyond this machine wants tls://NAME:PASSWORD@host, ${UNLESS}`)
  if (parsed(DATABASE_URL ?? '').some((url) => !isLocalDatabase(url) && !isEncrypted(url)))
    found.push(`DATABASE_URL: beyond this machine wants ?sslmode=verify-full, ${UNLESS}`)
  return found
}

const parsed = (text: string): URL[] => (URL.canParse(text) ? [new URL(text)] : [])
const hasName = (url: URL | undefined) => url !== undefined && url.username !== '' && url.password !== ''

/** Whether the host that the driver takes from the address is this machine, or a folder of sockets. */
function isLocalDatabase({ hostname, searchParams }: URL): boolean {
  const host = searchParams.get('host') || hostname
  return host === '' || /^(\/|%2f)/i.test(host) || isLoopbackHost(host)
}

/** Whether the driver refuses a server that does not encrypt, or whose certificate it does not believe. */
function isEncrypted({ searchParams }: URL): boolean {
  const mode = searchParams.get('sslmode') ?? ''
  // By itself the driver checks certificates in all three modes.
  return mode === 'verify-full' || (/^(require|verify-ca)$/.test(mode) && searchParams.get('uselibpqcompat') !== 'true')
}
