import type { BookSlot } from './book-slot.ts'
import {
  applyDelta,
  applySnapshot,
  closeSymbolTable,
  constant,
  frameArea,
  inWords,
  MOST_FRAME,
  openSymbolTable,
  registerSymbol,
  renew,
  words,
} from './core.ts'
import type { FrameShape } from './frame-shape.ts'

const MAX_NAME = constant('LONGEST_NAME')
const OTHER_NAME_AT = constant('GIVEN_OTHER_NAME')

/** Bits of the core's result of a frame. */
const TOP_MOVED = constant('TOP_MOVED')
const IS_CROSSED = constant('IS_CROSSED')
const CHECKSUM_MISMATCH = constant('CHECKSUM_MISMATCH')
/** The bits from this one on hold the book's number in the host. */
const HOST_BITS = constant('HOST_BITS')
/** Offsets, in 32-bit words, where the core puts a name that is registered for no book. */
const UNKNOWN_NAME_AT = inWords('UNKNOWN_NAME') + inWords('UNKNOWN_NAME_AT')
const UNKNOWN_NAME_LENGTH = inWords('UNKNOWN_NAME') + inWords('UNKNOWN_NAME_LENGTH')

/** Returns the core's memory of a symbol table that was garbage-collected. */
const dropped = new FinalizationRegistry(closeSymbolTable)

/**
 * What became of a frame. `unread`: it is not a usual frame. `applied`: no best price changed. `moved`: a best price
 * changed. `replaced`: a snapshot replaced the book; the caller then calls `BookSlot.replaced`. `checksum-mismatch`,
 * `crossed`: what is wrong with the changed book.
 */
export type FrameOutcome = 'unread' | 'applied' | 'moved' | 'replaced' | 'checksum-mismatch' | 'crossed'

/**
 * Applies the usual frames of an exchange, a delta that is next in sequence or a snapshot, in one call of the core.
 * Nearly all frames are usual, and reading a frame as JSON takes many times as long. An unusual frame is left unread,
 * and its book unchanged, for the exchange's reader.
 */
export class FrameApplier {
  /** The book of the last frame that was read. */
  slot: BookSlot | null = null
  readonly #symbols = openSymbolTable()
  readonly #slots: (BookSlot | null)[] = []
  readonly #free: number[] = []
  readonly #names = new Map<BookSlot, { readonly host: number; readonly names: string[] }>()
  #area = frameArea()
  /** Bytes of the frame that was loaded last. */
  #length = 0

  constructor() {
    renew()
    dropped.register(this, this.#symbols)
  }

  /**
   * Registers a name that stands for this book in frames; `otherName` is the text that a shape's `other-name` must
   * match.
   */
  register(name: string, otherName: string, slot: BookSlot): void {
    const known = this.#names.get(slot)
    if (known?.names.includes(name)) return
    const host = known?.host ?? this.#free.pop() ?? this.#slots.length
    if (!this.#write(name, otherName, slot.book.address, host)) {
      if (known === undefined) this.#free.push(host)
      return
    }
    this.#slots[host] = slot
    if (known === undefined) this.#names.set(slot, { host, names: [name] })
    else known.names.push(name)
  }

  /** Removes all names of a book. */
  unregister(slot: BookSlot): void {
    const known = this.#names.get(slot)
    if (known === undefined) return
    for (const name of known.names) this.#write(name, '', 0, 0)
    this.#names.delete(slot)
    this.#slots[known.host] = null
    this.#free.push(known.host)
  }

  /**
   * Loads a frame for `apply` and `replace`, behind the `before` that its shape expects. A frame that is too long
   * counts as an empty frame.
   */
  load(frame: Uint8Array, before?: Uint8Array): void {
    const begin = before?.length ?? 0
    const isReadable = begin + frame.length <= MOST_FRAME
    this.#length = isReadable ? begin + frame.length : 0
    if (this.#area.length === 0) this.#area = frameArea()
    if (!isReadable) return
    if (before !== undefined) this.#area.set(before)
    this.#area.set(frame, begin)
  }

  /**
   * Applies the loaded frame, received at `now` (epoch ms), if it has this shape and is next in sequence. `slot` is
   * then the frame's book.
   */
  apply({ address }: FrameShape, now: number): FrameOutcome {
    const result = applyDelta(address, this.#symbols, this.#length, now)
    if (result === 0) return 'unread'
    renew()
    this.slot = this.#slots[result >>> HOST_BITS] as BookSlot
    if ((result & (IS_CROSSED | CHECKSUM_MISMATCH)) !== 0)
      return (result & IS_CROSSED) === 0 ? 'checksum-mismatch' : 'crossed'
    return (result & TOP_MOVED) === 0 ? 'applied' : 'moved'
  }

  /**
   * Replaces the book by the loaded frame, received at `now` (epoch ms), if it is a snapshot of this shape. `slot` is
   * then the frame's book.
   */
  replace({ address }: FrameShape, now: number): FrameOutcome {
    const result = applySnapshot(address, this.#symbols, this.#length, now)
    if (result === 0) return 'unread'
    renew()
    this.slot = this.#slots[result >>> HOST_BITS] as BookSlot
    return (result & CHECKSUM_MISMATCH) === 0 ? 'replaced' : 'checksum-mismatch'
  }

  /**
   * The name in the loaded frame, where no book is registered under it; null where the frame was unread for another
   * reason.
   */
  get unknownName(): string | null {
    const at = words[UNKNOWN_NAME_AT] as number
    const length = words[UNKNOWN_NAME_LENGTH] as number
    return length === 0 ? null : String.fromCharCode(...this.#area.subarray(at, at + length))
  }

  /** Registers a name in the core; false when the name is too long or there are too many. The loaded frame stays. */
  #write(name: string, otherName: string, book: number, host: number): boolean {
    if (name.length > MAX_NAME || otherName.length > MAX_NAME) return false
    if (this.#area.length === 0) this.#area = frameArea()
    const beginning = this.#area.slice(0, OTHER_NAME_AT + MAX_NAME)
    for (let at = 0; at < name.length; at++) this.#area[at] = name.charCodeAt(at)
    for (let at = 0; at < otherName.length; at++) this.#area[OTHER_NAME_AT + at] = otherName.charCodeAt(at)
    const isEntered = registerSymbol(this.#symbols, name.length, otherName.length, book, host) === 1
    renew()
    if (this.#area.length === 0) this.#area = frameArea()
    this.#area.set(beginning)
    return isEntered
  }
}
