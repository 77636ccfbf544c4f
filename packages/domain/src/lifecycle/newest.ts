const FIRST_ROOM = 16

/** A ring buffer of the newest `most` numbers. */
export class Newest {
  readonly most: number
  #kept = new Float64Array(0)
  #count = 0
  #next = 0

  constructor(most: number) {
    this.most = most
  }

  get count(): number {
    return this.#count
  }

  /** Adds a number; returns the oldest one, which had to leave for it, or null. */
  add(value: number): number | null {
    if (this.#next === this.#kept.length && this.#kept.length < this.most) this.#grow()
    if (this.#next === this.most) this.#next = 0
    const gone = this.#count === this.most ? (this.#kept[this.#next] as number) : null
    this.#kept[this.#next++] = value
    if (gone === null) this.#count++
    return gone
  }

  /** A copy of the numbers held, in no order. */
  values(): Float64Array {
    return this.#kept.slice(0, this.#count)
  }

  #grow(): void {
    const wider = new Float64Array(Math.min(this.most, Math.max(FIRST_ROOM, this.#kept.length * 2)))
    wider.set(this.#kept)
    this.#kept = wider
  }
}
