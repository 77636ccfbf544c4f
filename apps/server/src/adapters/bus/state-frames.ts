import { MOST_STATE_BYTES, type StateVersion } from '../../app/ports/system/bus.ts'
import { CODE_BYTES, type Codes } from './message-codes.ts'

/*
 * A state is sent as one or more frames, since servers limit the bytes of a message. A frame, numbers big-endian: 4
 * bytes `MKS2`, 8 bytes publisher, 8 bytes epoch, 8 bytes count, 2 bytes part, 2 bytes number of parts; 32 bytes, the
 * code of these and of the part; then the part's bytes. Parts of one state are sent and arrive in order; all but the
 * last have one length.
 */
const MARK = 0x4d4b_5332
const CODED = 32
const HEAD = CODED + CODE_BYTES
const MOST_PARTS = 0xffff

/** 8 bytes that identify a publisher. */
export type PublisherName = bigint

/** The frames of a state, none longer than `mostBytes`; null where there would be too many. */
export function framesOf(
  codes: Codes,
  publisher: PublisherName,
  { epoch, count }: StateVersion,
  bytes: Uint8Array,
  mostBytes: number,
): Uint8Array[] | null {
  const room = mostBytes - HEAD
  const parts = Math.max(1, Math.ceil(bytes.length / room))
  if (room < 1 || parts > MOST_PARTS) return null
  return Array.from({ length: parts }, (_, part) => {
    const piece = bytes.subarray(part * room, (part + 1) * room)
    const frame = new Uint8Array(HEAD + piece.length)
    const head = new DataView(frame.buffer)
    head.setUint32(0, MARK)
    head.setBigUint64(4, publisher)
    head.setBigUint64(12, BigInt(epoch))
    head.setBigUint64(20, BigInt(count))
    head.setUint16(28, part)
    head.setUint16(30, parts)
    frame.set(codes.code(frame.subarray(0, CODED), piece), CODED)
    frame.set(piece, HEAD)
    return frame
  })
}

type Frame = {
  readonly publisher: PublisherName
  readonly version: StateVersion
  readonly part: number
  readonly parts: number
  readonly piece: Uint8Array
}

/** Reads a frame; null where it is malformed, or its code does not fit. */
function frameIn(codes: Codes, bytes: Uint8Array): Frame | null {
  if (bytes.length < HEAD) return null
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD)
  const [epoch, count] = [Number(head.getBigUint64(12)), Number(head.getBigUint64(20))]
  const [part, parts] = [head.getUint16(28), head.getUint16(30)]
  if (head.getUint32(0) !== MARK || part >= parts) return null
  if (!Number.isSafeInteger(epoch) || !Number.isSafeInteger(count)) return null
  const piece = bytes.subarray(HEAD)
  if (!codes.fits(bytes.subarray(CODED, HEAD), bytes.subarray(0, CODED), piece)) return null
  return { publisher: head.getBigUint64(4), version: { epoch, count }, part, parts, piece }
}

/** A state of which parts are missing. */
type UnfinishedState = {
  readonly version: StateVersion
  /** Number of all parts. */
  readonly parts: number
  readonly pieces: Uint8Array[]
  /** Number of bytes received. */
  length: number
}

/**
 * `part`: the state is not whole yet, or this frame did not follow the last one and the state was dropped. `malformed`:
 * the frame is foreign.
 */
export type FrameReading =
  | { readonly kind: 'whole'; readonly version: StateVersion; readonly bytes: Uint8Array }
  | { readonly kind: 'part' }
  | { readonly kind: 'malformed' }

/** Puts the states of a topic together from frames, for each publisher apart. */
export class FrameReader {
  /** Unfinished states by publisher. There are few publishers; the oldest entry goes beyond the limit. */
  readonly #begun = new Map<PublisherName, UnfinishedState>()
  static readonly #MOST_PUBLISHERS = 8
  readonly #codes: Codes

  constructor(codes: Codes) {
    this.#codes = codes
  }

  /** Takes a frame. The state's bytes are a copy, since the frame's are a part of a socket's buffer. */
  read(bytes: Uint8Array): FrameReading {
    const frame = frameIn(this.#codes, bytes)
    if (frame === null) return { kind: 'malformed' }
    const { publisher, version, part, parts, piece } = frame
    const before = this.#begun.get(publisher)
    this.#begun.delete(publisher)
    if (part === 0 && parts === 1) return { kind: 'whole', version, bytes: new Uint8Array(piece) }
    const begun = part === 0 ? { version, parts, pieces: [], length: 0 } : before
    if (begun === undefined || !follows(begun, frame)) return { kind: 'part' }
    begun.pieces.push(new Uint8Array(piece))
    begun.length += piece.length
    if (begun.length > MOST_STATE_BYTES) return { kind: 'malformed' }
    if (begun.pieces.length === parts) return { kind: 'whole', version, bytes: joined(begun) }
    this.#begun.set(publisher, begun)
    const [oldest] = this.#begun.keys()
    if (this.#begun.size > FrameReader.#MOST_PUBLISHERS && oldest !== undefined) this.#begun.delete(oldest)
    return { kind: 'part' }
  }
}

const follows = (begun: UnfinishedState, { version, part, parts }: Frame): boolean =>
  begun.pieces.length === part &&
  begun.parts === parts &&
  begun.version.epoch === version.epoch &&
  begun.version.count === version.count

function joined({ pieces, length }: UnfinishedState): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
