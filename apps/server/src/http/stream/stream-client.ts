import type { ServerResponse } from 'node:http'

/** Most that may wait for one reader, the event being added included (reliability-matrix.md C1). */
export const BUFFER_LIMIT = 256 * 1024
const SLOW_FOR_MS = 10_000
/** Handed to the socket at a time: only this much is a reader's own memory, events themselves are shared. */
const PIECE = 32 * 1024

/** The part of a response that a stream needs. */
export type StreamSink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on' | 'socket' | 'writableLength'>

/**
 * One reader of the stream. Whole events wait here by reference and go out as the reader takes them; when too much
 * waits, all of it is dropped for one snapshot of the newest state, and a reader that stays behind is cut off. A list
 * that is longer than the limit by itself is not counted once it has begun: what would replace it is as long.
 */
export class StreamClient {
  readonly #sink: StreamSink
  readonly #newest: () => Buffer
  #queue: Buffer[] = []
  #waiting = 0
  /** How much of the first event in the queue has gone out. */
  #offset = 0
  #blocked = false
  #wantsSnapshot = false
  #behindSince: number | null = null

  /** `newest` gives the snapshot that replaces what was dropped. */
  constructor(sink: StreamSink, newest: () => Buffer) {
    this.#sink = sink
    this.#newest = newest
    sink.on('drain', () => {
      this.#blocked = false
      this.#pump()
    })
  }

  /** Bytes that wait for this reader in the process; those that the system has taken are left out. */
  get waiting(): number {
    return this.#waiting + this.#sink.writableLength
  }

  /** Whether its connection is one of these, each `address port`. */
  isAmong(peers: ReadonlySet<string>): boolean {
    const { socket } = this.#sink
    return socket !== null && peers.has(`${socket.remoteAddress} ${socket.remotePort}`)
  }

  /** Adds an event; a `snapshot` makes everything that waits before it superfluous. */
  send(event: Buffer, kind: 'snapshot' | 'delta' | 'other', now: number): void {
    if (kind === 'snapshot') {
      // What waited for the reader is not even begun, or not through, when the next one is there.
      if (this.#waiting > 0) this.#behindSince ??= now
      this.#dropUnsent()
      this.#wantsSnapshot = false
    }
    // Where the socket takes more, nothing waits that would have to be dropped for it.
    const waiting = (this.#blocked ? this.waiting : this.#waiting) - this.#longInHand
    if (this.#wantsSnapshot || (waiting > 0 && waiting + event.length > BUFFER_LIMIT)) {
      // Status and signs of life say nothing of the list, and come again: no list is sent anew for them.
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

  /** True when this reader has been behind for too long and must be cut off. */
  isTooSlow(now: number): boolean {
    return this.#behindSince !== null && now - this.#behindSince > SLOW_FOR_MS
  }

  /** Says the last words and ends the answer. */
  end(lastWords: Buffer): void {
    this.#dropUnsent()
    // In the middle of an event more text would only spoil it.
    if (this.#queue.length === 0) this.#sink.end(lastWords)
    else this.#sink.end()
  }

  /** Cuts the connection, and drops what the system still holds for it: nobody waits for that any more. */
  cut(): void {
    this.#sink.socket?.resetAndDestroy()
    this.#sink.destroy()
  }

  /** What is still to go out of an event that is longer than all that may wait. */
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

  /** Forgets the events of which nothing has gone out yet. */
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
