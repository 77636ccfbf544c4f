import type { Clock } from '../../../../app/ports/system/clock.ts'
import type { SocketDialect } from '../talk/dialect.ts'
import type { ConnectGate } from './connect-gate.ts'
import { Connection, type ConnectionEnd, type ConnectionEvents } from './connection.ts'

/** The first attempt after a loss comes within a second, jittered (F1). */
const FIRST_RETRY_MS = 900
/** A connection that lived shorter than this makes the next one wait longer. */
const SHORT_LIFE_MS = 3_000
const LONGEST_RETRY_MS = 15_000
/** Before a forced disconnect a new connection is opened 5 to 10 minutes early, each lane at another time (F22). */
const LEAD_MS = 300_000
/** Time that the old and the new connection overlap: the old one delivers changes from before the new subscription. */
const OVERLAP_MS = 2_000
const OVERLAP_AT_MOST_MS = 15_000
/** Silence of all books of a connection after which it is resubscribed, then replaced (F3). */
const SILENT_MS = 10_000
const SILENT_AT_MOST_MS = 300_000
/** Requests that the rate limit would delay for longer than this go over a new connection. */
const STARVED_MS = 2_000

export type LaneEvents = Pick<ConnectionEvents, 'frame' | 'binary' | 'sent' | 'refused' | 'overdue'> & {
  subscribed(lane: Lane, symbols: readonly string[]): void
  /** All books of the lane are without a connection. */
  down(lane: Lane, why: ConnectionEnd): void
  /** A new connection took over, the books stay valid; `startsAnew`: it must bring a snapshot of each. */
  tookOver(lane: Lane, startsAnew: boolean): void
  failed(end: ConnectionEnd): void
  opened(lane: Lane, connection: Connection): void
}

export type LaneOptions = {
  readonly socket: SocketDialect
  readonly url: string
  readonly clock: Clock
  readonly random: () => number
  readonly gate: ConnectGate
  readonly nextId: () => number
  readonly events: LaneEvents
}

/** The wanted books that share one connection, which is kept up while there are any. */
export class Lane {
  readonly symbols = new Set<string>()
  /** Connections after the first one. */
  reconnects = 0

  readonly #options: LaneOptions
  #current: Connection | null = null
  /** The connection that will take over. */
  #next: Connection | null = null
  #asked: { cancel(): void } | null = null
  #shortLives = 0
  #connected = 0
  #lifetimeMs = Number.POSITIVE_INFINITY
  #wasClosing = false
  #silence: 'none' | 'asked' = 'none'
  #silentSince = 0
  #silentLimitMs = SILENT_MS

  constructor(options: LaneOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#current?.isOpen === true
  }

