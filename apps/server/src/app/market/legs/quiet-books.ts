import type { BookSlot } from '@makas/domain'

/** Books that have grown too old are looked for once a tick. */
const LOOK_EVERY_MS = 100
/** So many are looked at before somebody else gets a turn: some hundredths of a millisecond. */
const SLOTS_A_PIECE = 256

/** Which books were found too old at the last look. */
export class QuietBooks {
  readonly #quiet = new Set<BookSlot>()
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** Tells those that have fallen silent since the last look, when it is time for one; in pieces. */
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
      // Mostly none is, and then no name need be looked up for all of them, ten times a second.
      if (isQuiet === (this.#quiet.size > 0 && this.#quiet.has(slot))) continue
      if (!isQuiet) this.#quiet.delete(slot)
      else {
        this.#quiet.add(slot)
        silenced(slot, now)
      }
    }
  }
}
