import {
  type BookSlot,
  FrameApplier,
  type FrameOutcome,
  type FrameShape,
  type LossReason,
  type MarketKind,
} from '@makas/domain'
import type { Endpoint, ReaderSink } from '../../../../app/ports/market/exchange-reader.ts'
import type { DepthFrame } from './depth-frame.ts'

/** What a reader remembers of one book between its frames. */
type TrackedBook<T> = { readonly slot: BookSlot; readonly memory: T }

/** The book that a name in a usual frame stands for; `otherName` is the text that a shape's `other-name` must match. */
export type BookName = {
  readonly market: MarketKind
  readonly symbol: string
  readonly channel: string
  readonly otherName: string
}

/** The usual frames of an exchange: a change that is next in sequence, and a snapshot, where one comes the same way. */
export type UsualFrames = { readonly change: FrameShape; readonly snapshot: FrameShape | null }

/** The steps of a book's change, common to all exchanges: invalidate first, report second (reliability-matrix.md 5). */
export class BookUpdater<T> {
  readonly sink: ReaderSink
  readonly #create: () => T
  readonly #resolve: (name: string) => BookName | null
  readonly #applier = new FrameApplier()
  readonly #spot = new Map<string, TrackedBook<T>>()
  readonly #perp = new Map<string, TrackedBook<T>>()

  /** @param resolve finds the book of a name in a usual frame, null where there is none; called once for each book. */
  constructor(sink: ReaderSink, create: () => T, resolve: (name: string) => BookName | null) {
    this.sink = sink
    this.#create = create
    this.#resolve = resolve
  }

  /** Applies a usual frame: the next change of its book, or a snapshot. False: any other frame, which was not read. */
  applyUsual({ change, snapshot }: UsualFrames, bytes: Uint8Array, now: number): boolean {
    const applier = this.#applier
    applier.load(bytes)
    let outcome = applier.apply(change, now)
    if (outcome === 'unread' && this.#learn(applier.unknownName)) outcome = applier.apply(change, now)
    if (outcome === 'unread' && snapshot !== null) outcome = this.#replace(snapshot, now)
    const { slot } = applier
    if (outcome === 'unread' || slot === null) return false
    if (outcome === 'checksum-mismatch') this.checksumMismatch(slot)
    else if (outcome === 'replaced') {
      if (this.#revive(slot, now)) this.sink.touched(slot)
    } else if (outcome === 'crossed' && !slot.guardCrossing(now)) this.sink.lost(slot, 'crossed')
    else this.sink.touched(slot, outcome !== 'applied')
    return true
  }

  /**
   * Applies a usual snapshot without a checksum, of a body that its shape names by the bytes `before` it. Reports only
   * a loss, so that the changes that waited for the snapshot can be applied first.
   * Null: any other body, which was not read; false: the book is crossed for too long or too often.
   */
  applySnapshot(shape: FrameShape, before: Uint8Array, bytes: Uint8Array, now: number): boolean | null {
    const applier = this.#applier
    applier.load(bytes, before)
    const { slot } = this.#replace(shape, now) === 'replaced' ? applier : { slot: null }
    return slot === null ? null : this.#revive(slot, now)
  }

  #replace(shape: FrameShape, now: number): FrameOutcome {
    const applier = this.#applier
    const outcome = applier.replace(shape, now)
    return outcome === 'unread' && this.#learn(applier.unknownName) ? applier.replace(shape, now) : outcome
  }

  #revive(slot: BookSlot, now: number): boolean {
    if (slot.replaced(now)) return true
    this.sink.lost(slot, 'crossed')
    return false
  }

  /** Adds a name to the core's symbol table; false where it stands for no book of ours. */
  #learn(name: string | null): boolean {
    const named = name === null ? null : this.#resolve(name)
    const slot = named === null ? null : this.bookOf(named.market, named.symbol, named.channel)
    if (name === null || named === null || slot === null) return false
    this.#keep(slot)
    this.#applier.register(name, named.otherName, slot)
    return true
  }

  /** Loses a book whose checksum differs from the one sent. */
  checksumMismatch(slot: BookSlot): void {
    slot.checksumMismatches++
    this.lose(slot, 'checksum')
  }

  /** The reader's memory of a book; a new one when another slot has taken the book's place. */
  memory(slot: BookSlot): T {
    return this.#keep(slot).memory
  }

  /** The book of an instrument if this channel makes it, with the reader's memory of the book. */
  find(market: MarketKind, symbol: string, channel: string): TrackedBook<T> | null {
    const slot = this.bookOf(market, symbol, channel)
    return slot === null ? null : this.#keep(slot)
  }

  #keep(slot: BookSlot): TrackedBook<T> {
    const books = slot.market === 'spot' ? this.#spot : this.#perp
    const known = books.get(slot.symbol)
    if (known !== undefined && known.slot === slot) return known
    if (known !== undefined) this.#applier.unregister(known.slot)
    const tracked = { slot, memory: this.#create() }
    books.set(slot.symbol, tracked)
    return tracked
  }

  forget(slot: BookSlot): void {
    const books = slot.market === 'spot' ? this.#spot : this.#perp
    const known = books.get(slot.symbol)
    if (known === undefined) return
    this.#applier.unregister(known.slot)
    books.delete(slot.symbol)
  }

  lose(slot: BookSlot, reason: LossReason): void {
    slot.lose(reason)
    this.sink.lost(slot, reason)
  }

  /** Replaces or changes the levels. False when the book cannot hold them exactly: it is then lost. */
  setLevels(endpoint: Endpoint, slot: BookSlot, frame: DepthFrame): boolean {
    if (frame.snapshot) slot.beginSnapshot()
    if (frame.applyTo(slot.book)) {
      slot.book.truncate()
      return true
    }
    this.refuse(endpoint, 'number-range', slot)
    return false
  }

  /** Makes the levels that were set valid. False when the book is crossed too long or too often: it is then lost. */
  accept(slot: BookSlot, frame: DepthFrame, now: number, seq: number): boolean {
    slot.parsedFrames++
    if (slot.applied(frame.snapshot ? 'snapshot' : 'delta', now, frame.eventTime, seq)) return true
    this.sink.lost(slot, 'crossed')
    return false
  }

  /** Runs `setLevels` and `accept` and reports to the sink, for frames without a checksum. */
  apply(endpoint: Endpoint, slot: BookSlot, frame: DepthFrame, now: number, seq: number): boolean {
    if (!this.setLevels(endpoint, slot, frame) || !this.accept(slot, frame, now, seq)) return false
    this.sink.touched(slot)
    return true
  }

  /** Takes a frame that repeats the state of the book: a sign of life. */
  repeat(slot: BookSlot, frame: DepthFrame, now: number, seq: number): void {
    slot.repeated(now, frame.eventTime, seq)
    this.sink.touched(slot)
  }

  /** Counts a frame that cannot be accepted; its book, where it is known, is lost. */
  refuse(endpoint: Endpoint, why: string, slot: BookSlot | null): void {
    if (slot !== null) this.lose(slot, 'refused')
    this.sink.refused(endpoint, why, slot ?? undefined)
  }

  /** The book of an instrument if this channel makes it, or if the channel could not be read (null). */
  bookOf(market: MarketKind, symbol: string | null, channel: string | null): BookSlot | null {
    if (symbol === null) return null
    const slot = this.sink.slot(market, symbol)
    return slot !== null && (channel === null || slot.channel === channel) ? slot : null
  }

  /** Loses a book after the exchange confirmed the end of its subscription. */
  unsubscribed(slot: BookSlot): void {
    this.forget(slot)
    this.lose(slot, 'down')
  }
}
