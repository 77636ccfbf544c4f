import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocket, WebSocketServer } from 'ws'
import { selfSigned } from '../../adapters/exchanges/testing/self-signed.ts'

/** Headers that do not hold for a body which was read and may have been changed. */
const OF_THE_BODY: ReadonlySet<string> = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
])

/** What a proxy changes of what passes it; a path begins with the prefix that stands for the exchange's host. */
export type ProxyRules = {
  /** Refuses a request or a handshake with this status and body; null lets it pass. */
  readonly refuse?: (path: string) => { readonly status: number; readonly body: string } | null
  /** The body of an answer, changed. */
  readonly body?: (path: string, text: string) => string
  /** The frames that take the place of a frame. */
  readonly frame?: (path: string, text: string) => readonly string[]
  /** Serves TLS with a certificate that nobody vouches for. */
  readonly isSelfSigned?: boolean
}

/** Simulated exchanges behind a proxy that changes what passes, on loopback. */
export async function exchangeProxy(target: string, rules: ProxyRules) {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/', method = 'GET', headers } = request
    const refusal = rules.refuse?.(url) ?? null
    if (refusal !== null) return void response.writeHead(refusal.status).end(refusal.body)
    const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers
    const sent = method === 'GET' ? {} : { body: await text(request) }
    const answer = await fetch(target + url, { method, headers: kept as Record<string, string>, ...sent })
    const told = await answer.text()
    for (const [name, value] of answer.headers) if (!OF_THE_BODY.has(name)) response.setHeader(name, value)
    response.writeHead(answer.status)
    response.end(rules.body?.(url, told) ?? told)
  }
  const answer = (request: IncomingMessage, response: ServerResponse) =>
    void pass(request, response).catch(() => response.destroy())
  const server = rules.isSelfSigned ? createTlsServer(selfSigned('localhost'), answer) : createServer(answer)
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (request, socket, head) => {
    const path = request.url ?? '/'
    socket.on('error', () => undefined)
    const refusal = rules.refuse?.(path) ?? null
    if (refusal !== null) {
      const { status, body } = refusal
      socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (near) => join(near, target.replace(/^http/, 'ws') + path, path))
  })
  const join = (near: WebSocket, url: string, path: string) => {
    const far = new WebSocket(url, { perMessageDeflate: false })
    const waiting: string[] = []
    near.on('message', (data) => {
      if (far.readyState === WebSocket.OPEN) far.send(String(data))
      else waiting.push(String(data))
    })
    far.on('open', () => {
      for (const request of waiting) far.send(request)
    })
    far.on('message', (data) => {
      const frame = String(data)
      for (const one of rules.frame?.(path, frame) ?? [frame]) if (near.readyState === WebSocket.OPEN) near.send(one)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('close', () => other.terminate())
      one.on('error', () => other.terminate())
    }
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const scheme = rules.isSelfSigned ? 'https' : 'http'
  return {
    origin: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
    },
  }
}
