/** A timer wheel: things that come due at a step within the next slots, in the order in which they were put there. */
export class Wheel {
  readonly slots: number
  readonly #due: number[][]
  #step = 0

  constructor(slots: number) {
    this.slots = slots
    this.#due = Array.from({ length: slots }, () => [])
  }

  /** The entry comes due so many steps from now: at least one, at most as far as the wheel reaches. */
  put(entry: number, steps: number): void {
    const within = Math.min(this.slots - 1, Math.max(1, steps))
    this.#due[(this.#step + within) % this.slots]?.push(entry)
  }

  /** The next step, and what is due at it. */
  turn(): readonly number[] {
    this.#step += 1
    const slot = this.#step % this.slots
    const due = this.#due[slot] as number[]
    this.#due[slot] = []
    return due
  }
}
