import { wallMs } from '../../clock.ts'
import type { Connection } from '../../wire/connection.ts'
import type { Context } from '../../wire/front.ts'
import { RateWindow } from '../../wire/rate-window.ts'
import { parseControl } from './streams.ts'

const MAX_STREAMS = 1024

export interface Reader {
  readonly connection: Connection
  readonly streams: Set<string>
  readonly messages: RateWindow
  combined: boolean
  pingedAt: number
  ponged: number
}

/** Limits that differ between the spot and the futures hosts. */
interface Rules {
  readonly messagesPerSecond: number
  readonly pingEveryMs: number
  readonly pongWithinMs: number
}

/** Callbacks of subscribing and unsubscribing. An unknown stream name is acknowledged too. */
interface Streams {
  subscribe(reader: Reader, name: string): void
  unsubscribe(reader: Reader, name: string): void
}

/** The connections of one host: control messages, message limits, pings. Spot and futures share the protocol. */
export class Sessions {
  readonly #context: Context
  readonly #rules: Rules
  readonly #streams: Streams
  readonly #readers = new Map<Connection, Reader>()

  constructor(context: Context, rules: Rules, streams: Streams) {
    this.#context = context
    this.#rules = rules
    this.#streams = streams
  }

  /** `path` without a route: `/ws`, `/ws/<stream>` or `/stream`. */
  open(connection: Connection, path: string, query: URLSearchParams): Reader {
    const reader: Reader = {
      connection,
      streams: new Set(),
      messages: new RateWindow(this.#rules.messagesPerSecond, 1_000),
      combined: path === '/stream',
      pingedAt: connection.openedAt,
      ponged: connection.openedAt,
    }
    this.#readers.set(connection, reader)
    const listed = path === '/stream' ? (query.get('streams') ?? '') : path.replace(/^\/ws\/?/, '')
    for (const name of listed.split('/')) if (name !== '') this.#subscribe(reader, name)
    return reader
  }

  /** Removes the connection and returns its reader, if it had one. */
  close(connection: Connection): Reader | undefined {
    const reader = this.#readers.get(connection)
    this.#readers.delete(connection)
    return reader
  }

  message(connection: Connection, text: string): void {
    const reader = this.#counted(connection)
    if (!reader) return
    const control = parseControl(text)
    switch (control.kind) {
      case 'error':
        connection.control(JSON.stringify({ code: control.code, msg: control.msg }))
        return
      case 'list':
        connection.control(JSON.stringify({ result: [...reader.streams], id: control.id }))
        return
      case 'combined':
        reader.combined = control.on
        break
      case 'unsubscribe':
        for (const name of control.streams) {
          reader.streams.delete(name)
          this.#streams.unsubscribe(reader, name)
        }
        break
      case 'subscribe':
        if (new Set([...reader.streams, ...control.streams]).size > MAX_STREAMS) {
          connection.close(1008, 'Too many streams')
          return
        }
        if (this.#context.injector.strikes('refuse-subscription', 'binance')) {
          connection.control(JSON.stringify({ code: 2, msg: 'Invalid request: subscription refused' }))
          return
        }
        connection.control(JSON.stringify({ result: null, id: control.id }))
        for (const name of control.streams) this.#subscribe(reader, name)
        return
    }
    connection.control(JSON.stringify({ result: null, id: control.id }))
  }

  /** Counts a ping or a pong as a message. */
  controlFrame(connection: Connection): void {
    const reader = this.#counted(connection)
    if (reader) reader.ponged = wallMs()
  }

  second(nowMs: number): void {
    const { pingEveryMs, pongWithinMs } = this.#rules
    for (const reader of this.#readers.values()) {
      if (nowMs - reader.ponged > pingEveryMs + pongWithinMs) reader.connection.close(1008, 'Pong timeout')
      else if (nowMs - reader.pingedAt >= pingEveryMs) {
        reader.pingedAt = nowMs
        reader.connection.ping(String(nowMs))
      }
    }
  }

  /** Sends an event to all connections. `name`: its stream name on combined sockets. */
  announce(name: string, event: string): void {
    for (const reader of this.#readers.values()) {
      reader.connection.control(reader.combined ? `{"stream":"${name}","data":${event}}` : event)
    }
  }

  #subscribe(reader: Reader, name: string): void {
    reader.streams.add(name)
    this.#streams.subscribe(reader, name)
  }

  #counted(connection: Connection): Reader | undefined {
    const reader = this.#readers.get(connection)
    if (!reader) return undefined
    if (reader.messages.spend(1, wallMs()) || !this.#context.limits) return reader
    connection.close(1008, 'Too many requests')
    return undefined
  }
}
