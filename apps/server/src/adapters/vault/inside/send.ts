import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

export type SignedRequest = {
  readonly url: URL
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Reply = {
  readonly status: number
  readonly text: string
  readonly retryAfter?: string | undefined
  /** Binance's count of the minute's request weight, of all programs behind our address. */
  readonly usedWeight?: number
}

/** No answer came; the error has no part of the request. */
export class NoReply extends Error {
  readonly why: 'network' | 'timeout' | 'unreadable'
  constructor(why: NoReply['why']) {
    super(why)
    this.why = why
  }
}

const CONNECT_WITHIN_MS = 5_000
const ALL_WITHIN_MS = 10_000
/** Bytes of an answer, at most; a balance with every asset of an exchange is a tenth of it. */
const MOST_BYTES = 4 * 1024 * 1024

/** Special-purpose networks (RFC 6890): a DNS answer must not lead into our own network. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

/** Whether an address is private; IPv4-mapped IPv6 addresses count as IPv4. */
export const isPrivate = (address: string): boolean => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

type Resolve = typeof lookup

/** Looks up a name's addresses; fails if any of them is private. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => isPrivate(address)))
        return done(new Error('a private address'), '', 0)
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })

/**
 * Sends one signed call (security.md 55): TLS 1.2 or newer, no redirect followed, no private address, 5 s to connect
 * and 10 s in all. Plain http is only for the loopback origin that the settings name. `resolve` is replaced in tests
 * only.
 */
export function send({ url, method, headers, body }: SignedRequest, resolve: Resolve = lookup): Promise<Reply> {
  return new Promise((done, fail) => {
    const isPlain = url.protocol === 'http:'
    const request = (isPlain ? requestHttp : requestHttps)(url, {
      method,
      headers: { ...headers, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
      agent: false,
      ...(isPlain ? {} : { minVersion: 'TLSv1.2', rejectUnauthorized: true, lookup: publicLookup(resolve) }),
    })
    const end = (why: NoReply['why']) => {
      fail(new NoReply(why))
      request.destroy()
    }
    const connecting = setTimeout(() => end('timeout'), CONNECT_WITHIN_MS)
    const whole = setTimeout(() => end('timeout'), ALL_WITHIN_MS)
    request.once('socket', (socket) =>
      socket.once(isPlain ? 'connect' : 'secureConnect', () => clearTimeout(connecting)),
    )
    request.once('close', () => {
      clearTimeout(connecting)
      clearTimeout(whole)
    })
    request.once('error', () => end('network'))
    request.once('response', (response) => {
      const pieces: Buffer[] = []
      let bytes = 0
      response.on('data', (piece: Buffer) => {
        bytes += piece.length
        if (bytes > MOST_BYTES) end('unreadable')
        else pieces.push(piece)
      })
      response.once('end', () => {
        const { 'retry-after': retryAfter, 'x-mbx-used-weight-1m': weight } = response.headers
        const text = Buffer.concat(pieces).toString('utf8')
        const used = typeof weight === 'string' && /^\d{1,9}$/.test(weight) ? { usedWeight: Number(weight) } : {}
        done({ status: response.statusCode ?? 0, text, retryAfter, ...used })
      })
      response.once('error', () => end('network'))
    })
    request.end(body ?? undefined)
  })
}
