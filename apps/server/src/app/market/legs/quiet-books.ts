import type { BookSlot } from '@makas/domain'

/** Interval of the look for books that are too old, ms: once per tick of the engine loop. */
const LOOK_EVERY_MS = 100
/**
 * Books per piece of work, which lasts some hundredths of a millisecond; waiting frames are read between two pieces.
 */
const SLOTS_A_PIECE = 256

/** Books that were too old (no longer `LIVE` by age) when last looked at. */
export class QuietBooks {
  readonly #quiet = new Set<BookSlot>()
  #lookedAt = Number.NEGATIVE_INFINITY;

  /**
   * Calls `silenced`, in pieces, for each book that has become too old since the last look; does nothing before a look
   * is due.
   */
  *look(
    slots: readonly BookSlot[],
    now: number,
    silenced: (slot: BookSlot, now: number) => void,
  ): Generator<void, void, void> {
    if (!(now - this.#lookedAt >= LOOK_EVERY_MS)) return
    this.#lookedAt = now
    for (let at = 0; at < slots.length; at++) {
      if (at % SLOTS_A_PIECE === 0) yield
      const slot = slots[at] as BookSlot
      const isQuiet = slot.acceptsDeltas && !slot.isLive(now)
      // Skips the look-up while the set is empty, as it usually is: this runs for every book ten times a second.
      if (isQuiet === (this.#quiet.size > 0 && this.#quiet.has(slot))) continue
      if (!isQuiet) this.#quiet.delete(slot)
      else {
        this.#quiet.add(slot)
        silenced(slot, now)
      }
    }
  }
}
