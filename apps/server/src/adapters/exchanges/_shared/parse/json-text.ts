/** Nesting, in levels, at most: deeper than any exchange sends; a hostile frame cannot exhaust the stack. */
const MAX_DEPTH = 32

/** A JSON number as sent. Prices never pass through a float, and ids may exceed 2^53. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type JsonObject = ReadonlyMap<string, Json>
export type Json = string | boolean | null | NumberText | JsonObject | readonly Json[]

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const BLANK = /[ \t\n\r]*/y
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a frame, or null when it is no UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/**
 * Parses JSON and keeps the text of every number. Undefined for anything that is no JSON, for an object that names a
 * key twice (which of the two counts is a guess) and for nesting beyond 32.
 */
export function parseJson(text: string): Json | undefined {
  const parser = new Parser(text)
  const value = parser.value(0)
  return parser.ended ? value : undefined
}

class Parser {
  readonly #text: string
  #offset = 0
  /** Once set, every step answers undefined: the text is refused whole. */
  #failed = false

  constructor(text: string) {
    this.#text = text
  }

  get ended(): boolean {
    this.#skipBlanks()
    return !this.#failed && this.#offset === this.#text.length
  }

  value(depth: number): Json | undefined {
    this.#skipBlanks()
    switch (this.#text[this.#offset]) {
      case '{':
        return depth < MAX_DEPTH ? this.#object(depth + 1) : this.#fail()
      case '[':
        return depth < MAX_DEPTH ? this.#array(depth + 1) : this.#fail()
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #object(depth: number): JsonObject | undefined {
    const members = new Map<string, Json>()
    this.#offset++
    if (this.#takes('}')) return members
    do {
      this.#skipBlanks()
      const key = this.#text[this.#offset] === '"' ? this.#string() : undefined
      if (key === undefined || members.has(key) || !this.#takes(':')) return this.#fail()
      const value = this.value(depth)
      if (value === undefined) return undefined
      members.set(key, value)
    } while (this.#takes(','))
    return this.#takes('}') ? members : this.#fail()
  }

  #array(depth: number): readonly Json[] | undefined {
    const items: Json[] = []
    this.#offset++
    if (this.#takes(']')) return items
    do {
      const value = this.value(depth)
      if (value === undefined) return undefined
      items.push(value)
    } while (this.#takes(','))
    return this.#takes(']') ? items : this.#fail()
  }

  #string(): string | undefined {
    const text = this.#text
    const start = this.#offset + 1
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x22) {
        this.#offset = at + 1
        return text.slice(start, at)
      }
      if (code === 0x5c) return this.#escaped(start, at)
      if (code < 0x20) return this.#fail()
    }
    return this.#fail()
  }

  /** A text with escapes: its end is found here, its meaning left to the built-in parser. */
  #escaped(start: number, from: number): string | undefined {
    const text = this.#text
    let at = from
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    this.#offset = at + 1
    try {
      const value: unknown = JSON.parse(text.slice(start - 1, at + 1))
      return typeof value === 'string' ? value : this.#fail()
    } catch {
      return this.#fail()
    }
  }

  #number(): NumberText | undefined {
    NUMBER.lastIndex = this.#offset
    const found = NUMBER.exec(this.#text)
    if (found === null) return this.#fail()
    this.#offset = NUMBER.lastIndex
    return new NumberText(found[0])
  }

  #word<V extends boolean | null>(word: string, value: V): V | undefined {
    if (!this.#text.startsWith(word, this.#offset)) return this.#fail()
    this.#offset += word.length
    return value
  }

  #takes(character: string): boolean {
    this.#skipBlanks()
    if (this.#failed || this.#text[this.#offset] !== character) return false
    this.#offset++
    return true
  }

  #skipBlanks(): void {
    const code = this.#text.charCodeAt(this.#offset)
    if (code > 0x20) return
    BLANK.lastIndex = this.#offset
    BLANK.test(this.#text)
    this.#offset = BLANK.lastIndex
  }

  #fail(): undefined {
    this.#failed = true
    return undefined
  }
}
