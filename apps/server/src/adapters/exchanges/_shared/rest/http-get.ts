import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Agent as PlainAgent,
  request as plainRequest,
} from 'node:http'
import { type Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { createGunzip } from 'node:zlib'
import { type NetFailure, netFailure } from '../talk/net-failure.ts'

/** An answer of any status, its body decompressed. */
export type HttpAnswer = {
  readonly kind: 'answer'
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
export type HttpFailure = { readonly kind: 'failed' } & NetFailure

export type HttpLimits = { readonly timeoutMs: number; readonly maxBytes: number; readonly signal: AbortSignal }

/**
 * One GET with everything bounded: time for the whole exchange, bytes of the decompressed body (counted while they
 * stream, F15), no redirects. TLS is always verified, whatever the environment says (F23).
 */
export function httpGet(url: URL, agent: PlainAgent | TlsAgent, limits: HttpLimits): Promise<HttpAnswer | HttpFailure> {
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)])
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      const stopped = signal.aborted && !limits.signal.aborted
      resolve({
        kind: 'failed',
        ...(stopped ? { reason: 'timeout', detail: 'no whole answer in time' } : netFailure(error)),
      })
    }
    const options = { agent, signal, headers: { accept: 'application/json', 'accept-encoding': 'gzip' } }
    const request =
      url.protocol === 'https:' ? tlsRequest(url, { ...options, rejectUnauthorized: true }) : plainRequest(url, options)
    request.on('error', fail)
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      if (status >= 300 && status < 400) {
        response.destroy()
        resolve({ kind: 'failed', reason: 'redirected', detail: `status ${status}` })
        return
      }
      const { socket } = response
      readBody(response, limits.maxBytes).then(
        (body) => {
          if (body !== null) return resolve({ kind: 'answer', status, headers: response.headers, body })
          response.destroy()
          closeIfFree(socket, agent)
          resolve({ kind: 'failed', reason: 'too-large', detail: `body above ${limits.maxBytes} bytes` })
        },
        (error: unknown) => {
          response.destroy()
          fail(error)
        },
      )
    })
    request.end()
  })
}

/** The whole body, or null once it is larger than `maxBytes`; the rest is then never read. */
async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return null
  const chunks: Buffer[] = []
  let size = 0
  const compressed = response.headers['content-encoding'] === 'gzip'
  const stream = compressed ? response.pipe(createGunzip()) : response
  if (compressed) response.on('error', (error) => stream.destroy(error))
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  if (!response.complete) throw new Error('the answer ended early')
  return Buffer.concat(chunks, size)
}

/**
 * Closes a socket that is free again: a small compressed answer may have been read whole before its decompressed body
 * passed the limit, and its socket is then already back in the agent's pool.
 */
function closeIfFree(socket: Socket, agent: PlainAgent | TlsAgent): void {
  if (Object.values(agent.freeSockets).some((free) => free?.includes(socket))) socket.destroy()
}
