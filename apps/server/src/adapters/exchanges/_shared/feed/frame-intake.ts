import type { BookSlot } from '@makas/domain'
import type {
  ControlEvent,
  Endpoint,
  ExchangeProtocol,
  ExchangeReader,
  PerpFact,
  ReaderSink,
} from '../../../../app/ports/exchange-reader.ts'
import type { Connection } from '../socket/connection.ts'
import type { Dialect } from '../talk/dialect.ts'
import { BAD_MARK } from '../talk/refusals.ts'
import { KnownDepth } from './known-depth.ts'

/** What a feed has to act on; `reading` is the connection that brought it, null where an answer to a call did. */
export type IntakeEvents = {
  /** So few levels are known that the best prices may have holes: the book may no longer be believed. */
  exhausted(slot: BookSlot): void
  /** The book is good, but soon too few of its levels will be known. */
  shallow(slot: BookSlot): void
  /** The reader lost the book; the engine has been told. */
  lost(slot: BookSlot): void
  listed(): void
  fact(fact: PerpFact, reading: Connection | null): void
  control(event: ControlEvent, reading: Connection | null): void
}

type Options = {
  readonly protocol: ExchangeProtocol
  readonly repair: Dialect['repair']
  /** The engine's. */
  readonly sink: ReaderSink
  readonly events: IntakeEvents
}

/**
 * The way of each text of one market from its connection into the books: read, taken as proof of its subscription, seen as
 * deep as the book is known, and told to the engine.
 */
export class FrameIntake {
  /** Frames that could not be accepted. */
  refused = 0
  readonly #sink: ReaderSink
  readonly #events: IntakeEvents
  readonly #reader: ExchangeReader
  /** Only where books grow from snapshots of limited depth. */
  readonly #knownDepth: KnownDepth | null
  #reading: Connection | null = null

  constructor({ protocol, repair, sink, events }: Options) {
    this.#sink = sink
    this.#events = events
    this.#knownDepth = repair.kind === 'snapshot' ? new KnownDepth(repair.levels) : null
    this.#reader = protocol.reader(this.#listeningSink())
  }

  /** A frame of a connection, received at `receivedAt` (ms). */
  frame(endpoint: Endpoint, connection: Connection, bytes: Uint8Array, receivedAt: number): void {
    this.#reading = connection
    this.#reader.read(endpoint, bytes, receivedAt)
    this.#reading = null
  }

  binary(endpoint: Endpoint, connection: Connection): void {
    this.refused++
    connection.refusedFrame()
    this.#sink.refused(endpoint, 'binary')
  }

  /** The body of an answer to a call, received at `receivedAt` (ms). */
  answer(endpoint: Endpoint, body: Uint8Array, receivedAt: number): void {
    this.#reader.read(endpoint, body, receivedAt)
  }

  /** A text that we send, before it leaves. */
  sent(endpoint: Endpoint, text: string): void {
    this.#reader.sent(endpoint, text)
  }

  /** What the reader remembers of a book whose connection or subscription is gone. */
  forget(slot: BookSlot): void {
    this.#reader.forget(slot)
  }

  /** The engine's sink, with an ear for what the feed has to act on. */
  #listeningSink(): ReaderSink {
    const sink = this.#sink
    const events = this.#events
    return {
      slot: (market, symbol) => sink.slot(market, symbol),
      touched: (slot, isTopMoved) => this.#touched(slot, isTopMoved),
      lost: (slot, reason) => {
        sink.lost(slot, reason)
        events.lost(slot)
      },
      instruments: (exchange, market, list, complete) => {
        events.listed()
        this.#reading?.notData()
        sink.instruments(exchange, market, list, complete)
      },
      fact: (exchange, fact) => {
        events.fact(fact, this.#reading)
        sink.fact(exchange, fact)
      },
      control: (endpoint, event) => {
        this.#reading?.control(event)
        events.control(event, this.#reading)
        sink.control(endpoint, event)
      },
      refused: (endpoint, why) => {
        this.refused++
        if (why !== BAD_MARK) this.#reading?.refusedFrame()
        sink.refused(endpoint, why)
      },
    }
  }

  #touched(slot: BookSlot, isTopMoved: boolean | undefined): void {
    this.#reading?.subscriptions.seen(slot.symbol)
    const known = this.#knownDepth?.look(slot)
    if (known === 'lost') {
      this.#events.exhausted(slot)
      return
    }
    this.#sink.touched(slot, isTopMoved)
    if (known === 'refresh') this.#events.shallow(slot)
  }
}
