import { createInbox, type Msg, type NatsConnection } from '@nats-io/nats-core'
import type { BusAnswer } from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import { type MessageCodes, sealed } from './message-codes.ts'
import { answerIn } from './nats-answers.ts'

/** Status of a server's message that nobody listens to a question's subject. */
const NOBODY = 503

type Options = {
  readonly connection: NatsConnection
  readonly codes: MessageCodes
  readonly clock: Clock
  /** Called with a topic for each answer that nobody of us gave. */
  readonly refused: (topic: string) => void
}

/**
 * Questions over one connection. Whoever is on the bus can answer a question; only an answer with the right code ends
 * the wait for it.
 */
export class NatsQuestions {
  readonly #options: Options
  readonly #inbox = createInbox()
  /** Open questions by the last word of their reply subject. */
  readonly #open = new Map<string, (message: Msg | null) => void>()
  #asked = 0

  constructor(options: Options) {
    this.#options = options
    const { connection } = options
    const callback = (_error: Error | null, message: Msg) =>
      this.#open.get(message.subject.slice(this.#inbox.length + 1))?.(message)
    connection.subscribe(`${this.#inbox}.*`, { callback })
    const end = () => {
      for (const hear of [...this.#open.values()]) hear(null)
    }
    void connection.closed().then(end, end)
  }

  /** Asks on a subject; ends within `deadlineMs`, and as `cut` when the connection ends. */
  ask(topic: string, subject: string, bytes: Uint8Array, deadlineMs: number): Promise<BusAnswer> {
    const { connection, codes, clock, refused } = this.#options
    const { message, code } = sealed(codes.of('ask', topic), bytes)
    const name = String(++this.#asked)
    return new Promise((resolve) => {
      const end = (answer: BusAnswer) => {
        timer.cancel()
        this.#open.delete(name)
        resolve(answer)
      }
      const timer = clock.after(deadlineMs, () => end({ kind: 'unanswered', why: 'late' }))
      this.#open.set(name, (given) => {
        if (given === null) return end({ kind: 'unanswered', why: 'cut' })
        if (given.data.length === 0 && given.headers?.code === NOBODY) return end({ kind: 'unanswered', why: 'nobody' })
        const answer = answerIn(codes.of('answer', topic), code, given.data)
        if (answer === null) refused(topic)
        else end(answer)
      })
      try {
        connection.publish(subject, message, { reply: `${this.#inbox}.${name}` })
      } catch {
        // The connection is closing, which is logged where it is kept.
        end({ kind: 'unanswered', why: 'cut' })
      }
    })
  }
}
