import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { after, wallMs } from '../clock.ts'
import { retryAfterS } from '../faults/fault-injector.ts'
import { Connection } from './connection.ts'
import type { Context, Front, RestReply, RestRequest } from './front.ts'

/** Least frame size that is compressed, bytes. Market data is sent plain, only a compression bomb is compressed. */
const COMPRESS_FROM = 1024 * 1024
const MAX_INCOMING = 1024 * 1024
/** Largest body, bytes. No documented call needs more. */
const MAX_BODY = 64 * 1024
/** End of a test network's path prefix. */
const TESTNET = '-testnet'

const HTML = { 'content-type': 'text/html' }

interface Route {
  readonly front: Front
  readonly prefix: string
  readonly path: string
  readonly query: URLSearchParams
  readonly search: string
}

/**
 * The one loopback origin: tells the exchanges apart by path prefix and passes requests and sockets to their fronts.
 */
export class Gateway {
  readonly connections = new Set<Connection>()
  readonly #fronts: readonly Front[]
  readonly #context: Context
  readonly #server: Server
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_INCOMING,
    perMessageDeflate: { threshold: COMPRESS_FROM, serverNoContextTakeover: true, clientNoContextTakeover: true },
  })
  #lastId = 0

  constructor(fronts: readonly Front[], context: Context) {
    this.#fronts = fronts
    this.#context = context
    this.#server = createServer((request, response) => this.#answer(request, response))
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  /** Runs `send`. All its messages on a connection leave in one write: a write costs more than making a frame. */
  together(send: () => void): void {
    const held = [...this.connections]
    for (const connection of held) connection.hold()
    send()
    for (const connection of held) connection.release()
  }

  async stop(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate()
    for (const connection of this.connections) connection.reset()
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #route(request: IncomingMessage): Route | undefined {
    // A target such as `//` is not a valid address.
    const url = URL.parse(request.url ?? '/', 'http://simulator')
    if (!url) return undefined
    for (const front of this.#fronts) {
      for (const prefix of front.prefixes) {
        if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) continue
        const path = url.pathname.slice(prefix.length) || '/'
        return { front, prefix, path, query: url.searchParams, search: url.search.slice(1) }
      }
    }
    return undefined
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const route = this.#route(request)
    const { injector, counters } = this.#context
    counters.requests += 1
    if (!route) {
      send(response, { status: 404, body: '{"error":"no such simulated exchange"}' })
      return
    }
    const { exchange } = route.front
    if (injector.strikes('down', exchange)) {
      request.socket.destroy()
      return
    }
    void bodyOf(request).then((body) => this.#reply(route, request, body, response))
  }

  #reply(route: Route, request: IncomingMessage, sent: string | undefined, response: ServerResponse): void {
    const { injector } = this.#context
    const { exchange } = route.front
    const reply =
      sent === undefined
        ? { status: 413, body: '', headers: { connection: 'close' } }
        : (this.#refusal(route.front) ?? route.front.rest(restRequest(route, request, sent), route.prefix))
    if ('isCut' in reply && reply.isCut) {
      request.socket.destroy()
      return
    }
    const huge = injector.strikes('huge-body', exchange)
    const body = huge ? `${reply.body}${' '.repeat(huge.fault.bytes ?? 64 * 1024 * 1024)}` : reply.body
    const slow = injector.strikes('slow-rest', exchange)
    if (slow) after(slow.fault.ms ?? 1_000, () => send(response, { ...reply, body }))
    else send(response, { ...reply, body })
  }

  #refusal(front: Front): RestReply | undefined {
    const { injector, counters } = this.#context
    if (injector.strikes('server-error', front.exchange)) {
      return { status: 500, body: '<html><body>500 Internal Server Error</body></html>', headers: HTML }
    }
    for (const kind of ['418', '429'] as const) {
      const live = injector.holding(kind, front.exchange)
      if (!live) continue
      // The first refused request announces the ban; requests before its end count against the client.
      if (live.struck > 0) counters.requestsWhileBanned += 1
      const struck = injector.strikes(kind, front.exchange)
      if (!struck) continue
      counters.refusals += 1
      const left = Number.isFinite(live.endsAt)
        ? Math.max(1, Math.ceil((live.endsAt - wallMs()) / 1000))
        : retryAfterS(live.fault)
      return front.refusal(Number(kind), left)
    }
    return undefined
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const route = this.#route(request)
    socket.on('error', () => socket.destroy())
    const { injector, counters, limits } = this.#context
    if (!route?.front.accepts(route.path)) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    const { front } = route
    if (injector.strikes('down', front.exchange)) {
      socket.destroy()
      return
    }
    if (front.exchange === 'kraken' && injector.systemStatus() === 'maintenance') {
      socket.end('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    if (!front.mayConnect(wallMs()) && limits) {
      counters.refusals += 1
      socket.end('HTTP/1.1 429 Too Many Requests\r\nretry-after: 10\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      return
    }
    this.#sockets.handleUpgrade(request, socket, head, (ws) => {
      this.#lastId += 1
      const connection = new Connection(this.#lastId, front.exchange, ws, socket, injector, counters)
      counters.connections += 1
      this.connections.add(connection)
      ws.on('message', (data) => {
        connection.lastInAt = wallMs()
        front.message(connection, data.toString())
      })
      ws.on('ping', () => front.controlFrame(connection))
      ws.on('pong', () => front.controlFrame(connection))
      ws.on('error', () => ws.terminate())
      ws.on('close', () => {
        counters.disconnects += 1
        this.connections.delete(connection)
        front.closed(connection)
      })
      front.opened(connection, route.path, route.query, route.prefix)
    })
  }
}

function restRequest(route: Route, request: IncomingMessage, body: string): RestRequest {
  const headers: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value
  // A dual-stack socket shows IPv4 callers by their mapped address.
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const { path, query, search, prefix } = route
  return {
    method: request.method ?? 'GET',
    path,
    query,
    search,
    body,
    headers,
    address,
    isTestnet: prefix.endsWith(TESTNET),
  }
}

/** The whole body as text; undefined where it is too long for a call. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  if (request.method === 'GET') return ''
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      length += part.length
      if (length > MAX_BODY) return undefined
      parts.push(part)
    }
  } catch {
    // The caller disconnected in the middle: there is nobody to answer.
    return undefined
  }
  return Buffer.concat(parts).toString('utf8')
}

function send(response: ServerResponse, reply: RestReply): void {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, { 'content-length': body.length, ...reply.headers })
  response.end(body)
}
