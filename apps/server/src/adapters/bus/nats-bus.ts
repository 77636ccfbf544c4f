import { randomBytes } from 'node:crypto'
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/nats-core'
import { connect } from '@nats-io/transport-node'
import {
  type Bus,
  type BusAnswer,
  MOST_ASKED_BYTES,
  type PublishResult,
  type StateVersion,
} from '../../app/ports/system/bus.ts'
import type { Clock } from '../../app/ports/system/clock.ts'
import type { EventLog } from '../../app/ports/system/event-log.ts'
import { type BusKeys, MessageCodes, opened, SEALED_BYTES, sealed } from './message-codes.ts'
import { natsAddress } from './nats-address.ts'
import { answerBytes, type Refusal } from './nats-answers.ts'
import { NatsQuestions } from './nats-questions.ts'
import { newestOnly } from './newest-only.ts'
import { type OwnState, OwnStates } from './own-states.ts'
import { FrameReader, framesOf } from './state-frames.ts'

/** Pause between connection attempts; a bus that is back is used within 5 s (reliability-matrix.md B1). */
const RETRY_MS = 250
const CONNECT_WITHIN_MS = 2_000
/** Interval of pings; after three unanswered pings the connection is given up. */
const PING_EVERY_MS = 2_000
const PINGS_UNANSWERED = 2
/**
 * A state that no newer one followed is sent again after this: single messages may be lost (reliability-matrix.md B2).
 */
const HEAL_AFTER_MS = 4_000
const HEAL_LOOK_MS = 1_000
/** Interval of log lines about messages of strangers. */
const STRANGER_EVERY_MS = 3_600_000

const PREFIX = 'makas'
const stateOf = (topic: string) => `${PREFIX}.state.${topic}`
const presentOf = (topic: string) => `${PREFIX}.present.${topic}`
const askOf = (topic: string) => `${PREFIX}.ask.${topic}`
const NOTHING = new Uint8Array(0)

type Options = {
  /** `nats://host:port`, several separated by commas. */
  readonly url: string
  /** Keys of the codes that tell our messages from strangers' messages; the same for all members. */
  readonly keys: BusKeys
  readonly clock: Clock
  readonly log: EventLog
  /** Whether a state's epoch was ever given out; left out: every epoch counts as given. */
  readonly isGiven?: (topic: string, epoch: number) => true | Promise<boolean>
}

type StateHandler = (version: StateVersion, bytes: Uint8Array) => void

/** Opens subscriptions; called again for every new connection. */
type Line = (connection: NatsConnection) => readonly Subscription[]

/**
 * A bus over NATS core, which stores nothing: publishers send their present state on request, and each new connection
 * opens all subscriptions again. Nothing is queued while the connection is cut, so no old state is sent later.
 */
export class NatsBus implements Bus {
  readonly #options: Options
  readonly #codes: MessageCodes
  readonly #publisher = randomBytes(8).readBigUInt64BE()
  readonly #own = new OwnStates()
  readonly #sentAt = new Map<string, number>()
  readonly #lines = new Map<Line, readonly Subscription[]>()
  readonly #presents = new Map<string, () => void>()
  readonly #running: Promise<void>
  #connection: NatsConnection | null = null
  #questions: NatsQuestions | null = null
  #strangerAt = Number.NEGATIVE_INFINITY
  /** Topics with a state under way on this connection. */
  #sending = new Set<string>()
  #isStopped = false
  #healing: { cancel(): void } | null = null
  #wake: () => void = () => undefined

  constructor(options: Options) {
    this.#options = options
    this.#codes = new MessageCodes(options.keys)
    this.#running = this.#keepConnected()
    this.#heal()
  }

  get isConnected(): boolean {
    return this.#connection !== null
  }

