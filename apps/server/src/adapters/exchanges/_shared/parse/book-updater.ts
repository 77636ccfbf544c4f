import {
  type BookSlot,
  DeltaApplier,
  type DeltaOutcome,
  type FrameShape,
  type LossReason,
  type MarketKind,
} from '@makas/domain'
import type { Endpoint, ReaderSink } from '../../../../app/ports/exchange-reader.ts'
import type { DepthFrame } from './depth-frame.ts'

/** What a reader remembers of one book between its frames; `isGone` when it no longer does. */
export type TrackedBook<T> = { readonly slot: BookSlot; readonly memory: T; isGone: boolean }

/**
 * What the text of a topic stands for: texts are resolved once, and so are their books. The names are those that a shape
 * of frames has for it: as `name` (empty: its frames follow on nothing), and as `other-name` where it has one.
 */
export type BookTopic<T> = { tracked: TrackedBook<T> | null; readonly frameName: string; readonly otherName: string }

/** The book that a name in an exchange's usual frames stands for; `otherName` is the text that a shape's `other-name` must match. */
export type NamedBook = {
  readonly market: MarketKind
  readonly symbol: string
  readonly channel: string
  readonly otherName: string
}

/** The usual frames of an exchange: a change that is next in sequence, and a snapshot. */
export type UsualFrames = { readonly change: FrameShape; readonly snapshot: FrameShape }

/** The steps that change a book, the same on every exchange: invalidate first, tell second (reliability-matrix.md 5). */
export class BookUpdater<T> {
  readonly sink: ReaderSink
  readonly #create: () => T
  readonly #resolve: (name: string) => NamedBook | null
  readonly #applier = new DeltaApplier()
  readonly #spot = new Map<string, TrackedBook<T>>()
  readonly #perp = new Map<string, TrackedBook<T>>()

  /** @param resolve says what a name in a usual frame stands for, null where it is none of a book; asked once for each book. */
  constructor(sink: ReaderSink, create: () => T, resolve: (name: string) => NamedBook | null = () => null) {
    this.sink = sink
    this.#create = create
    this.#resolve = resolve
  }

  /** Applies a usual frame: a change that follows directly on what its book has, or a snapshot. False: it is another, and was not read. */
  applyUsual(usual: UsualFrames, bytes: Uint8Array, now: number): boolean {
    const outcome = this.#applier.apply(usual.change, bytes, now)
    return this.#tell(outcome === 'unread' ? this.#applyRarer(usual, now) : outcome, now)
  }

  /** A snapshot, or a frame of a book whose name was not known yet. */
  #applyRarer({ change, snapshot }: UsualFrames, now: number): DeltaOutcome {
    const applier = this.#applier
    const outcome = this.#learn(applier.unknownName) ? applier.again(change, now) : 'unread'
    if (outcome !== 'unread') return outcome
    const replaced = applier.replace(snapshot, now)
    if (replaced !== 'unread' || !this.#learn(applier.unknownName)) return replaced
    return applier.replace(snapshot, now)
  }

