import { MAX_FRAME_BYTES } from '../parse/frame-limits.ts'

/** First byte of an unfragmented, uncompressed text frame (RFC 6455, 5.2). */
const TEXT = 0x81
/** First bytes of a ping and a pong, whose payload is at most 125 bytes. */
const PING = 0x89
const PONG = 0x8a
const MOST_PING = 125
/** Values of the second byte that say that the length follows in 2 or in 8 bytes. */
const IN_TWO_BYTES = 126
const IN_EIGHT_BYTES = 127

type TextFramesEvents = {
  /** The payload of a whole text frame. */
  text(payload: Uint8Array): void
  /** A whole ping or pong, with its head. */
  ping(frame: Uint8Array): void
  /** Bytes from the beginning of any other frame. From then on nothing is cut or comes here. */
  rest(bytes: Uint8Array): void
  /** Whether further bytes do not count. */
  isOver(): boolean
}

/**
 * Cuts a server's stream into text frames, which is all that exchanges send but pings and pongs: a general receiver makes
 * six objects for each. It judges nothing: any other frame, and what follows it, is left to the general receiver.
 */
export class TextFrames {
  readonly #events: TextFramesEvents
  /** A frame of which the first `#filled` bytes have come, with room for all of it as far as its length is known. */
  #partial: Buffer | null = null
  #filled = 0

  constructor(events: TextFramesEvents) {
    this.#events = events
  }

  chunk(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && !this.#events.isOver(); ) {
      if (this.#partial !== null) {
        const copied = chunk.copy(this.#partial, this.#filled, at)
        this.#filled += copied
        at += copied
        if (this.#filled < this.#partial.length) return
        const frame = this.#partial
        const length = lengthOf(frame, 0)
        this.#partial = null
        if (length === null) {
          this.#events.rest(Buffer.concat([frame, chunk.subarray(at)]))
          return
        }
        if (length > frame.length) this.#hold(frame, 0, length)
        else this.#tell(frame, 0, length)
        continue
      }
      const length = lengthOf(chunk, at)
      if (length === null) {
        this.#events.rest(chunk.subarray(at))
        return
      }
      if (at + length > chunk.length) {
        this.#hold(chunk, at, length)
        return
      }
      this.#tell(chunk, at, length)
      at += length
    }
  }

  /** Keeps the bytes from `at` on as the beginning of a frame, or of a head, of `length` bytes. */
  #hold(bytes: Buffer, at: number, length: number): void {
    this.#partial = Buffer.allocUnsafeSlow(length)
    this.#filled = bytes.copy(this.#partial, 0, at)
  }

  #tell(bytes: Buffer, at: number, length: number): void {
    if (bytes[at] === TEXT) this.#events.text(bytes.subarray(at + headOf(bytes[at + 1] as number), at + length))
    else this.#events.ping(bytes.subarray(at, at + length))
  }
}

const headOf = (second: number) => (second < IN_TWO_BYTES ? 2 : second === IN_TWO_BYTES ? 4 : 10)

/**
 * Bytes of the frame at `at`, with its head. While the head is incomplete: the bytes of the head that are needed. Null
 * for a frame that is neither a text as long as is allowed nor a ping or pong.
 */
function lengthOf(bytes: Buffer, at: number): number | null {
  const left = bytes.length - at
  if (left < 2) return 2
  const first = bytes[at] as number
  const second = bytes[at + 1] as number
  if (first !== TEXT) return (first === PING || first === PONG) && second <= MOST_PING ? 2 + second : null
  // Above this the frame is masked, which a server's never is.
  if (second > IN_EIGHT_BYTES) return null
  const head = headOf(second)
  if (left < head) return head
  if (second < IN_TWO_BYTES) return head + second
  const length =
    second === IN_TWO_BYTES
      ? bytes.readUInt16BE(at + 2)
      : bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6)
  return length > MAX_FRAME_BYTES ? null : head + length
}
