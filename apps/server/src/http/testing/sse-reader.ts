import { request } from 'node:http'

/** A server-sent event; `data` is parsed JSON. */
export type SseEvent = { readonly id: string | null; readonly event: string; readonly data: Record<string, unknown> }

/** A reader of server-sent events: collects whole events and comments, and notes the end of the stream. */
export class SseReader {
  readonly events: SseEvent[] = []
  readonly other: string[] = []
  headers: Record<string, unknown> = {}
  status = 0
  isEnded = false
  readonly #cut: () => void
  #rest = ''

  constructor(origin: string, headers: Record<string, string> = {}, path = '/api/stream?mode=spot') {
    const asked = request(origin + path, { headers, agent: false }, (answer) => {
      this.status = answer.statusCode ?? 0
      this.headers = answer.headers
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => this.#take(piece))
      answer.on('close', () => {
        this.isEnded = true
      })
      answer.on('error', () => {
        this.isEnded = true
      })
    })
    asked.on('error', () => {
      this.isEnded = true
    })
    asked.end()
    this.#cut = () => asked.destroy()
  }

  of(event: string): SseEvent[] {
    return this.events.filter((one) => one.event === event)
  }

  cut(): void {
    this.#cut()
  }

  #take(piece: string): void {
    this.#rest += piece
    const blocks = this.#rest.split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
      const event = field('event')
      if (event === undefined) this.other.push(block)
      else this.events.push({ id: field('id') ?? null, event, data: JSON.parse(field('data') ?? 'null') })
    }
  }
}