  /** Whether a name stands for a book of ours: it does for the core from now on. */
  #learn(name: string | null): boolean {
    const named = name === null ? null : this.#resolve(name)
    const slot = named === null ? null : this.bookOf(named.market, named.symbol, named.channel)
    if (name === null || named === null || slot === null) return false
    this.#keep(slot)
    this.#applier.register(name, named.otherName, slot)
    return true
  }

  /** Applies a frame of this shape that follows directly on what its book has. False: it is another, and was not read. */
  applyDelta(shape: FrameShape, bytes: Uint8Array, now: number): boolean {
    return this.#tell(this.#applier.apply(shape, bytes, now), now)
  }

  #tell(outcome: DeltaOutcome, now: number): boolean {
    const { slot } = this.#applier
    if (outcome === 'unread' || slot === null) return false
    if (outcome === 'checksum-mismatch') this.checksumMismatch(slot)
    else if (outcome === 'replaced') {
      if (slot.replaced(now)) this.sink.touched(slot)
      else this.sink.lost(slot, 'crossed')
    } else if (outcome === 'crossed' && !slot.guardCrossing(now)) this.sink.lost(slot, 'crossed')
    else this.sink.touched(slot, outcome !== 'applied')
    return true
  }

  /** The checksum of the changed book is another than the one sent. */
  checksumMismatch(slot: BookSlot): void {
    slot.checksumsBad++
    this.lose(slot, 'checksum')
  }

  /** The reader's memory of a book; a new one when the book is another than before. */
  memory(slot: BookSlot): T {
    return this.#keep(slot).memory
  }

  /**
   * The book of an instrument if this channel is the one that makes it, with the memory of it. A topic that led to it
   * once needs no names any more.
   */
  find(topic: BookTopic<T> | null, market: MarketKind, symbol: string, channel: string): TrackedBook<T> | null {
    const known = topic?.tracked ?? null
    if (known !== null && !known.isGone && known.slot.channel === channel) return known
    const slot = this.bookOf(market, symbol, channel)
    const tracked = slot === null ? null : this.#keep(slot)
    if (topic !== null) topic.tracked = tracked
    if (topic !== null && slot !== null && topic.frameName !== '') {
      this.#applier.register(topic.frameName, topic.otherName, slot)
    }
    return tracked
  }

  #keep(slot: BookSlot): TrackedBook<T> {
    const books = slot.market === 'spot' ? this.#spot : this.#perp
    const known = books.get(slot.symbol)
    if (known !== undefined && known.slot === slot) return known
    if (known !== undefined) this.#leave(known)
    const tracked = { slot, memory: this.#create(), isGone: false }
    books.set(slot.symbol, tracked)
    return tracked
  }

  forget(slot: BookSlot): void {
    const books = slot.market === 'spot' ? this.#spot : this.#perp
    const known = books.get(slot.symbol)
    if (known === undefined) return
    this.#leave(known)
    books.delete(slot.symbol)
  }

  #leave(known: TrackedBook<T>): void {
    known.isGone = true
    this.#applier.unregister(known.slot)
  }

  lose(slot: BookSlot, reason: LossReason): void {
    slot.lose(reason)
    this.sink.lost(slot, reason)
  }

  /** Replaces or changes the levels. False when they are no longer exact: the book is then lost. */
  setLevels(endpoint: Endpoint, slot: BookSlot, frame: DepthFrame): boolean {
    if (frame.snapshot) slot.beginSnapshot()
    if (frame.applyTo(slot.book)) {
      slot.book.truncate()
      return true
    }
    this.lose(slot, 'refused')
    this.sink.refused(endpoint, 'number-range')
    return false
  }

  /** Makes the set levels count. False when the book turned out crossed for too long or too often: it is then lost. */
  accept(slot: BookSlot, frame: DepthFrame, now: number, seq: number): boolean {
    if (slot.applied(frame.snapshot ? 'snapshot' : 'delta', now, frame.eventTime, seq)) return true
    this.sink.lost(slot, 'crossed')
    return false
  }

  /** `setLevels`, `accept` and the word to the sink, for frames without a checksum. */
  apply(endpoint: Endpoint, slot: BookSlot, frame: DepthFrame, now: number, seq: number): boolean {
    if (!this.setLevels(endpoint, slot, frame) || !this.accept(slot, frame, now, seq)) return false
    this.sink.touched(slot)
    return true
  }

  /** A frame said again what is known. */
  repeat(slot: BookSlot, frame: DepthFrame, now: number, seq: number): void {
    slot.repeated(now, frame.eventTime, seq)
    this.sink.touched(slot)
  }

  /** Counts a frame that cannot be accepted; the book that it was for, where that is known, is lost. */
  refuse(endpoint: Endpoint, why: string, slot: BookSlot | null): void {
    if (slot !== null) this.lose(slot, 'refused')
    this.sink.refused(endpoint, why)
  }

  /** The book of an instrument if this channel is the one that makes it; `null` as channel: it cannot be read. */
  bookOf(market: MarketKind, symbol: string | null, channel: string | null): BookSlot | null {
    if (symbol === null) return null
    const slot = this.sink.slot(market, symbol)
    return slot !== null && (channel === null || slot.channel === channel) ? slot : null
  }

  /** The exchange confirmed that the frames of these books end. */
  unsubscribed(slot: BookSlot): void {
    this.forget(slot)
    this.lose(slot, 'down')
  }
}
