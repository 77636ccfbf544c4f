import type { BookSide, BookSlot } from '@makas/domain'

/** Fewer known levels than this, and a fresh snapshot is asked for while the book is still good. */
const LOW = 40
/** Fewer than this, and the best prices themselves may have holes: the book may no longer be believed. */
const LEAST = 10
const ASK_EVERY_MS = 1_000

/** The worst known price of each side in quote per unit; infinitely far where the snapshot held the whole side. */
type Known = { snapshots: number; bid: number; ask: number; askedAt: number }

export type KnownVerdict = 'fine' | 'refresh' | 'lost'

/**
 * How far a book is known that grew from a snapshot of limited depth. Levels beyond the snapshot's last one are told
 * only when they change: after a larger move the book has holes there, which no sequence rule can notice. What
 * detection sees of a side ends at the last known level (docs/exchanges/binance.md, Sequence).
 */
export class KnownDepth {
  readonly #limit: number
  readonly #known = new WeakMap<BookSlot, Known>()

  /** @param limit levels of a side that a snapshot holds at most. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Looks at a book after a valid frame and limits what is seen of it. */
  look(slot: BookSlot, now: number): KnownVerdict {
    const { bids, asks } = slot.book
    let known = this.#known.get(slot)
    if (known === undefined || known.snapshots !== slot.snapshots) {
      known = {
        snapshots: slot.snapshots,
        bid: this.#worst(slot, bids, 0),
        ask: this.#worst(slot, asks, Number.POSITIVE_INFINITY),
        askedAt: Number.NEGATIVE_INFINITY,
      }
      this.#known.set(slot, known)
    }
    const { bid, ask } = known
    const scale = 10 ** slot.book.priceDecimals
    const depth = Math.min(
      knownLevels(bids, (price) => price >= bid * scale),
      knownLevels(asks, (price) => price <= ask * scale),
    )
    if (depth === Number.POSITIVE_INFINITY) {
      slot.visibleDepth = slot.book.depth
      return 'fine'
    }
    slot.visibleDepth = depth
    if (depth < LEAST) return 'lost'
    if (depth >= LOW || now - known.askedAt < ASK_EVERY_MS) return 'fine'
    known.askedAt = now
    return 'refresh'
  }

  /** Changes joined to the snapshot may have put a few levels behind its last one: the margin leaves them out. */
  #worst({ book }: BookSlot, side: BookSide, whole: number): number {
    const rank = Math.floor(this.#limit * 0.9) - 1
    return side.count <= rank ? whole : side.priceAt(rank) / 10 ** book.priceDecimals
  }
}

/** Levels from the best on that are known; infinite where all are. */
function knownLevels(side: BookSide, isKnown: (price: number) => boolean): number {
  if (side.count === 0 || isKnown(side.priceAt(side.count - 1))) return Number.POSITIVE_INFINITY
  let low = 0
  let high = side.count - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isKnown(side.priceAt(middle))) low = middle + 1
    else high = middle
  }
  return low
}
