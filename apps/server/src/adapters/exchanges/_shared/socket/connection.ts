import type { ControlEvent } from '../../../../app/ports/market/exchange-reader.ts'
import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { SocketDialect } from '../talk/dialect.ts'
import { RateWindow, waitForAll } from '../talk/rate-window.ts'
import { KeepAlive, OVERSLEPT_MS } from './keep-alive.ts'
import { openSocket, type Socket, type SocketEnd } from './socket.ts'
import { Subscriptions } from './subscriptions.ts'

/** How often a connection looks after its keep-alive and its requests. */
const TICK_MS = 250
/**
 * A connection is ended after this many refused frames within 10 s (F14), without the frames of books that are known as
 * unreadable.
 */
const REFUSED_FRAMES = 5
const REFUSED_WITHIN_MS = 10_000
/** How exchanges say that they take a name for subscribed (docs/exchanges, Bybit and Kraken). */
const ALREADY = /already subscribed/i
/** Unanswered pings remembered; an answer to an older one is ignored. */
const PINGS_KEPT = 8
/** Frames held back while another connection still delivers, at most (about 8 s of 200 busy streams). */
const MOST_HELD = 20_000

export type ConnectionEnd = Omit<SocketEnd, 'reason'> & {
  readonly reason: SocketEnd['reason'] | 'silent' | 'refused-frames'
}

export type ConnectionEvents = {
  opened(connection: Connection): void
  ended(connection: Connection, end: ConnectionEnd): void
  /** One frame to read now, at the time of its arrival. */
  frame(connection: Connection, bytes: Uint8Array, receivedAt: number): void
  /** The first frame came: the exchange serves us. */
  spoke(connection: Connection): void
  /** A binary frame came; no exchange here sends one. */
  binary(connection: Connection): void
  sent(text: string): void
  /** The exchange acknowledged these symbols, or sent data of them. */
  subscribed(connection: Connection, symbols: readonly string[]): void
  refused(connection: Connection, symbols: readonly string[], why: string): void
  /** These symbols were neither confirmed nor refused in time. */
  overdue(connection: Connection, symbols: readonly string[]): void
  /** After each tick of an open connection. */
  ticked(connection: Connection, now: number): void
}

/** One socket with its keep-alive, its subscriptions and the limits of what we may send on it. */
export class Connection {
  readonly subscriptions: Subscriptions
  readonly createdAt: number
  /** When the last book frame, or other proof that the books still come, arrived, ms. */
  dataAt: number
  /** At least one frame was read. */
  hasSpoken = false
  isOpen = false

  readonly #dialect: SocketDialect
  readonly #clock: Clock
  readonly #events: ConnectionEvents
  readonly #nextId: () => number
  readonly #messages: readonly RateWindow[]
  readonly #keepAlive: KeepAlive
  readonly #socket: Socket
  readonly #refusedAt: number[] = []
  #held: { readonly bytes: Uint8Array; readonly time: number }[] | null
  #timer: { cancel(): void }
  #isOver = false
  #wasControl = false
  /** When each unanswered keep-alive ping was sent, ms, by request id; the oldest first. */
  readonly #pings = new Map<string, number>()
  #lastAckAt = Number.NaN
  #tickedAt = Number.NaN

