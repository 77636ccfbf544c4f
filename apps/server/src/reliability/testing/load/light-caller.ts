import { connect, type Socket } from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')

/** Called at a call's end; null: no answer came. */
export type AnswerListener = (status: number | null) => void

/** A keep-alive connection for one call after the other; of answers it parses only status and length. */
export class LightCaller {
  #socket: Socket | null = null
  #answered: AnswerListener | null = null
  #status = 0
  /** Bytes of the body still to come; null before the head. */
  #left: number | null = null
  #head: Buffer = Buffer.alloc(0)
  readonly #port: number
  readonly #request: string

  constructor(port: number, path: string) {
    this.#port = port
    this.#request = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
  }

  call(answered: AnswerListener): void {
    this.#answered = answered
    this.#left = null
    this.#head = Buffer.alloc(0)
    if (this.#socket !== null) {
      this.#socket.write(this.#request)
      return
    }
    const socket = connect({ port: this.#port, host: '127.0.0.1' })
    socket.setNoDelay(true)
    socket.write(this.#request)
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#end(null)
    })
    this.#socket = socket
  }

  close(): void {
    this.#answered = null
    this.#socket?.destroy()
  }

  #take(bytes: Buffer): void {
    if (this.#left !== null) {
      this.#body(bytes.length)
      return
    }
    this.#head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    const end = this.#head.indexOf(HEAD_END)
    if (end < 0) return
    const head = this.#head.toString('latin1', 0, end)
    this.#status = Number(head.slice(9, 12))
    this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    this.#body(this.#head.length - end - HEAD_END.length)
  }

  #body(length: number): void {
    this.#left = (this.#left ?? 0) - length
    if (this.#left <= 0) this.#end(this.#status)
  }

  #end(status: number | null): void {
    const answered = this.#answered
    this.#answered = null
    answered?.(status)
  }
}
