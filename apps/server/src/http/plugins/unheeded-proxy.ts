import { BlockList, isIP } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Addresses of this machine and of private networks. A proxy of ours has such an address, a distant visitor has not.
 */
const NEAR = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  NEAR.addSubnet(net, bits)
NEAR.addAddress('::1', 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')
NEAR.addSubnet('fe80::', 10, 'ipv6')

const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

function isNear(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && NEAR.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * A proxy's address that counts as the visitor's: it is near, and sent a forwarded address that nobody heeds. Null for
 * any other request.
 */
function unheededIn({ headers, ip, ips }: FastifyRequest): string | null {
  const { 'x-forwarded-for': sent, forwarded, 'x-real-ip': real } = headers
  // Fastify's own list begins with the peer, so it heeded one address of the header less.
  const heeded = (ips?.length ?? 1) - 1
  const isUnheeded =
    sent === undefined ? forwarded !== undefined || real !== undefined : String(sent).split(',').length > heeded
  const address = plain(ip)
  return isUnheeded && isNear(address) ? address : null
}

/**
 * Notices a proxy that `TRUST_PROXY` does not name. All its visitors count as one address and share its limits
 * (security.md 18). Logs once what to set; the returned function gives the address, or null.
 */
export function unheededProxy(
  app: FastifyInstance,
  trusted: readonly string[],
  log: FastifyBaseLogger,
): () => string | null {
  let noticed: string | null = null
  app.addHook('onRequest', async (request) => {
    if (noticed !== null) return
    noticed = unheededIn(request)
    if (noticed === null) return
    log.warn({ proxy: noticed, set: `TRUST_PROXY=${[...trusted, noticed].join(',')}` }, 'proxy-not-trusted')
  })
  return () => noticed
}
