import { AsciiWords, FIRST_BYTES, firstByte, quotesIn } from './ascii-words.ts'
import type { ByteCursor } from './byte-cursor.ts'

/** A hostile peer may name symbols without end; beyond this many, texts are resolved anew each time. */
const MAX_ENTRIES = 16_384
const FIRST_PLACES = 64
/** No topic is longer; what is goes to the general parser. */
const MAX_LENGTH = 128
const BACKSLASH = 0x5c

type Entry<T> = { readonly hash: number; readonly words: AsciiWords; readonly value: T; next: Entry<T> | null }

/**
 * What a text in a frame stands for, found by the hash of its bytes and verified: building the text only to look it up
 * would cost more than the rest of the scan (performance.md, What was learned).
 */
export class TextCache<T> {
  readonly #resolve: (text: string) => T
  /** Entries by the last bits of their hash, those of the same in a chain. */
  #places: (Entry<T> | null)[] = new Array<Entry<T> | null>(FIRST_PLACES).fill(null)
  #count = 0

  constructor(resolve: (text: string) => T) {
    this.#resolve = resolve
  }

  /**
   * Steps over the text up to the quote that ends it, and says what it stands for. Null declines: it has escapes or
   * anything but printable ASCII, or it is too long.
   */
  take(cursor: ByteCursor): T | null {
    const { view, at: start } = cursor
    let at = start
    let hash = 0
    let word = view.getInt32(at, true)
    let quotes = quotesIn(word)
    while (quotes === 0) {
      hash = mixed(hash, word)
      at += 4
      if (at - start > MAX_LENGTH) return null
      word = view.getInt32(at, true)
      quotes = quotesIn(word)
    }
    const rest = firstByte(quotes)
    hash = mixed(hash, word & (FIRST_BYTES[rest] as number)) + rest
    const end = at + rest
    const first = this.#places[hash & (this.#places.length - 1)] as Entry<T> | null
    for (let entry = first; entry !== null; entry = entry.next) {
      if (entry.hash === hash && entry.words.length === end - start && entry.words.standsAt(view, start)) {
        cursor.at = end
        return entry.value
      }
    }
    return this.#add(hash, cursor, end)
  }

  #add(hash: number, cursor: ByteCursor, end: number): T | null {
    let text = ''
    for (let at = cursor.at; at < end; at++) {
      const byte = cursor.bytes[at] as number
      if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return null
      text += String.fromCharCode(byte)
    }
    const value = this.#resolve(text)
    cursor.at = end
    if (this.#count === MAX_ENTRIES) return value
    if (++this.#count > this.#places.length) this.#spread()
    this.#put({ hash, words: new AsciiWords(text), value, next: null })
    return value
  }

  #put(entry: Entry<T>): void {
    const place = entry.hash & (this.#places.length - 1)
    entry.next = this.#places[place] ?? null
    this.#places[place] = entry
  }

  #spread(): void {
    const before = this.#places
    this.#places = new Array<Entry<T> | null>(before.length * 2).fill(null)
    for (const first of before) {
      for (let entry = first; entry !== null; ) {
        const { next } = entry
        this.#put(entry)
        entry = next
      }
    }
  }
}

/** Every bit of the word changes the last ones, which choose the place. */
function mixed(hash: number, word: number): number {
  const product = Math.imul(hash ^ word, 0x9e3779b1)
  return product ^ (product >>> 15)
}
