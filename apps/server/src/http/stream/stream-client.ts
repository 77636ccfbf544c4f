import type { ServerResponse } from 'node:http'

/** Largest queue of one viewer, bytes, with the event that is being added (reliability-matrix.md C1). */
export const BUFFER_LIMIT = 256 * 1024
const SLOW_FOR_MS = 10_000
/** Bytes handed to the socket at a time. Only these are copied per viewer; the events themselves are shared. */
const PIECE = 32 * 1024

/** The part of a response that a stream uses. */
export type StreamSink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on' | 'socket' | 'writableLength'>

/**
 * One viewer of the stream, with conflation. Whole events are queued by reference and go out as the viewer takes them.
 * When too much is queued, one snapshot of the newest state replaces all of it, and a viewer that stays behind is cut
 * off. A begun event longer than the limit does not count: a snapshot in its place would be as long.
 */
export class StreamClient {
  readonly #sink: StreamSink
  readonly #newest: () => Buffer
  #queue: Buffer[] = []
  #waiting = 0
  /** Bytes of the queue's first event that have gone out. */
  #offset = 0
  #blocked = false
  #wantsSnapshot = false
  #behindSince: number | null = null

  /** `newest` makes the snapshot that replaces dropped events. */
  constructor(sink: StreamSink, newest: () => Buffer) {
    this.#sink = sink
    this.#newest = newest
    sink.on('drain', () => {
      this.#blocked = false
      this.#pump()
    })
  }

  /** Bytes queued for this viewer in the process, without the bytes that the system has taken. */
  get waiting(): number {
    return this.#waiting + this.#sink.writableLength
  }

  /** Whether the viewer's connection is one of `peers`, each `address port`. */
  isAmong(peers: ReadonlySet<string>): boolean {
    const { socket } = this.#sink
    return socket !== null && peers.has(`${socket.remoteAddress} ${socket.remotePort}`)
  }

  /** Queues an event; a `snapshot` replaces everything queued before it. */
  send(event: Buffer, kind: 'snapshot' | 'delta' | 'other', now: number): void {
    if (kind === 'snapshot') {
      // Events were still queued when the next snapshot came: the viewer is behind.
      if (this.#waiting > 0) this.#behindSince ??= now
      this.#dropUnsent()
      this.#wantsSnapshot = false
    }
    // While the socket takes more, bytes in its buffer are no reason to drop events.
    const waiting = (this.#blocked ? this.waiting : this.#waiting) - this.#longInHand
    if (this.#wantsSnapshot || (waiting > 0 && waiting + event.length > BUFFER_LIMIT)) {
      // Status and empty changes carry no list and are sent again anyway, so no snapshot replaces them.
      if (kind === 'other') return
      this.#dropUnsent()
      this.#wantsSnapshot = true
      this.#behindSince ??= now
      return
    }
    this.#queue.push(event)
    this.#waiting += event.length
    this.#pump()
  }

  /** True when this viewer has been behind for too long and must be cut off. */
  isTooSlow(now: number): boolean {
    return this.#behindSince !== null && now - this.#behindSince > SLOW_FOR_MS
  }

  /** Sends `lastWords` and ends the answer. */
  end(lastWords: Buffer): void {
    this.#dropUnsent()
    // Text in the middle of an event would only spoil the event.
    if (this.#queue.length === 0) this.#sink.end(lastWords)
    else this.#sink.end()
  }

  /** Resets the connection, which also drops the bytes in the system's buffer. */
  cut(): void {
    this.#sink.socket?.resetAndDestroy()
    this.#sink.destroy()
  }

  /** Unsent bytes of a begun event that is longer than the limit. */
  get #longInHand(): number {
    const [first] = this.#queue
    return first !== undefined && this.#offset > 0 && first.length > BUFFER_LIMIT ? first.length - this.#offset : 0
  }

  #pump(): void {
    while (!this.#blocked) {
      const event = this.#queue[0]
      if (event === undefined) {
        this.#behindSince = null
        if (!this.#wantsSnapshot) return
        this.#wantsSnapshot = false
        const snapshot = this.#newest()
        this.#queue.push(snapshot)
        this.#waiting += snapshot.length
        continue
      }
      const piece = event.subarray(this.#offset, this.#offset + PIECE)
      this.#blocked = !this.#sink.write(piece)
      this.#offset += piece.length
      this.#waiting -= piece.length
      if (this.#offset < event.length) continue
      this.#queue.shift()
      this.#offset = 0
    }
  }

  /** Drops the queued events of which nothing has gone out yet. */
  #dropUnsent(): void {
    const [first] = this.#queue
    if (first !== undefined && this.#offset > 0) {
      this.#queue = [first]
      this.#waiting = first.length - this.#offset
    } else {
      this.#queue = []
      this.#waiting = 0
    }
  }
}
