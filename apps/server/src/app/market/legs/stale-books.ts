import type { BookSlot } from '@makas/domain'

/** Interval of the look for stale books, ms: once per tick of the engine loop. */
const LOOK_EVERY_MS = 100
/**
 * Books per piece of work, which lasts some hundredths of a millisecond; waiting frames are read between two pieces.
 */
const SLOTS_A_PIECE = 256

/**
 * Books that were stale when last looked at: proven, but too old or halted. Gaps through them are counted as `stale`.
 */
export class StaleBooks {
  readonly #stale = new Set<BookSlot>()
  #lookedAt = Number.NEGATIVE_INFINITY;

  /**
   * Calls `wentStale`, in pieces, for each book that has become stale since the last look; does nothing before a look
   * is due.
   */
  *look(
    slots: readonly BookSlot[],
    now: number,
    wentStale: (slot: BookSlot, now: number) => void,
  ): Generator<void, void, void> {
    if (!(now - this.#lookedAt >= LOOK_EVERY_MS)) return
    this.#lookedAt = now
    for (let at = 0; at < slots.length; at++) {
      if (at % SLOTS_A_PIECE === 0) yield
      const slot = slots[at] as BookSlot
      const isStale = slot.acceptsDeltas && !slot.isLive(now)
      // Skips the look-up while the set is empty, as it usually is: this runs for every book ten times a second.
      if (isStale === (this.#stale.size > 0 && this.#stale.has(slot))) continue
      if (!isStale) this.#stale.delete(slot)
      else {
        this.#stale.add(slot)
        wentStale(slot, now)
      }
    }
  }
}
