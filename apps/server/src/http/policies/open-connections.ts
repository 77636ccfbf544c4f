import { BlockList, isIP, type Server, type Socket } from 'node:net'
import { FairPlaces } from '../../app/ports/system/fair-places.ts'
import type { Shared } from '../../app/ports/system/fair-queue.ts'
import { networkOf } from './address-windows.ts'

/** Most open connections of one address: its streams (security.md 64) and as many other connections. */
const MOST_OF_ADDRESS = 1_000
/** Most open connections of the process: all streams and 4,000 other connections. */
const MOST = 24_000
/** Descriptors that connections leave free for journals, archive, database, exchanges and the files of the site. */
const KEPT_FREE = 512

/**
 * Refuses connections beyond the limit of an address or of this process before anything is read from them. A proxy that
 * `trusted` names counts against the process's limit only: its connections come from many people. `scale` above 1
 * multiplies `mostOfAddress`.
 */
export function limitConnections(
  server: Server,
  trusted: readonly string[],
  scale: number,
  mostOfAddress = MOST_OF_ADDRESS,
): Shared {
  const places = new FairPlaces(mostConnections(openFilesLimit()), mostOfAddress * Math.max(1, scale))
  const isProxy = addressesIn(trusted)
  const admit = (socket: Socket) => {
    // A connection that has ended already has no address.
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return
    const leave = places.enter(isProxy(remoteAddress) ? null : networkOf(remoteAddress), () => socket.resetAndDestroy())
    if (leave === null) socket.resetAndDestroy()
    else socket.once('close', leave)
  }
  server.prependListener('connection', admit)
  return places
}

/** Most connections of a process that may have `openFiles` open files: at least half of them. */
export function mostConnections(openFiles: number): number {
  return Math.min(MOST, Math.max(openFiles - KEPT_FREE, Math.floor(openFiles / 2)))
}

/** Number of files that this process may have open. */
function openFilesLimit(): number {
  // Without this Node looks up the names of all peers, which takes seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } }
  }
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
}

/** Whether an address is in one of the ranges (addresses or CIDR). */
function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(bits), family)
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
