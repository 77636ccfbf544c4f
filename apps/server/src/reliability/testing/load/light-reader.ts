import { connect, type Socket } from 'node:net'
import { backOffMs } from '@makas/contract'

/** Port and path of the stream; `from`: local address to connect from. */
export type Door = { readonly port: number; readonly path: string; readonly from?: string | undefined }

/** Receives a reader's events. */
export type ReaderSink = {
  /** A list event; `mark`: its version, of the status its `as_of`. */
  readonly event: (kind: 'snapshot' | 'delta' | 'status', mark: string) => void
  readonly refused: (status: string) => void
  readonly lost: () => void
  /** The first list event of a connection has come. */
  readonly served: () => void
}

const EVENT = Buffer.from('\nevent: ')
const ID = Buffer.from('id: ')
const AS_OF = Buffer.from('"as_of":"')
const BEAT = Buffer.from('\r\n:\n\n')
const RETRY = Buffer.from('retry: ')
const KINDS = { sn: 'snapshot', de: 'delta', st: 'status' } as const

/**
 * A reader of the stream cheap enough for ten thousand in one process: it searches the bytes for events' names, ids and
 * times, and parses nothing else. A lost reader reconnects with the site's backoff.
 */
export class LightReader {
  /** Whether the open connection has had a list event. */
  isServed = false
  beats = 0
  #socket: Socket | null = null
  #attempt = 0
  #askedMs = 0
  #isAccepted = false
  readonly #door: Door
  readonly #sink: ReaderSink

  constructor(door: Door, sink: ReaderSink) {
    this.#door = door
    this.#sink = sink
  }

  open(): void {
    const { port, path, from } = this.#door
    const socket = connect({ port, host: '127.0.0.1', localAddress: from }, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n\r\n`),
    )
    this.#socket = socket
    this.#isAccepted = false
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#lost())
  }

  #take(bytes: Buffer): void {
    if (!this.#isAccepted) {
      const status = bytes.toString('latin1', 9, 12)
      if (status !== '200') {
        this.#sink.refused(status)
        this.#askedMs = 1_000 * Number(/retry-after: (\d+)/i.exec(bytes.toString('latin1'))?.[1] ?? 0)
        this.#socket?.destroy()
        return
      }
      this.#isAccepted = true
    }
    for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + 1)) this.#event(bytes, at)
    // Heartbeats and `retry` fields come in short chunks of their own.
    if (bytes.length > 64) return
    if (bytes.indexOf(BEAT) >= 0) this.beats++
    const retry = bytes.indexOf(RETRY)
    if (retry >= 0) this.#askedMs = Number.parseInt(bytes.toString('latin1', retry + RETRY.length, bytes.length), 10)
  }

  #event(bytes: Buffer, at: number): void {
    const from = at + EVENT.length
    const kind = KINDS[bytes.toString('latin1', from, from + 2) as keyof typeof KINDS]
    if (kind === 'status') {
      const asOf = bytes.indexOf(AS_OF, from)
      if (asOf >= 0) this.#sink.event(kind, bytes.toString('latin1', asOf + AS_OF.length, asOf + AS_OF.length + 24))
      return
    }
    const id = bytes.lastIndexOf(ID, at)
    this.#sink.event(kind, bytes.toString('latin1', id + ID.length, at))
    if (this.isServed) return
    this.isServed = true
    this.#attempt = 0
    this.#sink.served()
  }

  #lost(): void {
    this.#socket = null
    this.#sink.lost()
    // As in `followStream` of the site: a connection that had events resets the attempts.
    if (!this.isServed) this.#attempt++
    this.isServed = false
    setTimeout(() => this.open(), backOffMs(this.#attempt, this.#askedMs, Math.random))
    this.#askedMs = 0
  }
}