  /**
   * @param holds frames that continue another connection's wait for `release`.
   * @param open opens its socket.
   */
  constructor(
    dialect: SocketDialect,
    url: string,
    clock: Clock,
    nextId: () => number,
    symbols: Iterable<string>,
    holds: boolean,
    events: ConnectionEvents,
    open: typeof openSocket = openSocket,
  ) {
    this.#dialect = dialect
    this.#clock = clock
    this.#events = events
    this.#nextId = nextId
    this.#messages = dialect.messages.map(({ count, perMs }) => new RateWindow(count, perMs))
    this.subscriptions = new Subscriptions(dialect.startsAnew)
    for (const symbol of symbols) this.subscriptions.add(symbol)
    this.createdAt = clock.now()
    this.dataAt = this.createdAt
    this.#keepAlive = new KeepAlive(this.createdAt)
    this.#held = holds && dialect.continues !== null ? [] : null
    this.#socket = open(url, {
      opened: () => this.#opened(),
      frame: (bytes, isBinary) => this.#frame(bytes, isBinary),
      pinged: (kind) => this.#pinged(kind),
      ended: (end) => this.#end(end),
    })
    this.#timer = clock.after(TICK_MS, () => this.#tick())
  }

  /** Takes an answered ping out and returns when it was sent, ms; null when its id is not known. */
  answered(requestId: string): number | null {
    const at = this.#pings.get(requestId) ?? null
    this.#pings.delete(requestId)
    return at
  }

  /** All requests were sent and the last ack is at least `ms` old. */
  isStable(now: number, ms: number): boolean {
    return this.isOpen && this.subscriptions.count('wanted') === 0 && now - this.#lastAckAt >= ms
  }

  /** Whether requests wait, and the rate limit admits none within `ms`. */
  isStarved(now: number, ms: number): boolean {
    return this.subscriptions.count('wanted', 'unwanted') > 0 && waitForAll(this.#messages, now) > ms
  }

  /** Sends the due subscription requests, as far as the rate limits admit them now. */
  flush(): void {
    if (!this.isOpen) return
    const now = this.#clock.now()
    while (waitForAll(this.#messages, now) === 0) {
      const request = this.subscriptions.next(this.#dialect.symbolsPerRequest)
      if (request === null) return
      const id = this.#nextId()
      const text = this.#dialect[request.op](request.symbols, id)
      this.subscriptions.sent(request, id, now)
      this.#send(text, now)
    }
  }

  /** Sends a text that is no subscription request. */
  say(text: string): void {
    this.#send(text, this.#clock.now())
  }

  /** Takes the meaning of a control frame of this connection. */
  control(event: ControlEvent): void {
    this.#wasControl = true
    if (event.kind === 'subscribed' || event.kind === 'unsubscribed') {
      const op = event.kind === 'subscribed' ? 'subscribe' : 'unsubscribe'
      const names = this.subscriptions.acknowledged(op, event.symbol, event.requestId)
      this.#lastAckAt = this.#clock.now()
      if (names.length > 0) this.#events.subscribed(this, names)
    } else if (event.kind === 'refused') {
      const isActive = ALREADY.test(event.why)
      const names = this.subscriptions.refused(event.symbol, event.requestId, this.#clock.now(), isActive)
      if (names.length > 0) this.#events.refused(this, names, event.why)
    }
  }

  /** Marks the frame just read as one without a book: it does not count as data. */
  notData(): void {
    this.#wasControl = true
  }

  /** Counts the frame just read as refused. */
  refusedFrame(): void {
    this.#wasControl = true
    this.#refusedAt.push(this.#clock.now())
  }

  /** Reads the frames held back, and each further one as it comes. */
  release(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const { bytes, time } of held) {
      if (this.#isOver) return
      this.#events.frame(this, bytes, time)
    }
  }

  discard(): void {
    this.#isOver = true
    this.isOpen = false
    this.#held = null
    this.#timer.cancel()
    this.#socket.discard()
  }

  #opened(): void {
    const now = this.#clock.now()
    this.isOpen = true
    this.dataAt = now
    this.#tickedAt = now
    this.#keepAlive.heard(now)
    this.#events.opened(this)
    this.flush()
  }

  #frame(bytes: Uint8Array, isBinary: boolean): void {
    const now = this.#clock.now()
    this.#keepAlive.heard(now)
    if (!this.hasSpoken) {
      this.hasSpoken = true
      this.#events.spoke(this)
    }
    if (isBinary) this.#events.binary(this)
    else this.#read(bytes, now)
    this.#endIfRefusing(now)
  }

  #read(bytes: Uint8Array, now: number): void {
    if (this.#held !== null && this.#dialect.continues?.(bytes)) {
      if (this.#held.push({ bytes, time: now }) > MOST_HELD) this.release()
      return
    }
    this.#wasControl = false
    this.#events.frame(this, bytes, now)
    if (!this.#wasControl) this.dataAt = now
  }

  /** Ends the connection after too many refused frames; called once the frame has been dealt with. */
  #endIfRefusing(now: number): void {
    const recent = this.#refusedAt
    while (recent.length > 0 && now - (recent[0] as number) > REFUSED_WITHIN_MS) recent.shift()
    if (recent.length < REFUSED_FRAMES) return
    this.#end({ reason: 'refused-frames', detail: `${REFUSED_FRAMES} frames refused`, status: null, retryAfter: null })
  }

  /** Notes a control frame; the pong that answers a ping is a frame of ours, which some exchanges count. */
  #pinged(kind: 'ping' | 'pong'): void {
    const now = this.#clock.now()
    this.#keepAlive.heard(now)
    if (kind === 'ping' && this.#dialect.pingsCount) for (const window of this.#messages) window.take(now)
  }

  #tick(): void {
    this.#timer = this.#clock.after(TICK_MS, () => this.#tick())
    if (!this.isOpen) return
    const now = this.#clock.now()
    // After a sleep of our own process the silence is ours, not the books'.
    if (now - this.#tickedAt > OVERSLEPT_MS) this.dataAt = now
    this.#tickedAt = now
    const health = this.#keepAlive.check(now)
    if (health === 'dead') {
      this.#end({ reason: 'silent', detail: 'nothing was heard for 9 s', status: null, retryAfter: null })
      return
    }
    if (health === 'ping') this.#ping(now)
    const overdue = this.subscriptions.overdue(now)
    if (overdue.length > 0) this.#events.overdue(this, overdue)
    this.flush()
    this.#events.ticked(this, now)
  }

  #ping(now: number): void {
    if (this.#dialect.pingsCount) for (const window of this.#messages) window.take(now)
    if (this.#dialect.ping === null) {
      this.#socket.ping()
      return
    }
    const id = this.#nextId()
    this.#pings.set(String(id), now)
    const [oldest] = this.#pings.keys()
    if (this.#pings.size > PINGS_KEPT && oldest !== undefined) this.#pings.delete(oldest)
    this.#socket.send(this.#dialect.ping(id))
  }

  #send(text: string, now: number): void {
    for (const window of this.#messages) window.take(now)
    this.#events.sent(text)
    this.#socket.send(text)
  }

  #end(end: ConnectionEnd): void {
    if (this.#isOver) return
    this.discard()
    this.#events.ended(this, end)
  }
}
