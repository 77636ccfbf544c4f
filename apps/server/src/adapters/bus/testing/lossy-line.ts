import { type AddressInfo, Server, Socket } from 'node:net'

const LINE_END = '\r\n'

/** Treatment of a message on its way to a member. */
export type Strike = 'pass' | 'drop' | 'repeat'

/** A proxy of a NATS server that drops and repeats single messages to its clients. */
export class LossyLine {
  readonly struck: Record<Strike, number> = { pass: 0, drop: 0, repeat: 0 }
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(port: number, strike: (subject: string) => Strike) {
    this.#server = new Server((near) => {
      const far = new Socket().connect(port, '127.0.0.1')
      const messages = new MessageCutter((piece, subject) => {
        const what = subject === null ? 'pass' : strike(subject)
        if (subject !== null) this.struck[what]++
        for (let time = 0; time < { drop: 0, pass: 1, repeat: 2 }[what]; time++) near.write(piece)
      })
      near.on('data', (piece) => far.write(piece))
      far.on('data', (piece) => messages.take(piece))
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
      }
    })
  }

  static async to(port: number, strike: (subject: string) => Strike): Promise<LossyLine> {
    const line = new LossyLine(port, strike)
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve))
    return line
  }

  get url(): string {
    return `nats://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

/** Splits a NATS server's stream into operations: `MSG` and `HMSG` with their subject, others without. */
class MessageCutter {
  readonly #told: (piece: Buffer, subject: string | null) => void
  #rest: Buffer = Buffer.alloc(0)

  constructor(told: (piece: Buffer, subject: string | null) => void) {
    this.#told = told
  }

  take(piece: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, piece])
    for (let end = this.#end(); end > 0; end = this.#end()) {
      const operation = this.#rest.subarray(0, end)
      const [kind, subject = null] = operation.subarray(0, operation.indexOf(LINE_END)).toString().split(' ')
      this.#told(Buffer.from(operation), kind === 'MSG' || kind === 'HMSG' ? subject : null)
      this.#rest = this.#rest.subarray(end)
    }
  }

  /** End of the first operation, in bytes; 0 while it is incomplete. */
  #end(): number {
    const line = this.#rest.indexOf(LINE_END)
    if (line < 0) return 0
    const words = this.#rest.subarray(0, line).toString().split(' ')
    const head = line + LINE_END.length
    // `MSG <subject> <sid> [reply] <bytes>`, `HMSG <subject> <sid> [reply] <header bytes> <bytes>`
    const end = /^H?MSG$/.test(words[0] ?? '') ? head + Number(words.at(-1)) + LINE_END.length : head
    return this.#rest.length < end ? 0 : end
  }
}
