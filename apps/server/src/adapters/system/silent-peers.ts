import { readFile } from 'node:fs/promises'
import { SocketAddress } from 'node:net'
import type { SilentPeers } from '../../app/ports/system/silent-peers.ts'

/** Linux's lists of this process's network, one line a connection (proc_net_tcp in the kernel's documentation). */
const TABLES = [
  { path: '/proc/self/net/tcp', family: 'ipv4' },
  { path: '/proc/self/net/tcp6', family: 'ipv6' },
] as const
const ESTABLISHED = '01'
/** Retransmissions of a silent peer: the first after 0.2 s or a round trip, then doubling, the fourth after 3 s. */
const SENT_AGAIN = 4
const MAPPED = '0000000000000000FFFF0000'

/**
 * Peers that acknowledge nothing. Node does not show them, and Linux gives their connections up only after a quarter of
 * an hour, while unsent data fills the kernel's buffers.
 */
export const silentPeers: SilentPeers = async () => {
  const silent = new Set<string>()
  if (process.platform !== 'linux') return silent
  for (const { path, family } of TABLES) {
    for (const peer of silentIn(await readFile(path, 'latin1').catch(unlessMissing), family)) silent.add(peer)
  }
  return silent
}

/** The peers in a table with too many retransmissions. */
export function* silentIn(table: string, family: 'ipv4' | 'ipv6'): Iterable<string> {
  for (const line of table.split('\n')) {
    // A quick test first: most lines are in another state.
    if (!line.includes(` ${ESTABLISHED} `)) continue
    const [, , remote = '', state, , , retransmits = '0'] = line.trim().split(/\s+/)
    if (state !== ESTABLISHED || Number.parseInt(retransmits, 16) < SENT_AGAIN) continue
    const [address = '', port = ''] = remote.split(':')
    yield `${family === 'ipv4' ? dotted(address) : spelled(address)} ${Number.parseInt(port, 16)}`
  }
}

/** The bytes of a four-byte word, which the table prints as a little-endian number. */
const bytesOf = (word: string) => [6, 4, 2, 0].map((at) => word.slice(at, at + 2))
const dotted = (word: string) =>
  bytesOf(word)
    .map((byte) => Number.parseInt(byte, 16))
    .join('.')

/** An address in Node's spelling. */
function spelled(address: string): string {
  if (address.startsWith(MAPPED)) return `::ffff:${dotted(address.slice(24))}`
  const bytes = [0, 8, 16, 24].flatMap((at) => bytesOf(address.slice(at, at + 8)))
  const groups = Array.from({ length: 8 }, (_, at) => bytes.slice(2 * at, 2 * at + 2).join(''))
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address
}

/** Errors that mean no answer now: a container hides the table, or the process has no free descriptor. */
const NOT_NOW: readonly unknown[] = ['ENOENT', 'EACCES', 'EMFILE', 'ENFILE']
function unlessMissing(error: unknown): string {
  if (error instanceof Error && 'code' in error && NOT_NOW.includes(error.code)) return ''
  throw error
}
