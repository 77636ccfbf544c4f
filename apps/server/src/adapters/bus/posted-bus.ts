import type { MessagePort } from 'node:worker_threads'
import {
  type Bus,
  type BusAnswer,
  MOST_ASKED_BYTES,
  type PublishResult,
  type StateVersion,
} from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import { newestOnly } from './newest-only.ts'
import { OwnStates } from './own-states.ts'
import type { FromHub, ToHub } from './posted-messages.ts'

type Options = {
  /** A port of a `BusHub`, which may run in another thread. */
  readonly port: MessagePort
  readonly clock: Clock
  readonly log: EventLog
}

type Handler = (version: StateVersion, bytes: Uint8Array) => void
type Answerer = (bytes: Uint8Array) => Promise<Uint8Array>

const unanswered = (why: Extract<BusAnswer, { kind: 'unanswered' }>['why']): BusAnswer => ({ kind: 'unanswered', why })

/** A bus within one process, over message ports: nothing is lost, and only the process's threads are members. */
export class PostedBus implements Bus {
  readonly #options: Options
  readonly #own = new OwnStates()
  readonly #watchers = new Map<string, Set<Handler>>()
  readonly #answerers = new Map<string, Answerer>()
  readonly #waiting = new Map<number, (answer: BusAnswer) => void>()
  #asks = 0
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    options.port.on('message', (message: FromHub) => this.#hear(message))
    options.port.unref()
  }

  get isConnected(): boolean {
    return !this.#isStopped
  }

  publishState(topic: string, version: StateVersion, bytes: Uint8Array, isStill?: () => boolean): PublishResult {
    const taken = this.#own.take(topic, version, bytes, isStill)
    if (taken === 'taken' && isStill?.() !== false) this.#post({ kind: 'publish', topic, version, bytes })
    return taken
  }

  withdrawState(topic: string): void {
    this.#own.withdraw(topic)
    this.#post({ kind: 'withdraw', topic })
  }

  watchState(topic: string, handler: Handler): () => void {
    const heard = newestOnly(topic, handler, this.#options.log)
    const watchers = this.#watchers.get(topic) ?? new Set()
    this.#watchers.set(topic, watchers.add(heard))
    this.#post({ kind: 'watch', topic })
    return () => {
      watchers.delete(heard)
      if (watchers.size > 0) return
      this.#watchers.delete(topic)
      this.#post({ kind: 'unwatch', topic })
    }
  }

  ask(topic: string, bytes: Uint8Array, deadlineMs: number): Promise<BusAnswer> {
    if (this.#isStopped) return Promise.resolve(unanswered('cut'))
    if (bytes.length > MOST_ASKED_BYTES) return Promise.resolve(unanswered('too-large'))
    const id = ++this.#asks
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(deadlineMs, () => end(unanswered('late')))
      const end = (answer: BusAnswer) => {
        timer.cancel()
        this.#waiting.delete(id)
        resolve(answer)
      }
      this.#waiting.set(id, end)
      this.#post({ kind: 'ask', id, topic, bytes })
    })
  }

  serve(topic: string, handler: Answerer): () => void {
    this.#answerers.set(topic, handler)
    this.#post({ kind: 'serve', topic })
    return () => {
      this.#answerers.delete(topic)
      this.#post({ kind: 'unserve', topic })
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#options.port.close()
    for (const end of [...this.#waiting.values()]) end(unanswered('cut'))
  }

  #hear(message: FromHub): void {
    if (message.kind === 'state')
      for (const heard of this.#watchers.get(message.topic) ?? []) heard(message.version, message.bytes)
    else if (message.kind === 'answered') this.#waiting.get(message.id)?.(message.answer)
    else void this.#answer(message)
  }

  async #answer({ id, topic, bytes }: Extract<FromHub, { kind: 'asked' }>): Promise<void> {
    const handler = this.#answerers.get(topic)
    let answer = unanswered('failed')
    try {
      const reply = await handler?.(bytes)
      if (reply !== undefined)
        answer = reply.length > MOST_ASKED_BYTES ? unanswered('too-large') : { kind: 'answered', bytes: reply }
    } catch (error) {
      this.#options.log('error', 'bus-answer-failed', { topic, reason: String(error) })
    }
    this.#post({ kind: 'answer', id, answer })
  }

  #post(message: ToHub): void {
    if (!this.#isStopped) this.#options.port.postMessage(message)
  }
}
