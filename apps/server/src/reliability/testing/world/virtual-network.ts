import type { WebSocket } from 'ws'
import type { HttpAnswer, HttpFailure, HttpLimits } from '../../../adapters/exchanges/_shared/rest/http-get.ts'
import type { Socket, SocketEnd, SocketEvents } from '../../../adapters/exchanges/_shared/socket/socket.ts'
import { retryAfterS } from '../../../simulator/faults/fault-injector.ts'
import { publicRequest } from '../../../simulator/testing/public-request.ts'
import { Connection } from '../../../simulator/wire/connection.ts'
import type { Context, Front, RestReply } from '../../../simulator/wire/front.ts'
import { SlowLine } from '../load/slow-line.ts'
import { virtualTime } from './virtual-time.ts'

/** Latency of one way, ms, in both directions and for every exchange. */
const LATENCY_MS = 12
const CONTROL_BYTES = 2

/** Alters frames on the network, besides the simulator's faults. */
export type Tamper = (exchange: string, text: string) => string | Uint8Array

const gateways = new Map<number, VirtualGateway>()
/** Port of the newest gateway; begins above the default ports of URLs, such as 80. */
let lastPort = 10_000

/** The gateway that was opened last. */
export function lastGateway(): VirtualGateway {
  const gateway = gateways.get(lastPort)
  if (gateway === undefined) throw new Error('no gateway is open')
  return gateway
}

type Place = { readonly front: Front; readonly prefix: string; readonly path: string; readonly query: URLSearchParams }

/** Replaces the simulator's gateway: the same fronts, without sockets. */
export class VirtualGateway {
  readonly connections = new Set<Connection>()
  readonly context: Context
  tamper: Tamper | null = null
  /** Alters the bodies of REST answers; null: none. */
  tamperBody: ((exchange: string, body: string) => string) | null = null
  /** Called for each answered request. */
  onRequest: (request: { readonly exchange: string; readonly url: string; readonly reply: RestReply }) => void = () =>
    undefined
  /** Called for each frame of ours that arrives, control frames included. */
  onMessage: (exchange: string, connection: Connection) => void = () => undefined
  /** All connection attempts: exchange, time, and whether accepted. */
  readonly attempts: { readonly exchange: string; readonly time: number; readonly served: boolean }[] = []
  readonly #lines = new Set<{ readonly exchange: string; readonly line: SlowLine }>()
  readonly #bytesPerMs = new Map<string, number>()
  readonly #fronts: readonly Front[]
  #port = 0
  #lastId = 0

  constructor(fronts: readonly Front[], context: Context) {
    this.#fronts = fronts
    this.context = context
  }

