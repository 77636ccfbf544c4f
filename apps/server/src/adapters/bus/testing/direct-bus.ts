import {
  type Bus,
  type BusAnswer,
  type BusFailure,
  MOST_ASKED_BYTES,
  type PublishResult,
  type StateVersion,
} from '../../../app/ports/system/bus.ts'
import type { Clock } from '../../../app/ports/system/clock.ts'
import type { EventLog } from '../../../app/ports/system/event-log.ts'
import { newestOnly } from '../newest-only.ts'
import { OwnStates } from '../own-states.ts'

type Handler = (version: StateVersion, bytes: Uint8Array) => void
type Answerer = (bytes: Uint8Array) => Promise<Uint8Array>

const unanswered = (why: BusFailure): BusAnswer => ({ kind: 'unanswered', why })

/** A bus between members of one process: each message arrives in a later turn of the event loop, and none is lost. */
export class DirectBus implements Bus {
  readonly #members: Set<DirectBus>
  readonly #clock: Clock
  readonly #log: EventLog
  readonly #own = new OwnStates()
  readonly #watchers = new Map<string, Set<Handler>>()
  readonly #answerers = new Map<string, Answerer>()
  readonly #waiting = new Set<(answer: BusAnswer) => void>()
  #asks = 0

  /** Joins `members`. */
  constructor(members: Set<DirectBus>, clock: Clock, log: EventLog) {
    this.#members = members.add(this)
    this.#clock = clock
    this.#log = log
  }

  get isConnected(): boolean {
    return this.#members.has(this)
  }

  publishState(topic: string, version: StateVersion, bytes: Uint8Array, isStill?: () => boolean): PublishResult {
    const taken = this.#own.take(topic, version, bytes, isStill)
    if (taken === 'taken' && this.isConnected) for (const member of this.#members) member.#hear(this, topic)
    return taken
  }

  withdrawState(topic: string): void {
    this.#own.withdraw(topic)
  }

  watchState(topic: string, handler: Handler): () => void {
    const heard = newestOnly(topic, handler, this.#log)
    const watchers = this.#watchers.get(topic) ?? new Set()
    this.#watchers.set(topic, watchers.add(heard))
    for (const member of this.#members) this.#hear(member, topic)
    return () => watchers.delete(heard)
  }

  ask(topic: string, bytes: Uint8Array, deadlineMs: number): Promise<BusAnswer> {
    if (!this.isConnected) return Promise.resolve(unanswered('cut'))
    if (bytes.length > MOST_ASKED_BYTES) return Promise.resolve(unanswered('too-large'))
    return new Promise((resolve) => {
      const end = (answer: BusAnswer) => {
        timer.cancel()
        this.#waiting.delete(end)
        resolve(answer)
      }
      const timer = this.#clock.after(deadlineMs, () => end(unanswered('late')))
      this.#waiting.add(end)
      setImmediate(() => this.#pass(topic, bytes, end))
    })
  }

  serve(topic: string, handler: Answerer): () => void {
    this.#answerers.set(topic, handler)
    return () => this.#answerers.delete(topic)
  }

  async stop(): Promise<void> {
    this.#members.delete(this)
    for (const end of [...this.#waiting]) end(unanswered('cut'))
  }

  /** Tells this member's watchers the state that another member publishes. */
  #hear(publisher: DirectBus, topic: string): void {
    const state = publisher.#own.get(topic)
    if (state === undefined) return
    setImmediate(() => {
      if (this.isConnected) for (const heard of this.#watchers.get(topic) ?? []) heard(state.version, state.bytes)
    })
  }

  /** Passes a question to one of the topic's servers, in turn. A server that stops before it answers answers no more. */
  async #pass(topic: string, bytes: Uint8Array, end: (answer: BusAnswer) => void): Promise<void> {
    const serving = [...this.#members].filter((member) => member.#answerers.has(topic))
    const server = serving[++this.#asks % serving.length]
    if (server === undefined) return end(unanswered('nobody'))
    const answer = await server.#answer(topic, bytes)
    if (server.isConnected) end(answer)
  }

  async #answer(topic: string, question: Uint8Array): Promise<BusAnswer> {
    try {
      const handler = this.#answerers.get(topic)
      if (handler === undefined) return unanswered('nobody')
      const bytes = await handler(question)
      return bytes.length > MOST_ASKED_BYTES ? unanswered('too-large') : { kind: 'answered', bytes }
    } catch (error) {
      this.#log('error', 'bus-answer-failed', { topic, reason: String(error) })
      return unanswered('failed')
    }
  }
}
