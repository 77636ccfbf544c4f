import { lookup } from 'node:dns/promises'
import { isIP, connect as plainConnect, type Socket } from 'node:net'
import { type TLSSocket, connect as tlsConnect } from 'node:tls'
import type { HostProbe } from '../../app/ports/market/host-probe.ts'
import { netFailure } from './_shared/talk/net-failure.ts'

const TIMEOUT_MS = 8_000

/** Resolves the name of a URL's host, connects, and checks its certificate as the feeds do; nothing is sent. */
export async function probeHost(url: URL, now: () => number): Promise<HostProbe> {
  const isTls = url.protocol === 'https:' || url.protocol === 'wss:'
  const port = url.port === '' ? (isTls ? 443 : 80) : Number(url.port)
  const host = `${url.hostname}:${port}`
  const nothing = { host, addresses: [], lookupMs: null, connectMs: null, tls: null, failure: null }
  const startedAt = now()
  let addresses: readonly string[]
  try {
    addresses = (await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true })).map(({ address }) => address)
  } catch (error) {
    return { ...nothing, failure: netFailure(error) }
  }
  const resolved = { ...nothing, addresses, lookupMs: now() - startedAt }
  const connectedFrom = now()
  try {
    const socket = await connected(url.hostname, port, isTls)
    const probe = { ...resolved, connectMs: now() - connectedFrom, tls: isTls ? describe(socket as TLSSocket) : null }
    socket.destroy()
    return probe
  } catch (error) {
    return { ...resolved, failure: netFailure(error) }
  }
}

function connected(host: string, port: number, isTls: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = isTls
      ? tlsConnect({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), rejectUnauthorized: true })
      : plainConnect({ host, port })
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(TIMEOUT_MS, () => fail(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })))
    socket.once('error', fail)
    socket.once(isTls ? 'secureConnect' : 'connect', () => resolve(socket))
  })
}

function describe(socket: TLSSocket): HostProbe['tls'] {
  const { issuer, valid_to: validUntil } = socket.getPeerCertificate()
  const name = issuer?.O ?? issuer?.CN ?? ''
  return {
    protocol: socket.getProtocol() ?? '',
    issuer: Array.isArray(name) ? name.join(', ') : name,
    validUntil: validUntil ?? '',
  }
}
