import type { Endpoint } from '../../../../app/ports/market/exchange-reader.ts'

const MIB = 1024 * 1024
/** Largest frame; exchanges send far smaller frames, and a larger frame ends the connection (F15). */
export const MAX_FRAME_BYTES = 4 * MIB
const MAX_BODY_BYTES = 32 * MIB
/** Bytes of a broken text that are searched for its symbol. */
const SEARCHED = 2_048

/** Whether a frame or body is above its size limit: it is then refused unread (reliability-matrix.md F15). */
export function isTooLarge(endpoint: Endpoint, bytes: Uint8Array): boolean {
  return bytes.length > (endpoint.transport === 'ws' ? MAX_FRAME_BYTES : MAX_BODY_BYTES)
}

/** The beginning of a text that could not be read, byte for character. */
export function broken(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, SEARCHED))
}
