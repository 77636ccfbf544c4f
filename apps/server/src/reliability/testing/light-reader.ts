import { connect, type Socket } from 'node:net'
import { backOffMs } from '@makas/contract'

/** Where readers go, and from which address of this machine. */
export type Door = { readonly port: number; readonly path: string; readonly from?: string | undefined }

/** What a reader tells of what came. */
export type ReaderSink = {
  /** A list event with its version, or the status with the time that it is of. */
  readonly event: (kind: 'snapshot' | 'delta' | 'status', mark: string) => void
  readonly refused: (status: string) => void
  readonly lost: () => void
  /** The first event of a connection. */
  readonly served: () => void
}

const EVENT = Buffer.from('\nevent: ')
const ID = Buffer.from('id: ')
const AS_OF = Buffer.from('"as_of":"')
const BEAT = Buffer.from('\r\n:\n\n')
const RETRY = Buffer.from('retry: ')
const KINDS = { sn: 'snapshot', de: 'delta', st: 'status' } as const

/**
 * A reader of the stream so cheap that one process has ten thousand: it looks for the marks of events in the bytes and
 * reads nothing else. Once lost it comes back as the site does, by the same back-off.
 */
export class LightReader {
  /** Of the connection that is open now. */
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
    // Heartbeats and last words come alone.
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
    // As `followStream` of the site counts: what brought events begins anew.
    if (!this.isServed) this.#attempt++
    this.isServed = false
    setTimeout(() => this.open(), backOffMs(this.#attempt, this.#askedMs, Math.random))
    this.#askedMs = 0
  }
}
