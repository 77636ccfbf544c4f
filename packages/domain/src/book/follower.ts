import type { BookSlot } from './book-slot.ts'
import { closeRoster, constant, enroll, follow, frameArea, MOST_FRAME, openRoster, renew } from './core.ts'
import type { FrameShape } from './frame-shape.ts'

const MAX_NAME = constant('LONGEST_NAME')
const OTHER_NAME_AT = constant('GIVEN_OTHER_NAME')

/** Bits of what the core says of a frame, and where its number of the book begins. */
const TOP_MOVED = constant('TOP_MOVED')
const IS_CROSSED = constant('IS_CROSSED')
const IS_DISPROVEN = constant('IS_DISPROVEN')
const HOST_BITS = constant('HOST_BITS')

/** A roster that nobody has any more returns its memory. */
const dropped = new FinalizationRegistry(closeRoster)

/** What became of a frame: nothing (it is not the usual one), applied with or without a change of a best price, or its book's checksum was wrong or its best prices are crossed now. */
export type Followed = 'unread' | 'applied' | 'moved' | 'disproven' | 'crossed'

/**
 * Applies the usual frame of an exchange, a change that follows directly on what its book has, in one call of the core:
 * most frames are such, and to read them step by step costs several times as much. Whatever is unusual in any way is left
 * unread and unchanged for the exchange's reader.
 */
export class Follower {
  /** The book of the last frame that was not left unread. */
  slot: BookSlot | null = null
  readonly #roster = openRoster()
  readonly #slots: (BookSlot | null)[] = []
  readonly #free: number[] = []
  readonly #names = new Map<BookSlot, { readonly host: number; readonly names: string[] }>()
  #area = frameArea()

  constructor() {
    renew()
    dropped.register(this, this.#roster)
  }

  /** From now on this name in a frame stands for this book; `otherName` is what a shape's `other-name` has to be. */
  enroll(name: string, otherName: string, slot: BookSlot): void {
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

  /** No name stands for this book any more. */
  dismiss(slot: BookSlot): void {
    const known = this.#names.get(slot)
    if (known === undefined) return
    for (const name of known.names) this.#write(name, '', 0, 0)
    this.#names.delete(slot)
    this.#slots[known.host] = null
    this.#free.push(known.host)
  }

  /** Applies a frame received at `now` (ms), if it is of this shape and follows directly; `slot` is its book then. */
  follow({ address }: FrameShape, frame: Uint8Array, now: number): Followed {
    const { length } = frame
    if (length > MOST_FRAME) return 'unread'
    if (this.#area.length === 0) this.#area = frameArea()
    this.#area.set(frame)
    const told = follow(address, this.#roster, length, now)
    if (told === 0) return 'unread'
    renew()
    this.slot = this.#slots[told >>> HOST_BITS] as BookSlot
    if ((told & (IS_CROSSED | IS_DISPROVEN)) !== 0) return (told & IS_CROSSED) === 0 ? 'disproven' : 'crossed'
    return (told & TOP_MOVED) === 0 ? 'applied' : 'moved'
  }

  /** Tells the core what a name stands for; false when it is too long for it, or there are too many. */
  #write(name: string, otherName: string, book: number, host: number): boolean {
    if (name.length > MAX_NAME || otherName.length > MAX_NAME) return false
    if (this.#area.length === 0) this.#area = frameArea()
    for (let at = 0; at < name.length; at++) this.#area[at] = name.charCodeAt(at)
    for (let at = 0; at < otherName.length; at++) this.#area[OTHER_NAME_AT + at] = otherName.charCodeAt(at)
    const isEntered = enroll(this.#roster, name.length, otherName.length, book, host) === 1
    renew()
    return isEntered
  }
}