  get sockets(): number {
    return (this.isOpen ? 1 : 0) + (this.#next?.isOpen ? 1 : 0)
  }

  get current(): Connection | null {
    return this.#current
  }

  add(symbols: readonly string[]): void {
    for (const symbol of symbols) {
      this.symbols.add(symbol)
      for (const connection of this.#connections()) connection.subscriptions.add(symbol)
    }
    if (this.#current === null && this.#asked === null) this.#ask(0)
    for (const connection of this.#connections()) connection.flush()
  }

  remove(symbol: string): void {
    this.symbols.delete(symbol)
    for (const connection of this.#connections()) {
      connection.subscriptions.remove(symbol)
      connection.flush()
    }
    if (this.symbols.size === 0) this.stop()
  }

  /** Asks for a new snapshot by unsubscribing and subscribing; sent with the next tick, many in one request. */
  resubscribe(symbol: string): void {
    this.#current?.subscriptions.again(symbol)
  }

  /** Whether changes of this symbol come on the open connection. */
  isStreaming(symbol: string): boolean {
    return this.isOpen && this.#current?.subscriptions.isActive(symbol) === true
  }

  /** Takes a confirmation of a book by REST: the silence of its connection is then no fault. */
  proven(now: number): void {
    if (this.#current !== null) this.#current.dataAt = Math.max(this.#current.dataAt, now)
  }

  /** The server will close this connection: a new one takes over before it does. */
  closing(): void {
    this.#wasClosing = true
    this.replace()
  }

  /** Opens a new connection and lets it take over; the books stay. */
  replace(): void {
    if (this.#current === null || this.#next !== null || this.#asked !== null) return
    this.#asked = this.#options.gate.ask(0, () => {
      this.#asked = null
      this.#next = this.#open(true)
    })
  }

  stop(): void {
    this.#asked?.cancel()
    this.#asked = null
    for (const connection of this.#connections()) connection.discard()
    this.#current = null
    this.#next = null
  }

  #connections(): readonly Connection[] {
    return [this.#current, this.#next].filter((connection) => connection !== null)
  }

  #ask(delayMs: number): void {
    this.#asked = this.#options.gate.ask(delayMs, () => {
      this.#asked = null
      this.#current = this.#open(false)
    })
  }

  #open(holds: boolean): Connection {
    const { socket, url, clock, nextId, events } = this.#options
    if (this.#connected++ > 0) this.reconnects++
    return new Connection(socket, url, clock, nextId, this.symbols, holds, {
      opened: (connection) => this.#opened(connection),
      ended: (connection, end) => this.#ended(connection, end),
      spoke: () => this.#options.gate.worked(),
      frame: events.frame,
      binary: events.binary,
      sent: events.sent,
      subscribed: (connection, symbols) => {
        if (connection === this.#current) events.subscribed(this, symbols)
      },
      refused: events.refused,
      overdue: events.overdue,
      ticked: (connection, now) => this.#ticked(connection, now),
    })
  }

  #opened(connection: Connection): void {
    const { socket, random, events } = this.#options
    this.#wasClosing = false
    this.#lifetimeMs =
      socket.lifetimeMs === null ? Number.POSITIVE_INFINITY : socket.lifetimeMs - LEAD_MS * (1 + random())
    if (connection === this.#next && socket.continues === null) this.#takeOver()
    events.opened(this, connection)
  }

  /** Drops the old connection; the new one reads the frames that it held back at once. */
  #takeOver(): void {
    const next = this.#next
    if (next === null) return
    this.#current?.discard()
    this.#current = next
    this.#next = null
    next.release()
    this.#options.events.tookOver(this, this.#options.socket.continues === null)
  }

  #ended(connection: Connection, end: ConnectionEnd): void {
    const { gate, clock, random, events } = this.#options
    const failed = !connection.hasSpoken
    if (failed) {
      if (this.#wasClosing && gate.maintenance === 'none') gate.maintenance = 'assumed'
      events.failed(end)
    }
    if (connection === this.#next) this.#next = null
    else if (this.#next?.isOpen) this.#takeOver()
    else {
      this.#current = this.#next
      this.#next = null
      this.#current?.release()
      events.down(this, end)
    }
    if (failed) gate.failed()
    if (this.symbols.size === 0 || this.#asked !== null) return
    const isShort = clock.now() - connection.createdAt < SHORT_LIFE_MS
    this.#shortLives = isShort && !failed ? this.#shortLives + 1 : 0
    const pause = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, this.#shortLives - 1))
    if (this.#current === null) this.#ask(pause * (0.2 + 0.8 * random()))
  }

  #ticked(connection: Connection, now: number): void {
    if (connection === this.#next) {
      const isLate = now - connection.createdAt > OVERLAP_AT_MOST_MS
      if (connection.isStable(now, OVERLAP_MS) || isLate) this.#takeOver()
      return
    }
    if (now - connection.createdAt >= this.#lifetimeMs || this.#wasClosing || connection.isStarved(now, STARVED_MS)) {
      this.replace()
    }
    this.#watchSilence(connection, now)
  }

  #watchSilence(connection: Connection, now: number): void {
    const silentMs = now - connection.dataAt
    if (silentMs < SILENT_MS) {
      if (this.#silence === 'asked' && connection.dataAt > this.#silentSince) this.#silence = 'none'
      if (now - this.#silentSince > SILENT_AT_MOST_MS) this.#silentLimitMs = SILENT_MS
      return
    }
    if (this.symbols.size === 0 || silentMs < this.#silentLimitMs) return
    if (this.#silence === 'none') {
      this.#silence = 'asked'
      this.#silentSince = now
      for (const symbol of this.symbols) connection.subscriptions.again(symbol)
      connection.flush()
    } else if (now - this.#silentSince >= SILENT_MS) {
      this.#silence = 'none'
      this.#silentSince = now
      this.#silentLimitMs = Math.min(SILENT_AT_MOST_MS, this.#silentLimitMs * 2)
      connection.discard()
      this.#ended(connection, {
        reason: 'silent',
        detail: 'no book of this connection moved',
        status: null,
        retryAfter: null,
      })
    }
  }
}
