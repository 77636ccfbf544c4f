/** Slots that hold the longest pause of a book in steps of 10 ms: 1.8 s in a busy market, 3.2 s in a calm one. */
export const WHEEL_SLOTS = 256
export const CALM_WHEEL_SLOTS = 512

/** A timer wheel: entries due at a step within the next slots, in the order in which they were added. */
export class Wheel {
  readonly slots: number
  readonly #due: number[][]
  #step = 0

  constructor(slots: number) {
    this.slots = slots
    this.#due = Array.from({ length: slots }, () => [])
  }

  /** Makes the entry due in `steps` (1 to the number of slots). */
  put(entry: number, steps: number): void {
    const within = Math.min(this.slots - 1, Math.max(1, steps))
    this.#due[(this.#step + within) % this.slots]?.push(entry)
  }

  /** Advances one step, and returns the entries due at it. */
  turn(): readonly number[] {
    this.#step += 1
    const slot = this.#step % this.slots
    const due = this.#due[slot] as number[]
    this.#due[slot] = []
    return due
  }
}
