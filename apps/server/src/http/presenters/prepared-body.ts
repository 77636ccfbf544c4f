import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Least size to compress, bytes: a smaller body fits one packet anyway. */
const WORTH_COMPRESSING = 1_400

export type Encoding = 'br' | 'gzip'

/**
 * A body that many requests share. Its bytes, etag and compressed copies are each made once, at the first request that
 * needs them (decision 0006). Compression runs off the main thread.
 */
export class PreparedBody {
  readonly bytes: Buffer
  readonly #quality: number
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>()
  #etag: string | null = null

  /** `quality`: brotli's 0–11, low for bodies that live a second, high for bodies that stay. */
  constructor(content: string | Buffer, quality = 4) {
    this.bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.#quality = quality
  }

  /** A weak etag: the compressed copies share it. */
  get etag(): string {
    this.#etag ??= `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`
    return this.#etag
  }

  get isWorthCompressing(): boolean {
    return this.bytes.length >= WORTH_COMPRESSING
  }

  /** Takes a compressed copy that was made elsewhere. */
  adopt(encoding: Encoding, bytes: Buffer): void {
    this.#encoded.set(encoding, bytes)
  }

  /** The compressed copy. Until it is ready, a promise that concurrent requests share. */
  encoded(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known !== undefined) return known
    const making = this.#compress(encoding).then((bytes) => {
      this.#encoded.set(encoding, bytes)
      return bytes
    })
    this.#encoded.set(encoding, making)
    return making
  }

  #compress(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'gzip') return deflate(this.bytes, { level: this.#quality > 6 ? 9 : 5 })
    return brotli(this.bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: this.#quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length,
      },
    })
  }
}

/** The best encoding of ours that `Accept-Encoding` allows; null for none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (header === undefined || header === '') return null
  const taken = new Set<string>()
  const refused = new Set<string>()
  for (const part of header.toLowerCase().split(',', 20)) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    ;(isRefused ? refused : taken).add(name)
  }
  const takes = (name: Encoding) => taken.has(name) || (taken.has('*') && !refused.has(name))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}
