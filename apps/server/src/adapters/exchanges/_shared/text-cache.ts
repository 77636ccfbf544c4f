/** A hostile peer may name symbols without end; beyond this many, texts are resolved anew each time. */
const MAX_ENTRIES = 16_384

type Entry<T> = { readonly bytes: Uint8Array; readonly value: T; readonly next: Entry<T> | null }

/**
 * What a text in a frame stands for, found by the hash of its bytes and verified byte by byte: building the text only
 * to look it up would cost more than the rest of the scan (performance.md 4).
 */
export class TextCache<T> {
  readonly #resolve: (text: string) => T
  readonly #entries = new Map<number, Entry<T>>()
  #count = 0

  constructor(resolve: (text: string) => T) {
    this.#resolve = resolve
  }

  /** The value of the ASCII text `bytes[start, end)`. */
  get(bytes: Uint8Array, start: number, end: number): T {
    let hash = end - start
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0
    const found = this.#entries.get(hash)
    for (let entry = found ?? null; entry !== null; entry = entry.next) {
      if (isSame(entry.bytes, bytes, start, end)) return entry.value
    }
    return this.#add(hash, found ?? null, bytes.slice(start, end))
  }

  #add(hash: number, next: Entry<T> | null, bytes: Uint8Array): T {
    const value = this.#resolve(String.fromCharCode(...bytes))
    if (this.#count < MAX_ENTRIES) {
      this.#entries.set(hash, { bytes, value, next })
      this.#count++
    }
    return value
  }
}

function isSame(known: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (known.length !== end - start) return false
  for (let at = 0; at < known.length; at++) if (known[at] !== bytes[start + at]) return false
  return true
}
