import type { BookSlot } from '@makas/domain'

/** Books that have grown too old are looked for once a beat. */
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
    for (const [at, slot] of slots.entries()) {
      if (at % SLOTS_A_PIECE === 0) yield
      const isQuiet = slot.isSynced && !slot.isLive(now)
      if (isQuiet === this.#quiet.has(slot)) continue
      if (!isQuiet) this.#quiet.delete(slot)
      else {
        this.#quiet.add(slot)
        silenced(slot, now)
      }
    }
  }
}