  publishState(topic: string, version: StateVersion, bytes: Uint8Array, isStill?: () => boolean): PublishResult {
    const taken = this.#own.take(topic, version, bytes, isStill)
    if (taken !== 'taken') return taken
    if (!this.#presents.has(topic)) {
      const callback = (_error: Error | null, message: Msg) => this.#tellPresent(topic, message)
      this.#presents.set(
        topic,
        this.#open((connection) => [connection.subscribe(presentOf(topic), { callback })]),
      )
    }
    void this.#send(topic)
    return taken
  }

  withdrawState(topic: string): void {
    this.#own.withdraw(topic)
    this.#sentAt.delete(topic)
    this.#presents.get(topic)?.()
    this.#presents.delete(topic)
  }

  watchState(topic: string, handler: (version: StateVersion, bytes: Uint8Array) => void): () => void {
    const heard = this.#given(topic, newestOnly(topic, handler, this.#options.log))
    const reading = () => {
      const reader = new FrameReader(this.#codes.of('state', topic))
      return (_error: Error | null, { data }: Msg) => {
        const reading = reader.read(data)
        if (reading.kind === 'whole') heard(reading.version, reading.bytes)
        else if (reading.kind === 'malformed') this.#refused(topic)
      }
    }
    return this.#open((connection) => {
      // The requested state may overtake a newer one or come between its parts: both ways have separate readers.
      const inbox = createInbox()
      const subscriptions = [
        connection.subscribe(stateOf(topic), { callback: reading() }),
        connection.subscribe(inbox, { callback: reading() }),
      ]
      const { message } = sealed(this.#codes.of('present', topic), NOTHING)
      connection.publish(presentOf(topic), message, { reply: inbox })
      return subscriptions
    })
  }

  async ask(topic: string, bytes: Uint8Array, deadlineMs: number): Promise<BusAnswer> {
    const [connection, questions] = [this.#connection, this.#questions]
    if (connection === null || questions === null || connection.isClosed()) return { kind: 'unanswered', why: 'cut' }
    if (bytes.length > mostAsked(connection)) return { kind: 'unanswered', why: 'too-large' }
    return questions.ask(topic, askOf(topic), bytes, deadlineMs)
  }

  serve(topic: string, handler: (bytes: Uint8Array) => Promise<Uint8Array>): () => void {
    return this.#open((connection) => [
      connection.subscribe(askOf(topic), {
        queue: this.#codes.group,
        callback: (_error, message) => void this.#answer(topic, handler, connection, message),
      }),
    ])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#healing?.cancel()
    this.#wake()
    await this.#connection?.close()
    await this.#running
  }

  /** Opens subscriptions now and with every new connection, until the returned function is called. */
  #open(line: Line): () => void {
    const connection = this.#connection
    // A closed connection stays in `#connection` until its end is handled.
    this.#lines.set(line, connection === null || connection.isClosed() ? [] : line(connection))
    return () => {
      for (const subscription of this.#lines.get(line) ?? []) subscription.unsubscribe()
      this.#lines.delete(line)
    }
  }

  async #keepConnected(): Promise<void> {
    const { log } = this.#options
    let isTold = false
    while (!this.#isStopped) {
      try {
        const connection = await this.#connect()
        this.#attach(connection)
        log('info', 'bus-whole', {})
        isTold = false
        const why = await connection.closed()
        if (!this.#isStopped) throw why ?? new Error('closed by the server')
      } catch (error) {
        if (!isTold) log('warn', 'bus-cut', { reason: String(error) })
        isTold = true
      }
      this.#connection = null
      await this.#pause()
    }
  }

  async #connect(): Promise<NatsConnection> {
    const { servers, user, pass, isSecure } = natsAddress(this.#options.url)
    const connection = await connect({
      servers: [...servers],
      ...(user === undefined ? {} : { user }),
      ...(pass === undefined ? {} : { pass }),
      ...(isSecure ? { tls: {} } : {}),
      name: PREFIX,
      // The library's own reconnection would queue messages and send them late.
      reconnect: false,
      timeout: CONNECT_WITHIN_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: PINGS_UNANSWERED,
    })
    if (this.#isStopped) await connection.close()
    return connection
  }

  #attach(connection: NatsConnection): void {
    if (connection.isClosed()) return
    this.#connection = connection
    const refused = (topic: string) => this.#refused(topic)
    this.#questions = new NatsQuestions({ connection, codes: this.#codes, clock: this.#options.clock, refused })
    this.#sending = new Set()
    for (const line of this.#lines.keys()) this.#lines.set(line, line(connection))
    for (const topic of this.#own.topics) void this.#send(topic)
  }

  /** Sends a topic's newest state, one at a time, so that a stuck server does not fill our memory. */
  async #send(topic: string): Promise<void> {
    const [connection, sending] = [this.#connection, this.#sending]
    if (connection === null || sending.has(topic)) return
    sending.add(topic)
    let sent: OwnState | undefined
    try {
      while (!connection.isClosed()) {
        const state = this.#own.get(topic)
        if (state === undefined || state === sent) break
        this.#publish(connection, stateOf(topic), topic, state)
        this.#sentAt.set(topic, this.#options.clock.now())
        sent = state
        await connection.flush()
      }
    } catch (error) {
      // The loss of the connection is logged elsewhere; the next one sends the newest state again.
      if (!connection.isClosed()) this.#options.log('warn', 'bus-state-not-sent', { topic, reason: String(error) })
    } finally {
      sending.delete(topic)
    }
  }

  #publish(connection: NatsConnection, subject: string, topic: string, { version, bytes }: OwnState): void {
    const frames = framesOf(this.#codes.of('state', topic), this.#publisher, version, bytes, mostBytes(connection))
    if (frames === null) this.#options.log('error', 'bus-state-too-large', { topic, bytes: bytes.length })
    else for (const frame of frames) connection.publish(subject, frame)
  }

  #tellPresent(topic: string, { data, reply }: Msg): void {
    const [connection, state] = [this.#connection, this.#own.get(topic)]
    if (opened(this.#codes.of('present', topic), data) === null) {
      this.#refused(topic)
      return
    }
    if (connection === null || connection.isClosed() || state === undefined || reply === undefined || reply === '')
      return
    this.#publish(connection, reply, topic, state)
  }

  async #answer(
    topic: string,
    handler: (bytes: Uint8Array) => Promise<Uint8Array>,
    connection: NatsConnection,
    message: Msg,
  ): Promise<void> {
    const question = opened(this.#codes.of('ask', topic), message.data)
    if (question === null) {
      this.#refused(topic)
      return
    }
    let answer: Uint8Array | Refusal
    try {
      const bytes = await handler(question.bytes)
      answer = bytes.length > mostAsked(connection) ? 'too-large' : bytes
    } catch (error) {
      this.#options.log('error', 'bus-answer-failed', { topic, reason: String(error) })
      answer = 'failed'
    }
    if (!connection.isClosed()) message.respond(answerBytes(this.#codes.of('answer', topic), question.code, answer))
  }

  /** `heard` for states whose epoch was given out. While that is looked up only the newest state waits. */
  #given(topic: string, heard: StateHandler): StateHandler {
    const { isGiven } = this.#options
    if (isGiven === undefined) return heard
    let waiting: { readonly version: StateVersion; readonly bytes: Uint8Array } | null = null
    return (version, bytes) => {
      const given = isGiven(topic, version.epoch)
      if (given === true) return heard(version, bytes)
      const one = { version, bytes }
      waiting = one
      void given.then((isOne) => {
        if (waiting !== one) return
        waiting = null
        if (isOne) heard(version, bytes)
      })
    }
  }

  /** A message that nobody with our key wrote: the bus is open to others, or a process has another key file. */
  #refused(topic: string): void {
    const { clock, log } = this.#options
    if (clock.now() - this.#strangerAt < STRANGER_EVERY_MS) return
    this.#strangerAt = clock.now()
    log('error', 'bus-stranger', { topic, alarm: true })
  }

  #heal(): void {
    const { clock } = this.#options
    this.#healing = clock.after(HEAL_LOOK_MS, () => {
      const due = clock.now() - HEAL_AFTER_MS
      for (const topic of this.#own.topics) if ((this.#sentAt.get(topic) ?? 0) <= due) void this.#send(topic)
      this.#heal()
    })
  }

  #pause(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(RETRY_MS, resolve)
      this.#wake = () => {
        timer.cancel()
        resolve()
      }
    })
  }
}

/** Bytes of a message, at most, as the server announced. */
const mostBytes = ({ info }: NatsConnection): number => info?.max_payload ?? MOST_ASKED_BYTES
/** Bytes of a question or answer, at most. */
const mostAsked = (connection: NatsConnection): number =>
  Math.min(MOST_ASKED_BYTES, mostBytes(connection) - SEALED_BYTES)
