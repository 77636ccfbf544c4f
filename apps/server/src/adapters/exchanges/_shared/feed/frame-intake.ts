import type { BookSlot, MarketKind } from '@makas/domain'
import type {
  ControlEvent,
  Endpoint,
  ExchangeProtocol,
  ExchangeReader,
  PerpFact,
  ReaderSink,
} from '../../../../app/ports/market/exchange-reader.ts'
import type { Connection } from '../socket/connection.ts'
import type { Dialect } from '../talk/dialect.ts'
import { BAD_MARK } from '../talk/refusals.ts'
import { KnownDepth } from './known-depth.ts'

/** Number of instruments below which a list may lose half of them at once. */
const FEW_LISTED = 10

/** Events that a feed acts on; `reading` is the connection whose frame is read, null for an answer to a REST call. */
export type IntakeEvents = {
  /** Too few levels are known: the best prices may have holes, and the book may no longer be believed. */
  exhausted(slot: BookSlot): void
  /** The book is good, but soon too few of its levels will be known. */
  shallow(slot: BookSlot): void
  /** The reader lost the book; the engine's sink has got the loss already. */
  lost(slot: BookSlot): void
  /** A frame of this book could not be read, and the book is lost. Returns whether its last frames could be read. */
  refused(slot: BookSlot, why: string): boolean
  listed(): void
  /** A complete list of `entries` is not believed, since there were many more `before`. */
  doubted(entries: number, before: number): void
  fact(fact: PerpFact, reading: Connection | null): void
  control(event: ControlEvent, reading: Connection | null): void
}

type Options = {
  readonly protocol: ExchangeProtocol
  readonly repair: Dialect['repair']
  readonly sink: ReaderSink
  readonly events: IntakeEvents
}

/**
 * The way of each text of one market from its connection into the books: it is read, taken as proof of its
 * subscription, limited to the known depth, and reported to the engine.
 */
export class FrameIntake {
  refused = 0
  readonly #sink: ReaderSink
  readonly #events: IntakeEvents
  readonly #reader: ExchangeReader
  /** Null unless books grow from snapshots of limited depth. */
  readonly #knownDepth: KnownDepth | null
  #reading: Connection | null = null
  /** Number of instruments in the last complete list of each market. */
  readonly #listed = new Map<MarketKind, number>()
  /** Markets whose newest list is doubted. */
  readonly #doubted = new Set<MarketKind>()

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

  /** The body of an answer to a REST call, received at `receivedAt` (ms). */
  answer(endpoint: Endpoint, body: Uint8Array, receivedAt: number): void {
    this.#reader.read(endpoint, body, receivedAt)
  }

  /** Notes a text that we send, before it leaves. */
  sent(endpoint: Endpoint, text: string): void {
    this.#reader.sent?.(endpoint, text)
  }

  /** Drops what the reader remembers of a book whose connection or subscription is gone. */
  forget(slot: BookSlot): void {
    this.#reader.forget(slot)
  }

  /** The engine's sink, with each event also passed to the feed that has to act on it. */
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
        this.#reading?.notData()
        const before = this.#listed.get(market)
        if (complete && before !== undefined && this.#isDoubtful(market, list.length, before)) {
          events.doubted(list.length, before)
          return
        }
        events.listed()
        if (complete) this.#listed.set(market, list.length)
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
      refused: (endpoint, why, book) => {
        this.refused++
        // A book that cannot be read is no reason to lose the others of its connection again and again.
        const isNews = book === undefined || events.refused(book, why)
        if (why !== BAD_MARK) {
          if (isNews) this.#reading?.refusedFrame()
          else this.#reading?.notData()
        }
        sink.refused(endpoint, why, book)
      },
    }
  }

  /** Whether a list lacks half or all of its instruments, and the list before it did not lack them too. */
  #isDoubtful(market: MarketKind, entries: number, before: number): boolean {
    const isLacking = before > 0 && entries <= before / 2 && (entries === 0 || before >= FEW_LISTED)
    if (!isLacking || this.#doubted.has(market)) {
      this.#doubted.delete(market)
      return false
    }
    this.#doubted.add(market)
    return true
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
