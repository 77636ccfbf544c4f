import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const CODE_BYTES = 32
/** Bytes of a question's or request's random number, so that no two have the same code. */
const NONCE_BYTES = 16
/** Bytes that a question or an answer takes beside its content, at most. */
export const SEALED_BYTES = NONCE_BYTES + CODE_BYTES

/** Of a state's frame, a request for the present state, a question, or an answer. */
type MessageKind = 'state' | 'present' | 'ask' | 'answer'

/** Makes and checks the code of one kind of message of one topic. */
export type Codes = {
  /** The code of the parts, one after the other; the caller's format makes clear where each ends. */
  code(...parts: readonly Uint8Array[]): Buffer
  fits(code: Uint8Array, ...parts: readonly Uint8Array[]): boolean
}

/** A message whose code fits: its content, and the code, which an answer refers to. */
export type Opened = { readonly bytes: Uint8Array; readonly code: Uint8Array }

/** The keys that are taken now, of 32 bytes each; the first one makes codes. */
export type BusKeys = () => readonly [Uint8Array, ...Uint8Array[]]

/** HMAC-SHA-256 of what processes tell each other: kind and topic are part of it, so no message counts as another. */
export class MessageCodes {
  readonly #keys: BusKeys
  /** Name of the group that answers a topic; nobody without the key can join the group. */
  readonly group: string

  constructor(keys: BusKeys) {
    this.#keys = keys
    this.group = createHmac('sha256', keys()[0]).update('group').digest('hex').slice(0, 32)
  }

  of(kind: MessageKind, topic: string): Codes {
    const made = (key: Uint8Array, parts: readonly Uint8Array[]) => {
      // Topics have no spaces and no line ends.
      const code = createHmac('sha256', key).update(`${kind} ${topic}\n`)
      for (const part of parts) code.update(part)
      return code.digest()
    }
    return {
      code: (...parts) => made(this.#keys()[0], parts),
      fits: (given, ...parts) =>
        given.length === CODE_BYTES && this.#keys().some((key) => timingSafeEqual(given, made(key, parts))),
    }
  }
}

/** A question or request: a random number, its code, the content. */
export function sealed(codes: Codes, content: Uint8Array): { readonly message: Uint8Array; readonly code: Uint8Array } {
  const nonce = randomBytes(NONCE_BYTES)
  const code = codes.code(nonce, content)
  return { message: Buffer.concat([nonce, code, content]), code }
}

/** Opens what `sealed` made; null for anything else. The content is a copy, since a message is a part of a socket's buffer. */
export function opened(codes: Codes, message: Uint8Array): Opened | null {
  const [nonce, code] = [message.subarray(0, NONCE_BYTES), message.slice(NONCE_BYTES, SEALED_BYTES)]
  const content = message.slice(SEALED_BYTES)
  return codes.fits(code, nonce, content) ? { bytes: content, code } : null
}
