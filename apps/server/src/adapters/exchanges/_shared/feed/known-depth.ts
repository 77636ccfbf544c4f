import type { BookSide, BookSlot } from '@makas/domain'

/** With fewer known levels than this on a side a fresh snapshot is requested while the book is still good. */
const LOW = 40
/** With fewer known levels than this on a side the best prices may have holes: the book may no longer be believed. */
const LEAST = 10
/** Least time between two requests for a snapshot of a book, ms. */
const ASK_EVERY_MS = 1_000

export type KnownVerdict = 'fine' | 'refresh' | 'lost'

/**
 * How far a book is known that grew from a snapshot of limited depth. Levels beyond the snapshot's last one are sent
 * only when they change: after a larger move the book has holes there, which no sequence rule can notice. What
 * detection sees of a side ends at the last known level (docs/exchanges/binance.md, Sequence).
 */
export class KnownDepth {
  readonly #limit: number
  /** When a fresh snapshot was last requested since the book's own one, ms. */
  readonly #askedAt = new WeakMap<BookSlot, number>()

  /** @param limit levels of a side that a snapshot holds at most. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Looks at a book after a valid frame and limits what is seen of it. */
  look(slot: BookSlot): KnownVerdict {
    if (!slot.hasLimit) {
      const { bids, asks } = slot.book
      slot.limitTo(this.#worst(slot, bids, 0), this.#worst(slot, asks, Number.POSITIVE_INFINITY))
      this.#askedAt.delete(slot)
    }
    if (slot.known.has(LOW)) return 'fine'
    if (!slot.known.has(LEAST)) return 'lost'
    const askedAt = this.#askedAt.get(slot) ?? Number.NEGATIVE_INFINITY
    if (slot.receivedAt - askedAt < ASK_EVERY_MS) return 'fine'
    this.#askedAt.set(slot, slot.receivedAt)
    return 'refresh'
  }

  /** The worst known price; a margin of a tenth, since changes may have put levels behind the snapshot's last one. */
  #worst({ book }: BookSlot, side: BookSide, whole: number): number {
    const rank = Math.floor(this.#limit * 0.9) - 1
    return side.count <= rank ? whole : side.priceAt(rank) / 10 ** book.priceDecimals
  }
}
