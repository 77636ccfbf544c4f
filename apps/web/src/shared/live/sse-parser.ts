/** A server-sent event. `id`: the last id so far, as in the standard. */
export type SseEvent = { readonly event: string; readonly data: string; readonly id: string | null }

/**
 * Parses a stream of server-sent events in pieces of any length (WHATWG HTML § 9.2.6, "interpreting an event stream").
 * Line ends may be LF, CRLF or CR, and a piece may end between CR and LF.
 */
export class SseParser {
  #line = ''
  #data: string[] = []
  #event = ''
  #id: string | null = null
  #retryMs: number | null = null
  #afterCr = false
  #first = true

  /** Reconnection delay that the server asked for last, ms; null if it never did. */
  get retryMs(): number | null {
    return this.#retryMs
  }

  /** Adds the next piece; returns the events that it completed. */
  push(piece: string): SseEvent[] {
    let text = piece
    if (this.#first && text !== '') {
      this.#first = false
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    const events: SseEvent[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== 10 && code !== 13) continue
      // The LF of a CRLF: its CR has ended the line already.
      if (!(code === 10 && this.#afterCr && at === from && this.#line === '')) {
        const done = this.#take(this.#line + text.slice(from, at))
        this.#line = ''
        if (done) events.push(done)
      }
      this.#afterCr = code === 13
      from = at + 1
    }
    if (from < text.length) {
      this.#line += text.slice(from)
      this.#afterCr = false
    }
    return events
  }

  #take(line: string): SseEvent | null {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    if (colon === 0) return null
    const field = colon < 0 ? line : line.slice(0, colon)
    const raw = colon < 0 ? '' : line.slice(colon + 1)
    const value = raw.startsWith(' ') ? raw.slice(1) : raw
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value)
    return null
  }

  #dispatch(): SseEvent | null {
    const event = this.#event || 'message'
    const data = this.#data
    this.#event = ''
    this.#data = []
    return data.length === 0 ? null : { event, data: data.join('\n'), id: this.#id }
  }
}