  listen(): Promise<number> {
    this.#port = ++lastPort
    gateways.set(this.#port, this)
    return Promise.resolve(this.#port)
  }

  /** Each message is carried alone, as the line's bandwidth asks. */
  together(send: () => void): void {
    send()
  }

  stop(): Promise<void> {
    for (const connection of this.connections) connection.reset()
    gateways.delete(this.#port)
    return Promise.resolve()
  }

  /** Limits the bandwidth of each connection of an exchange, also for frames that wait; null: no limit. */
  throttle(exchange: string, bytesPerS: number | null): void {
    if (bytesPerS === null) this.#bytesPerMs.delete(exchange)
    else this.#bytesPerMs.set(exchange, bytesPerS / 1_000)
    for (const one of this.#lines) if (one.exchange === exchange) one.line.changed()
  }

  /** Makes the direction from an exchange to a client. */
  lineOf(exchange: string): SlowLine {
    const line = new SlowLine(() => this.#bytesPerMs.get(exchange) ?? Number.POSITIVE_INFINITY)
    this.#lines.add({ exchange, line })
    return line
  }

  place(url: URL): Place | null {
    for (const front of this.#fronts) {
      for (const prefix of front.prefixes) {
        if (url.pathname !== prefix && !url.pathname.startsWith(`${prefix}/`)) continue
        return { front, prefix, path: url.pathname.slice(prefix.length) || '/', query: url.searchParams }
      }
    }
    return null
  }

  /** Answers a REST call after `delayMs`; null where the exchange hangs up. */
  answer({ front, prefix, path, query }: Place): { readonly reply: RestReply; readonly delayMs: number } | null {
    const { injector, counters } = this.context
    counters.requests++
    if (injector.strikes('down', front.exchange)) return null
    const answered = this.#refusal(front) ?? front.rest(publicRequest(path, query), prefix)
    const { tamperBody } = this
    const reply = tamperBody === null ? answered : { ...answered, body: tamperBody(front.exchange, answered.body) }
    this.onRequest({ exchange: front.exchange, url: `${prefix}${path}`, reply })
    const slow = injector.strikes('slow-rest', front.exchange)
    return { reply, delayMs: slow === undefined ? 0 : (slow.fault.ms ?? 1_000) }
  }

  /** Opens a connection for a client; returns the exchange's end, or the refusal. */
  open(place: Place, client: ClientEnd): ServerEnd | SocketEnd {
    const { front, path, query } = place
    const { injector, counters, limits } = this.context
    const now = virtualTime.now()
    const refused = (end: SocketEnd): SocketEnd => {
      this.attempts.push({ exchange: front.exchange, time: now, served: false })
      return end
    }
    if (injector.strikes('down', front.exchange)) return refused(ended('unreachable', 'socket hang up'))
    if (injector.holding('maintenance', front.exchange)?.fault.status === 'maintenance') {
      return refused({ reason: 'refused', detail: 'status 503', status: 503, retryAfter: null })
    }
    if (!front.mayConnect(now) && limits) {
      counters.refusals++
      return refused({ reason: 'refused', detail: 'status 429', status: 429, retryAfter: '10' })
    }
    this.attempts.push({ exchange: front.exchange, time: now, served: true })
    const end = new ServerEnd(this, front, client)
    end.connection = new Connection(
      ++this.#lastId,
      front.exchange,
      end.ws as unknown as WebSocket,
      end.wire as never,
      injector,
      counters,
    )
    counters.connections++
    this.connections.add(end.connection)
    front.opened(end.connection, path, query)
    return end
  }

  #refusal(front: Front): RestReply | undefined {
    const { injector, counters } = this.context
    for (const kind of ['418', '429'] as const) {
      const live = injector.holding(kind, front.exchange)
      if (live === undefined) continue
      if (live.struck > 0) counters.requestsWhileBanned++
      if (injector.strikes(kind, front.exchange) === undefined) continue
      counters.refusals++
      return front.refusal(Number(kind), Math.ceil(retryAfterS(live.fault)))
    }
    return undefined
  }
}

const ended = (reason: SocketEnd['reason'], detail: string): SocketEnd => ({
  reason,
  detail,
  status: null,
  retryAfter: null,
})

/** The exchange's end of a connection, in place of its `ws` and its socket. */
class ServerEnd {
  connection: Connection | null = null
  readonly ws
  readonly wire
  readonly #gateway: VirtualGateway
  readonly #front: Front
  readonly #line: SlowLine
  readonly #client: ClientEnd
  #isPaused = false
  #isGone = false

  constructor(gateway: VirtualGateway, front: Front, client: ClientEnd) {
    this.#gateway = gateway
    this.#front = front
    this.#client = client
    this.#line = gateway.lineOf(front.exchange)
    const gone = () => this.#gone()
    const over = (end: SocketEnd) => {
      if (this.#isGone) return
      this.#send(0, () => client.ended(end))
      gone()
    }
    const isDead = () => this.#isPaused
    this.ws = {
      OPEN: 1,
      readyState: 1,
      bufferedAmount: 0,
      ping: () => this.#send(CONTROL_BYTES, () => client.pinged()),
      pause: () => {
        this.#isPaused = true
      },
      send: (data: string | Buffer) => {
        if (this.#isGone) return
        const { tamper } = gateway
        const sent = tamper === null || typeof data !== 'string' ? data : tamper(front.exchange, data)
        this.#send(sent.length, () => client.received(sent))
      },
      close: (code: number, reason: string) => {
        if (!isDead()) over(ended('closed', `${code} ${reason}`))
      },
    }
    this.wire = {
      write: () => true,
      // On a dead line the reset does not arrive either.
      resetAndDestroy: () => (isDead() ? gone() : over(ended('unreachable', 'read ECONNRESET'))),
      destroy: () => (isDead() ? gone() : over(ended('closed', '1006'))),
      destroyed: false,
    }
  }

  /** Answers a control ping of the client. */
  pong(arrive: () => void): void {
    this.#send(CONTROL_BYTES, arrive)
  }

  #send(bytes: number, arrive: () => void): void {
    this.#line.carry(bytes, () => this.#client.later(arrive))
  }

  hear(text: string): void {
    if (this.#isPaused || this.#isGone || this.connection === null) return
    this.connection.lastInAt = virtualTime.now()
    this.#gateway.onMessage(this.#front.exchange, this.connection)
    this.#front.message(this.connection, text)
  }

  hearControl(): void {
    if (this.#isPaused || this.#isGone || this.connection === null) return
    this.#gateway.onMessage(this.#front.exchange, this.connection)
    this.#front.controlFrame(this.connection)
  }

  get isDead(): boolean {
    return this.#isPaused || this.#isGone
  }

  /** To be called when the client hangs up. */
  leave(): void {
    if (!this.#isPaused) this.#gone()
  }

  #gone(): void {
    if (this.#isGone || this.connection === null) return
    this.#isGone = true
    this.#gateway.context.counters.disconnects++
    this.#gateway.connections.delete(this.connection)
    this.#front.closed(this.connection)
  }
}

/** Our end of a connection. */
class ClientEnd implements Socket {
  readonly #events: SocketEvents
  #server: ServerEnd | null = null
  #isHeard = true

  constructor(url: URL, events: SocketEvents) {
    this.#events = events
    this.later(() => {
      const gateway = gateways.get(Number(url.port))
      const place = gateway?.place(url) ?? null
      if (gateway === undefined || place === null) {
        this.later(() => this.ended(ended('unreachable', 'ECONNREFUSED')))
        return
      }
      // Messages that the exchange sends at once must come after `open`.
      this.later(() => {
        if (this.#server !== null && this.#isHeard) this.#events.opened()
      })
      const end = gateway.open(place, this)
      if (end instanceof ServerEnd) this.#server = end
      else this.later(() => this.ended(end))
      if (!this.#isHeard) this.#server?.leave()
    })
  }

  send(text: string): void {
    this.later(() => this.#server?.hear(text))
  }

  ping(): void {
    this.later(() => {
      if (this.#server === null || this.#server.isDead) return
      this.#server.hearControl()
      this.#server.pong(() => {
        if (this.#isHeard) this.#events.pinged('pong')
      })
    })
  }

  discard(): void {
    this.#isHeard = false
    this.later(() => this.#server?.leave())
  }

  later(run: () => void): void {
    virtualTime.after(LATENCY_MS, run)
  }

  received(data: string | Uint8Array): void {
    if (!this.#isHeard) return
    this.#events.frame(typeof data === 'string' ? Buffer.from(data) : data, typeof data !== 'string')
  }

  pinged(): void {
    if (!this.#isHeard) return
    this.#events.pinged('ping')
    this.later(() => this.#server?.hearControl())
  }

  ended(end: SocketEnd): void {
    if (!this.#isHeard) return
    this.#isHeard = false
    this.#events.ended(end)
  }
}

/** Replaces the feeds' `openSocket`. */
export const openVirtualSocket = (url: string, events: SocketEvents): Socket => new ClientEnd(new URL(url), events)

/** Replaces the feeds' `httpGet`. */
export function virtualGet(url: URL, _agent: unknown, limits: HttpLimits): Promise<HttpAnswer | HttpFailure> {
  return new Promise((resolve) => {
    const settle = (outcome: HttpAnswer | HttpFailure) => {
      // A listener on the feeds' signal would keep each answer in memory until they stop: gigabytes in a simulated day.
      limits.signal.removeEventListener('abort', aborted)
      timer.cancel()
      resolve(outcome)
    }
    const fail = (reason: HttpFailure['reason'], detail: string) => settle({ kind: 'failed', reason, detail })
    const aborted = () => fail('closed', 'aborted')
    const timer = virtualTime.after(limits.timeoutMs, () => fail('timeout', 'no whole answer in time'))
    limits.signal.addEventListener('abort', aborted)
    virtualTime.after(LATENCY_MS, () => {
      const gateway = gateways.get(Number(url.port))
      const place = gateway?.place(url) ?? null
      const answered = place === null ? null : (gateway?.answer(place) ?? null)
      virtualTime.after(LATENCY_MS + (answered?.delayMs ?? 0), () => {
        if (answered === null) return fail('unreachable', 'socket hang up')
        const { status, headers, body } = answered.reply
        settle({ kind: 'answer', status, headers: { ...headers }, body: Buffer.from(body) })
      })
    })
  })
}
