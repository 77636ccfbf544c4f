import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { OwnStates } from './own-states.ts'
import type { FromHub, ToHub } from './posted-messages.ts'

type Member = { readonly port: MessagePort; readonly watched: Set<string>; readonly served: Set<string> }

/** The hub of a bus within one process: carries messages between its members in any threads. */
export class BusHub {
  readonly #members = new Map<Member, OwnStates>()
  /** Open questions by the hub's own number: the asker with its own id, and the answerer. */
  readonly #asked = new Map<number, { readonly asker: Member; readonly id: number; readonly answerer: Member }>()
  #asks = 0

  /** Adds a member; returns its port, for a `PostedBus` of any thread. */
  join(): MessagePort {
    const { port1, port2 } = new MessageChannel()
    const member: Member = { port: port1, watched: new Set(), served: new Set() }
    this.#members.set(member, new OwnStates())
    port1.on('message', (message: ToHub) => this.#take(member, message))
    port1.once('close', () => this.#left(member))
    port1.unref()
    return port2
  }

  #take(member: Member, message: ToHub): void {
    const { watched, served } = member
    switch (message.kind) {
      case 'publish': {
        const { topic, version, bytes } = message
        if (this.#members.get(member)?.take(topic, version, bytes) !== 'taken') return
        for (const other of this.#members.keys())
          if (other.watched.has(topic)) this.#tell(other, { kind: 'state', topic, version, bytes })
        return
      }
      case 'withdraw':
        this.#members.get(member)?.withdraw(message.topic)
        return
      case 'watch':
        watched.add(message.topic)
        for (const states of this.#members.values()) {
          const state = states.get(message.topic)
          if (state !== undefined)
            this.#tell(member, { kind: 'state', topic: message.topic, version: state.version, bytes: state.bytes })
        }
        return
      case 'unwatch':
        watched.delete(message.topic)
        return
      case 'serve':
        served.add(message.topic)
        return
      case 'unserve':
        served.delete(message.topic)
        return
      case 'ask':
        this.#ask(member, message)
        return
      case 'answer': {
        const waiting = this.#asked.get(message.id)
        this.#asked.delete(message.id)
        if (waiting === undefined) return
        this.#tell(waiting.asker, { kind: 'answered', id: waiting.id, answer: message.answer })
      }
    }
  }

  /** Passes a question to one of the topic's servers, in turn. */
  #ask(asker: Member, { id, topic, bytes }: Extract<ToHub, { kind: 'ask' }>): void {
    const serving = [...this.#members.keys()].filter(({ served }) => served.has(topic))
    const number = ++this.#asks
    const answerer = serving[number % serving.length]
    if (answerer === undefined) {
      this.#tell(asker, { kind: 'answered', id, answer: { kind: 'unanswered', why: 'nobody' } })
      return
    }
    this.#asked.set(number, { asker, id, answerer })
    this.#tell(answerer, { kind: 'asked', id: number, topic, bytes })
  }

  /** Removes a member; questions that it had are not answered any more, as after the death of a process. */
  #left(member: Member): void {
    this.#members.delete(member)
    for (const [id, { asker, answerer }] of this.#asked)
      if (asker === member || answerer === member) this.#asked.delete(id)
  }

  #tell({ port }: Member, message: FromHub): void {
    port.postMessage(message)
  }
}
